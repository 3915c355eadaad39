/**
 * The f32 functions of the WGSL library against JavaScript's. Bounds are what the software adapter gives; where a
 * function rests on the GPU's own exp, log or sin, WGSL promises less than this.
 */
import { describe, expect, test } from "vitest";
import type { HelperName } from "../../src/wgsl/helpers.ts";
import { type Bits, f32Bits, f32Value, pairs, randomBits, runHelper } from "./helper-runner.ts";

const SEED = 77n;

/** In units of the last place of the wanted value (of the smallest normal number below it). */
function ulps(got: number, wanted: number): number {
  if (Object.is(got, wanted) || (Number.isNaN(got) && Number.isNaN(wanted)) || got === wanted) return 0;
  // The adapter may flush subnormal results to zero (WGSL spec, 15.7.2).
  if (got === 0 && Math.abs(wanted) < 2 ** -126) return 0;
  if (!Number.isFinite(got) || !Number.isFinite(wanted)) {
    // Overflow on the last step: the largest number and infinity are neighbours.
    return Math.abs(wanted) > 3.4e38 && Math.abs(got) > 3.4e38 ? 0 : Number.POSITIVE_INFINITY;
  }
  const unit = 2 ** (Math.max(Math.floor(Math.log2(Math.abs(wanted) || 2 ** -126)), -126) - 23);
  return Math.abs(got - wanted) / unit;
}

/** Numbers between two bounds, close at zero and at both ends. */
function between(lo: number, hi: number): number[] {
  const next = randomBits(SEED);
  const list = [lo, hi, 0, -0, 1, -1, 0.5, -0.5, 2, -2, 1e-3, -1e-3, 1e-8, -1e-8].filter(
    (v) => v >= lo && v <= hi,
  );
  for (let i = 0; i < 2000; i++) {
    const share = Number(next() >> 12n) / 2 ** 52;
    list.push(lo + (hi - lo) * share);
    const small = 10 ** (-6 * share);
    if (lo <= small && small <= hi) list.push(small);
    if (lo <= -small && -small <= hi) list.push(-small);
  }
  return list.map(Math.fround);
}

type Unary = readonly [HelperName, (x: number) => number, lo: number, hi: number, ulp: number];
const UNARY: readonly Unary[] = [
  ["f32_expm1", Math.expm1, -20, 80, 60],
  ["f32_log1p", Math.log1p, -0.99, 1e6, 6],
  ["f32_sinh", Math.sinh, -80, 80, 80],
  ["f32_cosh", Math.cosh, -80, 80, 80],
  ["f32_tanh", Math.tanh, -12, 12, 4],
  ["f32_asinh", Math.asinh, -1e6, 1e6, 6],
  ["f32_acosh", Math.acosh, 1, 1e6, 6],
  ["f32_atanh", Math.atanh, -0.999, 0.999, 8],
  ["f32_asin", Math.asin, -1, 1, 6],
  ["f32_acos", Math.acos, -1, 1, 6],
  ["f32_cbrt", Math.cbrt, -1e9, 1e9, 2],
  ["f32_log10", Math.log10, 2, 1e6, 6],
  ["f32_erf", erf, -5, 5, 6],
  ["f32_erfc", erfc, -4, 9, 80],
  ["f32_gamma", gamma, 0.01, 34, 60],
  ["f32_round_away", (x) => Math.sign(x) * Math.floor(Math.abs(x) + 0.5), -1000, 1000, 0],
];
type Binary = readonly [HelperName, (x: number, y: number) => number, ulp: number];
const BINARY: readonly Binary[] = [
  ["f32_fmod", (x, y) => x % y, 0],
  ["f32_hypot", Math.hypot, 3],
  ["f32_atan2", Math.atan2, 6],
  ["f32_copysign", (x, y) => (Object.is(y, -0) || y < 0 ? -Math.abs(x) : Math.abs(x)), 0],
  ["f32_min", (x, y) => (Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.min(x, y)), 0],
  ["f32_max", (x, y) => (Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.max(x, y)), 0],
];
const SPECIAL = [
  0,
  -0,
  1,
  -1,
  0.5,
  -0.5,
  2,
  3,
  -3,
  7.25,
  1e10,
  -1e10,
  1e-10,
  123456.789,
  3e38,
  2e-38,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number.NaN,
].map(Math.fround);

