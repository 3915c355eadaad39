/** The software binary64 of the WGSL library, bit for bit against the numbers of JavaScript, which are binary64. */
import { describe, expect, test } from "vitest";
import type { HelperName } from "../../src/wgsl/helpers.ts";
import {
  type Bits,
  f32Bits,
  f32Value,
  f64Bits,
  f64Value,
  pairs,
  randomBits,
  runHelper,
  type WgslType,
} from "./helper-runner.ts";

const SEED = 20240611n;
const RANDOM_ROWS = 4000;

const EDGES: readonly Bits[] = [
  0,
  1,
  0.5,
  1.5,
  2,
  3,
  10,
  0.1,
  1 / 3,
  1e-5,
  1e22,
  2 ** 52,
  2 ** 52 + 1,
  2 ** 53 - 1,
  2 ** 53,
  4503599627370497.5,
  2 ** 31,
  2 ** 31 - 1,
  2 ** 32,
  2 ** 63,
  2 ** 64,
  1 + 2 ** -52,
  1 - 2 ** -53,
  Number.MAX_VALUE,
  Number.MIN_VALUE,
  3 * Number.MIN_VALUE,
  2 ** -1022,
  2 ** -1022 - Number.MIN_VALUE,
  2 ** -1021,
  2 ** -512,
  2 ** 511,
  Infinity,
  0.49999999999999994,
  2.5,
  3.5,
]
  .flatMap((value) => [f64Bits(value), f64Bits(-value)])
  .concat([f64Bits(Number.NaN)]);

/** Random bits; half of the pairs have nearby exponents, where additions and remainders do something. */
function randomPairs(): Bits[][] {
  const next = randomBits(SEED);
  return Array.from({ length: RANDOM_ROWS }, (_, i) => {
    const a = next();
    const b = next();
    if (i % 2 === 0) return [a, b];
    const near = ((a >> 52n) & 0x7ffn) + (b % 60n) - 30n;
    const exponent = near < 0n ? 0n : near > 2047n ? 2047n : near;
    return [a, (b & ~(0x7ffn << 52n)) | (exponent << 52n)];
  });
}
const PAIRS = [...pairs(EDGES, EDGES), ...randomPairs()];
/** Numbers of all sizes that integers have. */
const SINGLES: readonly Bits[][] = [
  ...EDGES.map((bits) => [bits]),
  ...randomPairs().map(([a], i) => [
    i % 2 === 0 ? (a ?? 0n) : ((a ?? 0n) & ~(0x7ffn << 52n)) | ((1023n - 4n + BigInt(i % 72)) << 52n),
  ]),
];

const sameF64 = (a: Bits, b: Bits): boolean =>
  a === b || (Number.isNaN(f64Value(a)) && Number.isNaN(f64Value(b)));
const sameF32 = (a: Bits, b: Bits): boolean =>
  a === b || (Number.isNaN(f32Value(a)) && Number.isNaN(f32Value(b)));
const show = (bits: Bits): string => `${f64Value(bits)} (0x${bits.toString(16).padStart(16, "0")})`;

async function compare(
  name: HelperName,
  parameters: readonly WgslType[],
  result: WgslType,
  rows: readonly Bits[][],
  oracle: (row: readonly Bits[]) => Bits,
): Promise<void> {
  const got = await runHelper(name, parameters, result, rows);
  const same = result === "vec2u" ? sameF64 : result === "f32" ? sameF32 : (a: Bits, b: Bits) => a === b;
  const wrong: string[] = [];
  rows.forEach((row, i) => {
    const wanted = oracle(row);
    if (!same(got[i] ?? 0n, wanted))
      wrong.push(`${name}(${row.map(show).join(", ")}) gave ${show(got[i] ?? 0n)}, not ${show(wanted)}`);
  });
  expect(wrong.slice(0, 5)).toEqual([]);
}

