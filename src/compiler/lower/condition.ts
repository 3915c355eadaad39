/** Tests, and what is evaluated only where a test says so: `and`, `or`, comparisons in a chain, conditional expressions. */
import type { Expr, Local, Stmt } from "../ir/ir.ts";
import type * as ast from "../syntax/ast.ts";
import type { Span } from "../text/span.ts";
import * as arrayMessages from "../types/array-diagnostics.ts";
import * as messages from "../types/diagnostics.ts";
import type { ScalarType, Type } from "../types/type.ts";
import { unliteral } from "../types/unify.ts";
import { movesOf } from "../types/typed.ts";
import { compareNumbers } from "./arithmetic.ts";
import { convertValue, scalarValue, truthOf } from "./convert.ts";
import { effectsOf, isCheap, isTrivial, mayChange } from "./effects.ts";
import type { LowerContext } from "./lower-context.ts";
import * as make from "./make.ts";
import { Refusal } from "./refusal.ts";
import { expressionsOf, mapValue, type Value } from "./value.ts";

/** The truth of an expression. */
export function lowerCondition(context: LowerContext, expr: ast.Expr): Expr {
  if (expr.kind === "bool") {
    const [first, ...rest] = partsOf(context, expr);
    if (!first) return make.bool(expr.op === "and", expr.span);
    return rest.reduce<Expr>(
      (left, value) => lazyLogical(context, expr.op, left, value, () => context.condition(value)),
      context.condition(first),
    );
  }
  if (expr.kind === "unary" && expr.op === "not")
    return make.unary("not", context.condition(expr.operand), expr.span);
  const truth = truthOf(context.expr(expr), expr.span);
  if (!truth) throw new Refusal(messages.noTruth(context.typeOf(expr), expr.span));
  return truth;
}

/** `left and right` where `right` may need statements, and may assign by a walrus. */
function lazyLogical(
  context: LowerContext,
  op: "and" | "or",
  left: Expr,
  node: ast.Expr,
  right: () => Expr,
): Expr {
  const { frame } = context;
  let value: Expr | null = null;
  const statements = frame.block(() => {
    value = right();
    context.move(movesOf(context.body, node, "then"), node.span);
  });
  const skipped = frame.block(() => context.move(movesOf(context.body, node, "else"), node.span));
  const then = value ?? make.bool(false, node.span);
  if (statements.length === 0 && skipped.length === 0) return make.logical(op, left, then, node.span);
  const result = frame.local("both", "bool", true);
  const evaluate: Stmt[] = [...statements, { kind: "assign", local: result, value: then, span: node.span }];
  const skip: Stmt[] = [
    { kind: "assign", local: result, value: make.bool(op === "or", node.span), span: node.span },
    ...skipped,
  ];
  const isAnd = op === "and";
  frame.emit({
    kind: "if",
    condition: left,
    then: isAnd ? evaluate : skip,
    otherwise: isAnd ? skip : evaluate,
    span: node.span,
  });
  return frame.read(result, node.span);
}

/** The parts of `and` or `or` that may give its value. */
function partsOf(context: LowerContext, expr: ast.BoolOp): readonly ast.Expr[] {
  return context.body.shortened.get(expr) ?? expr.values;
}

/** `a and b` as a value: a if it is false, else b. */
export function lowerBoolOp(context: LowerContext, expr: ast.BoolOp): Value {
  const type = context.typeOf(expr);
  const parts = partsOf(context, expr);
  if (parts.every((value) => isBool(context.typeOf(value)))) {
    const [first, ...rest] = parts;
    const start = first ? boolOf(context.expr(first), first.span) : make.bool(true, expr.span);
    const result = rest.reduce<Expr>(
      (left, value) =>
        lazyLogical(context, expr.op, left, value, () => boolOf(context.expr(value), value.span)),
      start,
    );
    return scalarBool(result);
  }
  const [first, ...rest] = parts;
  if (!first) throw new Refusal(messages.notSupportedYet("an empty test", expr.span));
  return rest.reduce<Value>((left, value) => {
    // Both the test and the result look at it.
    const held = context.frame.settle("left", left);
    const truth = truthOf(held, value.span);
    if (!truth) throw new Refusal(messages.noTruth(context.typeOf(first), first.span));
    const isAnd = expr.op === "and";
    const other = (): Value => {
      const lowered = context.expr(value);
      context.move(movesOf(context.body, value, "then"), value.span);
      return lowered;
    };
    const keep = (): Value => {
      context.move(movesOf(context.body, value, "else"), value.span);
      return held;
    };
    return choose(context, truth, isAnd ? other : keep, isAnd ? keep : other, type, expr.span, "chosen");
  }, context.expr(first));
}

function isBool(type: Type): boolean {
  const plain = unliteral(type);
  return plain.kind === "scalar" && plain.name === "bool";
}

function boolOf(value: Value, span: Span): Expr {
  const truth = truthOf(value, span);
  if (!truth) throw new Refusal(messages.notSupportedYet("this test", span));
  return truth;
}

function scalarBool(expr: Expr): Value {
  return scalarValue({ kind: "scalar", name: "bool" }, expr);
}