async function compare(
  name: HelperName,
  rows: readonly number[][],
  oracle: (row: readonly number[]) => number,
  most: number,
): Promise<void> {
  const got = await runHelper(
    name,
    rows[0]?.map(() => "f32" as const) ?? [],
    "f32",
    rows.map((row) => row.map(f32Bits)),
  );
  let worst = 0;
  const wrong: string[] = [];
  rows.forEach((row, i) => {
    const value = f32Value(got[i] ?? 0n);
    const wanted = oracle(row);
    const distance = ulps(value, wanted);
    worst = Math.max(worst, distance);
    if (distance > most + 0.5)
      wrong.push(`${name}(${row.join(", ")}) gave ${value}, not ${wanted}: ${distance} ulp`);
  });
  if (process.env["KERNELPAD_SHOW_ULP"]) process.stdout.write(`${name}: ${worst.toFixed(2)} ulp\n`);
  expect(wrong.slice(0, 5)).toEqual([]);
}

export function float32Cases(): void {
  describe("float32 functions", () => {
    for (const [name, oracle, lo, hi, most] of UNARY) {
      test(`${name} within ${most} ulp`, () =>
        compare(
          name,
          between(lo, hi).map((x) => [x]),
          ([x]) => oracle(x ?? 0),
          most,
        ));
    }
    for (const [name, oracle, most] of BINARY) {
      const rows = [
        ...SPECIAL.flatMap((x) => SPECIAL.map((y) => [x, y])),
        ...between(-100, 100).map((x, i, list) => [x, list[(i * 7 + 1) % list.length] ?? 1]),
      ];
      test(`${name} within ${most} ulp`, () => compare(name, rows, ([x, y]) => oracle(x ?? 0, y ?? 0), most));
    }
    test("f32_pow: C's special cases, and 12 ulp with whole exponents", () => {
      const rows = [
        ...SPECIAL.flatMap((x) => SPECIAL.map((y) => [x, y])),
        ...between(-3, 3).flatMap((x) => [
          [x, 2],
          [x, 3],
          [x, -2],
          [x, 7],
          [x, 0],
        ]),
      ];
      return compare(
        "f32_pow",
        rows,
        ([x, y]) =>
          x === 1 || (x === -1 && Math.abs(y ?? 0) === Number.POSITIVE_INFINITY)
            ? 1
            : Math.fround((x ?? 0) ** (y ?? 0)),
        12,
      );
    });
    test("f32_pow: |y log2 x| ulp elsewhere", () => {
      const rows = between(0.01, 50).map((x, i, list) => [
        x,
        Math.fround((list[(i * 5 + 2) % list.length] ?? 1) / 7),
      ]);
      return compare("f32_pow", rows, ([x, y]) => (x ?? 0) ** (y ?? 0), 120);
    });
    test("f32_lgamma within 4e-6 of 1 + |lgamma|", async () => {
      const rows = between(0.01, 200).filter((x) => x > 0);
      const got = await runHelper(
        "f32_lgamma",
        ["f32"],
        "f32",
        rows.map((x) => [f32Bits(x)]),
      );
      const wrong = rows.filter(
        (x, i) => Math.abs(f32Value(got[i] ?? 0n) - lgamma(x)) > 4e-6 * (1 + Math.abs(lgamma(x))),
      );
      expect(wrong.slice(0, 5)).toEqual([]);
    });
    test("f16: every half survives, and rounding is to nearest even", async () => {
      const halves = Array.from({ length: 65536 }, (_, i) => [BigInt(i)]);
      const back = await runHelper("f16_bits", ["u32"], "u32", halves, {
        text: "f16_bits(f16_round(f16_value(a)))",
        needs: ["f16_round", "f16_value"],
      });
      const wrong = halves.filter(
        ([h], i) =>
          back[i] !== h && !(((h ?? 0n) & 0x7fffn) > 0x7c00n && ((back[i] ?? 0n) & 0x7fffn) > 0x7c00n),
      );
      expect(wrong.slice(0, 5)).toEqual([]);
      const ties: Bits[][] = [
        1 + 2 ** -11,
        1 + 3 * 2 ** -11,
        65519,
        65520,
        2 ** -25,
        3 * 2 ** -25,
        2 ** -25 * 1.01,
      ].map((x) => [f32Bits(x)]);
      const rounded = await runHelper("f16_round", ["f32"], "f32", ties);
      expect(rounded.map(f32Value)).toEqual([
        1,
        1 + 2 ** -9,
        65504,
        Number.POSITIVE_INFINITY,
        0,
        2 ** -23,
        2 ** -24,
      ]);
    });
    test("f32_nextafter, f32_ldexp", async () => {
      const rows = pairs([0, 1, -1, 1e-45, 3e38].map(f32Bits), [2, -2, 0].map(f32Bits));
      const got = await runHelper("f32_nextafter", ["f32", "f32"], "f32", rows);
      const step = (x: number, toward: number): Bits => {
        const bits = f32Bits(x);
        if (x === toward) return f32Bits(toward);
        if (x === 0) return f32Bits(toward > 0 ? 2 ** -149 : -(2 ** -149));
        return x < toward === x > 0 ? bits + 1n : bits - 1n;
      };
      expect(got).toEqual(rows.map(([x, y]) => step(f32Value(x ?? 0n), f32Value(y ?? 0n))));
      const scaled = await runHelper("f32_ldexp", ["f32", "i32"], "f32", [
        [f32Bits(1.5), 4n],
        [f32Bits(1), 200n],
        [f32Bits(2 ** 20), BigInt.asUintN(32, -140n)],
        [f32Bits(2 ** -100), 220n],
        [f32Bits(3), BigInt.asUintN(32, -100n)],
      ]);
      expect(scaled.map(f32Value)).toEqual([
        24,
        Number.POSITIVE_INFINITY,
        2 ** -120,
        2 ** 120,
        3 * 2 ** -100,
      ]);
    });
  });
}

