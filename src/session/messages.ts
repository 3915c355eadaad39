/** Everything that page and engine worker say to each other. One union each way; `client.ts` and `python/worker.ts` are the two ends. */
import type { NoticeReport, RunReport } from "./run-report.ts";

export interface RunSettings {
  readonly device: "auto" | "gpu" | "cpu";
  readonly float64: "auto" | "exact" | "fast";
  /** 0 switches the budget off. */
  readonly loopBudget: number;
  readonly check: boolean;
}
export const DEFAULT_SETTINGS: RunSettings = {
  device: "auto",
  float64: "auto",
  loopBudget: 200_000_000,
  check: false,
};

export interface RunRequest {
  readonly kind: "run";
  readonly run: number;
  readonly fileName: string;
  /** Text files beside the script, by name; the script itself is one of them. */
  readonly files: Readonly<Record<string, string>>;
  readonly argv: readonly string[];
  readonly settings: RunSettings;
  /** Compile at each launch but execute nothing: `kernelpad compile`. */
  readonly compileOnly: boolean;
}
export type ToEngine =
  | {
      readonly kind: "boot";
      readonly base: string;
      readonly interrupt: SharedArrayBuffer | null;
      readonly preload: readonly string[];
    }
  | RunRequest
  | { readonly kind: "interrupt" }
  | { readonly kind: "describe-device"; readonly device: "auto" | "gpu" | "cpu" };

/** As Jupyter: MIME type to data; binary data is base64. */
export type MimeBundle = Readonly<Record<string, string>>;

export interface TracebackFrame {
  readonly file: string;
  readonly line: number;
  readonly functionName: string;
  readonly code: string;
}
/** An exception that ended a run: the user's own frames, and what the compiler knows of the place. */
export interface RunError {
  readonly exception: string;
  readonly message: string;
  /** The whole traceback as CPython prints it, cut to the user's frames. */
  readonly text: string;
  readonly frames: readonly TracebackFrame[];
  /** Where to mark the editor: columns from 1, `endColumn` past the last character. */
  readonly place: {
    readonly file: string;
    readonly line: number;
    readonly column: number;
    readonly endLine: number;
    readonly endColumn: number;
  } | null;
  readonly notes: readonly string[];
  readonly help: string | null;
  /** Numba's own words, where the compiler says it better. */
  readonly numba: string | null;
}
export type FromEngine =
  | {
      readonly kind: "boot-progress";
      readonly phase: string;
      readonly loadedBytes: number;
      readonly totalBytes: number;
    }
  | {
      readonly kind: "ready";
      readonly bootMs: number;
      readonly jspi: boolean;
      readonly interruptible: boolean;
    }
  | { readonly kind: "boot-failed"; readonly message: string; readonly help: string }
  | {
      readonly kind: "device";
      readonly name: string;
      readonly device: "gpu" | "cpu";
      readonly reason: string;
      readonly limits: Readonly<Record<string, number>>;
    }
  | { readonly kind: "progress"; readonly run: number; readonly text: string }
  | {
      readonly kind: "stream";
      readonly run: number;
      readonly stream: "stdout" | "stderr";
      readonly text: string;
    }
  | {
      readonly kind: "display";
      readonly run: number;
      readonly data: MimeBundle;
      readonly displayId: string | null;
    }
  | { readonly kind: "notice"; readonly run: number; readonly notice: NoticeReport }
  | { readonly kind: "error"; readonly run: number; readonly error: RunError }
  /** Always the last message of a run. */
  | { readonly kind: "finished"; readonly run: number; readonly report: RunReport };
