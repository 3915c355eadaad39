/** Small constructors of IR expressions, which fold what is plain to see so that addresses read well. */
import {
  type BinaryOperation,
  type Comparison,
  type Expr,
  isFloat,
  type Scalar,
  type UnaryOperation,
} from "../ir/ir.ts";
import type { Span } from "../text/span.ts";

export function constant(type: Scalar, value: bigint | number | boolean, span: Span): Expr {
  return { kind: "constant", type, value, span };
}

export function int64(value: bigint | number, span: Span): Expr {
  return constant("i64", BigInt(value), span);
}

export function bool(value: boolean, span: Span): Expr {
  return constant("bool", value, span);
}

export function isConstant(expr: Expr, value: bigint): boolean {
  return expr.kind === "constant" && expr.value === value;
}

/** The zero of a type. */
export function zero(type: Scalar, span: Span): Expr {
  if (type === "bool") return bool(false, span);
  return constant(type, isFloat(type) ? 0 : 0n, span);
}

export function unary(op: UnaryOperation, value: Expr, span: Span): Expr {
  if (op === "not" && value.kind === "constant") return bool(value.value !== true, span);
  if (op === "not" && value.kind === "unary" && value.op === "not") return value.value;
  return { kind: "unary", op, type: value.type, value, span };
}

export function binary(op: BinaryOperation, left: Expr, right: Expr, span: Span): Expr {
  return { kind: "binary", op, type: left.type, left, right, span };
}

/** `left + right`, without adding a constant 0. For integers. */
export function add(left: Expr, right: Expr, span: Span): Expr {
  if (isConstant(left, 0n)) return right;
  if (isConstant(right, 0n)) return left;
  return folded("add", left, right, span) ?? binary("add", left, right, span);
}

export function subtract(left: Expr, right: Expr, span: Span): Expr {
  if (isConstant(right, 0n)) return left;
  return folded("sub", left, right, span) ?? binary("sub", left, right, span);
}

/** `left * right`, without multiplying by a constant 1. For integers. */
export function multiply(left: Expr, right: Expr, span: Span): Expr {
  if (isConstant(left, 1n)) return right;
  if (isConstant(right, 1n)) return left;
  if (isConstant(left, 0n)) return left;
  if (isConstant(right, 0n)) return right;
  return folded("mul", left, right, span) ?? binary("mul", left, right, span);
}

function folded(op: "add" | "sub" | "mul", left: Expr, right: Expr, span: Span): Expr | null {
  if (left.kind !== "constant" || right.kind !== "constant" || left.type !== "i64") return null;
  const [a, b] = [BigInt(left.value), BigInt(right.value)];
  return int64(BigInt.asIntN(64, op === "add" ? a + b : op === "sub" ? a - b : a * b), span);
}

export function compare(op: Comparison, left: Expr, right: Expr, span: Span): Expr {
  return { kind: "compare", op, type: "bool", left, right, span };
}

export function logical(op: "and" | "or", left: Expr, right: Expr, span: Span): Expr {
  const decides = op === "or";
  if (left.kind === "constant") return left.value === decides ? left : right;
  if (right.kind === "constant" && right.value !== decides) return left;
  return { kind: "logical", op, type: "bool", left, right, span };
}

export function select(condition: Expr, then: Expr, otherwise: Expr, span: Span): Expr {
  if (condition.kind === "constant") return condition.value === true ? then : otherwise;
  return { kind: "select", type: then.type, condition, then, otherwise, span };
}

/** A conversion; constants convert at once where that cannot go wrong. */
export function convert(type: Scalar, value: Expr, span: Span): Expr {
  if (value.type === type) return value;
  if (value.kind === "constant") {
    const known = convertConstant(type, value.value);
    if (known !== null) return constant(type, known, value.span);
  }
  return { kind: "convert", type, value, bits: false, span };
}

function convertConstant(type: Scalar, value: bigint | number | boolean): bigint | number | boolean | null {
  switch (type) {
    case "bool":
      return Number.isNaN(value) ? true : Boolean(value);
    case "f64":
      return Number(value);
    case "f32":
      // A bigint beyond 2**53 would be rounded twice.
      return typeof value === "bigint" && BigInt.asIntN(54, value) !== value
        ? null
        : Math.fround(Number(value));
    case "f16":
      return null;
    default: {
      if (typeof value === "number") return null;
      const bits = Number(type.slice(1));
      return type.startsWith("u") ? BigInt.asUintN(bits, BigInt(value)) : BigInt.asIntN(bits, BigInt(value));
    }
  }
}

export function math(fn: string, type: Scalar, args: readonly Expr[], span: Span): Expr {
  return { kind: "math", fn, type, args, span };
}
