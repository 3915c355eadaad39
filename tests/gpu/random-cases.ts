/** Random integer kernels on the device against the IR's own interpreter: same bytes, same failures. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { interpret } from "../../src/compiler/ir/interpret.ts";
import type { Expr, LaunchSource, Module, Stmt } from "../../src/compiler/ir/ir.ts";
import {
  type ArbitraryKernel,
  arbitraryKernel,
  surroundingsOf,
} from "../../src/compiler/passes/arbitrary-kernel.ts";
import { optimise } from "../../src/compiler/passes/pipeline.ts";
import { sourceKey } from "../../src/compiler/ir/launch-facts.ts";
import { NO_SPAN } from "../../src/compiler/text/span.ts";
import { Unsupported } from "../../src/compiler/diagnostics/unsupported.ts";
import { emitWgsl } from "../../src/wgsl/emit.ts";
import { blockProgram } from "../../src/compiler/passes/block-program.ts";
import { type Argument, type KernelCase, LIMITS, numbered, runKernels } from "./run-kernel.ts";

const KERNELS = Number(process.env["KERNELPAD_RANDOM_KERNELS"] ?? 60);
const SEED = Number(process.env["KERNELPAD_RANDOM_SEED"] ?? 1);
const BATCH = 20;

export function randomCases(): void {
  describe("random kernels", () => {
    for (const optimised of [true, false]) {
      test(`${KERNELS} ${optimised ? "after the passes" : "as lowered, all in 64 bits"}`, {
        timeout: 600_000,
      }, async () => {
        const kernels = fc.sample(arbitraryKernel(), { numRuns: KERNELS, seed: SEED + Number(optimised) });
        const wrong: string[] = [];
        for (let i = 0; i < kernels.length; i += BATCH)
          wrong.push(...(await compare(kernels.slice(i, i + BATCH), optimised)));
        expect(wrong.slice(0, 2).join("\n\n")).toBe("");
      });
    }
  });
}

async function compare(kernels: readonly ArbitraryKernel[], optimised: boolean): Promise<string[]> {
  const usable = kernels.flatMap((kernel) => {
    const module = optimised ? optimise(kernel.module, kernel.facts, "gpu").module : kernel.module;
    try {
      emitWgsl(blockProgram(module), kernel.facts, LIMITS, "k");
    } catch (error) {
      if (error instanceof Unsupported) return [];
      throw error;
    }
    try {
      const world = surroundingsOf(kernel, module);
      return [{ kernel, module, world, outcome: interpret(module, world) }];
    } catch {
      // A kernel that runs for too long is none.
      return [];
    }
  });
  const runs = await runKernels(usable.map(({ kernel, module }) => caseOf(kernel, module)));
  return usable.flatMap(({ kernel, world, outcome }, i) => {
    const run = runs[i]!;
    const faults: string[] = [];
    for (const [memory, before] of kernel.bytes) {
      const wanted = world.memories.get(memory) ?? before;
      const got = run.after[memory.argument ?? 0];
      const bytes =
        typeof got === "object"
          ? new Uint8Array(got.buffer, got.byteOffset, got.byteLength)
          : new Uint8Array();
      if (Buffer.compare(bytes, wanted) !== 0)
        faults.push(`${memory.name}: ${[...bytes]}, not ${[...wanted]}`);
    }
    const failed = (sites: Iterable<number>): string => [...new Set(sites)].sort((a, b) => a - b).join(" ");
    const wantedSites = failed(outcome.failures.map((text) => Number.parseInt(text, 10)));
    const gotSites = failed(run.notices.failures.map(({ site }) => site));
    if (wantedSites !== gotSites) faults.push(`failed at sites ${gotSites}, not ${wantedSites}`);
    return faults.length === 0 ? [] : [`${faults.join("\n")}\n${numbered(run.program.text)}`];
  });
}

/** The kernel for its one thread: all others leave at once. */
function caseOf(kernel: ArbitraryKernel, module: Module): KernelCase {
  const global: Expr = { kind: "position", which: "global", axis: 0, type: "i32", span: NO_SPAN };
  const self: Expr = {
    kind: "constant",
    type: "i32",
    value: BigInt(kernel.block * kernel.facts.block[0] + kernel.thread),
    span: NO_SPAN,
  };
  const only: Stmt = {
    kind: "if",
    condition: { kind: "compare", op: "eq", type: "bool", left: global, right: self, span: NO_SPAN },
    ["then"]: module.kernel.body,
    otherwise: [],
    span: NO_SPAN,
  };
  const args: Argument[] = [];
  for (const [memory, bytes] of kernel.bytes) {
    const make = { u8: Uint8Array, i32: Int32Array, i64: BigInt64Array, u64: BigUint64Array }[
      memory.element as "u8"
    ];
    args[memory.argument ?? 0] = new make(bytes.slice().buffer);
  }
  for (const [key, value] of kernel.sources) {
    const scalar = /^v(\d+)\.0$/.exec(key)?.[1];
    if (scalar !== undefined) args[Number(scalar)] = value;
  }
  return {
    module: { ...module, kernel: { ...module.kernel, body: [only] } },
    facts: kernel.facts,
    grid: [kernel.gridSize, 1, 1],
    arguments: args,
    layout: (argument) => {
      const value = (what: "shape" | "stride" | "offset"): number => {
        const source: LaunchSource = what === "offset" ? { what, argument } : { what, argument, axis: 0 };
        return Number(kernel.sources.get(sourceKey(source)) ?? 0n);
      };
      return { size: value("shape"), stride: value("stride"), offset: value("offset") };
    },
  };
}
