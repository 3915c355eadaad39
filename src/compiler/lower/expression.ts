/** Expressions: each becomes a value, and the statements that it needs go to the block at hand. */
import type { Expr } from "../ir/ir.ts";
import type { Constant } from "../names/constant.ts";
import type * as ast from "../syntax/ast.ts";
import type { Span } from "../text/span.ts";
import * as messages from "../types/diagnostics.ts";
import { binaryValue, unaryNumber } from "./arithmetic.ts";
import { lowerAttribute } from "./attribute.ts";
import { lowerCall } from "./call.ts";
import { lowerBoolOp, lowerCompare, lowerConditional } from "./condition.ts";
import { constantArray } from "./constant-array.ts";
import { constantValue, scalarValue } from "./convert.ts";
import type { LowerContext } from "./lower-context.ts";
import * as make from "./make.ts";
import { positionValue } from "./positions.ts";
import { Refusal } from "./refusal.ts";
import { lowerSubscript } from "./subscript.ts";
import type { Value } from "./value.ts";

/** The value of an expression. `name` is what a local for it would be called. */
export function lowerExpr(context: LowerContext, expr: ast.Expr, name = "value"): Value {
  const constant = context.body.constants.get(expr);
  if (constant) return ofConstant(context, constant, expr);
  const { span } = expr;
  switch (expr.kind) {
    case "name":
      return readName(context, expr);
    case "attribute":
      return lowerAttribute(context, expr);
    case "subscript":
      return lowerSubscript(context, expr, name);
    case "slice":
      return slice(context, expr);
    case "call":
      return lowerCall(context, expr, name);
    case "unary":
      if (expr.op === "not") return bool(context.condition(expr), span);
      return unaryNumber(expr.op, context.expr(expr.operand), span);
    case "binary":
      return binary(context, expr);
    case "bool":
      return lowerBoolOp(context, expr);
    case "compare":
      return bool(lowerCompare(context, expr), span);
    case "conditional":
      return lowerConditional(context, expr, name);
    case "tuple":
      return tuple(context, expr);
    case "named": {
      const value = context.expr(expr.value);
      const version = context.body.versions.get(expr.target);
      if (!version) throw new Refusal(messages.notSupportedYet("this assignment", span));
      context.variables.assign(version, value, span);
      return context.read(version, span);
    }
    case "lambda":
      return { kind: "closure", func: expr };
    case "constant":
      return { kind: "static", value: { kind: "builtin", name: "builtins.Ellipsis" } };
    default:
      throw new Refusal(messages.notSupportedYet("this expression", span));
  }
}

function ofConstant(context: LowerContext, constant: Constant, expr: ast.Expr): Value {
  if (constant.kind === "array") {
    const name = expr.kind === "name" ? expr.id : expr.kind === "attribute" ? expr.attr : "constant";
    return constantArray(context.module, name, constant, expr.span);
  }
  if (constant.kind === "builtin") {
    const position = positionValue(constant.name, expr.span);
    if (position) return position;
  }
  const value = constantValue(constant, expr.span);
  if (value) return value;
  throw new Refusal(messages.notSupportedYet("this constant", expr.span));
}

function readName(context: LowerContext, expr: ast.Name): Value {
  const version = context.body.versions.get(expr);
  if (!version) throw new Refusal(messages.usedBeforeAssignment(expr.id, expr.span));
  if (version.type.kind === "static" && !context.variables.has(version)) {
    return { kind: "static", value: version.type.value };
  }
  if (version.type.kind === "closure") return { kind: "closure", func: version.type.func };
  return context.read(version, expr.span);
}

function bool(expr: Expr, _span: Span): Value {
  return scalarValue({ kind: "scalar", name: "bool" }, expr);
}

function binary(context: LowerContext, expr: ast.BinaryOp): Value {
  const [left, right] = context.frame.sequence([
    () => context.expr(expr.left),
    () => context.expr(expr.right),
  ]);
  if (!left || !right) throw new Refusal(messages.notSupportedYet("this expression", expr.span));
  return binaryValue(context.frame, expr.op, left, right, expr.span);
}

function tuple(context: LowerContext, expr: ast.Tuple): Value {
  const values = context.frame.sequence(
    expr.items.map((item) => () => context.expr(item.kind === "starred" ? item.value : item)),
  );
  const items = values.flatMap((value, i): readonly Value[] => {
    if (expr.items[i]?.kind !== "starred") return [value];
    return value.kind === "tuple" ? value.items : [];
  });
  return { kind: "tuple", items };
}

function slice(context: LowerContext, expr: ast.Slice): Value {
  const parts = [expr.lower, expr.upper, expr.step];
  const values = context.frame.sequence(
    parts.map((part) => () => (part ? context.expr(part) : { kind: "none" })),
  );
  const [lower, upper, step] = values.map((value) =>
    value.kind === "scalar" ? make.convert("i64", value.expr, expr.span) : null,
  );
  return { kind: "slice", lower: lower ?? null, upper: upper ?? null, step: step ?? null };
}
