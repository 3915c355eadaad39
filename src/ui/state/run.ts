/** What the engine is doing and what the last run gave. One reducer turns session messages into this state. */
import { createStore } from "zustand/vanilla";
import type { EngineState } from "../../session/client.ts";
import type { FromEngine, MimeBundle, RunError } from "../../session/messages.ts";
import type { NoticeReport, RunReport } from "../../session/run-report.ts";

export type OutputItem =
  | { readonly kind: "text"; readonly stream: "stdout" | "stderr"; readonly text: string }
  | { readonly kind: "display"; readonly data: MimeBundle; readonly displayId: string | null };

export interface RunState {
  readonly engine: EngineState;
  readonly engineDetail: string;
  readonly boot: { readonly phase: string; readonly loadedBytes: number; readonly totalBytes: number } | null;
  readonly deviceName: string | null;
  readonly deviceKind: "gpu" | "cpu" | null;
  readonly deviceReason: string;
  readonly deviceLimits: Readonly<Record<string, number>>;
  readonly run: number | null;
  /** The text that the shown outputs belong to. */
  readonly code: string | null;
  readonly progress: string;
  readonly items: readonly OutputItem[];
  readonly notices: readonly NoticeReport[];
  readonly error: RunError | null;
  readonly report: RunReport | null;
}

export const runStore = createStore<RunState>(() => ({
  engine: "starting",
  engineDetail: "",
  boot: null,
  deviceName: null,
  deviceKind: null,
  deviceReason: "",
  deviceLimits: {},
  run: null,
  code: null,
  progress: "",
  items: [],
  notices: [],
  error: null,
  report: null,
}));

/** The state after a message; messages of a run other than the current one change nothing. */
export function reduceMessage(state: RunState, message: FromEngine): RunState {
  if ("run" in message && message.run !== state.run) return state;
  switch (message.kind) {
    case "boot-progress":
      return { ...state, boot: message };
    case "ready":
      return { ...state, boot: null };
    case "boot-failed":
      return { ...state, boot: null, engineDetail: `${message.message} ${message.help}`.trim() };
    case "device":
      return {
        ...state,
        deviceName: message.name,
        deviceKind: message.device,
        deviceReason: message.reason,
        deviceLimits: message.limits,
      };
    case "progress":
      return { ...state, progress: message.text };
    case "stream":
      return { ...state, items: appendText(state.items, message.stream, message.text) };
    case "display":
      return { ...state, items: placeDisplay(state.items, message.data, message.displayId) };
    case "notice":
      return { ...state, notices: [...state.notices, message.notice] };
    case "error":
      return { ...state, error: message.error };
    case "finished":
      return {
        ...state,
        progress: "",
        report: message.report,
        deviceName: message.report.device.name === "none" ? state.deviceName : message.report.device.name,
        deviceKind: message.report.device.name === "none" ? state.deviceKind : message.report.device.kind,
      };
  }
}

/** The state at the start of a run of `code`. */
export function beginRun(state: RunState, run: number, code: string): RunState {
  return { ...state, run, code, progress: "", items: [], notices: [], error: null, report: null };
}

function appendText(
  items: readonly OutputItem[],
  stream: "stdout" | "stderr",
  text: string,
): readonly OutputItem[] {
  const last = items.at(-1);
  if (last?.kind === "text" && last.stream === stream) {
    return [...items.slice(0, -1), { ...last, text: last.text + text }];
  }
  return [...items, { kind: "text", stream, text }];
}

/** A display with the id of an earlier one takes its place, so that a loop can animate. */
function placeDisplay(
  items: readonly OutputItem[],
  data: MimeBundle,
  displayId: string | null,
): readonly OutputItem[] {
  const item: OutputItem = { kind: "display", data, displayId };
  const at =
    displayId === null ? -1 : items.findIndex((old) => old.kind === "display" && old.displayId === displayId);
  return at < 0 ? [...items, item] : items.with(at, item);
}