/** `then if test else otherwise`. */
export function lowerConditional(
  context: LowerContext,
  expr: ast.Conditional,
  name: string,
  destination: Destination | null = null,
): Value {
  const decided = context.body.decided.get(expr.test);
  if (decided !== undefined) return context.expr(decided ? expr.then : expr.otherwise);
  const condition = context.condition(expr.test);
  const side = (taken: ast.Expr, other: ast.Expr, isFirst: boolean) => (): Value => {
    if (!isFirst) context.move(movesOf(context.body, other, "else"), other.span);
    const value = context.expr(taken);
    context.move(movesOf(context.body, taken, "then"), taken.span);
    if (isFirst) context.move(movesOf(context.body, other, "else"), other.span);
    return value;
  };
  return choose(
    context,
    condition,
    side(expr.then, expr.otherwise, true),
    side(expr.otherwise, expr.then, false),
    destination ? destination.type : context.typeOf(expr),
    expr.span,
    name,
    destination,
  );
}

/** A variable that gets the value, so that no local of its own is needed for a choice. */
export interface Destination {
  readonly local: Local;
  readonly type: ScalarType;
}

/** One of two values of a type: a `select` where both cost little and cannot fail, else an `if` around a local. */
export function choose(
  context: LowerContext,
  condition: Expr,
  then: () => Value,
  otherwise: () => Value,
  type: Type,
  span: Span,
  name: string,
  destination: Destination | null = null,
): Value {
  const { frame } = context;
  const sides = [then, otherwise].map((side) => {
    let value: Value = { kind: "none" };
    const statements = frame.block(() => {
      const converted = convertValue(side(), type, span);
      if (!converted) throw new Refusal(messages.notSupportedYet("this choice between two values", span));
      value = converted;
    });
    return { statements, value };
  });
  const [yes, no] = sides as [{ statements: Stmt[]; value: Value }, { statements: Stmt[]; value: Value }];
  const yesParts = expressionsOf(yes.value);
  const noParts = expressionsOf(no.value);
  if (!sameShape(yes.value, no.value)) {
    throw new Refusal(
      yes.value.kind === "view"
        ? arrayMessages.arrayChangesMemory(name, span)
        : messages.notSupportedYet("a choice between these values", span),
    );
  }
  const isPlain = yes.statements.length === 0 && no.statements.length === 0;
  if (isPlain && [...yesParts, ...noParts].every(isCheap)) {
    const test = yesParts.length > 1 && !isTrivial(condition) ? frame.hold("test", condition) : condition;
    let next = 0;
    return mapValue(yes.value, (part) => {
      const other = noParts[next++] ?? part;
      return part === other ? part : make.select(test, part, other, span);
    });
  }
  const locals = yesParts.map(
    (part, i) =>
      destination?.local ?? frame.local(yesParts.length === 1 ? name : `${name}_${i}`, part.type, true),
  );
  const store = (parts: readonly Expr[]): Stmt[] =>
    parts.flatMap((value, i): Stmt[] => {
      const local = locals[i];
      return local ? [{ kind: "assign", local, value, span }] : [];
    });
  frame.emit({
    kind: "if",
    condition,
    then: [...yes.statements, ...store(yesParts)],
    otherwise: [...no.statements, ...store(noParts)],
    span,
  });
  let next = 0;
  return mapValue(yes.value, (part) => {
    const local = locals[next++];
    return local ? frame.read(local, span) : part;
  });
}

/** True where two values differ in their IR expressions only. */
function sameShape(a: Value, b: Value): boolean {
  if (a.kind !== b.kind) return false;
  if (a.kind === "tuple" && b.kind === "tuple") {
    return (
      a.items.length === b.items.length && a.items.every((item, i) => sameShape(item, b.items[i] ?? item))
    );
  }
  if (a.kind === "view" && b.kind === "view") {
    return (
      a.storage === b.storage &&
      a.fieldBytes === b.fieldBytes &&
      a.axes.length === b.axes.length &&
      a.axes.every((axis, i) => {
        const other = b.axes[i];
        return (
          other !== undefined &&
          (axis.index === null) === (other.index === null) &&
          axis.wraps === other.wraps
        );
      })
    );
  }
  if (a.kind === "string" && b.kind === "string") return a.value === b.value;
  return a.kind === "scalar" || a.kind === "complex" || a.kind === "none";
}

