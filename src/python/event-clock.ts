import type { DispatchReport } from "../session/run-report.ts";

/** A recorded event: how many launches came before it, and the host's clock. */
interface Mark {
  readonly launches: number;
  readonly hostMs: number;
}

/** Time between CUDA events: the GPU's own where each launch between them was timed, else the host's. */
export class EventClock {
  readonly #marks: Mark[] = [];
  readonly #gpuMs: (number | null)[] = [];
  #launches = 0;

  launched(): void {
    this.#launches++;
  }

  dispatched(dispatches: readonly DispatchReport[]): void {
    for (const dispatch of dispatches) this.#gpuMs.push(dispatch.gpuMs);
  }

  record(hostMs: number): number {
    this.#marks.push({ launches: this.#launches, hostMs });
    return this.#marks.length - 1;
  }

  /** Milliseconds; all work must be done. */
  elapsed(begin: number, end: number): number {
    const from = this.#marks[begin];
    const to = this.#marks[end];
    if (!from || !to) return 0;
    const between = this.#gpuMs.slice(from.launches, to.launches);
    const timed = between.length === to.launches - from.launches && between.every((ms) => ms !== null);
    const gpuMs = timed ? between.reduce((sum: number, ms) => sum + (ms ?? 0), 0) : 0;
    // A clock too coarse for short kernels gives 0; the host's is then nearer to the truth.
    return gpuMs > 0 ? gpuMs : to.hostMs - from.hostMs;
  }
}
