/** Whole kernels on the device: memory of all kinds, atomics, notices. */
import { describe, expect, test } from "vitest";
import { KernelBuilder } from "./kernel-builder.ts";
import { runKernel, type TypedArray } from "./run-kernel.ts";

const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

export function memoryCases(): void {
  describe("memory", () => {
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

    test("f16 elements, and device functions that ask where they are, folded", async () => {
      const k = new KernelBuilder("halves");
      const [x, out] = [k.array("x", "f16"), k.array("out", "f16")];
      const scale = k.func(
        "scale",
        [],
        ["i32"],
        [k.back(k.binary("add", k.at("thread"), k.binary("mul", k.at("block"), k.int(100000))))],
      );
      const [i, by] = [k.variable("i"), k.variable("by")];
      const run = await runKernel({
        module: k.module([
          k.set(i, k.at("global")),
          k.call(scale, [], [by]),
          k.when(
            k.compare(
              "eq",
              k.get(by),
              k.binary("add", k.at("thread"), k.binary("mul", k.at("block"), k.int(100000))),
            ),
            [k.store(out, k.get(i), k.binary("mul", k.load(x, k.get(i)), k.float(0.5, "f16")))],
          ),
        ]),
        facts: k.facts([512, 1, 1]),
        grid: [2, 1, 1],
        arguments: [Uint16Array.from(range(1024).map((v) => 0x3c00 + v)), new Uint16Array(1024)],
      });
      // Halving takes one from the exponent field.
      expect([...(run.after[1] as Uint16Array)]).toEqual(range(1024).map((v) => 0x3800 + v));
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
  });
}