/** `a < b <= c`: b is evaluated once, c only if a < b. */
export function lowerCompare(context: LowerContext, expr: ast.Compare): Expr {
  const { frame } = context;
  const [first, second, ...rest] = expr.operands;
  const [operator, ...operators] = expr.operators;
  if (!first || !second || !operator)
    throw new Refusal(messages.notSupportedYet("this comparison", expr.span));
  const [left, right] = frame.sequence([() => context.expr(first), () => context.expr(second)]);
  if (!left || !right) throw new Refusal(messages.notSupportedYet("this comparison", expr.span));
  if (rest.length === 0) return comparePair(context, operator, left, right, expr.span);
  let middle = mapValue(right, (part, role) => (isTrivial(part) ? part : frame.hold(role || "middle", part)));
  let result = comparePair(context, operator, left, middle, expr.span);
  rest.forEach((operand, i) => {
    const op = operators[i] ?? "<";
    let next: Value = middle;
    let test: Expr = result;
    const isLast = i === rest.length - 1;
    const statements = frame.block(() => {
      next = context.expr(operand);
      if (!isLast)
        next = mapValue(next, (part, role) => (isTrivial(part) ? part : frame.hold(role || "middle", part)));
      test = comparePair(context, op, middle, next, expr.span);
    });
    if (statements.length === 0) {
      result = make.logical("and", result, test, expr.span);
    } else {
      const effects = effectsOf(statements);
      if (expressionsOf(middle).some((part) => mayChange(part, effects))) {
        throw new Refusal(
          messages.notSupportedYet("a comparison in a chain that changes what it compares", operand.span),
        );
      }
      const local = frame.local("holds", "bool", true);
      frame.assign(local, result, expr.span);
      const then: Stmt[] = [...statements, { kind: "assign", local, value: test, span: expr.span }];
      frame.emit({
        kind: "if",
        condition: frame.read(local, expr.span),
        then,
        otherwise: [],
        span: expr.span,
      });
      result = frame.read(local, expr.span);
    }
    middle = next;
  });
  return result;
}

/** One comparison of two values. */
export function comparePair(
  context: LowerContext,
  op: ast.CompareOperator,
  left: Value,
  right: Value,
  span: Span,
): Expr {
  if (op === "is" || op === "is not") {
    const same = isSame(context, left, right, span);
    return op === "is" ? same : make.unary("not", same, span);
  }
  if (op === "in" || op === "not in") {
    if (right.kind !== "tuple") throw new Refusal(messages.notSupportedYet("`in` on this value", span));
    const item = mapValue(left, (part) => (isTrivial(part) ? part : context.frame.hold("item", part)));
    const found = right.items.reduce<Expr>(
      (any, candidate) => make.logical("or", any, comparePair(context, "==", item, candidate, span), span),
      make.bool(false, span),
    );
    return op === "in" ? found : make.unary("not", found, span);
  }
  if (left.kind === "tuple" && right.kind === "tuple")
    return compareTuples(context, op, left.items, right.items, span);
  if (left.kind === "none" || right.kind === "none") {
    return make.bool((left.kind === right.kind) === (op === "=="), span);
  }
  if (left.kind === "string" && right.kind === "string")
    return make.bool(compareText(op, left.value, right.value), span);
  if (left.kind === "static" || right.kind === "static") {
    const same = left.kind === "static" && right.kind === "static" && sameStatic(left, right);
    return make.bool(same === (op === "=="), span);
  }
  return compareNumbers(op, left, right, span);
}

function isSame(context: LowerContext, left: Value, right: Value, span: Span): Expr {
  if (left.kind === "none" || right.kind === "none") return make.bool(left.kind === right.kind, span);
  if (left.kind === "scalar" && right.kind === "scalar") {
    return left.type.name === right.type.name
      ? compareNumbers("==", left, right, span)
      : make.bool(false, span);
  }
  return comparePair(context, "==", left, right, span);
}

function sameStatic(a: Extract<Value, { kind: "static" }>, b: Extract<Value, { kind: "static" }>): boolean {
  if (a.value.kind === "dtype" && b.value.kind === "dtype") {
    return (
      a.value.type.kind === "scalar" &&
      b.value.type.kind === "scalar" &&
      a.value.type.name === b.value.type.name
    );
  }
  return a.value === b.value;
}

function compareText(op: ast.CompareOperator, a: string, b: string): boolean {
  switch (op) {
    case "==":
      return a === b;
    case "!=":
      return a !== b;
    case "<":
      return a < b;
    case "<=":
      return a <= b;
    case ">":
      return a > b;
    default:
      return a >= b;
  }
}

/** Item by item, as Python orders tuples; a missing item is less than any. */
function compareTuples(
  context: LowerContext,
  op: ast.CompareOperator,
  a: readonly Value[],
  b: readonly Value[],
  span: Span,
): Expr {
  if (op === "==" || op === "!=") {
    if (a.length !== b.length) return make.bool(op === "!=", span);
    return a.reduce<Expr>(
      (all, item, i) =>
        make.logical(
          op === "==" ? "and" : "or",
          all,
          comparePair(context, op, item, b[i] ?? item, span),
          span,
        ),
      make.bool(op === "==", span),
    );
  }
  const compareFrom = (i: number): Expr => {
    const left = a[i];
    const right = b[i];
    if (!left || !right) {
      const atEnd = a.length === b.length;
      if (atEnd) return make.bool(op === "<=" || op === ">=", span);
      return make.bool(a.length < b.length === op.startsWith("<"), span);
    }
    const strictly = op.startsWith("<") ? "<" : ">";
    const decided = comparePair(context, strictly, left, right, span);
    const same = comparePair(context, "==", left, right, span);
    return make.logical("or", decided, make.logical("and", same, compareFrom(i + 1), span), span);
  };
  return compareFrom(0);
}
