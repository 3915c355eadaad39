/** Whole kernels on the device: barriers in every place, folding, warps, memory of all kinds, notices. */
import { describe, expect, test } from "vitest";
import type { Expr, Stmt } from "../../src/compiler/ir/ir.ts";
import { KernelBuilder } from "./kernel-builder.ts";
import { runKernel, runKernels, type TypedArray } from "./run-kernel.ts";

const BLOCKS = [64, 256, 1000, 1024] as const;

const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

export function kernelCases(): void {
  describe("kernels", () => {
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

    test.each(["bool", "i8", "u8", "i16", "u16"] as const)("%s elements packed in words", async (type) => {
      const k = new KernelBuilder("small");
      const [x, out, back] = [k.array("x", type), k.array("out", type), k.array("back", "i32")];
      const i = k.variable("i");
      const flipped =
        type === "bool"
          ? k.unary("not", k.load(x, k.get(i)))
          : k.convert(k.binary("sub", k.int(100), k.convert(k.load(x, k.get(i)), "i32")), type);
      const make = { bool: Uint8Array, i8: Int8Array, u8: Uint8Array, i16: Int16Array, u16: Uint16Array }[
        type
      ];
      const values = make.from(range(101).map((v) => (type === "bool" ? (v % 3) & 1 : v * 37 - 1000)));
      const run = await runKernel({
        module: k.module([
          k.set(i, k.at("global")),
          k.when(k.compare("lt", k.get(i), k.size(x)), [
            k.store(out, k.get(i), flipped),
            k.store(back, k.get(i), k.convert(k.load(out, k.get(i)), "i32")),
          ]),
        ]),
        facts: k.facts([32, 1, 1]),
        grid: [4, 1, 1],
        arguments: [values, new make(101), new Int32Array(101)],
      });
      const wanted = make.from([...values].map((v) => (type === "bool" ? 1 - v : 100 - v)));
      expect([...(run.after[1] as TypedArray)]).toEqual([...wanted]);
      expect([...(run.after[2] as Int32Array)]).toEqual([...wanted]);
    });

    test("64-bit integers and float64 through memory and arithmetic", async () => {
      const k = new KernelBuilder("wide");
      const [x, y, d] = [k.array("x", "i64"), k.array("y", "u64"), k.array("d", "f64")];
      const i = k.variable("i");
      const big = k.int(0x123456789abcdefn, "i64");
      const run = await runKernel({
        module: k.module([
          k.set(i, k.at("global")),
          k.when(k.compare("lt", k.get(i), k.size(x)), [
            k.store(
              x,
              k.get(i),
              k.binary("floor-mod", k.binary("mul", k.load(x, k.get(i)), big), k.int(1_000_000_007, "i64")),
            ),
            k.store(
              y,
              k.get(i),
              k.binary(
                "shr",
                k.binary("xor", k.load(y, k.get(i)), k.convert(k.load(x, k.get(i)), "u64")),
                k.int(3, "u64"),
              ),
            ),
            k.store(
              d,
              k.get(i),
              k.binary(
                "div",
                k.math("sqrt", k.convert(k.load(x, k.get(i)), "f64")),
                k.binary("add", k.load(d, k.get(i)), k.float(0.1, "f64")),
              ),
            ),
          ]),
        ]),
        facts: k.facts([64, 1, 1]),
        grid: [1, 1, 1],
        arguments: [
          BigInt64Array.from(range(64).map((v) => BigInt(v * v * 1_000_003 - 500))),
          BigUint64Array.from(range(64).map((v) => BigInt(v) << 40n)),
          Float64Array.from(range(64).map((v) => v / 7)),
        ],
      });
      const x1 = range(64).map((v) => {
        const product = BigInt.asIntN(64, BigInt(v * v * 1_000_003 - 500) * 0x123456789abcdefn);
        return ((product % 1_000_000_007n) + 1_000_000_007n) % 1_000_000_007n;
      });
      expect([...(run.after[0] as BigInt64Array)]).toEqual(x1);
      expect([...(run.after[1] as BigUint64Array)]).toEqual(x1.map((v, n) => ((BigInt(n) << 40n) ^ v) >> 3n));
      expect([...(run.after[2] as Float64Array)]).toEqual(
        x1.map((v, n) => Math.sqrt(Number(v)) / (n / 7 + 0.1)),
      );
    });

    test("atomics on every type that has them, global and shared", async () => {
      const k = new KernelBuilder("tally");
      const [ints, words, floats, longs, tickets] = [
        k.array("ints", "i32"),
        k.array("words", "u32"),
        k.array("floats", "f32"),
        k.array("longs", "i64"),
        k.array("tickets", "i32"),
      ];
      const s = k.shared("s", "i32", 4);
      const sf = k.shared("sf", "f32", 2);
      const [t, old, seen] = [k.variable("t"), k.variable("old"), k.variable("seen")];
      const get = () => k.get(t);
      const u = () => k.convert(k.get(t), "u32");
      const f = () => k.binary("mul", k.convert(k.get(t), "f32"), k.float(0.5));
      const run = await runKernel({
        module: k.module([
          k.set(t, k.at("global")),
          k.atomic("add", ints, k.int(0), [get()], old),
          k.atomic("max", ints, k.int(1), [get()]),
          k.atomic("min", ints, k.int(2), [k.unary("neg", get())]),
          k.atomic("xor", ints, k.int(3), [get()]),
          k.atomic("compare-exchange", ints, k.int(4), [k.int(0), k.binary("add", get(), k.int(1))], seen),
          k.when(k.compare("eq", k.get(seen), k.int(0)), [k.atomic("add", ints, k.int(5), [k.int(1)])]),
          k.atomic("inc", words, k.int(0), [k.int(9, "u32")]),
          k.atomic("dec", words, k.int(1), [k.int(99, "u32")]),
          k.atomic("or", words, k.int(2), [u()]),
          k.atomic("add", floats, k.int(0), [f()]),
          k.atomic("max", floats, k.int(1), [f()]),
          k.atomic("min", floats, k.int(2), [k.unary("neg", f())]),
          k.atomic("exchange", floats, k.int(3), [k.float(7.5)]),
          k.atomic("add", longs, k.int(0), [
            k.binary("mul", k.convert(get(), "i64"), k.int(1n << 33n, "i64")),
          ]),
          k.atomic("sub", longs, k.int(1), [
            k.binary("add", k.convert(get(), "i64"), k.int(0xffffffffn, "i64")),
          ]),
          k.atomic("add", s, k.binary("and", get(), k.int(3)), [k.int(1)]),
          k.atomic("add", sf, k.int(1), [k.float(0.25)]),
          k.sync(),
          k.when(k.compare("lt", k.at("thread"), k.int(4)), [
            k.store(tickets, k.at("thread"), k.load(s, k.at("thread"))),
          ]),
          k.when(k.compare("eq", k.at("thread"), k.int(0)), [
            k.store(tickets, k.int(4), k.convert(k.load(sf, k.int(1)), "i32")),
          ]),
        ]),
        facts: k.facts([64, 1, 1]),
        grid: [2, 1, 1],
        arguments: [
          new Int32Array(6),
          new Uint32Array(3),
          new Float32Array(4),
          new BigInt64Array(2),
          new Int32Array(5),
        ],
      });
      const n = 128;
      const [i0, i1, i2, i3, , i5] = run.after[0] as Int32Array;
      expect([i0, i1, i2, i3, i5]).toEqual([
        (n * (n - 1)) / 2,
        n - 1,
        1 - n,
        range(n).reduce((a, b) => a ^ b, 0),
        1,
      ]);
      expect([...(run.after[1] as Uint32Array)]).toEqual([n % 10, 100 - (n % 100), 127]);
      expect([...(run.after[2] as Float32Array)]).toEqual([(n * (n - 1)) / 4, (n - 1) / 2, (1 - n) / 2, 7.5]);
      expect([...(run.after[3] as BigInt64Array)]).toEqual([
        BigInt((n * (n - 1)) / 2) << 33n,
        -(BigInt((n * (n - 1)) / 2) + 128n * 0xffffffffn),
      ]);
      expect([...(run.after[4] as Int32Array)]).toEqual([16, 16, 16, 16, 16]);
    });

    test("bounds: reads give 0, writes are dropped, the first failure is recorded", async () => {
      const k = new KernelBuilder("bounds");
      const [x, out] = [k.array("x", "f32"), k.array("out", "f32")];
      const i = k.variable("i");
      const run = await runKernel({
        module: k.module([
          k.set(i, k.at("global")),
          k.store(out, k.get(i), k.load(x, k.binary("sub", k.get(i), k.int(3)), true), true),
        ]),
        facts: k.facts([32, 1, 1]),
        grid: [1, 1, 1],
        arguments: [Float32Array.from([1, 2, 3, 4]), new Float32Array(8)],
      });
      expect([...(run.after[1] as Float32Array)]).toEqual([2, 3, 4, 1, 2, 3, 4, 0]);
      const failures = run.notices.failures.map(({ site, size, axis }) => ({ site, size, axis }));
      expect(failures).toEqual([
        { site: 0, size: 4, axis: 0 },
        { site: 1, size: 8, axis: 0 },
      ]);
      for (const { index, thread, site } of run.notices.failures)
        expect(index).toBe(site === 0 ? thread[0] - 3 : thread[0]);
    });

    test.each([32, 1024])("loop budget, exceptions and print, blocks of %i", async (block) => {
      const k = new KernelBuilder("stops");
      const out = k.array("out", "i32");
      const [t, i] = [k.variable("t"), k.variable("i")];
      const inner = k.variable("value");
      const spin = k.func(
        "spin",
        [inner],
        ["i32"],
        [
          k.repeat(
            k.compare("gt", k.get(inner), k.int(0)),
            [k.when(k.compare("gt", k.get(inner), k.int(2)), [k.back(k.int(7))])],
            true,
          ),
          k.back(k.int(5)),
        ],
      );
      const run = await runKernel({
        module: k.module([
          k.set(t, k.at("global")),
          k.when(k.compare("eq", k.get(t), k.int(3)), [
            k.repeat(null, [k.when(k.compare("lt", k.get(t), k.int(0)), [k.leave("break")])], true),
          ]),
          k.when(k.compare("eq", k.get(t), k.int(4)), [k.fail("no fours")]),
          k.when(k.compare("eq", k.get(t), k.int(5)), [
            k.print(
              "five",
              k.get(t),
              k.binary("mul", k.convert(k.get(t), "f64"), k.float(0.1, "f64")),
              k.convert(k.get(t), "i64"),
            ),
          ]),
          k.when(k.compare("eq", k.get(t), k.int(6)), [
            k.call(spin, [k.int(1)], [i]),
            k.store(out, k.get(t), k.int(-1)),
          ]),
          k.when(k.compare("eq", k.get(t), k.int(8)), [k.call(spin, [k.int(0)], [i])]),
          k.when(k.compare("lt", k.get(t), k.int(10)), [
            k.store(out, k.get(t), k.binary("add", k.get(t), k.get(i))),
          ]),
        ]),
        facts: k.facts([block, 1, 1], { loopBudget: 1000 }),
        grid: [1, 1, 1],
        arguments: [new Int32Array(10)],
      });
      expect([...(run.after[0] as Int32Array)]).toEqual([0, 1, 2, 0, 0, 5, 0, 7, 13, 9]);
      expect(run.notices.printed).toEqual(["five 5 0.500000 5\n"]);
      expect(run.notices.failures.map(({ site, thread }) => [site, thread[0]])).toEqual([
        [0, 6],
        [1, 3],
        [2, 4],
      ]);
    });

    test("dynamic shared memory with several views, constants, local arrays, functions with two results", async () => {
      const k = new KernelBuilder("places");
      const out = k.array("out", "f32");
      const [words, halves, doubles] = [
        k.dynamicShared("words", "f32"),
        k.dynamicShared("halves", "u16"),
        k.dynamicShared("doubles", "f64"),
      ];
      const table = k.constants(
        "table",
        "f32",
        new Uint8Array(new Float32Array([1.5, -2, Number.POSITIVE_INFINITY, 4]).buffer),
        4,
      );
      const big = k.constants("big", "u8", Uint8Array.from(range(100).map((v) => v * 2)), 100);
      const mine = k.localArray("mine", "f32", 3);
      const [t, low, high] = [k.variable("t"), k.variable("low", "f32"), k.variable("high", "f32")];
      const [a, b] = [k.variable("a", "f32"), k.variable("b", "f32")];
      const both = k.func(
        "both",
        [a, b],
        ["f32", "f32"],
        [
          k.set(a, k.binary("add", k.get(a), k.get(b))),
          k.back(k.binary("sub", k.get(a), k.load(table, k.int(0))), k.get(a)),
        ],
      );
      const run = await runKernel({
        module: k.module([
          k.set(t, k.at("thread")),
          k.store(words, k.get(t), k.convert(k.get(t), "f32")),
          k.sync(),
          k.store(
            mine,
            k.binary("floor-mod", k.get(t), k.int(3)),
            k.load(words, k.binary("xor", k.get(t), k.int(1))),
          ),
          k.sync(),
          k.store(doubles, k.get(t), k.convert(k.get(t), "f64")),
          k.sync(),
          // The low half of the low word of a small double is zero, the top half of its high word is not.
          k.call(
            both,
            [
              k.load(mine, k.binary("floor-mod", k.get(t), k.int(3))),
              k.convert(
                k.load(halves, k.binary("add", k.binary("mul", k.get(t), k.int(4)), k.int(3))),
                "f32",
              ),
            ],
            [low, high],
          ),
          k.store(
            out,
            k.get(t),
            k.binary(
              "add",
              k.get(low),
              k.binary(
                "add",
                k.load(table, k.binary("and", k.get(t), k.int(1))),
                k.convert(k.load(big, k.get(t)), "f32"),
              ),
            ),
          ),
        ]),
        facts: k.facts([16, 1, 1], { dynamicSharedBytes: 16 * 8 }),
        grid: [1, 1, 1],
        arguments: [new Float32Array(16)],
      });
      const top = (v: number) => new Uint16Array(new Float64Array([v]).buffer)[3]!;
      expect([...(run.after[0] as Float32Array)]).toEqual(
        range(16).map((t) => (t ^ 1) + top(t) - 1.5 + (t & 1 ? -2 : 1.5) + t * 2),
      );
    });

    test("windows of a grid, overlapping arguments", async () => {
      const k = new KernelBuilder("window");
      const [a, b] = [k.array("a", "i32"), k.array("b", "i32")];
      const i = k.variable("i");
      const run = await runKernel({
        module: k.module([
          k.set(i, k.at("global")),
          k.store(
            b,
            k.get(i),
            k.binary("add", k.load(a, k.get(i)), k.binary("mul", k.at("block"), k.at("grid-size"))),
          ),
        ]),
        facts: k.facts([4, 1, 1], { windowed: true, overlaps: [[0, 1]] }),
        grid: [2, 1, 1],
        window: [3, 0, 0],
        arguments: [Int32Array.from(range(20)), Int32Array.from(range(20))],
      });
      expect(run.program.bindings.filter((binding) => binding.kind === "array")).toHaveLength(1);
      expect([...(run.after[0] as Int32Array)]).toEqual(
        range(20).map((v) => (v < 12 ? v : v + Math.floor(v / 4) * 2)),
      );
    });

    test("float to integer, NaN and infinity, integer division and shifts as the IR says", async () => {
      const k = new KernelBuilder("corners");
      const [f, out] = [k.array("f", "f32"), k.array("out", "i32")];
      const [x, n] = [k.variable("x", "f32"), k.variable("n")];
      const cases: Expr[] = [
        k.convert(k.get(x), "i32"),
        k.convert(k.convert(k.get(x), "u8"), "i32"),
        k.convert(k.convert(k.get(x), "i8"), "i32"),
        k.convert(k.math("isnan", k.get(x)), "i32"),
        k.convert(k.compare("ne", k.get(x), k.get(x)), "i32"),
        k.convert(k.convert(k.get(x), "bool"), "i32"),
        k.convert(k.binary("min", k.get(x), k.float(2)), "i32"),
        k.convert(k.compare("lt", k.get(x), k.float(Number.POSITIVE_INFINITY)), "i32"),
        k.binary("floor-div", k.get(n), k.int(0)),
        k.binary("floor-mod", k.get(n), k.int(-3)),
        k.binary("floor-div", k.get(n), k.int(4)),
        k.binary("shl", k.get(n), k.get(n)),
        k.binary("shr", k.get(n), k.int(40)),
        k.binary("add", k.int(2147483647), k.int(1)),
        k.binary("floor-div", k.get(n), k.get(n)),
        k.binary("trunc-mod", k.get(n), k.int(4)),
        k.binary("pow", k.get(n), k.int(3)),
      ];
      const values = [0, 1.9, -1.9, 300.5, -300.5, 3e9, -3e9, Number.NaN, Number.POSITIVE_INFINITY, 0.25];
      const run = await runKernel({
        module: k.module([
          k.set(x, k.load(f, k.at("global"))),
          k.set(n, k.binary("sub", k.at("global"), k.int(5))),
          ...cases.map((value, c) =>
            k.store(
              out,
              k.binary("add", k.binary("mul", k.at("global"), k.int(cases.length)), k.int(c)),
              value,
            ),
          ),
        ]),
        facts: k.facts([values.length, 1, 1]),
        grid: [1, 1, 1],
        arguments: [Float32Array.from(values), new Int32Array(values.length * cases.length)],
      });
      const clamp = (v: number, lo: number, hi: number) =>
        (Number.isNaN(v) ? 0 : Math.max(lo, Math.min(hi, Math.trunc(v)))) | 0;
      const int = (v: number) => v | 0;
      const wanted = values.flatMap((v, i) => {
        const n = i - 5;
        return [
          clamp(v, -(2 ** 31), 2 ** 31 - 1),
          clamp(v, 0, 255),
          clamp(v, -128, 127),
          int(Number.isNaN(v) ? 1 : 0),
          int(Number.isNaN(v) ? 1 : 0),
          int(v !== 0 ? 1 : 0),
          clamp(Number.isNaN(v) ? 2 : Math.min(v, 2), -(2 ** 31), 2 ** 31 - 1),
          int(v < Number.POSITIVE_INFINITY ? 1 : 0),
          0,
          n % 3 === 0 ? 0 : n > 0 ? (n % 3) - 3 : n % 3,
          Math.floor(n / 4),
          n < 0 ? 0 : int(n << n),
          n < 0 ? -1 : 0,
          -2147483648,
          n === 0 ? 0 : 1,
          int(n % 4),
          int(n ** 3),
        ];
      });
      const got = [...(run.after[1] as Int32Array)];
      const wrong = got.flatMap((v, j) =>
        v === wanted[j]
          ? []
          : [`case ${j % cases.length} of ${values[Math.floor(j / cases.length)]}: ${v}, not ${wanted[j]}`],
      );
      expect(wrong).toEqual([]);
    });

    test("64-bit integer indices that no narrowing reached", async () => {
      const k = new KernelBuilder("indices");
      const out = k.array("out", "i32");
      const i = k.variable("i", "i64");
      const runs = await runKernels([
        {
          module: k.module([
            k.set(i, k.binary("sub", k.convert(k.at("global"), "i64"), k.int(4, "i64"))),
            k.store(out, k.binary("mul", k.get(i), k.int(2n ** 31n, "i64")), k.int(7), true),
            k.store(out, k.get(i), k.int(3), true),
          ]),
          facts: k.facts([16, 1, 1]),
          grid: [1, 1, 1],
          arguments: [new Int32Array(8)],
        },
      ]);
      expect([...(runs[0]!.after[0] as Int32Array)]).toEqual([3, 3, 3, 3, 3, 3, 3, 3]);
    });
  });
}
