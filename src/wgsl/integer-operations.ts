/** Binary operations on integers. WGSL's own operators where they mean the same, helpers where they do not. */
import type { BinaryExpr, Expr } from "../compiler/ir/ir.ts";
import { constantValue } from "./constant-values.ts";
import { InternalError } from "../compiler/diagnostics/diagnostic.ts";
import { call, type Code, infix, sum } from "./code.ts";
import type { Scope } from "./scope.ts";
import { constantCode, u32Code, wgslType, zero } from "./types.ts";

const PLAIN = { add: "+", sub: "-", mul: "*", and: "&", or: "|", xor: "^" } as const;
const WORD_BITS = 32n;

export function binaryInteger32(expr: BinaryExpr, left: Code, right: Code, scope: Scope): Code {
  const { op } = expr;
  const unsigned = wgslType(expr.type) === "u32";
  switch (op) {
    case "add":
      return sum(left, right);
    case "sub":
    case "mul":
    case "and":
    case "or":
    case "xor":
      return infix(left, PLAIN[op], right);
    case "min":
    case "max":
      return call(op, left, right);
    case "pow":
      return call(unsigned ? "u32_pow" : "i32_pow", left, right);
    case "shl":
    case "shr":
      return shift(expr, left, right, scope);
    default:
      return division(expr, left, right, scope);
  }
}

function shift(expr: BinaryExpr, left: Code, right: Code, scope: Scope): Code {
  const operator = expr.op === "shl" ? "<<" : ">>";
  const count = integerOf(expr.right, scope);
  if (count !== null) {
    if (count >= 0n && count < WORD_BITS) return infix(left, operator, u32Code(count));
    // Negative counts are large ones.
    if (expr.op === "shl" || wgslType(expr.type) === "u32") return zero(expr.type);
    return infix(left, ">>", u32Code(31));
  }
  const unsigned = wgslType(expr.right.type) === "u32" ? right : call("u32", right);
  if (isBelow32(expr.right)) return infix(left, operator, unsigned);
  return call(`${wgslType(expr.type)}_${expr.op}`, left, unsigned);
}

/** `x & 31` and what is below. */
function isBelow32(expr: Expr): boolean {
  if (expr.kind === "position" && expr.which === "lane") return true;
  if (expr.kind !== "binary") return false;
  const bound =
    expr.right.kind === "constant" && typeof expr.right.value === "bigint" ? expr.right.value : null;
  if (bound === null) return false;
  if (expr.op === "and") return bound >= 0n && bound < WORD_BITS;
  return expr.op === "floor-mod" && bound > 0n && bound <= WORD_BITS;
}

function division(expr: BinaryExpr, left: Code, right: Code, scope: Scope): Code {
  const unsigned = wgslType(expr.type) === "u32";
  const divisor = integerOf(expr.right, scope);
  const quotient = expr.op === "floor-div" || expr.op === "trunc-div";
  if (divisor === 0n) return zero(expr.type);
  if (unsigned || (scope.isNatural(expr.left) && scope.isNatural(expr.right))) {
    // WGSL's remainder by zero is zero already; its quotient is not.
    if (!quotient) return infix(left, "%", right);
    return divisor !== null ? infix(left, "/", right) : call(unsigned ? "u32_div" : "i32_div", left, right);
  }
  if (expr.op === "trunc-div")
    return divisor !== null ? infix(left, "/", right) : call("i32_div", left, right);
  if (expr.op === "trunc-mod") return infix(left, "%", right);
  const power = divisor === null ? null : powerOfTwo(divisor);
  if (power !== null) {
    // Arithmetic shift and mask round toward minus infinity.
    return quotient
      ? infix(left, ">>", u32Code(power))
      : infix(left, "&", constantCode(expr.type, (1n << BigInt(power)) - 1n));
  }
  return call(quotient ? "floor_div" : "floor_mod", left, right);
}

function powerOfTwo(value: bigint): number | null {
  if (value <= 0n || (value & (value - 1n)) !== 0n) return null;
  return value.toString(2).length - 1;
}

function integerOf(expr: Expr, scope: Scope): bigint | null {
  const value = constantValue(expr, scope.block);
  return typeof value === "bigint" ? value : null;
}

export function binaryInteger64(expr: BinaryExpr, left: Code, right: Code, scope: Scope): Code {
  const { op } = expr;
  const family = expr.type === "u64" ? "u64" : "i64";
  switch (op) {
    case "add":
    case "sub":
    case "mul":
    case "and":
    case "or":
    case "xor":
      return call(`i64_${op}`, left, right);
    case "min":
    case "max":
    case "pow":
      return call(`${family}_${op}`, left, right);
    case "shl":
    case "shr": {
      const count = integerOf(expr.right, scope);
      const word =
        count === null ? call("i64_count", right) : u32Code(count < 0n || count > 63n ? 64 : count);
      return call(op === "shl" ? "i64_shl" : `${family}_shr`, left, word);
    }
    case "floor-div":
    case "trunc-div":
      return call(
        family === "u64" ? "u64_div" : op === "floor-div" ? "i64_floor_div" : "i64_trunc_div",
        left,
        right,
      );
    case "floor-mod":
    case "trunc-mod":
      return call(
        family === "u64" ? "u64_mod" : op === "floor-mod" ? "i64_floor_mod" : "i64_trunc_mod",
        left,
        right,
      );
    case "div":
      throw new InternalError("wgsl", "true division of integers");
  }
}
