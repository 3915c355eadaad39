/**
 * What each operation of the IR computes, exactly, on single values: bigint for integers, number for floats,
 * boolean for bool. Constant folding and the interpreter both use it, so a pass can be tested against it.
 */
import {
  type BinaryOperation,
  type Comparison,
  isFloat,
  isInteger,
  isUnsigned,
  SCALAR_BITS,
  type Scalar,
  type UnaryOperation,
} from "../ir/ir.ts";

export type ScalarValue = bigint | number | boolean;

/** The integer of type `type` that has the low bits of `value`. */
export function wrapInteger(type: Scalar, value: bigint): bigint {
  const bits = SCALAR_BITS[type];
  return isUnsigned(type) ? BigInt.asUintN(bits, value) : BigInt.asIntN(bits, value);
}

/** `value` rounded to nearest even in the float type `type`. */
export function roundFloat(type: Scalar, value: number): number {
  if (type === "f64") return value;
  return type === "f32" ? Math.fround(value) : roundHalf(value);
}

/** Bits of the fraction of an f16, and the exponent of its smallest normal number. */
const HALF_FRACTION_BITS = 10;
const HALF_MIN_EXPONENT = -14;
const HALF_MAX = 65504;
/** Half way from the largest f16 to what would come next: this and more rounds to infinity. */
const HALF_OVERFLOW = 65520;

function roundHalf(value: number): number {
  if (value === 0 || !Number.isFinite(value)) return value;
  const magnitude = Math.abs(value);
  if (magnitude >= HALF_OVERFLOW) return value < 0 ? -Infinity : Infinity;
  const exponent = Math.max(Math.floor(Math.log2(magnitude)), HALF_MIN_EXPONENT);
  const unit = 2 ** (exponent - HALF_FRACTION_BITS);
  const scaled = magnitude / unit;
  const below = Math.floor(scaled);
  const rest = scaled - below;
  const rounded = rest > 0.5 || (rest === 0.5 && below % 2 === 1) ? below + 1 : below;
  return Math.sign(value) * Math.min(rounded * unit, HALF_MAX);
}

/** A zero of the type, which a failed read gives. */
export function zeroOf(type: Scalar): ScalarValue {
  if (type === "bool") return false;
  return isFloat(type) ? 0 : 0n;
}

export function evaluateBinary(
  op: BinaryOperation,
  type: Scalar,
  left: ScalarValue,
  right: ScalarValue,
): ScalarValue {
  if (typeof left === "bigint" && typeof right === "bigint") {
    return wrapInteger(type, integerBinary(op, SCALAR_BITS[type], left, right));
  }
  if (typeof left === "boolean" && typeof right === "boolean") {
    if (op === "and") return left && right;
    return op === "or" ? left || right : left !== right;
  }
  return floatBinary(op, type, Number(left), Number(right));
}

/** The exact result, before it wraps; `bits` is the width of the type. */
function integerBinary(op: BinaryOperation, bits: number, a: bigint, b: bigint): bigint {
  switch (op) {
    case "add":
      return a + b;
    case "sub":
      return a - b;
    case "mul":
      return a * b;
    case "floor-div":
      return floorDivide(a, b);
    case "floor-mod":
      return b === 0n ? 0n : a - b * floorDivide(a, b);
    case "div":
    case "trunc-div":
      return b === 0n ? 0n : a / b;
    case "trunc-mod":
      return b === 0n ? 0n : a % b;
    case "pow":
      return integerPower(bits, a, b);
    case "and":
      return a & b;
    case "or":
      return a | b;
    case "xor":
      return a ^ b;
    case "shl":
      return b < 0n || b >= BigInt(bits) ? 0n : a << b;
    case "shr":
      if (b < 0n || b >= BigInt(bits)) return a < 0n ? -1n : 0n;
      return a >> b;
    case "min":
      return a < b ? a : b;
    case "max":
      return a > b ? a : b;
  }
}

/** Toward minus infinity; a zero divisor gives 0. */
export function floorDivide(a: bigint, b: bigint): bigint {
  if (b === 0n) return 0n;
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}

function integerPower(bits: number, base: bigint, exponent: bigint): bigint {
  if (exponent < 0n) {
    if (base === 1n) return 1n;
    if (base === -1n) return exponent % 2n === 0n ? 1n : -1n;
    return 0n;
  }
  let result = 1n;
  let square = base;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = BigInt.asIntN(bits, result * square);
    square = BigInt.asIntN(bits, square * square);
  }
  return result;
}

