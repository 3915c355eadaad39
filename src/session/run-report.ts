/** The run report: what happened in one run, for the page, the command line and the tests alike. Schema: `run-report.schema.json`. */

export const RUN_REPORT_VERSION = 1;

export interface RunReport {
  readonly version: typeof RUN_REPORT_VERSION;
  readonly device: DeviceReport;
  readonly float64: "auto" | "exact" | "fast";
  readonly kernels: readonly KernelReport[];
  readonly dispatches: readonly DispatchReport[];
  /** Dispatches beyond the number that is kept one by one, in sum. */
  readonly moreDispatches: { readonly count: number; readonly gpuMs: number | null };
  readonly transfers: TransferReport;
  readonly hostMs: number;
  readonly totalMs: number;
  /** Everything that ran elsewhere or otherwise than asked, by name: "njit function f runs as plain Python". */
  readonly fallbacks: readonly FallbackReport[];
  readonly notices: readonly NoticeReport[];
  readonly status: "ok" | "error" | "stopped" | "exit";
  readonly exitCode: number;
}
export interface DeviceReport {
  readonly kind: "gpu" | "cpu";
  /** "Apple M2, WebGPU" or "CPU device". */
  readonly name: string;
  /** Why this device was taken: "chosen", "auto: the adapter is a software one". */
  readonly reason: string;
  readonly limits: Readonly<Record<string, number>>;
  readonly features: readonly string[];
  /** What one step of the GPU clock is, in ns; null without timestamps. */
  readonly timestampNs: number | null;
}
export interface KernelReport {
  /** One entry a specialisation. */
  readonly id: number;
  readonly name: string;
  readonly file: string;
  readonly line: number;
  /** Numba's names: `array(float32, 1d, C)`. */
  readonly argumentTypes: readonly string[];
  readonly facts: string;
  readonly compileMs: number;
  readonly pipelineMs: number | null;
  readonly wgsl: string | null;
  readonly wgslBytes: number;
  /** The IR that the back end got, as text; kept only by runs that compile without executing. */
  readonly ir: string | null;
  /** The WebAssembly of the CPU device as text; kept where `ir` is. */
  readonly wat: string | null;
  readonly lines: readonly { readonly wgslLine: number; readonly start: number; readonly end: number }[];
  readonly notices: readonly NoticeReport[];
  readonly launches: number;
}
export interface DispatchReport {
  readonly kernel: number;
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  /** Null where the device has no clock for it. */
  readonly gpuMs: number | null;
  readonly startMs: number;
}
export interface TransferReport {
  readonly toDeviceBytes: number;
  readonly toDeviceCount: number;
  readonly toHostBytes: number;
  readonly toHostCount: number;
  readonly waitMs: number;
}
export interface FallbackReport {
  readonly what: string;
  readonly why: string;
  readonly line: number | null;
}
export interface NoticeReport {
  /** `out-of-bounds`, `loop-budget`, `float64-as-float32`... */
  readonly code: string;
  readonly message: string;
  readonly file: string;
  readonly line: number | null;
  readonly kernel: string | null;
}
