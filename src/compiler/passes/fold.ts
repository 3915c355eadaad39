/**
 * Constant folding and simple algebra, by the exact arithmetic of each type. A float result never changes: `x * 0`
 * and `x + 0` stay, for the sake of NaN, infinity and -0. What is dropped has no checked load in it, whose failure
 * would have been told.
 */
import {
  evaluateBinary,
  evaluateCompare,
  evaluateConvert,
  evaluateUnary,
  reinterpret,
  roundFloat,
  type ScalarValue,
  wrapInteger,
} from "../analysis/arithmetic.ts";
import { exactly, fits, typeRange } from "../analysis/range.ts";
import {
  type BinaryExpr,
  type Comparison,
  type CompareExpr,
  type ConvertExpr,
  type Expr,
  type Func,
  isFloat,
  isInteger,
  type LogicalExpr,
  type Module,
  SCALAR_BITS,
  type Scalar,
  type Stmt,
  type UnaryExpr,
} from "../ir/ir.ts";
import type { Span } from "../text/span.ts";
import { anyExpr } from "../ir/walk.ts";
import { mapBottomUp, mapFunctions, mapParts, mapStatements } from "./rewrite.ts";

/** Folds every expression of the module, and statements whose condition is known. */
export function fold(module: Module): Module {
  return mapFunctions(module, foldFunction);
}

function foldFunction(func: Func): Func {
  const body = cutUnreachable(mapStatements(func.body, foldExpr, foldStatement));
  return body === func.body ? func : { ...func, body };
}

/** An expression that gives the same value with less work. */
export const foldExpr = (expr: Expr): Expr => mapBottomUp(expr, foldOne);

export const constant = (type: Scalar, value: ScalarValue, span: Span): Expr => ({
  kind: "constant",
  type,
  value,
  span,
});

function foldStatement(statement: Stmt): readonly Stmt[] | null {
  switch (statement.kind) {
    case "if": {
      const condition = foldExpr(statement.condition);
      const known = constantValue(condition);
      const then = foldBody(statement.then);
      const otherwise = foldBody(statement.otherwise);
      if (typeof known === "boolean") return known ? then : otherwise;
      if (then.length === 0 && otherwise.length === 0 && !tells(condition)) return [];
      if (condition === statement.condition && then === statement.then && otherwise === statement.otherwise)
        return [statement];
      return [{ ...statement, condition, then, otherwise }];
    }
    case "loop": {
      const condition = statement.condition && foldExpr(statement.condition);
      const known = condition && constantValue(condition);
      if (known === false) return [];
      const body = foldBody(statement.body);
      if (condition === statement.condition && body === statement.body)
        return known === true ? [{ ...statement, condition: null }] : [statement];
      return [{ ...statement, condition: known === true ? null : condition, body }];
    }
    case "for": {
      const mapped = mapParts({ ...statement, body: [] }, foldExpr);
      if (mapped.kind !== "for") return null;
      const [start, stop] = [constantValue(mapped.start), constantValue(mapped.stop)];
      const body = foldBody(statement.body);
      if (typeof start === "bigint" && typeof stop === "bigint") {
        if (statement.direction === "up" && start >= stop) return [];
        if (statement.direction === "down" && start <= stop) return [];
      }
      const same =
        mapped.start === statement.start && mapped.stop === statement.stop && mapped.step === statement.step;
      return same && body === statement.body ? [statement] : [{ ...mapped, body }];
    }
    default:
      return null;
  }
}

function foldBody(statements: readonly Stmt[]): readonly Stmt[] {
  return cutUnreachable(mapStatements(statements, foldExpr, foldStatement));
}

/** Drops what follows a statement that always leaves. */
function cutUnreachable(statements: readonly Stmt[]): readonly Stmt[] {
  const last = statements.findIndex(leaves);
  return last < 0 || last === statements.length - 1 ? statements : statements.slice(0, last + 1);
}

function leaves(statement: Stmt): boolean {
  switch (statement.kind) {
    case "break":
    case "continue":
    case "return":
    case "fail":
      return true;
    case "if":
      return statement.then.some(leaves) && statement.otherwise.some(leaves);
    default:
      return false;
  }
}