function floatBinary(op: BinaryOperation, type: Scalar, a: number, b: number): number {
  const round = (value: number): number => roundFloat(type, value);
  switch (op) {
    case "add":
      return round(a + b);
    case "sub":
      return round(a - b);
    case "mul":
      return round(a * b);
    case "div":
      return round(a / b);
    case "trunc-div":
      return Math.trunc(round(a / b));
    case "trunc-mod":
      return a % b;
    case "floor-mod":
      return floatFloorMod(round, a, b);
    case "floor-div":
      return floatFloorDiv(round, a, b);
    case "pow":
      return round(a ** b);
    case "min":
      if (Number.isNaN(a)) return b;
      return Number.isNaN(b) ? a : Math.min(a, b);
    case "max":
      if (Number.isNaN(a)) return b;
      return Number.isNaN(b) ? a : Math.max(a, b);
    default:
      throw new Error(`${op} on ${type}`);
  }
}

/** CPython, Objects/floatobject.c, float_rem. */
function floatFloorMod(round: (value: number) => number, a: number, b: number): number {
  const rest = a % b;
  if (rest === 0) return b < 0 || Object.is(b, -0) ? -0 : 0;
  return b < 0 !== rest < 0 ? round(rest + b) : rest;
}

/** CPython, Objects/floatobject.c, _float_div_mod; a zero divisor divides as IEEE says. */
function floatFloorDiv(round: (value: number) => number, a: number, b: number): number {
  if (b === 0) return Math.floor(a / b);
  const rest = a % b;
  let quotient = round(round(a - rest) / b);
  if (rest !== 0 && b < 0 !== rest < 0) quotient = round(quotient - 1);
  if (quotient === 0) return a / b < 0 || Object.is(a / b, -0) ? -0 : 0;
  const floor = Math.floor(quotient);
  return quotient - floor > 0.5 ? round(floor + 1) : floor;
}

export function evaluateUnary(op: UnaryOperation, type: Scalar, value: ScalarValue): ScalarValue {
  if (op === "not") return !value;
  if (typeof value === "bigint") return wrapInteger(type, integerUnary(op, SCALAR_BITS[type], value));
  const number = Number(value);
  return op === "abs" ? Math.abs(number) : -number;
}

function integerUnary(op: UnaryOperation, bits: number, value: bigint): bigint {
  if (op === "neg") return -value;
  if (op === "invert") return ~value;
  if (op === "abs") return value < 0n ? -value : value;
  const text = BigInt.asUintN(bits, value).toString(2).padStart(bits, "0");
  switch (op) {
    case "popcount":
      return BigInt(text.split("1").length - 1);
    case "clz":
      return BigInt(text.includes("1") ? text.indexOf("1") : bits);
    case "ctz":
      return BigInt(text.includes("1") ? bits - 1 - text.lastIndexOf("1") : bits);
    default:
      return BigInt(`0b${[...text].reverse().join("")}`);
  }
}

export function evaluateCompare(op: Comparison, left: ScalarValue, right: ScalarValue): boolean {
  switch (op) {
    case "eq":
      return left === right;
    case "ne":
      return left !== right;
    case "lt":
      return left < right;
    case "le":
      return left <= right;
    case "gt":
      return left > right;
    case "ge":
      return left >= right;
  }
}

/** `ConvertExpr` without `bits`. */
export function evaluateConvert(from: Scalar, to: Scalar, value: ScalarValue): ScalarValue {
  if (from === to) return value;
  if (to === "bool") return typeof value === "number" ? value !== 0 : value !== 0n && value !== false;
  if (isInteger(to)) {
    if (typeof value === "boolean") return value ? 1n : 0n;
    return typeof value === "bigint" ? wrapInteger(to, value) : floatToInteger(to, value);
  }
  if (typeof value === "bigint" && to === "f32") return bigintToSingle(value);
  return roundFloat(to, Number(value));
}

/** The smallest and the largest value of an integer type. */
export function typeBounds(type: Scalar): { readonly lo: bigint; readonly hi: bigint } {
  if (type === "bool") return { lo: 0n, hi: 1n };
  const bits = BigInt(SCALAR_BITS[type]);
  if (isUnsigned(type)) return { lo: 0n, hi: (1n << bits) - 1n };
  return { lo: -(1n << (bits - 1n)), hi: (1n << (bits - 1n)) - 1n };
}

