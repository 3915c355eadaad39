/** The integer helpers of the WGSL library against BigInt. */
import { describe, expect, test } from "vitest";
import type { HelperName } from "../../src/wgsl/helpers.ts";
import { integers } from "./float64-cases.ts";
import { type Bits, f32Bits, f32Value, pairs, runHelper, type WgslType } from "./helper-runner.ts";

const signed = (bits: number) => (a: Bits) => BigInt.asIntN(bits, a);
const unsigned = (bits: number) => (a: Bits) => BigInt.asUintN(bits, a);
const floorDiv = (a: bigint, b: bigint): bigint => {
  if (b === 0n) return 0n;
  const q = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? q - 1n : q;
};
const floorMod = (a: bigint, b: bigint): bigint => (b === 0n ? 0n : a - floorDiv(a, b) * b);
/** For 32 bits, WGSL's own `%` gives 0 for a zero divisor, and the helper keeps that. */
const truncDiv = (a: bigint, b: bigint): bigint => (b === 0n ? 0n : a / b);
const truncMod = (a: bigint, b: bigint): bigint => (b === 0n ? 0n : a % b);
const power =
  (bits: number) =>
  (a: bigint, b: bigint): bigint => {
    if (b < 0n) return a === 1n ? 1n : a === -1n ? (b % 2n === 0n ? 1n : -1n) : 0n;
    let result = 1n;
    let square = BigInt.asUintN(bits, a);
    for (let rest = b; rest > 0n; rest >>= 1n) {
      if (rest & 1n) result = BigInt.asUintN(bits, result * square);
      square = BigInt.asUintN(bits, square * square);
    }
    return result;
  };

type Case = readonly [HelperName, 32 | 64, "signed" | "unsigned", (a: bigint, b: bigint) => bigint];
const BINARY: readonly Case[] = [
  ["floor_div", 32, "signed", floorDiv],
  ["floor_mod", 32, "signed", floorMod],
  ["i32_div", 32, "signed", truncDiv],
  ["u32_div", 32, "unsigned", truncDiv],
  ["i32_pow", 32, "signed", power(32)],
  ["u32_pow", 32, "unsigned", power(32)],
  ["i64_add", 64, "signed", (a, b) => a + b],
  ["i64_sub", 64, "signed", (a, b) => a - b],
  ["i64_mul", 64, "signed", (a, b) => a * b],
  ["u64_div", 64, "unsigned", truncDiv],
  ["u64_mod", 64, "unsigned", truncMod],
  ["i64_trunc_div", 64, "signed", truncDiv],
  ["i64_trunc_mod", 64, "signed", truncMod],
  ["i64_floor_div", 64, "signed", floorDiv],
  ["i64_floor_mod", 64, "signed", floorMod],
  ["i64_pow", 64, "signed", power(64)],
  ["u64_pow", 64, "unsigned", power(64)],
  ["i64_min", 64, "signed", (a, b) => (a < b ? a : b)],
  ["i64_max", 64, "signed", (a, b) => (a > b ? a : b)],
  ["u64_min", 64, "unsigned", (a, b) => (a < b ? a : b)],
  ["u64_max", 64, "unsigned", (a, b) => (a > b ? a : b)],
];
const COMPARE: readonly (readonly [HelperName, "signed" | "unsigned", (a: bigint, b: bigint) => boolean])[] =
  [
    ["i64_less", "signed", (a, b) => a < b],
    ["u64_less", "unsigned", (a, b) => a < b],
    ["i64_equal", "unsigned", (a, b) => a === b],
  ];
const SHIFTS: readonly (readonly [
  HelperName,
  32 | 64,
  "signed" | "unsigned",
  (a: bigint, n: bigint) => bigint,
])[] = [
  ["i64_shl", 64, "signed", (a, n) => (n > 63n ? 0n : a << n)],
  ["i64_shr", 64, "signed", (a, n) => a >> (n > 63n ? 63n : n)],
  ["u64_shr", 64, "unsigned", (a, n) => (n > 63n ? 0n : a >> n)],
  ["i32_shl", 32, "signed", (a, n) => (n > 31n ? 0n : a << n)],
  ["u32_shl", 32, "unsigned", (a, n) => (n > 31n ? 0n : a << n)],
  ["i32_shr", 32, "signed", (a, n) => a >> (n > 31n ? 31n : n)],
  ["u32_shr", 32, "unsigned", (a, n) => (n > 31n ? 0n : a >> n)],
];

/** Edges with each other, and random numbers of all sizes in pairs. */
function rows(): Bits[][] {
  const all = integers();
  const edges = all.slice(0, 46);
  return [
    ...pairs(edges, edges),
    ...all.slice(46).map((a, i, list) => [a, list[(i * 7 + 3) % list.length] ?? 1n]),
  ];
}

const typeOf = (bits: 32 | 64, sign: "signed" | "unsigned"): WgslType =>
  bits === 64 ? "vec2u" : sign === "signed" ? "i32" : "u32";
const reader = (bits: number, sign: "signed" | "unsigned") =>
  sign === "signed" ? signed(bits) : unsigned(bits);