function foldOne(expr: Expr): Expr {
  switch (expr.kind) {
    case "unary":
      return foldUnary(expr);
    case "binary":
      return foldBinary(expr);
    case "compare":
      return foldCompare(expr);
    case "logical":
      return foldLogical(expr);
    case "select": {
      const known = constantValue(expr.condition);
      if (known === undefined) return expr;
      const [taken, dropped] = known ? [expr.then, expr.otherwise] : [expr.otherwise, expr.then];
      return tells(dropped) ? expr : taken;
    }
    case "convert":
      return foldConvert(expr);
    default:
      return expr;
  }
}

function foldUnary(expr: UnaryExpr): Expr {
  const known = constantValue(expr.value);
  if (known !== undefined) return constant(expr.type, evaluateUnary(expr.op, expr.type, known), expr.span);
  const inner = expr.value;
  if (
    inner.kind === "unary" &&
    inner.op === expr.op &&
    (expr.op === "not" || expr.op === "neg" || expr.op === "invert")
  ) {
    return inner.value;
  }
  if (
    expr.op === "not" &&
    inner.kind === "compare" &&
    (isInteger(inner.left.type) || inner.op === "eq" || inner.op === "ne")
  ) {
    // Of floats, only == and != are each other's opposite when NaN takes part.
    return { ...inner, op: OPPOSITE[inner.op], span: expr.span };
  }
  return expr;
}

const OPPOSITE: Readonly<Record<Comparison, Comparison>> = {
  eq: "ne",
  ne: "eq",
  lt: "ge",
  ge: "lt",
  gt: "le",
  le: "gt",
};

function foldBinary(expr: BinaryExpr): Expr {
  const { op, type, left, right, span } = expr;
  const [a, b] = [constantValue(left), constantValue(right)];
  if (a !== undefined && b !== undefined) {
    // How the device divides and raises floats is its own affair; what JavaScript would give may differ in the last bit.
    if (isFloat(type) && op === "pow") return expr;
    return constant(type, evaluateBinary(op, type, a, b), span);
  }
  if (isFloat(type)) {
    if (b === 1 && (op === "mul" || op === "div")) return left;
    return a === 1 && op === "mul" ? right : expr;
  }
  if (type === "bool") return foldBoolBinary(expr, a, b);
  if (typeof b === "bigint") {
    const zero = constant(type, 0n, span);
    const droppable = !tells(left);
    if (
      b === 0n &&
      (op === "add" || op === "sub" || op === "or" || op === "xor" || op === "shl" || op === "shr")
    )
      return left;
    if (b === 0n && (op === "mul" || op === "and") && droppable) return zero;
    if (b === 1n && (op === "mul" || op === "floor-div" || op === "trunc-div" || op === "pow")) return left;
    if (b === 1n && (op === "floor-mod" || op === "trunc-mod") && droppable) return zero;
    if (op === "and" && b === wrapInteger(type, -1n)) return left;
    if (b < 0n && op === "add" && left.kind !== "binary" && fits(exactly(-b), type)) {
      return { ...expr, op: "sub", right: constant(type, -b, expr.right.span) };
    }
    if (op === "add" || op === "sub") return mergeAddends(expr, op === "add" ? b : -b);
  }
  if (typeof a === "bigint") {
    if (a === 0n && (op === "add" || op === "or" || op === "xor")) return right;
    if (a === 0n && (op === "mul" || op === "and") && !tells(right)) return constant(type, 0n, span);
    if (a === 1n && op === "mul") return right;
  }
  return expr;
}

/** `(x + 2) + 3` is `x + 5`, whatever wraps. */
function mergeAddends(expr: BinaryExpr, outer: bigint): Expr {
  const { left } = expr;
  if (left.kind !== "binary" || (left.op !== "add" && left.op !== "sub")) return expr;
  const inner = constantValue(left.right);
  if (typeof inner !== "bigint") return expr;
  const sum = outer + (left.op === "add" ? inner : -inner);
  if (sum === 0n) return left.left;
  const op = sum < 0n ? "sub" : "add";
  const magnitude = sum < 0n ? -sum : sum;
  if (!fits(exactly(magnitude), expr.type)) return expr;
  return { ...expr, op, left: left.left, right: constant(expr.type, magnitude, expr.right.span) };
}

function foldBoolBinary(expr: BinaryExpr, a: ScalarValue | undefined, b: ScalarValue | undefined): Expr {
  const known = a ?? b;
  const other = a === undefined ? expr.left : expr.right;
  if (known === undefined) return expr;
  if (expr.op === "xor")
    return known ? { kind: "unary", op: "not", type: "bool", value: other, span: expr.span } : other;
  const settles = expr.op === "or";
  if (known !== settles) return other;
  return tells(other) ? expr : constant("bool", settles, expr.span);
}

