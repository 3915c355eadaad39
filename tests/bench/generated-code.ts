import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EnginePage } from "../../bin/engine-page.ts";
import { DEFAULT_SETTINGS } from "../../src/session/messages.ts";
import { KERNEL_PAIRS, type KernelPair, LAUNCHES } from "./kernels.ts";
import { timeRawKernel } from "./raw-webgpu.ts";
import { type BenchRow, cost, median } from "./row.ts";

const ROUNDS = 5;
/** The first launches pay for the pipeline. */
const WARM_UP = 3;

/** GPU time of generated against hand-written WGSL, alternately, median of all rounds. */
export async function measureGeneratedCode(engine: EnginePage): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const pair of KERNEL_PAIRS) {
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      theirs.push(
        ...(await engine.page.evaluate(timeRawKernel, { kernel: pair, launches: LAUNCHES })).slice(WARM_UP),
      );
      ours.push(...(await timeGenerated(engine, pair)).slice(WARM_UP));
    }
    rows.push(cost(`generated WGSL, ${pair.name}`, median(ours), median(theirs), "ms", "by hand", 1.1));
  }
  return rows;
}

async function timeGenerated(engine: EnginePage, pair: KernelPair): Promise<number[]> {
  const file = join(mkdtempSync(join(tmpdir(), "kernelpad-")), "bench.py");
  writeFileSync(file, pair.script);
  let failure = "";
  const finished = await engine.run({
    file,
    argv: [],
    settings: { ...DEFAULT_SETTINGS, device: "gpu" },
    compileOnly: false,
    timeoutSeconds: 120,
    onMessage: (message) => {
      if (message.kind === "error") failure = message.error.text;
    },
  });
  if (finished?.report.status !== "ok") throw new Error(`${pair.name} did not run: ${failure}`);
  return finished.report.dispatches.flatMap((dispatch) => (dispatch.gpuMs === null ? [] : [dispatch.gpuMs]));
}
