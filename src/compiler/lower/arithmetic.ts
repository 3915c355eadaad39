/** Operators on numbers, complex ones taken apart. Types as Numba has them: `types/operators.ts`. */
import {
  type BinaryOperation,
  type Comparison,
  type Expr,
  isFloat,
  isSigned,
  isUnsigned,
  type Scalar,
  SCALAR_BITS,
} from "../ir/ir.ts";
import type { BinaryOperator, CompareOperator, UnaryOperator } from "../syntax/ast.ts";
import type { Span } from "../text/span.ts";
import * as messages from "../types/diagnostics.ts";
import { binaryOperator, compareOperator, unaryOperator } from "../types/operators.ts";
import { scalar, type ScalarName } from "../types/type.ts";
import { divideComplex, multiplyComplex } from "./complex.ts";
import { convertNumber, irType, scalarValue } from "./convert.ts";
import type { Frame } from "./frame.ts";
import * as make from "./make.ts";
import { powerByInteger } from "./power.ts";
import { Refusal } from "./refusal.ts";
import type { ComplexValue, ScalarValue, Value } from "./value.ts";

/** `left op right` on values, tuples included. */
export function binaryValue(frame: Frame, op: BinaryOperator, left: Value, right: Value, span: Span): Value {
  if (left.kind === "tuple" && right.kind === "tuple" && op === "+") {
    return { kind: "tuple", items: [...left.items, ...right.items] };
  }
  return binaryNumber(frame, op, left, right, span);
}

/** `left op right` on numbers. */
export function binaryNumber(frame: Frame, op: BinaryOperator, left: Value, right: Value, span: Span): Value {
  if (
    (left.kind !== "scalar" && left.kind !== "complex") ||
    (right.kind !== "scalar" && right.kind !== "complex")
  ) {
    throw new Refusal(messages.notSupportedYet(`\`${op}\` on these values`, span));
  }
  const signature = binaryOperator(op, left.type, right.type);
  if (!signature) throw new Refusal(messages.notSupportedYet(`\`${op}\` on these types`, span));
  const a = as(left, signature.left, span);
  const b = as(right, signature.right, span);
  const result = scalar(signature.result);
  if (a.kind === "complex" && b.kind === "complex") return binaryComplex(frame, op, a, b, span);
  if (a.kind !== "scalar" || b.kind !== "scalar")
    throw new Refusal(messages.notSupportedYet(`complex \`${op}\``, span));
  switch (signature.ir) {
    case "powi":
      return scalarValue(result, powerByInteger(frame, a.expr, b.expr, span));
    case "pow-float":
      return scalarValue(result, make.math("pow", a.expr.type, [a.expr, b.expr], span));
    case "pow":
      return scalarValue(result, integerPower(frame, a.expr, b.expr, span));
    default:
      return scalarValue(result, make.binary(signature.ir, a.expr, b.expr, span));
  }
}

function integerPower(frame: Frame, base: Expr, exponent: Expr, span: Span): Expr {
  const isLiteral = exponent.kind === "constant";
  return isLiteral ? powerByInteger(frame, base, exponent, span) : make.binary("pow", base, exponent, span);
}

/** A number as a type of the operator's signature. */
export function as(value: Value, type: ScalarName, span: Span): Value {
  const converted = convertNumber(value, scalar(type), span);
  if (!converted) throw new Refusal(messages.notSupportedYet("this conversion", span));
  return converted;
}

function binaryComplex(
  frame: Frame,
  op: BinaryOperator,
  a: ComplexValue,
  b: ComplexValue,
  span: Span,
): Value {
  const each = (operation: BinaryOperation): ComplexValue => ({
    kind: "complex",
    type: a.type,
    re: make.binary(operation, a.re, b.re, span),
    im: make.binary(operation, a.im, b.im, span),
  });
  switch (op) {
    case "+":
      return each("add");
    case "-":
      return each("sub");
    case "*":
      return multiplyComplex(frame, a, b, span);
    case "/":
      return divideComplex(frame, a, b, span);
    case "**":
      // numba/cpython/numbers.py, complex_power_impl: an exponent of 2 is a multiplication.
      if (b.re.kind === "constant" && b.re.value === 2 && b.im.kind === "constant" && b.im.value === 0) {
        return multiplyComplex(frame, a, a, span);
      }
      throw new Refusal(messages.notSupportedYet("a complex power other than 2", span));
    default:
      throw new Refusal(messages.notSupportedYet(`\`${op}\` on complex numbers`, span));
  }
}

/** `op value` for `-`, `+` and `~`. */
export function unaryNumber(op: UnaryOperator, value: Value, span: Span): Value {
  if (value.kind === "complex") {
    if (op === "+") return value;
    return { ...value, re: make.unary("neg", value.re, span), im: make.unary("neg", value.im, span) };
  }
  const signature = value.kind === "scalar" ? unaryOperator(op, value.type) : null;
  if (!signature || value.kind !== "scalar")
    throw new Refusal(messages.notSupportedYet(`\`${op}\` on this value`, span));
  const result = scalar(signature.result);
  const operand = as(value, signature.operand, span) as ScalarValue;
  if (op === "+") return scalarValue(result, operand.expr);
  if (op === "~" && operand.expr.type === "bool")
    return scalarValue(result, make.unary("not", operand.expr, span));
  if (value.expr.type === "bool" || isFloat(value.expr.type))
    return scalarValue(result, negate(operand.expr, span));
  // Numba negates and inverts in the type of the operand, and widens afterwards: -uint8(1) is 255.
  const own = op === "-" ? negateInteger(value.expr, span) : invertInteger(value.expr, span);
  return scalarValue(result, make.convert(irType(result), own, span));
}

