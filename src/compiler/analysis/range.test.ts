import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { BinaryOperation, Scalar } from "../ir/ir.ts";
import { evaluateBinary, typeBounds } from "./arithmetic.ts";
import { binaryRange, contains, exactly, fits, type Range, typeRange, widen } from "./range.ts";

const OPERATIONS: readonly BinaryOperation[] = [
  "add",
  "sub",
  "mul",
  "floor-div",
  "floor-mod",
  "trunc-div",
  "trunc-mod",
  "pow",
  "and",
  "or",
  "xor",
  "shl",
  "shr",
  "min",
  "max",
];

/** Small numbers, and numbers near the ends of a type. */
function values(type: Scalar): fc.Arbitrary<bigint> {
  const { lo, hi } = typeBounds(type);
  const from = (min: bigint, max: bigint): fc.Arbitrary<bigint> =>
    fc.bigInt({ min: min < lo ? lo : min, max });
  return fc.oneof(from(-9n, 9n), from(-70n, 70n), from(hi - 3n, hi), from(lo, lo + 3n), from(lo, hi));
}

const ordered = (x: bigint, y: bigint): Range => (x < y ? { lo: x, hi: y } : { lo: y, hi: x });

for (const type of ["i32", "u32", "i64", "u64"] as const) {
  test(`ranges of ${type} contain what operations give`, async () => {
    const pair = fc.tuple(values(type), values(type), fc.nat(100));
    await fc.assert(
      fc.property(fc.constantFrom(...OPERATIONS), pair, pair, (op, [a0, a1, aAt], [b0, b1, bAt]) => {
        const [a, b] = [ordered(a0, a1), ordered(b0, b1)];
        const left = a.lo + ((a.hi - a.lo) * BigInt(aAt)) / 100n;
        const right = b.lo + ((b.hi - b.lo) * BigInt(bAt)) / 100n;
        const range = binaryRange(op, type.endsWith("64") ? 64 : 32, a, b);
        // A range that leaves the type says nothing: the result may have wrapped.
        if (!range || !fits(range, type)) return;
        const result = evaluateBinary(op, type, left, right);
        expect(typeof result === "bigint" && contains(range, exactly(result))).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });
}

test("widening stops at the limits of types", () => {
  const full = typeRange("i64");
  expect(widen(exactly(0n), { lo: 0n, hi: 1n }, full)).toEqual({ lo: 0n, hi: 255n });
  expect(widen({ lo: 0n, hi: 255n }, { lo: 0n, hi: 256n }, full)).toEqual({ lo: 0n, hi: 65535n });
  expect(widen({ lo: 0n, hi: 65535n }, { lo: -1n, hi: 70000n }, full)).toEqual({
    lo: -1n,
    hi: 2n ** 31n - 1n,
  });
  expect(widen(exactly(5n), exactly(5n), full)).toEqual(exactly(5n));
});