const binary: Partial<Record<HelperName, (a: number, b: number) => number>> = {
  f64_add: (a, b) => a + b,
  f64_sub: (a, b) => a - b,
  f64_mul: (a, b) => a * b,
  f64_div: (a, b) => a / b,
  f64_fmod: (a, b) => a % b,
  f64_floor_mod: floorMod,
  f64_floor_div: floorDivide,
  f64_min: (a, b) => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.min(a, b)),
  f64_max: (a, b) => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.max(a, b)),
};
const comparison: Partial<Record<HelperName, (a: number, b: number) => boolean>> = {
  f64_equal: (a, b) => a === b,
  f64_less: (a, b) => a < b,
  f64_less_equal: (a, b) => a <= b,
};
const unary: Partial<Record<HelperName, (a: number) => number>> = {
  f64_sqrt: Math.sqrt,
  f64_floor: Math.floor,
  f64_ceil: Math.ceil,
  f64_trunc: Math.trunc,
  f64_rint: roundEven,
  f64_round_away: (a) => {
    const whole = Math.trunc(a);
    return Math.abs(a - whole) >= 0.5 ? whole + Math.sign(a) : whole;
  },
};

function roundEven(a: number): number {
  if (!(Math.abs(a) < 2 ** 52)) return a;
  const big = Math.sign(a) * 2 ** 52;
  const rounded = a + big - big;
  return rounded === 0 ? (Object.is(a, -0) || a < 0 ? -0 : 0) : rounded;
}
/** CPython, Objects/floatobject.c: float_rem, float_floor_div; a zero divisor by IEEE division. */
function floorMod(a: number, b: number): number {
  const r = a % b;
  if (Number.isNaN(r)) return r;
  if (r === 0) return Object.is(b, -0) || b < 0 ? -0 : 0;
  return r < 0 === b < 0 ? r : r + b;
}
function floorDivide(a: number, b: number): number {
  if (b === 0) return a / b;
  const r = a % b;
  let q = (a - r) / b;
  if (r !== 0 && r < 0 !== b < 0) q -= 1;
  if (q === 0) return Object.is(a / b, -0) || a / b < 0 ? -0 : 0;
  const floored = Math.floor(q);
  return q - floored > 0.5 ? floored + 1 : floored;
}
const saturate = (value: number, lo: bigint, hi: bigint): bigint => {
  if (Number.isNaN(value)) return 0n;
  if (value <= Number(lo)) return lo;
  if (value >= Number(hi)) return hi;
  return BigInt(Math.trunc(value));
};

