/** Types of expressions, except calls, attributes and subscripts, which have files of their own. */
import type * as ast from "../syntax/ast.ts";
import { foldLiteral, truthOf, typeOfConstant } from "./constant-types.ts";
import * as messages from "./diagnostics.ts";
import { inferAttribute } from "./infer-attribute.ts";
import { inferCall } from "./infer-call.ts";
import type { InferContext } from "./infer-context.ts";
import { inferSubscript } from "./infer-subscript.ts";
import { binaryType, comparable } from "./operator-types.ts";
import { positionType } from "./positions.ts";
import { unaryOperator } from "./operators.ts";
import { scalar, type Type, UNKNOWN } from "./type.ts";
import { unify } from "./unify.ts";

const BOOL = scalar("bool");
const UINT64_END = 2n ** 64n;
const INT64_END = 2n ** 63n;
const INT64_START = -(2n ** 63n);

export function inferExpr(context: InferContext, expr: ast.Expr): Type {
  switch (expr.kind) {
    case "number":
      return number(context, expr);
    case "string":
      context.setConstant(expr, { kind: "string", value: expr.value });
      return { kind: "string", value: expr.value };
    case "constant":
      return constant(context, expr);
    case "name":
      return name(context, expr);
    case "attribute":
      return inferAttribute(context, expr);
    case "subscript":
      return inferSubscript(context, expr);
    case "slice":
      for (const part of [expr.lower, expr.upper, expr.step]) if (part) context.expr(part);
      return { kind: "slice", hasStep: expr.step !== null };
    case "call":
      return inferCall(context, expr);
    case "unary":
      return unary(context, expr);
    case "binary":
      return binary(context, expr);
    case "bool":
      return boolean(context, expr);
    case "compare":
      return compare(context, expr);
    case "conditional":
      return conditional(context, expr);
    case "tuple":
      return tuple(context, expr);
    case "named": {
      const type = context.expr(expr.value);
      context.assign(expr.target, type, context.constantOf(expr.value) ?? null);
      return type;
    }
    case "lambda":
      context.defineClosure(expr);
      return { kind: "closure", func: expr };
    case "starred":
      context.report(messages.unsupported("a starred expression here", null, expr.span));
      return UNKNOWN;
    case "unsupported-expr":
      context.report(messages.unsupported(expr.what, expr.instead, expr.span, expr.exception));
      return UNKNOWN;
    case "error-expr":
      return UNKNOWN;
  }
}

/** Infers an expression of which only the truth matters: `and`, `or` and `not` then need no common type. */
export function inferCondition(context: InferContext, expr: ast.Expr): void {
  if (expr.kind === "bool") {
    shorten(context, expr, (value) => context.condition(value));
    return;
  }
  if (expr.kind === "unary" && expr.op === "not") {
    context.condition(expr.operand);
    return;
  }
  const type = context.expr(expr);
  if (!hasTruth(type)) context.report(messages.noTruth(type, expr.span));
}

function hasTruth(type: Type): boolean {
  switch (type.kind) {
    case "scalar":
    case "literal":
    case "tuple":
    case "none":
    case "string":
    case "unknown":
      return true;
    default:
      return false;
  }
}

function number(context: InferContext, expr: ast.NumberLiteral): Type {
  if (expr.form === "int") return wholeNumber(context, expr, BigInt(expr.value));
  if (expr.form === "imaginary") {
    context.setConstant(expr, { kind: "complex", re: 0, im: Number(expr.value) });
    return scalar("complex128");
  }
  context.setConstant(expr, { kind: "float", value: Number(expr.value) });
  return scalar("float64");
}

function wholeNumber(context: InferContext, expr: ast.Expr, value: bigint): Type {
  if (value >= UINT64_END || value < INT64_START) {
    context.report(messages.intTooLarge(expr.span));
    return UNKNOWN;
  }
  context.setConstant(expr, { kind: "int", value });
  // Beyond int64 Numba types a number as uint64.
  return value >= INT64_END ? scalar("uint64") : { kind: "literal", value };
}

function constant(context: InferContext, expr: ast.ConstantLiteral): Type {
  if (expr.value === "...") return { kind: "static", value: { kind: "builtin", name: "builtins.Ellipsis" } };
  const value =
    expr.value === null ? ({ kind: "none" } as const) : ({ kind: "bool", value: expr.value } as const);
  context.setConstant(expr, value);
  return typeOfConstant(value);
}

function name(context: InferContext, expr: ast.Name): Type {
  const version = context.read(expr);
  if (version) return version.type;
  if (version === undefined) {
    context.report(messages.usedBeforeAssignment(expr.id, expr.span));
    return UNKNOWN;
  }
  const value = context.names.lookup(expr.id);
  if (!value) {
    context.report(
      messages.undefinedName(expr.id, expr.span, [...context.variables(), ...context.names.candidates()]),
    );
    return UNKNOWN;
  }
  context.setConstant(expr, value);
  return positionType(value) ?? typeOfConstant(value);
}