function foldLogical(expr: LogicalExpr): Expr {
  const settles = expr.op === "or";
  const left = constantValue(expr.left);
  if (left !== undefined) return left === settles ? expr.left : expr.right;
  const right = constantValue(expr.right);
  if (right === undefined) return expr;
  if (right !== settles) return expr.left;
  return tells(expr.left) ? expr : expr.right;
}

function foldCompare(expr: CompareExpr): Expr {
  const { op, left, right, span } = expr;
  const [a, b] = [constantValue(left), constantValue(right)];
  if (a !== undefined && b !== undefined) return constant("bool", evaluateCompare(op, a, b), span);
  if (left.type !== "f64") return expr;
  const first = singleOf(left);
  const second = singleOf(right);
  if (first && second) return { ...expr, left: first, right: second };
  if (first && typeof b === "number") return compareWithSingle(expr, first, op, b, right.span);
  if (second && typeof a === "number") return compareWithSingle(expr, second, MIRRORED[op], a, left.span);
  return expr;
}

const MIRRORED: Readonly<Record<Comparison, Comparison>> = {
  eq: "eq",
  ne: "ne",
  lt: "gt",
  gt: "lt",
  le: "ge",
  ge: "le",
};

/** The f32 value behind a conversion to f64, which loses nothing. */
function singleOf(expr: Expr): Expr | null {
  return expr.kind === "convert" && !expr.bits && expr.value.type === "f32" ? expr.value : null;
}

/** Compares an f32 value with an f64 number exactly, in f32: with the neighbour of the number, on the right side of it. */
function compareWithSingle(expr: CompareExpr, value: Expr, op: Comparison, number: number, span: Span): Expr {
  const single = Math.fround(number);
  const other = constant("f32", single, span);
  const build = (comparison: Comparison): Expr => ({ ...expr, op: comparison, left: value, right: other });
  if (single === number || Number.isNaN(number)) return build(op);
  if (op === "eq" || op === "ne") return tells(value) ? expr : constant("bool", op === "ne", expr.span);
  const below = op === "lt" || op === "le";
  // No f32 value lies between the number and its neighbour.
  if (single > number) return build(below ? "lt" : "ge");
  return build(below ? "le" : "gt");
}

function foldConvert(expr: ConvertExpr): Expr {
  const { type, value, span } = expr;
  if (value.type === type) return value;
  const known = constantValue(value);
  if (expr.bits) {
    return known === undefined ? expr : constant(type, reinterpret(value.type, type, known), span);
  }
  if (known !== undefined) return constant(type, evaluateConvert(value.type, type, known), span);
  if (value.kind !== "convert" || value.bits) return expr;
  const from = value.value.type;
  const over = value.type;
  if (!passesThrough(from, over, type)) return expr;
  return from === type ? value.value : { ...expr, value: value.value };
}

/** Whether converting `from` to `to` by way of `over` is the same as converting at once. */
function passesThrough(from: Scalar, over: Scalar, to: Scalar): boolean {
  if (isInteger(from) && isInteger(over)) {
    if (fits(typeRange(from), over)) return true;
    // Only low bits matter, and all of them are still there.
    return isInteger(to) && SCALAR_BITS[over] >= SCALAR_BITS[to];
  }
  if (from === "bool") return isInteger(over) || (isFloat(over) && over !== "f16");
  if (isFloat(from) && isFloat(over)) return SCALAR_BITS[over] >= SCALAR_BITS[from];
  // An integer of up to 32 bits is exact in f64, so it is rounded or cut only once.
  return isInteger(from) && SCALAR_BITS[from] <= 32 && over === "f64" && (isFloat(to) || to === "bool");
}

/** Whether evaluating it may tell of a failure. */
export function tells(expr: Expr): boolean {
  return anyExpr(expr, (inner) => inner.kind === "load" && inner.access.axes.some((axis) => axis.checked));
}

/** The value of a constant. */
export function constantValue(expr: Expr): ScalarValue | undefined {
  if (expr.kind !== "constant") return undefined;
  return typeof expr.value === "number" && isFloat(expr.type)
    ? roundFloat(expr.type, expr.value)
    : expr.value;
}