export function float64Cases(): void {
  describe("float64 on pairs of u32", () => {
    for (const [name, oracle] of Object.entries(binary)) {
      test(name, () =>
        compare(name as HelperName, ["vec2u", "vec2u"], "vec2u", PAIRS, ([a, b]) =>
          f64Bits(oracle(f64Value(a ?? 0n), f64Value(b ?? 0n))),
        ),
      );
    }
    for (const [name, oracle] of Object.entries(comparison)) {
      test(name, () =>
        compare(name as HelperName, ["vec2u", "vec2u"], "bool", PAIRS, ([a, b]) =>
          BigInt(oracle(f64Value(a ?? 0n), f64Value(b ?? 0n))),
        ),
      );
    }
    for (const [name, oracle] of Object.entries(unary)) {
      test(name, () =>
        compare(name as HelperName, ["vec2u"], "vec2u", SINGLES, ([a]) => f64Bits(oracle(f64Value(a ?? 0n)))),
      );
    }
    test("f64_hypot within 2 ulp", async () => {
      const got = await runHelper("f64_hypot", ["vec2u", "vec2u"], "vec2u", PAIRS);
      const wrong = PAIRS.filter(([a, b], i) => {
        const wanted = f64Bits(Math.hypot(f64Value(a ?? 0n), f64Value(b ?? 0n)));
        const distance = (got[i] ?? 0n) - wanted;
        return !sameF64(got[i] ?? 0n, wanted) && (distance > 2n || distance < -2n);
      });
      expect(wrong.slice(0, 3).map((row) => row.map(show))).toEqual([]);
    });
    test("frexp, ldexp, nextafter", async () => {
      const fractions = await runHelper("f64_frexp_fraction", ["vec2u"], "vec2u", SINGLES);
      const exponents = await runHelper("f64_frexp_exponent", ["vec2u"], "i32", SINGLES);
      const joined = await runHelper(
        "f64_ldexp",
        ["vec2u", "i32"],
        "vec2u",
        fractions.map((f, i) => [f, exponents[i] ?? 0n]),
      );
      const wrong = SINGLES.filter(([a], i) => {
        const fraction = Math.abs(f64Value(fractions[i] ?? 0n));
        const inRange = fraction === 0 || !Number.isFinite(fraction) || (fraction >= 0.5 && fraction < 1);
        return !inRange || !sameF64(joined[i] ?? 0n, a ?? 0n);
      });
      expect(wrong.slice(0, 3).map((row) => row.map(show))).toEqual([]);
      const halves = SINGLES.map(([a]) => [a ?? 0n, BigInt.asUintN(32, -1n)]);
      await compare("f64_ldexp", ["vec2u", "i32"], "vec2u", halves, ([a]) => f64Bits(f64Value(a ?? 0n) / 2));
      const up = SINGLES.map(([a]) => [a ?? 0n, f64Bits(Number.POSITIVE_INFINITY)]);
      await compare("f64_nextafter", ["vec2u", "vec2u"], "vec2u", up, ([a]) => {
        const value = f64Value(a ?? 0n);
        if (Number.isNaN(value) || value === Number.POSITIVE_INFINITY) return a ?? 0n;
        if (value === 0) return 1n;
        return value > 0 ? (a ?? 0n) + 1n : (a ?? 0n) - 1n;
      });
    });
    test("to f32", () =>
      compare("f64_to_f32", ["vec2u"], "f32", f32Range(), ([a]) => f32Bits(f64Value(a ?? 0n))));
    test("from f32", () => {
      const rows = [...f32Range(), ...SINGLES].map(([a]) => [(a ?? 0n) >> 32n]);
      return compare("f64_from_f32", ["f32"], "vec2u", rows, ([a]) => f64Bits(f32Value(a ?? 0n)));
    });
    const targets = [
      ["f64_to_i64", "vec2u", -(2n ** 63n), 2n ** 63n - 1n],
      ["f64_to_u64", "vec2u", 0n, 2n ** 64n - 1n],
      ["f64_to_i32", "i32", -(2n ** 31n), 2n ** 31n - 1n],
      ["f64_to_u32", "u32", 0n, 2n ** 32n - 1n],
    ] as const;
    for (const [name, result, lo, hi] of targets) {
      test(name, async () => {
        const got = await runHelper(name, ["vec2u"], result, SINGLES);
        const bits = result === "vec2u" ? 64 : 32;
        const wrong = SINGLES.filter(
          ([a], i) => got[i] !== BigInt.asUintN(bits, saturate(f64Value(a ?? 0n), lo, hi)),
        );
        expect(wrong.slice(0, 5).map((row) => row.map(show))).toEqual([]);
      });
    }
    const sources = [
      ["f64_from_i64", "vec2u", (a: Bits) => Number(BigInt.asIntN(64, a))],
      ["f64_from_u64", "vec2u", (a: Bits) => Number(BigInt.asUintN(64, a))],
      ["f64_from_i32", "i32", (a: Bits) => Number(BigInt.asIntN(32, a))],
      ["f64_from_u32", "u32", (a: Bits) => Number(BigInt.asUintN(32, a))],
    ] as const;
    for (const [name, parameter, oracle] of sources) {
      test(name, () => {
        const rows = integers().map((a) => [a]);
        return compare(name, [parameter], "vec2u", rows, ([a]) => f64Bits(oracle(a ?? 0n)));
      });
    }
  });
}

/** Doubles around everything that f32 can hold, ties among them. */
function f32Range(): Bits[][] {
  const next = randomBits(SEED + 1n);
  const rows = EDGES.map((bits) => [bits]);
  for (let i = 0; i < RANDOM_ROWS; i++) {
    const bits = next();
    const exponent = 1023n - 155n + ((bits >> 33n) % 290n);
    const fraction = i % 2 === 0 ? bits & 0xfffffffffffffn : (bits & 0xfffffe0000000n) | 0x10000000n;
    rows.push([(bits & (1n << 63n)) | (exponent << 52n) | fraction]);
  }
  return rows;
}

export function integers(): Bits[] {
  const next = randomBits(SEED + 2n);
  const edges = [
    0n,
    1n,
    2n,
    3n,
    5n,
    7n,
    10n,
    31n,
    32n,
    33n,
    63n,
    64n,
    255n,
    65535n,
    65536n,
    2n ** 31n - 1n,
    2n ** 31n,
    2n ** 32n - 1n,
    2n ** 32n,
    2n ** 53n + 1n,
    2n ** 62n,
    2n ** 63n - 1n,
    2n ** 63n,
  ];
  const list = edges.flatMap((a) => [a, BigInt.asUintN(64, -a)]);
  for (let i = 0; i < 1000; i++)
    list.push(next() >> (BigInt(i) % 64n), BigInt.asUintN(64, -(next() >> (BigInt(i) % 64n))));
  return list;
}
