/** The value of an expression at module level, as far as the text says. What is not sure is `unknown`. */
import type * as ast from "../syntax/ast.ts";
import type { ScalarName } from "../types/type.ts";
import type { Constant } from "./constant.ts";

const UNKNOWN: Constant = { kind: "unknown" };
/** Bits that a constant integer may have: more are never meant for a kernel, and would cost time. */
const MOST_BITS = 4096n;

/** What the names in the expression stand for. */
export interface ConstantNames {
  lookup(name: string): Constant | undefined;
  attribute(value: Constant, attr: string): Constant | undefined;
}

export function foldConstant(expr: ast.Expr, names: ConstantNames): Constant {
  switch (expr.kind) {
    case "number":
      if (expr.form === "imaginary") return { kind: "complex", re: 0, im: Number(expr.value) };
      return expr.form === "int"
        ? { kind: "int", value: BigInt(expr.value) }
        : { kind: "float", value: Number(expr.value) };
    case "string":
      return { kind: "string", value: expr.value };
    case "constant":
      if (typeof expr.value === "boolean") return { kind: "bool", value: expr.value };
      return expr.value === null ? { kind: "none" } : UNKNOWN;
    case "name":
      return names.lookup(expr.id) ?? UNKNOWN;
    case "attribute":
      return names.attribute(foldConstant(expr.value, names), expr.attr) ?? UNKNOWN;
    case "tuple": {
      if (expr.items.some((item) => item.kind === "starred")) return UNKNOWN;
      const items = expr.items.map((item) => foldConstant(item, names));
      return items.some((item) => item.kind === "unknown") ? UNKNOWN : { kind: "tuple", items };
    }
    case "unary":
      return foldUnary(expr.op, foldConstant(expr.operand, names));
    case "binary":
      return foldBinary(expr.op, foldConstant(expr.left, names), foldConstant(expr.right, names));
    case "subscript":
      return foldSubscript(expr, names);
    case "call":
      return foldCall(expr, names);
    default:
      return UNKNOWN;
  }
}

function foldUnary(op: ast.UnaryOperator, operand: Constant): Constant {
  if (operand.kind === "int") {
    if (op === "-") return { kind: "int", value: -operand.value };
    if (op === "~") return { kind: "int", value: ~operand.value };
    if (op === "not") return { kind: "bool", value: operand.value === 0n };
    return operand;
  }
  if (operand.kind === "float" && (op === "-" || op === "+"))
    return { kind: "float", value: op === "-" ? -operand.value : operand.value };
  return operand.kind === "bool" && op === "not" ? { kind: "bool", value: !operand.value } : UNKNOWN;
}

function foldBinary(op: ast.BinaryOperator, left: Constant, right: Constant): Constant {
  if (left.kind === "int" && right.kind === "int") return foldIntegers(op, left.value, right.value);
  const a = asFloat(left);
  const b = asFloat(right);
  if (a === null || b === null) return UNKNOWN;
  switch (op) {
    case "+":
      return { kind: "float", value: a + b };
    case "-":
      return { kind: "float", value: a - b };
    case "*":
      return { kind: "float", value: a * b };
    case "/":
      return b === 0 ? UNKNOWN : { kind: "float", value: a / b };
    default:
      // Powers and remainders of floats are the C library's, whose last bit JavaScript need not share.
      return UNKNOWN;
  }
}

function asFloat(value: Constant): number | null {
  if (value.kind === "float") return value.value;
  return value.kind === "int" && isExact(value.value) ? Number(value.value) : null;
}

function isExact(value: bigint): boolean {
  return BigInt(Number(value)) === value;
}

function foldIntegers(op: ast.BinaryOperator, a: bigint, b: bigint): Constant {
  const int = (value: bigint): Constant => ({ kind: "int", value });
  switch (op) {
    case "+":
      return int(a + b);
    case "-":
      return int(a - b);
    case "*":
      return bitLength(a) + bitLength(b) > MOST_BITS ? UNKNOWN : int(a * b);
    case "/":
      return b !== 0n && isExact(a) && isExact(b) ? { kind: "float", value: Number(a) / Number(b) } : UNKNOWN;
    case "//":
      return b === 0n ? UNKNOWN : int(floorDivide(a, b));
    case "%":
      return b === 0n ? UNKNOWN : int(a - floorDivide(a, b) * b);
    case "**":
      return b < 0n || bitLength(a) * b > MOST_BITS ? UNKNOWN : int(a ** b);
    case "<<":
      return b < 0n || b > MOST_BITS || bitLength(a) + b > MOST_BITS ? UNKNOWN : int(a << b);
    case ">>":
      return b < 0n ? UNKNOWN : int(b > MOST_BITS ? (a < 0n ? -1n : 0n) : a >> b);
    case "&":
      return int(a & b);
    case "|":
      return int(a | b);
    case "^":
      return int(a ^ b);
    default:
      return UNKNOWN;
  }
}

function floorDivide(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}

function bitLength(value: bigint): bigint {
  return BigInt((value < 0n ? -value : value).toString(16).length * 4);
}

function foldSubscript(expr: ast.Subscript, names: ConstantNames): Constant {
  const value = foldConstant(expr.value, names);
  const [only] = expr.indices;
  if (value.kind !== "tuple" || expr.isTuple || !only || only.kind === "slice") return UNKNOWN;
  const index = foldConstant(only, names);
  if (index.kind !== "int") return UNKNOWN;
  return value.items.at(Number(index.value)) ?? UNKNOWN;
}

/** `np.float32(2)`, `uint64(0x9E37)`. */
function foldCall(expr: ast.Call, names: ConstantNames): Constant {
  const callee = foldConstant(expr.func, names);
  const [only] = expr.args;
  if (callee.kind !== "dtype" || callee.type.kind !== "scalar") return UNKNOWN;
  if (!only || expr.args.length !== 1 || expr.keywords.length > 0) return UNKNOWN;
  const value = foldConstant(only, names);
  return scalarOf(callee.type.name, value);
}

function scalarOf(dtype: ScalarName, value: Constant): Constant {
  const isInteger = /^u?int/.test(dtype);
  if (isInteger && value.kind === "int") {
    const bits = Number(/\d+/.exec(dtype)?.[0] ?? "64");
    const wrapped = dtype.startsWith("u")
      ? BigInt.asUintN(bits, value.value)
      : BigInt.asIntN(bits, value.value);
    return wrapped === value.value ? { kind: "numpy-scalar", dtype, value: wrapped } : UNKNOWN;
  }
  const number = asFloat(value);
  if (number === null || !dtype.startsWith("float") || dtype === "float16") return UNKNOWN;
  return { kind: "numpy-scalar", dtype, value: dtype === "float32" ? Math.fround(number) : number };
}