function unary(context: InferContext, expr: ast.UnaryOp): Type {
  const folded = foldLiteral(expr);
  if (folded !== null) return wholeNumber(context, expr, folded);
  if (expr.op === "not") {
    context.condition(expr.operand);
    return BOOL;
  }
  const operand = context.expr(expr.operand);
  if (operand.kind === "unknown") return UNKNOWN;
  const found = unaryOperator(expr.op, operand);
  if (found) return scalar(found.result);
  context.report(messages.badOperand(expr.op, operand, expr.span));
  return UNKNOWN;
}

function binary(context: InferContext, expr: ast.BinaryOp): Type {
  const folded = foldLiteral(expr);
  if (folded !== null) return wholeNumber(context, expr, folded);
  const left = context.expr(expr.left);
  const right = context.expr(expr.right);
  const result = binaryType(expr.op, left, right);
  if (result) return result;
  context.report(messages.badOperands(expr.op, left, right, expr, [expr.left, expr.right]));
  return UNKNOWN;
}

function boolean(context: InferContext, expr: ast.BoolOp): Type {
  const types = new Map<ast.Expr, Type>();
  const kept = shorten(context, expr, (value) => {
    const type = context.expr(value);
    if (!hasTruth(type)) context.report(messages.noTruth(type, value.span));
    types.set(value, type);
  });
  return kept.reduce<Type>(
    (result, value) => common(context, result, types.get(value) ?? UNKNOWN, expr, [kept[0] ?? expr, value]),
    UNKNOWN,
  );
}

/**
 * Infers the parts of `and` or `or` from left to right, up to one that decides; answers with those that may give the value.
 * Numba prunes the others, whose outcome constants decide.
 */
function shorten(
  context: InferContext,
  expr: ast.BoolOp,
  part: (value: ast.Expr) => void,
): readonly ast.Expr[] {
  const kept: ast.Expr[] = [];
  const last = expr.values.length - 1;
  for (const [i, value] of expr.values.entries()) {
    if (i === 0) part(value);
    else context.branch(value, () => part(value));
    const truth = i === last ? null : truthOf(context, value);
    if (truth === null || truth === (expr.op === "or")) kept.push(value);
    if (truth !== null && truth === (expr.op === "or")) break;
  }
  if (kept.length < expr.values.length) context.body.shortened.set(expr, kept);
  return kept;
}

function common(
  context: InferContext,
  first: Type,
  second: Type,
  node: ast.Expr,
  parts: readonly ast.Expr[],
): Type {
  if (first.kind === "unknown") return second;
  if (second.kind === "unknown") return first;
  const unified = unify(first, second);
  if (unified) return unified;
  context.report(messages.sidesDiffer(first, second, node.span, parts));
  return UNKNOWN;
}

function conditional(context: InferContext, expr: ast.Conditional): Type {
  context.condition(expr.test);
  const decided = truthOf(context, expr.test);
  if (decided !== null) {
    context.body.decided.set(expr.test, decided);
    return context.expr(decided ? expr.then : expr.otherwise);
  }
  let then: Type = UNKNOWN;
  let otherwise: Type = UNKNOWN;
  context.branch(expr.then, () => {
    then = context.expr(expr.then);
  });
  context.branch(expr.otherwise, () => {
    otherwise = context.expr(expr.otherwise);
  });
  return common(context, then, otherwise, expr, [expr.then, expr.otherwise]);
}

function tuple(context: InferContext, expr: ast.Tuple): Type {
  const items: Type[] = [];
  for (const item of expr.items) {
    if (item.kind !== "starred") {
      items.push(context.expr(item));
      continue;
    }
    const spread = context.expr(item.value);
    if (spread.kind === "tuple") items.push(...spread.items);
    else if (spread.kind === "unknown") return UNKNOWN;
    else
      context.report(
        messages.unsupported(
          `\`*\` on ${spread.kind === "array" ? "an array" : "this value"}`,
          null,
          item.span,
        ),
      );
  }
  return { kind: "tuple", items };
}

function compare(context: InferContext, expr: ast.Compare): Type {
  const types = expr.operands.map((operand) => context.expr(operand));
  expr.operators.forEach((op, i) => {
    const left = types[i];
    const right = types[i + 1];
    const parts = expr.operands.slice(i, i + 2);
    if (left && right && !comparable(op, left, right)) {
      context.report(messages.badOperands(op, left, right, expr, parts));
    }
  });
  return BOOL;
}
