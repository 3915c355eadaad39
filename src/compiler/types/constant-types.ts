/** Compile-time constants: their types, folding of literals as CPython does, and tests whose outcome is known. */
import type { Constant } from "../names/constant.ts";
import type * as ast from "../syntax/ast.ts";
import { partsOf } from "../syntax/assigned.ts";
import type { InferContext } from "./infer-context.ts";
import { NONE, scalar, type Type, UNKNOWN } from "./type.ts";

const INT64_END = 2n ** 63n;

/** The type of a global or closure cell, as Numba's `typeof` has it for constants. */
export function typeOfConstant(value: Constant): Type {
  switch (value.kind) {
    case "int":
      return value.value >= INT64_END ? scalar("uint64") : { kind: "literal", value: value.value };
    case "bool":
      return { kind: "literal", value: value.value };
    case "float":
      return scalar("float64");
    case "complex":
      return scalar("complex128");
    case "none":
      return NONE;
    case "string":
      return { kind: "string", value: value.value };
    case "numpy-scalar":
      return scalar(value.dtype);
    case "tuple":
      return {
        kind: "tuple",
        items: value.items.map(typeOfConstant),
        ...(value.names ? { names: value.names } : {}),
      };
    case "array":
      return {
        kind: "array",
        element: scalar(value.dtype),
        ndim: value.shape.length,
        layout: "C",
        readonly: true,
        space: "constant",
      };
    case "unknown":
      return UNKNOWN;
    case "dtype":
    case "module":
    case "builtin":
    case "function":
    case "object":
      return { kind: "static", value };
  }
}

/**
 * Whole-number arithmetic on literals, which CPython folds before Numba sees it: so `2 * 16` is a literal, `2 * B` is
 * not. Floats are left alone: folded or not, they have the same type and value.
 */
export function foldLiteral(expr: ast.Expr): bigint | null {
  if (expr.kind === "number") return expr.form === "int" ? BigInt(expr.value) : null;
  if (expr.kind === "unary") {
    const value = foldLiteral(expr.operand);
    if (value === null) return null;
    if (expr.op === "-") return -value;
    if (expr.op === "~") return ~value;
    return expr.op === "+" ? value : null;
  }
  if (expr.kind !== "binary") return null;
  const left = foldLiteral(expr.left);
  const right = foldLiteral(expr.right);
  return left === null || right === null ? null : foldBinary(expr.op, left, right);
}

/** Larger results CPython leaves unfolded (its limit is 128 bits). */
const MOST_FOLDED_BITS = 128n;

function foldBinary(op: ast.BinaryOperator, left: bigint, right: bigint): bigint | null {
  switch (op) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "//":
      return right === 0n ? null : floorDivide(left, right);
    case "%":
      return right === 0n ? null : left - floorDivide(left, right) * right;
    case "**":
      return right >= 0n && right <= MOST_FOLDED_BITS ? left ** right : null;
    case "<<":
      return right >= 0n && right <= MOST_FOLDED_BITS ? left << right : null;
    case ">>":
      return right >= 0n ? left >> right : null;
    case "&":
      return left & right;
    case "|":
      return left | right;
    case "^":
      return left ^ right;
    default:
      return null;
  }
}

export function floorDivide(left: bigint, right: bigint): bigint {
  const quotient = left / right;
  return quotient * right !== left && left < 0n !== right < 0n ? quotient - 1n : quotient;
}

/**
 * The outcome of a test that is known before the code runs: literals, globals and closure cells, comparisons of such, and
 * `x is None`. Numba prunes the same branches (core/analysis.py, dead_branch_prune), so what stands in them need not have a type.
 */
export function truthOf(context: InferContext, test: ast.Expr): boolean | null {
  const value = context.constantOf(test);
  if (value) return truthOfConstant(value);
  if (test.kind === "unary" && test.op === "not") {
    const inner = truthOf(context, test.operand);
    return inner === null ? null : !inner;
  }
  if (test.kind === "bool") return truthOfBool(context, test);
  if (test.kind !== "compare" || test.operators.length !== 1) return null;
  const [left, right] = test.operands;
  const operator = test.operators[0];
  if (!left || !right) return null;
  const a = noneOrConstant(context, left);
  const b = noneOrConstant(context, right);
  return a && b && operator ? compareConstants(operator, a, b) : null;
}

/** The constant that an expression is; an argument that is None counts as one. */
function noneOrConstant(context: InferContext, expr: ast.Expr): Constant | undefined {
  return context.constantOf(expr) ?? (context.typeOf(expr).kind === "none" ? { kind: "none" } : undefined);
}

/** `and` and `or` are decided by the parts that can give their value. */
function truthOfBool(context: InferContext, test: ast.BoolOp): boolean | null {
  const kept = context.body.shortened.get(test) ?? test.values;
  if (kept.length === 1 && kept[0]) return truthOf(context, kept[0]);
  // A part that decides ends the test, but those before it must still be evaluated.
  const last = kept.at(-1);
  const decides = test.op === "or";
  const isDecided = last !== undefined && truthOf(context, last) === decides;
  return isDecided && !kept.some(doesSomething) ? decides : null;
}

function doesSomething(expr: ast.Expr): boolean {
  return expr.kind === "call" || expr.kind === "named" || partsOf(expr).some(doesSomething);
}

function truthOfConstant(value: Constant): boolean | null {
  switch (value.kind) {
    case "int":
      return value.value !== 0n;
    case "bool":
      return value.value;
    case "float":
      return value.value !== 0;
    case "none":
      return false;
    case "string":
      return value.value !== "";
    case "numpy-scalar":
      return Number(value.value) !== 0;
    case "tuple":
      return value.items.length > 0;
    default:
      return null;
  }
}

function compareConstants(operator: ast.CompareOperator, a: Constant, b: Constant): boolean | null {
  if (operator === "is" || operator === "is not") {
    if (a.kind !== "none" && b.kind !== "none") return null;
    return (a.kind === b.kind) === (operator === "is");
  }
  const left = plainValue(a);
  const right = plainValue(b);
  if (left === null || right === null || (typeof left === "string") !== (typeof right === "string"))
    return null;
  switch (operator) {
    case "==":
      // biome-ignore lint/suspicious/noDoubleEquals: a bigint and a number of the same value are equal in Python
      return left == right;
    case "!=":
      // biome-ignore lint/suspicious/noDoubleEquals: as above
      return left != right;
    case "<":
      return left < right;
    case "<=":
      return left <= right;
    case ">":
      return left > right;
    case ">=":
      return left >= right;
    default:
      return null;
  }
}

function plainValue(value: Constant): bigint | number | string | null {
  switch (value.kind) {
    case "int":
    case "float":
    case "string":
    case "numpy-scalar":
      return value.value;
    case "bool":
      return value.value ? 1n : 0n;
    default:
      return null;
  }
}
