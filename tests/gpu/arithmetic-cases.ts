/** Whole kernels on the device: arithmetic at its corners, as the IR defines it. */
import { describe, expect, test } from "vitest";
import type { Expr } from "../../src/compiler/ir/ir.ts";
import { KernelBuilder } from "./kernel-builder.ts";
import { runKernel } from "./run-kernel.ts";

const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

export function arithmeticCases(): void {
  describe("arithmetic", () => {
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
      const run = await runKernel({
        module: k.module([
          k.set(i, k.binary("sub", k.convert(k.at("global"), "i64"), k.int(4, "i64"))),
          k.store(out, k.binary("mul", k.get(i), k.int(2n ** 31n, "i64")), k.int(7), true),
          k.store(out, k.get(i), k.int(3), true),
        ]),
        facts: k.facts([16, 1, 1]),
        grid: [1, 1, 1],
        arguments: [new Int32Array(8)],
      });
      expect([...(run.after[0] as Int32Array)]).toEqual([3, 3, 3, 3, 3, 3, 3, 3]);
    });
  });
}
