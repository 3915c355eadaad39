/** How the IR's scalars look in WGSL: in variables, and as text of constants. */
import { isFloat, isInteger, type Scalar } from "../compiler/ir/ir.ts";
import { type Code, primary } from "./code.ts";

export type WgslScalar = "bool" | "i32" | "u32" | "f32" | "vec2u";

/** The type of variables: small integers widen to 32 bits, halves to f32; 64 bits are pairs of u32, low word first. */
export function wgslType(type: Scalar): WgslScalar {
  switch (type) {
    case "bool":
      return "bool";
    case "i8":
    case "i16":
    case "i32":
      return "i32";
    case "u8":
    case "u16":
    case "u32":
      return "u32";
    case "f16":
    case "f32":
      return "f32";
    default:
      return "vec2u";
  }
}

export const isPair = (type: Scalar): boolean => wgslType(type) === "vec2u";

/** The text of zero. */
export function zero(type: Scalar): Code {
  return primary({ bool: "false", i32: "0", u32: "0u", f32: "0.0", vec2u: "vec2u()" }[wgslType(type)]);
}

const LOW_WORD = 0xffffffffn;
const view = new DataView(new ArrayBuffer(8));

/** A constant of the IR. Infinity and NaN call a helper, since WGSL has no literal for them. */
export function constantCode(type: Scalar, value: bigint | number | boolean): Code {
  if (type === "bool") return primary(String(value === true || value === 1n));
  if (type === "f64") {
    view.setFloat64(0, Number(value));
    const bits = view.getBigUint64(0);
    const [low, high] = [word(bits & LOW_WORD), word(bits >> 32n)];
    return primary(bits === 0n ? "vec2u()" : `vec2u(${low}, ${high} /* ${String(value)} */)`);
  }
  if (isFloat(type)) return f32Code(Number(value));
  if (!isInteger(type)) throw new RangeError(`no constants of type ${type}`);
  const integer = typeof value === "bigint" ? value : BigInt(Number(value));
  switch (wgslType(type)) {
    case "vec2u":
      return pairCode(BigInt.asUintN(64, integer));
    case "u32":
      return u32Code(BigInt.asUintN(32, integer));
    default:
      return i32Code(BigInt.asIntN(32, integer));
  }
}

export function i32Code(value: bigint | number): Code {
  return { text: String(value), level: value < 0 ? "unary" : "primary" };
}
export function u32Code(value: bigint | number): Code {
  return primary(`${value}u`);
}
function pairCode(bits: bigint): Code {
  return primary(bits === 0n ? "vec2u()" : `vec2u(${word(bits & LOW_WORD)}, ${word(bits >> 32n)})`);
}
/** Bit patterns read better in hexadecimal, small numbers in decimal. */
function word(bits: bigint): string {
  return bits < 65536n ? `${bits}u` : `0x${bits.toString(16)}u`;
}

/** The shortest decimal that gives this f32 again. */
export function f32Code(value: number): Code {
  if (!Number.isFinite(value)) {
    const bits = Number.isNaN(value) ? "0x7fc00000u" : value > 0 ? "0x7f800000u" : "0xff800000u";
    return primary(`f32_from_bits(${bits})`);
  }
  const text = shortestF32(value);
  return { text, level: text.startsWith("-") ? "unary" : "primary" };
}

/** Nine digits always suffice for binary32. */
const MOST_DIGITS = 9;

function shortestF32(value: number): string {
  if (value === 0) return Object.is(value, -0) ? "-0.0" : "0.0";
  let text = String(value);
  for (let digits = 1; digits <= MOST_DIGITS; digits++) {
    const candidate = value.toPrecision(digits);
    if (Math.fround(Number(candidate)) === Math.fround(value)) {
      text = String(Number(candidate));
      break;
    }
  }
  text = text.replace("e+", "e");
  return /[.e]/.test(text) ? text : `${text}.0`;
}
