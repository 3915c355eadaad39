/** `kernelpad bench`: ratios measured in one run, compared with their goals. Not a test: it never fails on a number. */
import { encodeLink } from "../src/share/link.ts";
import { measureCompileTime } from "../tests/bench/compile-time.ts";
import { measureCpuDevice } from "../tests/bench/cpu-device.ts";
import { measureFirstResult } from "../tests/bench/first-result.ts";
import { measureGeneratedCode } from "../tests/bench/generated-code.ts";
import { measureLaunchOverhead } from "../tests/bench/launch-overhead.ts";
import type { BenchRow } from "../tests/bench/row.ts";
import { EnginePage } from "./engine-page.ts";

const FIRST_SCRIPT = `import numpy as np
from numba import cuda


@cuda.jit
def double(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= 2


x = np.arange(8.0, dtype=np.float32)
double[1, 8](x)
print(x)
`;

export async function benchCommand({ json }: { readonly json: boolean }): Promise<number> {
  const say = (text: string) => process.stderr.write(`${text}\n`);
  const rows: BenchRow[] = [];
  say("compile time");
  rows.push(...(await measureCompileTime()));
  const engine = await EnginePage.open();
  try {
    say("generated against hand-written WGSL");
    rows.push(...(await measureGeneratedCode(engine)));
    say("launches");
    rows.push(...(await measureLaunchOverhead(engine)));
    const numba = process.env["KERNELPAD_NUMBA_PYTHON"];
    if (numba) {
      say("CPU device against Numba's simulator");
      rows.push(...(await measureCpuDevice(engine, numba)));
    } else {
      say(
        "CPU device against Numba's simulator: left out, set KERNELPAD_NUMBA_PYTHON to a Python that has numba and numba-cuda",
      );
    }
    say("page open to first result");
    const fragment = encodeLink({ name: "first.py", code: FIRST_SCRIPT, device: "auto", float64: "auto" });
    rows.push(...(await measureFirstResult(engine.browser, engine.site, fragment)));
  } finally {
    await engine.close();
  }
  process.stdout.write(json ? `${JSON.stringify({ rows }, null, 2)}\n` : table(rows));
  return 0;
}

function table(rows: readonly BenchRow[]): string {
  const cells = rows.map((row) => [
    row.name,
    `${row.value.toPrecision(3)} ${row.unit}`,
    row.against,
    row.ratio.toPrecision(3),
    row.goal.toString(),
    row.met ? "yes" : "no",
  ]);
  const all = [["what", "value", "against", "ratio", "goal", "met"], ...cells];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  return `${all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n")}\n`;
}
