/** Every command of the page in one table: menus, the palette and the keyboard all read it. */
import { restartPython, run, stop } from "../engine.ts";
import { documentStore } from "../state/document.ts";
import { DEFAULT_EDITOR_SHARE, openDialog, setEditorShare, showTab } from "../state/layout.ts";
import { runStore } from "../state/run.ts";
import { setTheme, settings } from "../state/settings.ts";

export interface Command {
  readonly id: string;
  readonly label: string;
  /** As shown; `Mod` is Ctrl, or Command on a Mac. */
  readonly key?: string;
  readonly keywords: string;
  readonly enabled?: () => boolean;
  readonly perform: () => void;
}

const isRunning = () => runStore.getState().engine === "running";

export const COMMANDS: readonly Command[] = [
  { id: "run", label: "Run", key: "Mod+Enter", keywords: "start execute launch", perform: run },
  {
    id: "stop",
    label: "Stop",
    key: "Mod+.",
    keywords: "interrupt cancel",
    enabled: isRunning,
    perform: stop,
  },
  {
    id: "share",
    label: "Share: copy a link",
    key: "Mod+Shift+S",
    keywords: "link url send",
    perform: () => openDialog("share"),
  },
  {
    id: "palette",
    label: "All commands",
    key: "Mod+Shift+P",
    keywords: "palette help keys",
    perform: () => openDialog("palette"),
  },
  {
    id: "device",
    label: "Choose the device",
    keywords: "gpu cpu float64 limits",
    perform: () => openDialog("device"),
  },
  {
    id: "device-auto",
    label: "Device: choose for me",
    keywords: "auto",
    perform: () => settings.setState({ device: "auto" }),
  },
  {
    id: "device-gpu",
    label: "Device: GPU",
    keywords: "webgpu",
    perform: () => settings.setState({ device: "gpu" }),
  },
  {
    id: "device-cpu",
    label: "Device: CPU",
    keywords: "wasm",
    perform: () => settings.setState({ device: "cpu" }),
  },
  {
    id: "float64-auto",
    label: "float64: exact where it shows",
    keywords: "double precision auto",
    perform: () => settings.setState({ float64: "auto" }),
  },
  {
    id: "float64-exact",
    label: "float64: always exact",
    keywords: "double precision",
    perform: () => settings.setState({ float64: "exact" }),
  },
  {
    id: "float64-fast",
    label: "float64: computed as float32",
    keywords: "double precision fast",
    perform: () => settings.setState({ float64: "fast" }),
  },
  {
    id: "view-code",
    label: "Show the code",
    key: "Mod+1",
    keywords: "editor",
    perform: () => showTab("code"),
  },
  {
    id: "view-output",
    label: "Show the output",
    key: "Mod+2",
    keywords: "results",
    perform: () => showTab("output"),
  },
  {
    id: "view-wgsl",
    label: "Show the WGSL",
    key: "Mod+3",
    keywords: "shader generated",
    perform: () => showTab("wgsl"),
  },
  {
    id: "view-timings",
    label: "Show the timings",
    key: "Mod+4",
    keywords: "profile time",
    perform: () => showTab("timings"),
  },
  {
    id: "theme-system",
    label: "Theme: as the system",
    keywords: "light dark",
    perform: () => setTheme("system"),
  },
  { id: "theme-light", label: "Theme: light", keywords: "appearance", perform: () => setTheme("light") },
  { id: "theme-dark", label: "Theme: dark", keywords: "appearance", perform: () => setTheme("dark") },
  {
    id: "reset-layout",
    label: "Reset the layout",
    keywords: "splitter panes",
    perform: () => setEditorShare(DEFAULT_EDITOR_SHARE),
  },
  { id: "restart", label: "Start Python again", keywords: "restart kernel reset", perform: restartPython },
  { id: "download", label: "Download the script", keywords: "save file py", perform: downloadScript },
];

export function commandById(id: string): Command | undefined {
  return COMMANDS.find((command) => command.id === id);
}

/** "Ctrl+Enter" or "⌘↵" as the platform writes it. */
export function keyLabel(key: string): string {
  return key.replace("Mod", isMac() ? "⌘" : "Ctrl");
}

/** Performs the command of a key press; true if there was one. Works wherever the focus is, the editor included. */
export function performKey(event: KeyboardEvent): boolean {
  const mod = isMac() ? event.metaKey : event.ctrlKey;
  if (!mod || event.altKey) return false;
  const pressed = `Mod+${event.shiftKey ? "Shift+" : ""}${event.key.length === 1 ? event.key.toUpperCase() : event.key}`;
  const command = COMMANDS.find((candidate) => candidate.key === pressed);
  if (!command || command.enabled?.() === false) return false;
  command.perform();
  return true;
}

function isMac(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform);
}

function downloadScript(): void {
  const { name, code } = documentStore.getState();
  const url = URL.createObjectURL(new Blob([code], { type: "text/x-python" }));
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = name.endsWith(".py") ? name : `${name}.py`;
  anchor.click();
  URL.revokeObjectURL(url);
}