function negate(value: Expr, span: Span): Expr {
  if (value.kind === "constant" && typeof value.value === "number")
    return make.constant(value.type, -value.value, span);
  return make.unary("neg", value, span);
}

/** The IR negates and inverts in 32 and 64 bits. */
function negateInteger(value: Expr, span: Span): Expr {
  const wide = make.convert(widened(value), value, span);
  const negated = isUnsigned(wide.type)
    ? make.binary("sub", make.zero(wide.type, span), wide, span)
    : make.unary("neg", wide, span);
  return make.convert(value.type, negated, span);
}

function invertInteger(value: Expr, span: Span): Expr {
  return make.convert(
    value.type,
    make.unary("invert", make.convert(widened(value), value, span), span),
    span,
  );
}

function widened(value: Expr): Scalar {
  if (SCALAR_BITS[value.type] >= 32) return value.type;
  return isUnsigned(value.type) ? "u32" : "i32";
}

const COMPARISONS: Readonly<Partial<Record<CompareOperator, Comparison>>> = {
  "<": "lt",
  "<=": "le",
  "==": "eq",
  "!=": "ne",
  ">": "gt",
  ">=": "ge",
};

/** `left op right` for numbers, a bool. */
export function compareNumbers(op: CompareOperator, left: Value, right: Value, span: Span): Expr {
  const comparison = COMPARISONS[op];
  const isNumber = (value: Value): value is ScalarValue | ComplexValue =>
    value.kind === "scalar" || value.kind === "complex";
  const signature =
    comparison && isNumber(left) && isNumber(right) ? compareOperator(op, left.type, right.type) : null;
  if (!signature || !comparison)
    throw new Refusal(messages.notSupportedYet(`\`${op}\` on these values`, span));
  if (left.kind === "scalar" && right.kind === "scalar" && signature.operand === "int64") {
    const mixed = compareMixed(comparison, left.expr, right.expr, span);
    if (mixed) return mixed;
  }
  const a = as(left, signature.operand, span);
  const b = as(right, signature.operand, span);
  if (a.kind === "scalar" && b.kind === "scalar") return make.compare(comparison, a.expr, b.expr, span);
  if (a.kind !== "complex" || b.kind !== "complex")
    throw new Refusal(messages.notSupportedYet("this comparison", span));
  const re = make.compare(comparison, a.re, b.re, span);
  const im = make.compare(comparison, a.im, b.im, span);
  return make.logical(comparison === "ne" ? "or" : "and", re, im, span);
}

/** Whole numbers below this are floats without rounding. */
const EXACT_FLOATS = 2n ** 53n;
const MIRRORED: Readonly<Record<Comparison, Comparison>> = {
  eq: "eq",
  ne: "ne",
  lt: "gt",
  le: "ge",
  gt: "lt",
  ge: "le",
};

/**
 * A uint64 and a signed integer: no integer type holds both, and Numba compares them as float64. With a small constant
 * that is the comparison of the integers. Null for other types.
 */
function compareMixed(op: Comparison, left: Expr, right: Expr, span: Span): Expr | null {
  if (right.type === "u64" && left.type !== "u64") return compareMixed(MIRRORED[op], right, left, span);
  if (left.type !== "u64" || !isSigned(right.type)) return null;
  if (right.kind === "constant" && typeof right.value === "bigint") {
    const { value } = right;
    if (value >= 0n && value < EXACT_FLOATS)
      return make.compare(op, left, make.constant("u64", value, span), span);
    if (value < 0n) return make.bool(op === "gt" || op === "ge" || op === "ne", span);
  }
  return make.compare(op, make.convert("f64", left, span), make.convert("f64", right, span), span);
}

/** `abs(value)`. */
export function absolute(value: Value, span: Span): Value {
  if (value.kind === "complex") {
    const type = scalar(value.type.name === "complex64" ? "float32" : "float64");
    return scalarValue(type, make.math("hypot", value.re.type, [value.re, value.im], span));
  }
  if (value.kind !== "scalar") throw new Refusal(messages.notSupportedYet("abs of this value", span));
  const { type, expr } = value;
  if (expr.type === "bool") return scalarValue(scalar("int8"), make.convert("i8", expr, span));
  if (expr.type.startsWith("u")) return value;
  // No arithmetic is done in 8 and 16 bits.
  const wide = expr.type === "i8" || expr.type === "i16" ? "i32" : expr.type;
  return scalarValue(
    type,
    make.convert(irType(type), make.unary("abs", make.convert(wide, expr, span), span), span),
  );
}

/** The smaller or larger of two numbers of one type. */
export function extreme(op: "min" | "max", left: ScalarValue, right: ScalarValue, span: Span): ScalarValue {
  const { type } = left;
  const ir = irType(type);
  const wide =
    ir === "i8" || ir === "i16" || ir === "bool" ? "i32" : ir === "u8" || ir === "u16" ? "u32" : ir;
  const a = make.convert(wide, left.expr, span);
  const b = make.convert(wide, right.expr, span);
  return scalarValue(type, make.convert(ir, make.binary(op, a, b, span), span));
}
