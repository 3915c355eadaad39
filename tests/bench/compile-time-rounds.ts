import type { LaunchFacts } from "../../src/compiler/ir/launch-facts.ts";
import { staticNames } from "../../src/compiler/names/static-names.ts";
import { findFunction, parseFile } from "../../src/compiler/syntax/parse.ts";
import { Source } from "../../src/compiler/text/source.ts";
import { scalar, type Type } from "../../src/compiler/types/type.ts";
import { pipeline } from "../../src/python/kernel-pipeline.ts";
import { type BenchRow, cost, median } from "./row.ts";

const ROUNDS = 15;
/** Until the engine has compiled the compiler: what is measured is the compiler, not how fast it starts. */
const WARM_UP_ROUNDS = 5;
const SIZES = [10, 100, 1000] as const;
/** Milliseconds that 100 statements may take, from source to WGSL. */
const GOAL_MS = 5;
/** Ten times the statements may take this many times as long: linear, with some slack for start-up costs. */
const LINEAR = 12;

const LIMITS = {
  maxThreadsPerWorkgroup: 256,
  maxWorkgroupBytes: 32_768,
  maxStorageBuffers: 10,
  subgroups: false,
};
const FACTS: LaunchFacts = {
  block: [128, 1, 1],
  arguments: [
    { kind: "array", offsetZero: true, contiguous: true },
    { kind: "array", offsetZero: true, contiguous: true },
  ],
  equal: [],
  overlaps: [],
  dynamicSharedBytes: 0,
  windowed: false,
  float64: "auto",
  loopBudget: 200_000_000,
};

/** Source to WGSL for kernels of 10, 100 and 1,000 statements, warm. `compile-time.ts` runs this as the site ships it. */
export function measureCompileTime(): BenchRow[] {
  for (let round = 0; round < WARM_UP_ROUNDS; round++) SIZES.map(timeCompile);
  const rounds = Array.from({ length: ROUNDS }, () => SIZES.map(timeCompile));
  const [ten = 0, hundred = 0, thousand = 0] = SIZES.map((_, size) =>
    median(rounds.map((times) => times[size] ?? 0)),
  );
  return [
    cost("source to WGSL, 100 statements", hundred, GOAL_MS, "ms", "goal", 1),
    cost("source to WGSL, 1,000 statements", thousand, hundred, "ms", "100 statements", LINEAR),
    cost("source to WGSL, 100 statements, growth", hundred, ten, "ms", "10 statements", LINEAR),
  ];
}

function timeCompile(statements: number): number {
  const text = kernelOf(statements);
  const float32Array: Type = {
    kind: "array",
    element: scalar("float32"),
    ndim: 1,
    layout: "C",
    readonly: false,
    space: "global",
  };
  const start = performance.now();
  const source = new Source("bench.py", text);
  const { file } = parseFile(source);
  const ast = findFunction(file, source, { line: 5, name: "kernel" });
  if (!ast) throw new Error("the kernel was not found");
  const options = { device: false, debug: false, fastmath: false, inline: false };
  const functionSource = { source, ast, names: staticNames(source, file, ast), options };
  const { module, diagnostics } = pipeline.front(functionSource, [float32Array, float32Array]);
  if (!module) throw new Error(diagnostics[0]?.message ?? "no module");
  pipeline.back(module, FACTS, "wgsl", LIMITS, functionSource, false);
  return performance.now() - start;
}

/** A kernel of about that many statements: arithmetic, branches and loops in the mix of course programs. */
function kernelOf(statements: number): string {
  const lines = [
    "import numpy as np",
    "from numba import cuda, float32",
    "",
    "",
    "@cuda.jit",
    "def kernel(x, out):",
    "    i = cuda.grid(1)",
    "    if i < out.size:",
    "        v = x[i]",
  ];
  for (let n = 3; n < statements; n += 5) {
    lines.push(
      `        a${n} = v * float32(${n}) + float32(1)`,
      `        if a${n} > float32(0.5):`,
      `            v = v + a${n}`,
      `        for k in range(${(n % 7) + 2}):`,
      "            v = v * float32(0.5) + float32(k)",
    );
  }
  lines.push("        out[i] = v", "");
  return lines.join("\n");
}
