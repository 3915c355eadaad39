import { useStore } from "zustand";
import { formatBytes } from "../format.ts";
import { restartPython } from "../engine.ts";
import { documentStore } from "../state/document.ts";
import { runStore } from "../state/run.ts";
import "./StatusLine.css";

/** One line at the foot: what the page is doing, and what stands in the way. */
export function StatusLine() {
  const { engine, engineDetail, boot, progress } = useStore(runStore);
  const storageBlocked = useStore(documentStore, (state) => state.storageBlocked);
  return (
    <footer className="status-line">
      <span role="status">{statusText(engine, engineDetail, boot?.phase ?? "", progress)}</span>
      {boot && boot.totalBytes > 0 && (
        <>
          <progress max={boot.totalBytes} value={boot.loadedBytes} aria-label={boot.phase} />
          <span>
            {formatBytes(boot.loadedBytes)} of {formatBytes(boot.totalBytes)}
          </span>
        </>
      )}
      {engine === "failed" && (
        <button type="button" className="button" onClick={restartPython}>
          Start Python again
        </button>
      )}
      <span className="spring" />
      {storageBlocked && (
        <span className="warning">
          Not saved: the browser blocks storage. Download the script to keep it.
        </span>
      )}
    </footer>
  );
}

function statusText(engine: string, detail: string, phase: string, progress: string): string {
  switch (engine) {
    case "starting":
      return phase || "Loading Python";
    case "running":
      return progress || "Running";
    case "stopping":
      return "Stopping";
    case "failed":
      return `Python could not go on. ${detail}`;
    default:
      return "Ready";
  }
}
