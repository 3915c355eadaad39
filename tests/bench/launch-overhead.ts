import type { EnginePage } from "../../bin/engine-page.ts";
import { KERNEL_PAIRS } from "./kernels.ts";
import { timeRawLaunches } from "./raw-webgpu.ts";
import { type BenchRow, cost, median } from "./row.ts";
import { runText } from "./script.ts";

const LAUNCHES = 10_000;
const ROUNDS = 3;

const SCRIPT = `import time
import numpy as np
from numba import cuda


@cuda.jit
def add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]


a = cuda.to_device(np.ones(256, np.float32))
b = cuda.to_device(np.ones(256, np.float32))
out = cuda.device_array_like(a)
for _ in range(100):
    add[1, 256](a, b, out)
cuda.synchronize()
start = time.perf_counter()
for _ in range(${LAUNCHES}):
    add[1, 256](a, b, out)
queued = time.perf_counter()
cuda.synchronize()
print((time.perf_counter() - start) / ${LAUNCHES} * 1e6, (queued - start) / ${LAUNCHES} * 1e6)
`;

/** 10,000 warm launches from Python, wall time to the end of the queue, against raw WebGPU with a submission each. */
export async function measureLaunchOverhead(engine: EnginePage): Promise<BenchRow[]> {
  const add = KERNEL_PAIRS[0];
  if (!add) return [];
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    theirs.push(await engine.page.evaluate(timeRawLaunches, { kernel: add, launches: LAUNCHES }));
    ours.push(Number((await runText(engine, SCRIPT, "gpu")).split(" ")[0]));
  }
  return [
    cost("warm launch from Python", median(ours), median(theirs), "us", "raw WebGPU, one submit each", 0.5),
  ];
}
