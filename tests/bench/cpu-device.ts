import { execFileSync } from "node:child_process";
import type { EnginePage } from "../../bin/engine-page.ts";
import { type BenchRow, speedUp } from "./row.ts";
import { runText } from "./script.ts";

const script = (threads: number, launches: number) => `import time
import numpy as np
from numba import cuda


@cuda.jit
def add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]


n = ${threads}
a = np.ones(n, np.float32)
d_a, d_b, d_out = cuda.to_device(a), cuda.to_device(a), cuda.device_array_like(a)
add[n // 128, 128](d_a, d_b, d_out)
cuda.synchronize()
start = time.perf_counter()
for _ in range(${launches}):
    add[n // 128, 128](d_a, d_b, d_out)
cuda.synchronize()
print((time.perf_counter() - start) / (n * ${launches}) * 1e9)
`;

/** Time a thread of a vector add on the CPU device and in Numba's own simulator; the two take turns by their size. */
export async function measureCpuDevice(engine: EnginePage, numbaPython: string): Promise<BenchRow[]> {
  const ours = Number(await runText(engine, script(1 << 20, 5), "cpu"));
  const theirs = Number(
    execFileSync(numbaPython, ["-c", script(2048, 1)], {
      env: { ...process.env, NUMBA_ENABLE_CUDASIM: "1" },
      encoding: "utf8",
    }),
  );
  return [speedUp("CPU device, a thread of vector add", ours, theirs, "ns", "Numba's simulator", 1000)];
}
