/** Gathers what happens in one run and makes the run report of it. */
import type {
  DeviceReport,
  DispatchReport,
  FallbackReport,
  KernelReport,
  NoticeReport,
  RunReport,
} from "../session/run-report.ts";
import type { CompiledVariant } from "./compile-service.ts";

/** Dispatches that the report keeps one by one. */
const MOST_DISPATCHES = 5000;
/** Notices of one run; a kernel in a loop should not fill the page. */
const MOST_NOTICES = 200;

export interface RunEnd {
  readonly status: RunReport["status"];
  readonly exitCode: number;
}

export class RunRecorder {
  readonly #startedMs: number;
  readonly #now: () => number;
  readonly #onNotice: (notice: NoticeReport) => void;
  readonly #notices = new Map<string, NoticeReport>();
  readonly #fallbacks = new Map<string, FallbackReport>();
  readonly #dispatches: DispatchReport[] = [];
  #moreCount = 0;
  #moreMs: number | null = 0;
  #toDeviceBytes = 0;
  #toDeviceCount = 0;
  #toHostBytes = 0;
  #toHostCount = 0;
  #waitMs = 0;

  constructor(now: () => number, onNotice: (notice: NoticeReport) => void) {
    this.#now = now;
    this.#startedMs = now();
    this.#onNotice = onNotice;
  }

  /** Milliseconds of the engine's clock when the run began. */
  get startedMs(): number {
    return this.#startedMs;
  }

  toDevice(bytes: number): void {
    this.#toDeviceBytes += bytes;
    this.#toDeviceCount++;
  }

  toHost(bytes: number): void {
    this.#toHostBytes += bytes;
    this.#toHostCount++;
  }

  waited(ms: number): void {
    this.#waitMs += ms;
  }

  dispatched(dispatches: readonly DispatchReport[]): void {
    for (const dispatch of dispatches) {
      if (this.#dispatches.length < MOST_DISPATCHES) {
        this.#dispatches.push({ ...dispatch, startMs: dispatch.startMs - this.#startedMs });
      } else {
        this.#moreCount++;
        this.#moreMs =
          this.#moreMs === null || dispatch.gpuMs === null ? null : this.#moreMs + dispatch.gpuMs;
      }
    }
  }

  /** Told once, however often it comes. */
  notice(notice: NoticeReport): void {
    const key = `${notice.code}|${notice.file}|${notice.line}|${notice.kernel}`;
    if (this.#notices.has(key) || this.#notices.size >= MOST_NOTICES) return;
    this.#notices.set(key, notice);
    this.#onNotice(notice);
  }

  fallback(fallback: FallbackReport): void {
    this.#fallbacks.set(`${fallback.what}|${fallback.line}`, fallback);
  }

  report(
    device: DeviceReport,
    float64: RunReport["float64"],
    kernels: readonly KernelReport[],
    end: RunEnd,
  ): RunReport {
    const totalMs = this.#now() - this.#startedMs;
    const launched = kernels.reduce((sum, kernel) => sum + kernel.launches, 0);
    // Launches that the device no longer told of one by one.
    const untold = Math.max(0, launched - this.#dispatches.length - this.#moreCount);
    const more = this.#moreCount + untold;
    return {
      version: 1,
      device,
      float64,
      kernels,
      dispatches: this.#dispatches,
      moreDispatches: { count: more, gpuMs: untold > 0 ? null : this.#moreMs },
      transfers: {
        toDeviceBytes: this.#toDeviceBytes,
        toDeviceCount: this.#toDeviceCount,
        toHostBytes: this.#toHostBytes,
        toHostCount: this.#toHostCount,
        waitMs: this.#waitMs,
      },
      hostMs: Math.max(0, totalMs - this.#waitMs),
      totalMs,
      fallbacks: [...this.#fallbacks.values()],
      notices: [...this.#notices.values()],
      status: end.status,
      exitCode: end.exitCode,
    };
  }
}

/** What the report says of a compiled kernel; `wgsl` is what the GPU got, or would have got. */
export function kernelReport(
  variant: CompiledVariant,
  wgsl: { readonly text: string; readonly lines: KernelReport["lines"] } | null,
): KernelReport {
  const { specialisation } = variant;
  const { source, ast } = specialisation.source;
  return {
    id: variant.kernel,
    name: specialisation.name,
    file: source.name,
    line: source.line(ast.nameSpan),
    argumentTypes: specialisation.argumentTypes,
    facts: variant.key,
    compileMs: variant.compileMs,
    pipelineMs: null,
    wgsl: wgsl?.text ?? null,
    wgslBytes: wgsl ? new TextEncoder().encode(wgsl.text).length : 0,
    ir: variant.ir,
    wat: variant.wat,
    lines: wgsl?.lines ?? [],
    notices: variant.notices,
    launches: variant.launches,
  };
}
