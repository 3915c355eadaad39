import type { DispatchReport } from "../../session/run-report.ts";

/** Timed dispatches of one submission; two queries each, and a query set holds at most 4,096. */
export const MOST_TIMED = 1024;

export interface TimedDispatch {
  readonly kernel: number;
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  readonly startMs: number;
}

interface PendingTimings {
  readonly staging: GPUBuffer;
  readonly dispatches: readonly TimedDispatch[];
}

/** GPU time of each dispatch, by timestamp queries where the device has them. */
export class Timestamps {
  readonly #device: GPUDevice;
  readonly #queries: GPUQuerySet | null;
  readonly #resolved: GPUBuffer | null;
  #pending: PendingTimings[] = [];

  constructor(device: GPUDevice) {
    this.#device = device;
    const available = device.features.has("timestamp-query");
    this.#queries = available ? device.createQuerySet({ type: "timestamp", count: MOST_TIMED * 2 }) : null;
    this.#resolved = available
      ? device.createBuffer({
          size: MOST_TIMED * 16,
          usage: GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC,
        })
      : null;
  }

  get available(): boolean {
    return this.#queries !== null;
  }

  /** What the pass of the `index`-th timed dispatch of this submission must carry. */
  passWrites(index: number): GPUComputePassTimestampWrites | undefined {
    if (!this.#queries) return undefined;
    return {
      querySet: this.#queries,
      beginningOfPassWriteIndex: index * 2,
      endOfPassWriteIndex: index * 2 + 1,
    };
  }

  /** Call at the end of an encoder whose first passes were the timed dispatches. */
  resolve(encoder: GPUCommandEncoder, dispatches: readonly TimedDispatch[]): void {
    if (!this.#queries || !this.#resolved || dispatches.length === 0) return;
    const bytes = dispatches.length * 16;
    const staging = this.#device.createBuffer({
      size: bytes,
      usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ,
    });
    encoder.resolveQuerySet(this.#queries, 0, dispatches.length * 2, this.#resolved, 0);
    encoder.copyBufferToBuffer(this.#resolved, 0, staging, 0, bytes);
    this.#pending.push({ staging, dispatches });
  }

  /** Waits for the submissions that were resolved and gives their timings, in launch order. */
  async collect(): Promise<DispatchReport[]> {
    const pending = this.#pending;
    this.#pending = [];
    const reports: DispatchReport[] = [];
    await Promise.all(pending.map(({ staging }) => staging.mapAsync(GPUMapMode.READ)));
    for (const { staging, dispatches } of pending) {
      const ticks = new BigUint64Array(staging.getMappedRange());
      dispatches.forEach((dispatch, i) => {
        const ns = Number((ticks[i * 2 + 1] ?? 0n) - (ticks[i * 2] ?? 0n));
        // Some drivers reset the counter between passes; a negative time says nothing.
        reports.push({ ...dispatch, gpuMs: ns >= 0 ? ns / 1e6 : null });
      });
      staging.destroy();
    }
    return reports;
  }
}
