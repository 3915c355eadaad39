/** Binary operations on floats. */
import type { BinaryOperation } from "../compiler/ir/ir.ts";
import { InternalError } from "../compiler/diagnostics/diagnostic.ts";
import { call, type Code, infix } from "./code.ts";

export function binaryFloat32(op: BinaryOperation, left: Code, right: Code): Code {
  switch (op) {
    case "add":
      return infix(left, "+", right);
    case "sub":
      return infix(left, "-", right);
    case "mul":
      return infix(left, "*", right);
    case "div":
    case "trunc-div":
      return op === "div"
        ? infix(left, "/", divisor(right))
        : call("trunc", infix(left, "/", divisor(right)));
    case "floor-div":
      return call("f32_floor_div", left, right);
    case "floor-mod":
      return call("f32_floor_mod", left, right);
    case "trunc-mod":
      return call("f32_fmod", left, right);
    case "min":
    case "max":
    case "pow":
      return call(`f32_${op}`, left, right);
    default:
      throw new InternalError("wgsl", `no operation ${op} on f32`);
  }
}

/** Division by a constant zero is an error to WGSL, even of a variable. */
function divisor(right: Code): Code {
  return /^-?0\.0$/.test(right.text)
    ? call("f32_from_bits", { text: right.text === "0.0" ? "0u" : "0x80000000u", level: "primary" })
    : right;
}

export function binaryFloat64(op: BinaryOperation, left: Code, right: Code): Code {
  switch (op) {
    case "add":
    case "sub":
    case "mul":
    case "div":
    case "min":
    case "max":
      return call(`f64_${op}`, left, right);
    case "trunc-div":
      return call("f64_trunc", call("f64_div", left, right));
    case "floor-div":
      return call("f64_floor_div", left, right);
    case "floor-mod":
      return call("f64_floor_mod", left, right);
    case "trunc-mod":
      return call("f64_fmod", left, right);
    default:
      throw new InternalError("wgsl", `no operation ${op} on f64`);
  }
}
