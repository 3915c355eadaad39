import * as fc from "fast-check";
import { expect, test } from "vitest";
import { analyseIntervals } from "../analysis/intervals.ts";
import { contains } from "../analysis/range.ts";
import { interpret, type Outcome } from "../ir/interpret.ts";
import { isInteger, type Memory, type Module } from "../ir/ir.ts";
import { verifyModule } from "../ir/verify.ts";
import { type ArbitraryKernel, arbitraryKernel, surroundingsOf } from "./arbitrary-kernel.ts";
import { optimise } from "./pipeline.ts";

const RUNS = Number(process.env["FUZZ_RUNS"] ?? 150);
/** Random kernels take what they take on a busy machine. */
const LONG_MS = 120_000;

interface Seen {
  readonly sites: readonly string[];
  readonly memories: ReadonlyMap<string, string>;
}

function run(kernel: ArbitraryKernel, module: Module): Seen | "budget" {
  const surroundings = surroundingsOf(kernel, module);
  const outcome: Outcome = interpret(module, surroundings);
  if (outcome.failures.some((failure) => !failure.includes(":"))) return "budget";
  const memories = new Map<string, string>();
  for (const [memory, bytes] of surroundings.memories as Map<Memory, Uint8Array>) {
    if (memory.space === "global") memories.set(memory.name, bytes.join(","));
  }
  return { sites: [...new Set(outcome.failures.map((f) => f.split(":")[0] ?? ""))].sort(), memories };
}

test(
  "random kernels give the same results after the passes",
  async () => {
    await fc.assert(
      fc.property(arbitraryKernel(), (kernel) => {
        expect(verifyModule(kernel.module)).toEqual([]);
        const before = run(kernel, kernel.module);
        fc.pre(before !== "budget");
        for (const target of ["gpu", "cpu"] as const) {
          const after = run(kernel, optimise(kernel.module, kernel.facts, target, { verify: true }).module);
          expect(after).toEqual(before);
        }
      }),
      { numRuns: RUNS },
    );
  },
  LONG_MS,
);

test(
  "intervals contain every value of random kernels",
  async () => {
    await fc.assert(
      fc.property(arbitraryKernel(), (kernel) => {
        const intervals = analyseIntervals(kernel.module, kernel.facts);
        const wrong: string[] = [];
        interpret(kernel.module, {
          ...surroundingsOf(kernel, kernel.module),
          watch: (expr, value) => {
            if (typeof value === "bigint" && isInteger(expr.type)) {
              if (!contains(intervals.range(expr), { lo: value, hi: value }))
                wrong.push(`${expr.kind} is ${value}`);
            } else if (typeof value === "boolean" && (intervals.outcome(expr) ?? value) !== value) {
              wrong.push(`${expr.kind} is ${value}`);
            }
          },
          watchAxis: (axis, index, size) => {
            const proof = intervals.axis(axis);
            const holds =
              proof &&
              (!proof.notNegative || index >= 0n) &&
              (!proof.negative || index < 0n) &&
              (!proof.belowSize || index < size) &&
              (!proof.aboveMinusSize || index >= -size);
            if (!holds) wrong.push(`index ${index} of ${size}`);
          },
        });
        expect(wrong).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  },
  LONG_MS,
);
