import { useStore } from "zustand";
import { keyLabel } from "../commands/commands.ts";
import { run, stop } from "../engine.ts";
import { ExamplesMenu } from "../examples/ExamplesMenu.tsx";
import { documentStore, renameDocument } from "../state/document.ts";
import { openDialog } from "../state/layout.ts";
import { runStore } from "../state/run.ts";
import { settings } from "../state/settings.ts";
import "./TopBar.css";

const FLOAT64_WORDS = { auto: "auto", exact: "exact", fast: "fast" } as const;

export function TopBar() {
  const name = useStore(documentStore, (state) => state.name);
  const origin = useStore(documentStore, (state) => state.origin);
  const engine = useStore(runStore, (state) => state.engine);
  const float64 = useStore(settings, (state) => state.float64);
  const isRunning = engine === "running" || engine === "stopping";
  return (
    <header className="top-bar">
      <h1 className="wordmark">Kernelpad</h1>
      <label className="document-name">
        <span className="visually-hidden">Name of the script</span>
        <input
          value={name}
          size={Math.max(6, name.length)}
          spellCheck={false}
          onChange={(event) => renameDocument(event.target.value)}
        />
      </label>
      {origin === "link" && <span className="origin">from a link</span>}
      <ExamplesMenu />
      <span className="spring" />
      <DeviceChip />
      <button
        type="button"
        className="chip"
        onClick={() => openDialog("device")}
        title="How float64 is computed"
      >
        float64 {FLOAT64_WORDS[float64]}
      </button>
      <button type="button" className="button share-button" onClick={() => openDialog("share")}>
        Share
      </button>
      {isRunning && (
        <button type="button" className="button" onClick={stop} disabled={engine === "stopping"}>
          {engine === "stopping" ? "Stopping" : "Stop"}
        </button>
      )}
      <button type="button" className="button filled" onClick={run}>
        Run <kbd>{keyLabel("Mod+Enter")}</kbd>
      </button>
    </header>
  );
}

function DeviceChip() {
  const deviceName = useStore(runStore, (state) => state.deviceName);
  const deviceKind = useStore(runStore, (state) => state.deviceKind);
  const chosen = useStore(settings, (state) => state.device);
  const label = deviceName ?? (chosen === "cpu" ? "CPU device" : "Looking for a GPU");
  return (
    <button
      type="button"
      className="chip"
      onClick={() => openDialog("device")}
      title="The device, its limits, and the choice"
    >
      <span className={`mark ${deviceKind === "cpu" ? "mark-fallback" : "mark-gpu"}`} aria-hidden="true" />
      <span className="chip-text">{label}</span>
    </button>
  );
}
