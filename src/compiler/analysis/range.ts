/**
 * Ranges of integers and how operations carry them. All results are exact integers before wrapping: the caller
 * decides what happens where a result leaves its type.
 */
import type { BinaryOperation, Scalar } from "../ir/ir.ts";
import { floorDivide, typeBounds } from "./arithmetic.ts";

/** All integers from `lo` to `hi`, both included; never empty. */
export interface Range {
  readonly lo: bigint;
  readonly hi: bigint;
}

export const exactly = (value: bigint): Range => ({ lo: value, hi: value });
export const union = (a: Range, b: Range): Range => ({
  lo: a.lo < b.lo ? a.lo : b.lo,
  hi: a.hi > b.hi ? a.hi : b.hi,
});
export const contains = (outer: Range, inner: Range): boolean => outer.lo <= inner.lo && inner.hi <= outer.hi;
export const sameRange = (a: Range, b: Range): boolean => a.lo === b.lo && a.hi === b.hi;

/** The values of an integer type. */
export const typeRange = (type: Scalar): Range => typeBounds(type);

/** Whether every value of the range is one of the type. */
export const fits = (range: Range, type: Scalar): boolean => contains(typeBounds(type), range);

/** Null where the ranges have nothing in common. */
export function intersect(a: Range, b: Range): Range | null {
  const lo = a.lo > b.lo ? a.lo : b.lo;
  const hi = a.hi < b.hi ? a.hi : b.hi;
  return lo <= hi ? { lo, hi } : null;
}

/** Where a loop variable's range stops growing: the limits that matter to somebody, so that a loop settles in few rounds. */
const WIDEN_HIGH = [
  0n,
  2n ** 8n - 1n,
  2n ** 16n - 1n,
  2n ** 31n - 1n,
  2n ** 32n - 1n,
  2n ** 63n - 1n,
  2n ** 64n - 1n,
];
const WIDEN_LOW = [0n, -1n, -(2n ** 8n), -(2n ** 16n), -(2n ** 31n), -(2n ** 63n)];

/** At least `grown`, and equal to `old` on a side that did not grow. */
export function widen(old: Range, grown: Range, limit: Range): Range {
  const lo = grown.lo >= old.lo ? old.lo : (WIDEN_LOW.find((bound) => bound <= grown.lo) ?? limit.lo);
  const hi = grown.hi <= old.hi ? old.hi : (WIDEN_HIGH.find((bound) => bound >= grown.hi) ?? limit.hi);
  return { lo: lo < limit.lo ? limit.lo : lo, hi: hi > limit.hi ? limit.hi : hi };
}

/** A power needs no better bound than this exponent: the result no longer fits 64 bits for any base but 0, 1 and -1. */
const LARGEST_EXPONENT = 64n;

/** The range of `a op b` in exact integers, or null where only the type bounds it. `bits`: the width of the type. */
export function binaryRange(op: BinaryOperation, bits: number, a: Range, b: Range): Range | null {
  switch (op) {
    case "add":
      return { lo: a.lo + b.lo, hi: a.hi + b.hi };
    case "sub":
      return { lo: a.lo - b.hi, hi: a.hi - b.lo };
    case "mul":
      return corners(a, b, (x, y) => x * y);
    case "floor-div":
      return divideRange(a, b, floorDivide);
    case "div":
    case "trunc-div":
      return divideRange(a, b, (x, y) => (y === 0n ? 0n : x / y));
    case "floor-mod":
      return floorModRange(a, b);
    case "trunc-mod":
      return truncModRange(a, b);
    case "pow":
      return powerRange(a, b);
    case "and":
      return andRange(a, b);
    case "or":
    case "xor":
      return orRange(a, b);
    case "shl":
      if (b.lo < 0n || b.hi >= BigInt(bits)) return null;
      return corners(a, b, (x, y) => x << y);
    case "shr":
      return shiftRightRange(bits, a, b);
    case "min":
      return { lo: a.lo < b.lo ? a.lo : b.lo, hi: a.hi < b.hi ? a.hi : b.hi };
    case "max":
      return { lo: a.lo > b.lo ? a.lo : b.lo, hi: a.hi > b.hi ? a.hi : b.hi };
  }
}

function corners(a: Range, b: Range, f: (x: bigint, y: bigint) => bigint): Range {
  const values = [f(a.lo, b.lo), f(a.lo, b.hi), f(a.hi, b.lo), f(a.hi, b.hi)];
  return hull(values);
}

