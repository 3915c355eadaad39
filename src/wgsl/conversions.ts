/** Conversions between the scalars of the IR, by value. */
import { type Scalar, SCALAR_BITS, isFloat, isSigned } from "../compiler/ir/ir.ts";
import { call, type Code, infix, member, prefix } from "./code.ts";
import { constantCode, isPair, u32Code, wgslType, zero } from "./types.ts";

export function convertCode(code: Code, from: Scalar, to: Scalar): Code {
  if (from === to) return code;
  if (to === "bool") return toBool(code, from);
  if (from === "bool") return fromBool(code, to);
  if (isFloat(from)) return isFloat(to) ? floatToFloat(code, from, to) : floatToInteger(code, from, to);
  return isFloat(to) ? integerToFloat(code, from, to) : integerToInteger(code, from, to);
}

function toBool(code: Code, from: Scalar): Code {
  if (from === "f64") return prefix("!", call("f64_is_zero", code));
  // By bits, so that NaN counts as true.
  if (isFloat(from)) return infix(infix(call("bitcast<u32>", code), "<<", u32Code(1)), "!=", u32Code(0));
  if (isPair(from)) return prefix("!", call("i64_equal", code, call("vec2u")));
  return infix(code, "!=", zero(from));
}

function fromBool(code: Code, to: Scalar): Code {
  if (to === "f64") return call("select", constantCode("f64", 0), constantCode("f64", 1), code);
  if (isPair(to)) return call("vec2u", call("u32", code), u32Code(0));
  return call(wgslType(to), code);
}

function integerToInteger(code: Code, from: Scalar, to: Scalar): Code {
  if (isPair(to)) {
    if (isPair(from)) return code;
    return wgslType(from) === "i32" ? call("i64_from_i32", code) : call("vec2u", code, u32Code(0));
  }
  const low = isPair(from) ? member(code, "x") : code;
  const lowType = isPair(from) ? "u32" : wgslType(from);
  const target = wgslType(to);
  const bits = SCALAR_BITS[to];
  // Only what leaves the range of a small type needs cutting; a wider or equal source of the same sign fits.
  const fits =
    SCALAR_BITS[from] < bits
      ? isSigned(to) || !isSigned(from)
      : SCALAR_BITS[from] === bits && isSigned(from) === isSigned(to);
  if (bits === 32 || fits) return lowType === target ? low : call(target, low);
  if (target === "u32") return infix(lowType === "u32" ? low : call("u32", low), "&", u32Code(2 ** bits - 1));
  const signed = lowType === "i32" ? low : call("i32", low);
  return infix(infix(signed, "<<", u32Code(32 - bits)), ">>", u32Code(32 - bits));
}

function integerToFloat(code: Code, from: Scalar, to: Scalar): Code {
  if (to === "f64") {
    const source = isPair(from) ? from : wgslType(from);
    return call(`f64_from_${source}`, code);
  }
  const value = isPair(from) ? call(from === "u64" ? "u64_to_f32" : "i64_to_f32", code) : call("f32", code);
  return to === "f16" ? call("f16_round", value) : value;
}

function floatToInteger(code: Code, from: Scalar, to: Scalar): Code {
  const source = from === "f64" ? "f64" : "f32";
  if (SCALAR_BITS[to] >= 32) return call(`${source}_to_${to}`, code);
  // Saturate at the small type's own bounds, as cvt.rzi does.
  const wide = isSigned(to) ? "i32" : "u32";
  const value = call(`${source}_to_${wide}`, code);
  const bits = SCALAR_BITS[to];
  const high = isSigned(to) ? 2 ** (bits - 1) - 1 : 2 ** bits - 1;
  if (!isSigned(to)) return call("min", value, u32Code(high));
  return call("clamp", value, constantCode("i32", BigInt(-high - 1)), constantCode("i32", BigInt(high)));
}

function floatToFloat(code: Code, from: Scalar, to: Scalar): Code {
  if (to === "f64") return call("f64_from_f32", code);
  const value = from === "f64" ? call("f64_to_f32", code) : code;
  return to === "f16" ? call("f16_round", value) : value;
}