/** erf by its series and erfc by its continued fraction, in binary64. */
function erf(x: number): number {
  if (Math.abs(x) > 3) return Math.sign(x) * (1 - erfc(Math.abs(x)));
  let term = x;
  let sum = x;
  for (let n = 1; n < 200; n++) {
    term *= (-x * x) / n;
    sum += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}
function erfc(x: number): number {
  if (x < 3) return x < 1.5 ? 1 - erf(x) : continued(x);
  return continued(x);
}
function continued(x: number): number {
  let f = 0;
  for (let n = 400; n > 0; n--) f = n / 2 / (x + f);
  return Math.exp(-x * x) / Math.sqrt(Math.PI) / (x + f);
}
/** Stirling's series after moving up to x > 20. */
function lgamma(x: number): number {
  let shift = 0;
  let y = x;
  for (; y < 20; y++) shift += Math.log(y);
  const z = 1 / (y * y);
  const series = (1 / 12 - z * (1 / 360 - z * (1 / 1260 - z / 1680))) / y;
  return (y - 0.5) * Math.log(y) - y + 0.5 * Math.log(2 * Math.PI) + series - shift;
}
function gamma(x: number): number {
  let product = 1;
  let y = x;
  for (; y > 2; y--) product *= y - 1;
  return product * Math.exp(lgamma(y));
}