function hull(values: readonly bigint[]): Range {
  let lo = values[0] ?? 0n;
  let hi = lo;
  for (const value of values) {
    if (value < lo) lo = value;
    if (value > hi) hi = value;
  }
  return { lo, hi };
}

/** Division is monotonic in each operand while the divisor keeps its sign; a zero divisor gives 0. */
function divideRange(a: Range, b: Range, divide: (x: bigint, y: bigint) => bigint): Range {
  const parts: Range[] = [];
  if (b.hi >= 1n) parts.push(corners(a, { lo: b.lo > 1n ? b.lo : 1n, hi: b.hi }, divide));
  if (b.lo <= -1n) parts.push(corners(a, { lo: b.lo, hi: b.hi < -1n ? b.hi : -1n }, divide));
  if (b.lo <= 0n && b.hi >= 0n) parts.push(exactly(0n));
  return parts.reduce(union);
}

/** The result lies between 0 and the divisor, and has its sign. */
function floorModRange(a: Range, b: Range): Range {
  // A dividend that is already a residue of every divisor stays as it is.
  if (b.lo >= 1n && a.lo >= 0n && a.hi < b.lo) return a;
  const hi = b.hi > 0n ? b.hi - 1n : 0n;
  const lo = b.lo < 0n ? b.lo + 1n : 0n;
  // Of a dividend that is not negative, a positive divisor leaves no more than there was.
  return a.lo >= 0n && b.lo >= 0n && a.hi < hi ? { lo, hi: a.hi } : { lo, hi };
}

/** The result has the dividend's sign and is smaller than the divisor. */
function truncModRange(a: Range, b: Range): Range {
  const largest = hull([b.lo, -b.lo, b.hi, -b.hi]).hi - 1n;
  const limit = largest < 0n ? 0n : largest;
  const hi = a.hi <= 0n ? 0n : a.hi < limit ? a.hi : limit;
  const lo = a.lo >= 0n ? 0n : a.lo > -limit ? a.lo : -limit;
  return { lo, hi };
}

function powerRange(a: Range, b: Range): Range | null {
  if (b.lo < 0n || b.hi > LARGEST_EXPONENT) return null;
  const largest = hull([a.lo, -a.lo, a.hi, -a.hi]).hi;
  const bound = largest ** b.hi > 1n ? largest ** b.hi : 1n;
  return a.lo >= 0n ? { lo: 0n, hi: bound } : { lo: -bound, hi: bound };
}

/** One less than the power of two above `value`, for `value` >= 0. */
const onesAbove = (value: bigint): bigint => (1n << BigInt(value === 0n ? 0 : value.toString(2).length)) - 1n;

function andRange(a: Range, b: Range): Range {
  if (a.lo >= 0n && b.lo >= 0n) return { lo: 0n, hi: a.hi < b.hi ? a.hi : b.hi };
  if (a.lo >= 0n) return { lo: 0n, hi: a.hi };
  if (b.lo >= 0n) return { lo: 0n, hi: b.hi };
  // Signs may be set on both: clearing bits of two's complement numbers goes down to a power of two at most.
  return signedBitsRange(a, b);
}

function orRange(a: Range, b: Range): Range {
  if (a.lo >= 0n && b.lo >= 0n) return { lo: 0n, hi: onesAbove(a.hi > b.hi ? a.hi : b.hi) };
  return signedBitsRange(a, b);
}

/** All numbers of as many bits as the operands need. */
function signedBitsRange(a: Range, b: Range): Range {
  const magnitude = (x: bigint): bigint => onesAbove(x < 0n ? -x - 1n : x);
  const bound = hull([magnitude(a.lo), magnitude(a.hi), magnitude(b.lo), magnitude(b.hi)]).hi;
  return { lo: -bound - 1n, hi: bound };
}

function shiftRightRange(bits: number, a: Range, b: Range): Range {
  const width = BigInt(bits);
  // Counts out of range shift everything out, as a count of the width does.
  const count: Range = b.lo < 0n ? { lo: 0n, hi: width } : { lo: b.lo, hi: b.hi < width ? b.hi : width };
  return corners(a, { lo: count.lo < width ? count.lo : width, hi: count.hi }, (x, y) => x >> y);
}