async function compare(
  name: HelperName,
  parameters: readonly WgslType[],
  result: WgslType,
  inputs: readonly Bits[][],
  oracle: (row: readonly Bits[]) => Bits,
): Promise<void> {
  const got = await runHelper(name, parameters, result, inputs);
  const wrong = inputs.flatMap((row, i) =>
    got[i] === oracle(row) ? [] : [`${name}(${row.join(", ")}) gave ${got[i]}, not ${oracle(row)}`],
  );
  expect(wrong.slice(0, 5)).toEqual([]);
}

export function integerCases(): void {
  describe("integer helpers", () => {
    for (const [name, bits, sign, oracle] of BINARY) {
      const type = typeOf(bits, sign);
      const read = reader(bits, sign);
      test(name, () =>
        compare(name, [type, type], type, rows(), ([a, b]) =>
          BigInt.asUintN(bits, oracle(read(a ?? 0n), read(b ?? 0n))),
        ),
      );
    }
    for (const [name, sign, oracle] of COMPARE) {
      const read = reader(64, sign);
      test(name, () =>
        compare(name, ["vec2u", "vec2u"], "bool", rows(), ([a, b]) =>
          BigInt(oracle(read(a ?? 0n), read(b ?? 0n))),
        ),
      );
    }
    for (const [name, bits, sign, oracle] of SHIFTS) {
      const read = reader(bits, sign);
      const counts = [0n, 1n, 5n, 31n, 32n, 33n, 63n, 64n, 65n, 200n, 0xffffffffn];
      test(name, () =>
        compare(
          name,
          [typeOf(bits, sign), "u32"],
          typeOf(bits, sign),
          pairs(integers().slice(0, 100), counts),
          ([a, n]) => BigInt.asUintN(bits, oracle(read(a ?? 0n), n ?? 0n)),
        ),
      );
    }
    const singles = integers().map((a) => [a]);
    const unary: readonly (readonly [HelperName, WgslType, WgslType, (a: Bits) => Bits])[] = [
      ["i64_neg", "vec2u", "vec2u", (a) => BigInt.asUintN(64, -a)],
      ["i64_abs", "vec2u", "vec2u", (a) => BigInt.asUintN(64, BigInt.asIntN(64, a) < 0n ? -a : a)],
      ["u64_clz", "vec2u", "u32", (a) => BigInt(64 - (a === 0n ? 0 : a.toString(2).length))],
      [
        "u64_ctz",
        "vec2u",
        "u32",
        (a) => BigInt(a === 0n ? 64 : a.toString(2).length - a.toString(2).replace(/0+$/, "").length),
      ],
      ["i64_from_i32", "i32", "vec2u", (a) => BigInt.asUintN(64, BigInt.asIntN(32, a))],
      [
        "i64_index",
        "vec2u",
        "i32",
        (a) => {
          const value = BigInt.asIntN(64, a);
          const clamped =
            value < -(2n ** 31n) ? -(2n ** 31n) : value > 2n ** 31n - 1n ? 2n ** 31n - 1n : value;
          return BigInt.asUintN(32, clamped);
        },
      ],
      ["u64_to_f32", "vec2u", "f32", (a) => f32Bits(roundToF32(a))],
      ["i64_to_f32", "vec2u", "f32", (a) => f32Bits(roundToF32(BigInt.asIntN(64, a)))],
    ];
    for (const [name, parameter, result, oracle] of unary) {
      test(name, () => compare(name, [parameter], result, singles, ([a]) => oracle(a ?? 0n)));
    }
    const floats = [
      0,
      1,
      -1,
      0.5,
      -0.5,
      1.9,
      -1.9,
      255.5,
      2 ** 24,
      2 ** 31,
      -(2 ** 31),
      2 ** 31 - 128,
      2 ** 32,
      2 ** 32 - 256,
      2 ** 40 + 2 ** 20,
      -(2 ** 45),
      2 ** 63,
      -(2 ** 63),
      2 ** 64,
      1e30,
      -1e30,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      Number.NaN,
      1e-40,
    ].map((value) => [f32Bits(value)]);
    const conversions: readonly (readonly [HelperName, WgslType, number, bigint, bigint])[] = [
      ["f32_to_i32", "i32", 32, -(2n ** 31n), 2n ** 31n - 1n],
      ["f32_to_u32", "u32", 32, 0n, 2n ** 32n - 1n],
      ["f32_to_i64", "vec2u", 64, -(2n ** 63n), 2n ** 63n - 1n],
      ["f32_to_u64", "vec2u", 64, 0n, 2n ** 64n - 1n],
    ];
    for (const [name, result, bits, lo, hi] of conversions) {
      test(name, () =>
        compare(name, ["f32"], result, floats, ([a]) => {
          const value = f32Value(a ?? 0n);
          const whole = Number.isNaN(value)
            ? 0n
            : value <= Number(lo)
              ? lo
              : value >= Number(hi)
                ? hi
                : BigInt(Math.trunc(value));
          return BigInt.asUintN(bits, whole);
        }),
      );
    }
  });
}

/** The f32 nearest to an integer, rounded once, ties to even. */
function roundToF32(a: bigint): number {
  const magnitude = a < 0n ? -a : a;
  const extra = BigInt(Math.max(0, magnitude.toString(2).length - 24));
  let kept = magnitude >> extra;
  const rest = magnitude - (kept << extra);
  const half = extra === 0n ? 1n : 1n << (extra - 1n);
  if (rest > half || (rest === half && extra > 0n && kept % 2n === 1n)) kept += 1n;
  return Number(kept << extra) * (a < 0n ? -1 : 1);
}
