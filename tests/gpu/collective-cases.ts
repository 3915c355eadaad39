/** Whole kernels on the device whose threads work together: barriers in every place, folding, votes, warps. */
import { describe, expect, test } from "vitest";
import type { Expr, Stmt } from "../../src/compiler/ir/ir.ts";
import { KernelBuilder } from "./kernel-builder.ts";
import { runKernel } from "./run-kernel.ts";

/** One invocation a thread, and folded: evenly, and with invocations that have no last thread. */
const BLOCKS = [64, 256, 1000, 1024] as const;

const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

export function collectiveCases(): void {
  describe("threads of a block together", () => {
    test.each(BLOCKS)("tree reduction in shared memory, blocks of %i", async (block) => {
      const k = new KernelBuilder("reduce");
      const [x, out] = [k.array("x", "i32"), k.array("out", "i32")];
      const s = k.shared("s", "i32", block);
      const [t, d] = [k.variable("t"), k.variable("d")];
      const run = await runKernel({
        module: k.module([
          k.set(t, k.at("thread")),
          k.store(s, k.get(t), k.load(x, k.at("global"))),
          k.sync(),
          k.set(d, k.int(512)),
          k.repeat(k.compare("gt", k.get(d), k.int(0)), [
            k.when(
              k.logical(
                "and",
                k.compare("lt", k.get(t), k.get(d)),
                k.compare("lt", k.binary("add", k.get(t), k.get(d)), k.int(block)),
              ),
              [
                k.store(
                  s,
                  k.get(t),
                  k.binary("add", k.load(s, k.get(t)), k.load(s, k.binary("add", k.get(t), k.get(d)))),
                ),
              ],
            ),
            k.sync(),
            k.set(d, k.binary("floor-div", k.get(d), k.int(2))),
          ]),
          k.when(k.compare("eq", k.get(t), k.int(0)), [k.store(out, k.at("block"), k.load(s, k.int(0)))]),
        ]),
        facts: k.facts([block, 1, 1]),
        grid: [3, 1, 1],
        arguments: [Int32Array.from(range(3 * block)), new Int32Array(3)],
      });
      expect(run.program.fold).toBe(Math.ceil(block / 256));
      const sum = (b: number) => range(block).reduce((all, i) => all + b * block + i, 0);
      expect([...(run.after[1] as Int32Array)]).toEqual([sum(0), sum(1), sum(2)]);
    });

    test.each(BLOCKS)(
      "early return, loop counts that differ, barriers inside, blocks of %i",
      async (block) => {
        const k = new KernelBuilder("uneven");
        const [x, out] = [k.array("x", "i32"), k.array("out", "i32")];
        const s = k.shared("s", "i32", block);
        const [t, c, sum] = [k.variable("t"), k.variable("c"), k.variable("sum")];
        const n = block - 7;
        const run = await runKernel({
          module: k.module([
            k.set(t, k.at("thread")),
            k.when(k.compare("ge", k.get(t), k.size(x)), [k.back()]),
            k.set(c, k.load(x, k.get(t))),
            k.set(sum, k.int(0)),
            k.repeat(k.compare("gt", k.get(c), k.int(0)), [
              k.store(s, k.get(t), k.get(c)),
              k.sync(),
              k.when(k.compare("eq", k.get(c), k.int(3)), [
                k.set(c, k.binary("sub", k.get(c), k.int(2))),
                k.leave("continue"),
              ]),
              k.when(k.compare("gt", k.get(sum), k.int(40)), [k.leave("break")]),
              k.set(sum, k.binary("add", k.get(sum), k.load(s, k.get(t)))),
              k.sync(),
              k.set(c, k.binary("sub", k.get(c), k.int(1))),
            ]),
            k.store(out, k.get(t), k.get(sum)),
          ]),
          facts: k.facts([block, 1, 1]),
          grid: [1, 1, 1],
          arguments: [Int32Array.from(range(n).map((i) => i % 13)), new Int32Array(block)],
        });
        const wanted = range(block).map((t) => {
          if (t >= n) return 0;
          let [c, sum] = [t % 13, 0];
          while (c > 0) {
            if (c === 3) {
              c -= 2;
              continue;
            }
            if (sum > 40) break;
            sum += c;
            c -= 1;
          }
          return sum;
        });
        expect([...(run.after[1] as Int32Array)]).toEqual(wanted);
      },
    );

    test.each(BLOCKS)("a barrier in both branches of a divergent if, votes, blocks of %i", async (block) => {
      const k = new KernelBuilder("branches");
      const out = k.array("out", "i32");
      const s = k.shared("s", "i32", block);
      const [t, count, all, some] = [
        k.variable("t"),
        k.variable("count"),
        k.variable("all"),
        k.variable("some"),
      ];
      const last = k.int(block - 1);
      const run = await runKernel({
        module: k.module([
          k.set(t, k.at("thread")),
          k.set(count, k.int(-1)),
          k.store(s, k.get(t), k.binary("mul", k.get(t), k.int(10))),
          k.when(
            k.compare("lt", k.get(t), k.int(40)),
            [k.sync(), k.store(out, k.get(t), k.load(s, k.binary("sub", last, k.get(t))))],
            [
              k.syncWith("count", k.compare("gt", k.get(t), k.int(50)), count),
              k.store(out, k.get(t), k.get(count)),
            ],
          ),
          k.syncWith("and", k.compare("lt", k.get(t), k.int(5000)), all),
          k.syncWith("or", k.compare("eq", k.get(t), k.int(5)), some),
          k.when(k.compare("eq", k.get(t), k.int(0)), [
            k.store(out, k.int(block), k.get(all)),
            k.store(out, k.int(block + 1), k.get(some)),
          ]),
        ]),
        facts: k.facts([block, 1, 1]),
        grid: [1, 1, 1],
        arguments: [new Int32Array(block + 2)],
      });
      const wanted = range(block).map((t) => (t < 40 ? (block - 1 - t) * 10 : block - 51));
      expect([...(run.after[0] as Int32Array)]).toEqual([...wanted, 1, 1]);
    });

    test.each(BLOCKS)("warp shuffles, votes and matches, blocks of %i", async (block) => {
      const k = new KernelBuilder("warps");
      const out = k.array("out", "i32");
      const t = k.variable("t");
      const ops = ["shfl-idx", "shfl-up", "shfl-down", "shfl-xor"] as const;
      const results = ops.map((op) => k.variable(op.replace("-", "_")));
      const [ballot, any, all, eq, same] = ["ballot", "any_", "all_", "eq", "same"].map((name) =>
        k.variable(name, name === "ballot" || name === "same" ? "u32" : "i32"),
      );
      const wide = k.variable("wide", "i64");
      const odd = (): Expr => k.compare("eq", k.binary("and", k.get(t), k.int(1)), k.int(1));
      const store = (slot: number, value: Expr): Stmt =>
        k.store(out, k.binary("add", k.binary("mul", k.get(t), k.int(10)), k.int(slot)), value);
      const run = await runKernel({
        module: k.module([
          k.set(t, k.at("thread")),
          ...ops.map((op, i) =>
            k.warp(op, [k.binary("mul", k.get(t), k.int(3)), k.int([5, 1, 2, 7][i]!)], [results[i]!]),
          ),
          k.warp("ballot", [odd()], [ballot!]),
          k.warp("any", [k.compare("eq", k.at("lane"), k.int(9))], [any!]),
          k.warp("all", [odd()], [all!]),
          k.warp("eq", [k.compare("lt", k.get(t), k.int(32))], [eq!]),
          k.warp("match-any", [k.binary("floor-mod", k.get(t), k.int(4))], [same!]),
          k.warp(
            "shfl-xor",
            [k.binary("mul", k.convert(k.get(t), "i64"), k.int(2n ** 33n, "i64")), k.int(1)],
            [wide],
          ),
          ...ops.map((_, i) => store(i, k.get(results[i]!))),
          store(4, k.convert(k.get(ballot!), "i32")),
          store(5, k.get(any!)),
          store(6, k.get(all!)),
          store(7, k.get(eq!)),
          store(8, k.convert(k.get(same!), "i32")),
          store(9, k.convert(k.binary("floor-div", k.get(wide), k.int(2n ** 33n, "i64")), "i32")),
        ]),
        facts: k.facts([block, 1, 1]),
        grid: [1, 1, 1],
        arguments: [new Int32Array(block * 10)],
      });
      const got = run.after[0] as Int32Array;
      const full = Math.floor(block / 32) * 32;
      for (const i of range(full)) {
        const [lane, first] = [i % 32, i - (i % 32)];
        const up = lane >= 1 ? i - 1 : i;
        const down = lane + 2 < 32 ? i + 2 : i;
        const match = [0x11111111, 0x22222222, 0x44444444, 0x88888888 | 0][i % 4];
        expect([...got.subarray(i * 10, i * 10 + 10)]).toEqual([
          (first + 5) * 3,
          up * 3,
          down * 3,
          (i ^ 7) * 3,
          0xaaaaaaaa | 0,
          1,
          0,
          1,
          match,
          i ^ 1,
        ]);
      }
    });

    test("positions in three dimensions, folded and not", async () => {
      for (const block of [
        [4, 4, 2],
        [16, 16, 4],
      ] as const) {
        const k = new KernelBuilder("where");
        const out = k.array("out", "i32");
        const threads = block[0] * block[1] * block[2];
        const [i, packed] = [k.variable("i"), k.variable("packed")];
        const term = (value: Expr, shift: number) => k.binary("shl", value, k.int(shift));
        const or = (a: Expr, b: Expr) => k.binary("or", a, b);
        const blockIndex = k.binary(
          "add",
          k.at("block", 0),
          k.binary(
            "mul",
            k.at("grid-size", 0),
            k.binary("add", k.at("block", 1), k.binary("mul", k.at("grid-size", 1), k.at("block", 2))),
          ),
        );
        const run = await runKernel({
          module: k.module([
            k.set(i, k.binary("add", k.binary("mul", blockIndex, k.int(threads)), k.at("linear-thread"))),
            k.set(
              packed,
              or(
                k.at("global", 0),
                or(term(k.at("global", 1), 8), or(term(k.at("global", 2), 16), term(k.at("thread", 1), 24))),
              ),
            ),
            k.store(out, k.get(i), k.get(packed)),
          ]),
          facts: k.facts(block),
          grid: [2, 3, 2],
          arguments: [new Int32Array(12 * threads)],
        });
        const wanted: number[] = [];
        for (const bz of range(2))
          for (const by of range(3))
            for (const bx of range(2))
              for (const z of range(block[2]))
                for (const y of range(block[1]))
                  for (const x of range(block[0]))
                    wanted.push(
                      (bx * block[0] + x) |
                        ((by * block[1] + y) << 8) |
                        ((bz * block[2] + z) << 16) |
                        (y << 24),
                    );
        expect([...(run.after[0] as Int32Array)]).toEqual(wanted);
      }
    });
  });
}
