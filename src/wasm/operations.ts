/** IR operations as WebAssembly instructions. What WebAssembly has no instruction for is a function, made once a module (`library.ts`). */
import { type BinaryOperation, type Comparison, isFloat, isSigned, type Scalar } from "../compiler/ir/ir.ts";
import type { Code, Instruction, MemoryInstruction } from "./code.ts";
import type { LibraryName } from "./library.ts";
import type { ValueType } from "./module.ts";

/** The WebAssembly type that carries a scalar. Narrow integers are kept extended to 32 bits by their sign; bool is 0 or 1. */
export function valueType(type: Scalar): ValueType {
  switch (type) {
    case "i64":
    case "u64":
      return "i64";
    case "f64":
      return "f64";
    case "f16":
    case "f32":
      return "f32";
    default:
      return "i32";
  }
}

/** How an element lies in memory. */
export const LOADS: Readonly<Record<Scalar, MemoryInstruction>> = {
  bool: "i32.load8_u",
  i8: "i32.load8_s",
  i16: "i32.load16_s",
  i32: "i32.load",
  i64: "i64.load",
  u8: "i32.load8_u",
  u16: "i32.load16_u",
  u32: "i32.load",
  u64: "i64.load",
  f16: "i32.load16_u",
  f32: "f32.load",
  f64: "f64.load",
};
export const STORES: Readonly<Record<Scalar, MemoryInstruction>> = {
  bool: "i32.store8",
  i8: "i32.store8",
  i16: "i32.store16",
  i32: "i32.store",
  i64: "i64.store",
  u8: "i32.store8",
  u16: "i32.store16",
  u32: "i32.store",
  u64: "i64.store",
  f16: "i32.store16",
  f32: "f32.store",
  f64: "f64.store",
};

/** Operations that are one instruction on every type that they exist for. */
const PLAIN: Readonly<Partial<Record<BinaryOperation, string>>> = {
  add: "add",
  sub: "sub",
  mul: "mul",
  and: "and",
  or: "or",
  xor: "xor",
};
/** Operations with a function of their own, named after type and operation. */
const FUNCTIONS: readonly BinaryOperation[] = [
  "floor-div",
  "floor-mod",
  "trunc-div",
  "trunc-mod",
  "pow",
  "shl",
  "shr",
  "min",
  "max",
];

/** The instruction or library function for an operation on a type. */
export function binaryInstruction(op: BinaryOperation, type: Scalar): Instruction | LibraryName {
  const carrier = valueType(type);
  const plain = PLAIN[op];
  if (plain) return `${carrier}.${plain}` as Instruction;
  if (op === "div") return `${carrier}.div` as Instruction;
  if (!FUNCTIONS.includes(op)) throw new Error(`no operation ${op} on ${type}`);
  return `${isFloat(type) ? carrier : type === "bool" ? "u32" : type}:${op}` as LibraryName;
}

export function compareInstruction(op: Comparison, type: Scalar): Instruction {
  const carrier = valueType(type);
  if (isFloat(type) || op === "eq" || op === "ne") return `${carrier}.${op}` as Instruction;
  return `${carrier}.${op}_${isSigned(type) ? "s" : "u"}` as Instruction;
}

/** Converts the value on the stack as `ConvertExpr` says. */
export function emitConvert(code: Code, from: Scalar, to: Scalar): void {
  if (from === to) return;
  const source = valueType(from);
  const target = valueType(to);
  if (to === "bool") {
    emitTruth(code, source);
    return;
  }
  if (isFloat(from)) {
    if (isFloat(to)) {
      if (source !== target) code.op(source === "f32" ? "f64.promote_f32" : "f32.demote_f64");
      return;
    }
    code.op(`${target}.trunc_sat_${source}_${isSigned(to) ? "s" : "u"}` as Instruction);
    if (target === "i32") clampToWidth(code, to);
    return;
  }
  if (isFloat(to)) {
    code.op(`${target}.convert_${source}_${isSigned(from) ? "s" : "u"}` as Instruction);
    return;
  }
  if (source === "i64" && target === "i32") code.op("i32.wrap_i64");
  else if (source === "i32" && target === "i64")
    code.op(isSigned(from) ? "i64.extend_i32_s" : "i64.extend_i32_u");
  if (target === "i32") normalise(code, to);
}

/** The value on the stack becomes 0 or 1; NaN is true. */
export function emitTruth(code: Code, carrier: ValueType): void {
  switch (carrier) {
    case "i32":
      code.i32(0);
      code.op("i32.ne");
      break;
    case "i64":
      code.i64(0n);
      code.op("i64.ne");
      break;
    case "f32":
      code.f32(0);
      code.op("f32.ne");
      break;
    case "f64":
      code.f64(0);
      code.op("f64.ne");
      break;
  }
}

/** Wraps the i32 on the stack to the width of a narrower type. */
export function normalise(code: Code, type: Scalar): void {
  switch (type) {
    case "i8":
      code.op("i32.extend8_s");
      break;
    case "i16":
      code.op("i32.extend16_s");
      break;
    case "u8":
    case "u16":
      code.i32(type === "u8" ? 0xff : 0xffff);
      code.op("i32.and");
      break;
    default:
      break;
  }
}

const NARROW_RANGE: Readonly<Partial<Record<Scalar, readonly [number, number]>>> = {
  i8: [-128, 127],
  i16: [-32768, 32767],
  u8: [0, 255],
  u16: [0, 65535],
};

/** Saturates the i32 on the stack to a narrower type: a float beyond its range gives its nearest end. */
function clampToWidth(code: Code, type: Scalar): void {
  const range = NARROW_RANGE[type];
  if (!range) return;
  const value = code.local("i32");
  const signedness = isSigned(type) ? "s" : "u";
  code.set(value);
  for (const [bound, compare] of [
    [range[0], "gt"],
    [range[1], "lt"],
  ] as const) {
    if (bound === 0) continue;
    code.get(value);
    code.i32(bound);
    code.get(value);
    code.i32(bound);
    code.op(`i32.${compare}_${signedness}` as Instruction, "select");
    code.set(value);
  }
  code.get(value);
}

/** A constant of a type. */
export function emitConstant(code: Code, type: Scalar, value: bigint | number | boolean): void {
  switch (valueType(type)) {
    case "i32":
      code.i32(Number(BigInt.asIntN(32, BigInt(value))));
      break;
    case "i64":
      code.i64(BigInt(value));
      break;
    case "f32":
      code.f32(Number(value));
      break;
    case "f64":
      code.f64(Number(value));
      break;
  }
}
