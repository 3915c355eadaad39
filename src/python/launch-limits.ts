/** What the compiler counts on at every launch (`compiler/analysis/limits.ts`): sizes whose arithmetic fits 32 bits. */
import { LARGEST_SIZE, MOST_THREADS } from "../compiler/analysis/limits.ts";
import type { ArgumentValue } from "../runtime/device.ts";
import { EngineError } from "./engine-error.ts";
import type { LaunchHeader } from "./launch-decoder.ts";

const MOST_ITEMS = Number(LARGEST_SIZE);
const MOST_THREADS_ALONG = Number(MOST_THREADS);

/** Throws where a grid or an array is larger than kernels are compiled for. */
export function checkLaunchLimits(header: LaunchHeader, values: readonly ArgumentValue[]): void {
  header.grid.forEach((blocks, axis) => {
    const threads = blocks * (header.block[axis] ?? 1);
    if (threads <= MOST_THREADS_ALONG) return;
    throw new EngineError({
      exception: "CudaAPIError",
      message: `the grid has ${threads} threads along ${"xyz"[axis]}, at most ${MOST_THREADS_ALONG} are possible`,
      notes: [],
      help: "use fewer blocks and let each thread do several elements in a loop",
    });
  });
  for (const value of values) {
    if (value.kind !== "array") continue;
    const items = value.shape.reduce((product, size) => product * size, 1);
    if (items <= MOST_ITEMS) continue;
    throw new EngineError({
      exception: "ValueError",
      message: `an array argument has ${items} elements, at most ${MOST_ITEMS} are possible`,
      notes: [],
      help: "split the array and launch the kernel on each part",
    });
  }
}