function floatToInteger(to: Scalar, value: number): bigint {
  if (Number.isNaN(value)) return 0n;
  const { lo, hi } = typeBounds(to);
  if (!Number.isFinite(value)) return value < 0 ? lo : hi;
  const whole = BigInt(Math.trunc(value));
  if (whole < lo) return lo;
  return whole > hi ? hi : whole;
}

/** Rounded once: through float64, an integer of more than 53 bits could round twice. */
function bigintToSingle(value: bigint): number {
  const magnitude = value < 0n ? -value : value;
  const extra = magnitude.toString(2).length - 53;
  if (extra <= 0) return Math.fround(Number(value));
  // Keep 53 bits and let the last one remember whether anything was cut off: then the rounding to 24 bits is right.
  const cut = BigInt(extra);
  const kept = (magnitude >> cut) | ((magnitude & ((1n << cut) - 1n)) === 0n ? 0n : 1n);
  const single = Math.fround(Number(kept) * 2 ** extra);
  return value < 0n ? -single : single;
}

/** `ConvertExpr` with `bits`: the same bits as another type of the same width. */
export function reinterpret(from: Scalar, to: Scalar, value: ScalarValue): ScalarValue {
  if (typeof value === "bigint" && isInteger(to)) return wrapInteger(to, value);
  const view = new DataView(new ArrayBuffer(8));
  writeScalar(view, 0, from, value);
  return readScalar(view, 0, to);
}

/** Bytes of an element as it stands in memory, little-endian. */
export function writeScalar(view: DataView, at: number, type: Scalar, value: ScalarValue): void {
  switch (type) {
    case "f64":
      view.setFloat64(at, Number(value), true);
      return;
    case "f32":
      view.setFloat32(at, Number(value), true);
      return;
    case "f16":
      view.setUint16(at, halfBits(Number(value)), true);
      return;
    default: {
      const integer = BigInt(value);
      for (let byte = 0; byte < SCALAR_BITS[type] / 8; byte++) {
        view.setUint8(at + byte, Number((integer >> BigInt(8 * byte)) & 0xffn));
      }
    }
  }
}

export function readScalar(view: DataView, at: number, type: Scalar): ScalarValue {
  switch (type) {
    case "f64":
      return view.getFloat64(at, true);
    case "f32":
      return view.getFloat32(at, true);
    case "f16":
      return halfValue(view.getUint16(at, true));
    case "bool":
      return view.getUint8(at) !== 0;
    default: {
      let integer = 0n;
      for (let byte = SCALAR_BITS[type] / 8 - 1; byte >= 0; byte--) {
        integer = (integer << 8n) | BigInt(view.getUint8(at + byte));
      }
      return wrapInteger(type, integer);
    }
  }
}

const HALF_INFINITY_BITS = 0x7c00;
const HALF_NAN_BITS = 0x7e00;
const HALF_SIGN_BIT = 0x8000;

function halfBits(value: number): number {
  if (Number.isNaN(value)) return HALF_NAN_BITS;
  const rounded = roundHalf(value);
  const sign = rounded < 0 || Object.is(rounded, -0) ? HALF_SIGN_BIT : 0;
  const magnitude = Math.abs(rounded);
  if (magnitude === Infinity) return sign | HALF_INFINITY_BITS;
  const exponent =
    magnitude === 0 ? HALF_MIN_EXPONENT : Math.max(Math.floor(Math.log2(magnitude)), HALF_MIN_EXPONENT);
  const scaled = magnitude / 2 ** (exponent - HALF_FRACTION_BITS);
  // Subnormals have exponent field 0, and no hidden bit to take off: the sum below gives both.
  return sign | ((exponent - HALF_MIN_EXPONENT) * 2 ** HALF_FRACTION_BITS + scaled);
}

function halfValue(bits: number): number {
  const sign = bits & HALF_SIGN_BIT ? -1 : 1;
  const field = (bits >> HALF_FRACTION_BITS) & 0x1f;
  const fraction = bits & 0x3ff;
  if (field === 0x1f) return fraction === 0 ? sign * Infinity : Number.NaN;
  const hidden = field === 0 ? 0 : 2 ** HALF_FRACTION_BITS;
  const exponent = (field === 0 ? 1 : field) - 1 + HALF_MIN_EXPONENT - HALF_FRACTION_BITS;
  return sign * (hidden + fraction) * 2 ** exponent;
}
