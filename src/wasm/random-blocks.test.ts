/** Random kernels with barriers everywhere, on the CPU device, against threads that are run side by side by the interpreter. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { runModule } from "../../tests/run-on-cpu.ts";
import { interpretGrid } from "../compiler/ir/interpret-block.ts";
import type { Memory } from "../compiler/ir/ir.ts";
import { verifyModule } from "../compiler/ir/verify.ts";
import {
  type ArbitraryBlock,
  arbitraryBlock,
  OUT_ITEMS,
  SUM_ITEMS,
} from "../compiler/passes/arbitrary-block.ts";

const RUNS = Number(process.env["FUZZ_RUNS"] ?? 400);
const SEED = process.env["FUZZ_SEED"];

interface Result {
  readonly out: string;
  readonly sums: string;
  readonly sites: readonly number[];
}

function arraysOf({ block, grid, table }: ArbitraryBlock) {
  const threads = block[0] * block[1] * block[2] * grid[0];
  return {
    out: new BigInt64Array(threads * OUT_ITEMS),
    table: table.slice(),
    sums: new BigInt64Array(SUM_ITEMS),
  };
}

function interpreted(kernel: ArbitraryBlock): Result {
  const { module, block, grid, n } = kernel;
  const arrays = arraysOf(kernel);
  const memories = new Map<Memory, Uint8Array>();
  for (const memory of module.memories) {
    const array = [arrays.out, arrays.table, arrays.sums][memory.argument ?? 3];
    if (array) memories.set(memory, new Uint8Array(array.buffer));
  }
  const { failures } = interpretGrid(module, {
    launch: new Map(module.launchValues.map((value) => [value, n])),
    memories,
    blockSize: block,
    gridSize: grid,
    loopBudget: 100_000,
  });
  return result(
    arrays,
    [...failures].map((failure) => Number.parseInt(failure, 10)),
  );
}

function compiled(kernel: ArbitraryBlock): Result {
  const arrays = arraysOf(kernel);
  const { block, grid, n } = kernel;
  const { failures } = runModule(kernel.module, {
    block,
    grid,
    args: [arrays.out, arrays.table, arrays.sums, n],
  });
  return result(
    arrays,
    failures.map(({ site }) => site),
  );
}

function result({ out, sums }: ReturnType<typeof arraysOf>, sites: readonly number[]): Result {
  return { out: out.join(" "), sums: sums.join(" "), sites: [...new Set(sites)].sort((a, b) => a - b) };
}

test("random blocks do what their threads would do side by side", () => {
  fc.assert(
    fc.property(arbitraryBlock(), (kernel) => {
      expect(verifyModule(kernel.module)).toEqual([]);
      expect(compiled(kernel)).toEqual(interpreted(kernel));
    }),
    { numRuns: RUNS, ...(SEED ? { seed: Number(SEED) } : {}) },
  );
}, 120_000);
