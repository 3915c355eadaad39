/** `for` and `while`. */
import type { Expr, Local, Stmt } from "../ir/ir.ts";
import type * as ast from "../syntax/ast.ts";
import type { Span } from "../text/span.ts";
import { assignedNames } from "../syntax/assigned.ts";
import { type Move, movesOf } from "../types/typed.ts";
import { irType, scalarValue } from "./convert.ts";
import { effectsOf, mayChange } from "./effects.ts";
import { iterationOf } from "./iterate.ts";
import type { LowerContext } from "./lower-context.ts";
import * as make from "./make.ts";
import type { Value } from "./value.ts";

/** What `break` and `continue` need to know of the loop around them. */
export interface LoopFrame {
  readonly statement: ast.For | ast.While;
  /** Set before a `break` where an `else` clause has to know. */
  readonly broken: Local | null;
  /** What an exit by the test takes over, kept up at every way to the loop's head. */
  readonly exitMoves: readonly Move[];
}

export interface LoopContext extends LowerContext {
  enterLoop(frame: LoopFrame, write: () => void): void;
}

export function lowerWhile(context: LoopContext, statement: ast.While): void {
  const { frame, body } = context;
  const { span } = statement;
  const testSpan = statement.test.span;
  const decided = body.decided.get(statement.test);
  context.move(movesOf(body, statement, "entry"), span);
  const hasElse = statement.orelse.length > 0;
  const broken = hasElse ? brokenFlag(context, statement.body, span) : null;
  // Moves of an exit by the test stand at the test itself.
  const exitMoves = [...movesOf(body, statement, "exit"), ...movesOf(body, statement, "tested")];
  if (decided === false) {
    context.move(exitMoves, span);
    context.statements(statement.orelse);
    context.move(movesOf(body, statement, "else"), span);
    return;
  }
  let condition: Expr = make.bool(true, testSpan);
  const before = frame.block(() => {
    if (decided !== true) condition = context.condition(statement.test);
  });
  const exit = frame.block(() => context.move(exitMoves, span));
  const isSimple = before.length === 0 && exit.length === 0;
  const inside = frame.block(() => {
    if (!isSimple && decided !== true) {
      frame.emitAll(before);
      const stop: Stmt[] = [...exit, { kind: "break", span: testSpan }];
      frame.emit({
        kind: "if",
        condition: make.unary("not", condition, testSpan),
        then: stop,
        otherwise: [],
        span: testSpan,
      });
    }
    context.enterLoop({ statement, broken, exitMoves: [] }, () => {
      context.statements(statement.body);
      context.move(movesOf(body, statement, "back"), span);
    });
  });
  const budget = context.module.site("loop-budget", { start: span.start, end: testSpan.end }, "while");
  frame.emit({
    kind: "loop",
    condition: isSimple && decided !== true ? condition : null,
    body: inside,
    budget,
    span,
  });
  finish(context, statement, broken);
}

/** The `else` clause, and what it leaves. */
function finish(context: LowerContext, statement: ast.For | ast.While, broken: Local | null): void {
  if (statement.orelse.length === 0) return;
  const { frame } = context;
  const { span } = statement;
  const write = (): void => {
    context.statements(statement.orelse);
    context.move(movesOf(context.body, statement, "else"), span);
  };
  if (!broken) {
    write();
    return;
  }
  const then = frame.block(write);
  frame.emit({
    kind: "if",
    condition: make.unary("not", frame.read(broken, span), span),
    then,
    otherwise: [],
    span,
  });
}

/** A local that says whether the loop was left by `break`; null where it has none. */
function brokenFlag(context: LowerContext, statements: readonly ast.Stmt[], span: Span): Local | null {
  if (!hasBreak(statements)) return null;
  const local = context.frame.local("broken", "bool", false);
  context.frame.assign(local, make.bool(false, span), span);
  return local;
}

function hasBreak(statements: readonly ast.Stmt[]): boolean {
  return statements.some((statement) => {
    switch (statement.kind) {
      case "break":
        return true;
      case "if":
        return hasBreak(statement.body) || hasBreak(statement.orelse);
      case "match":
        return statement.cases.some((entry) => hasBreak(entry.body));
      case "for":
      case "while":
        return hasBreak(statement.orelse);
      default:
        return false;
    }
  });
}

export function lowerFor(context: LoopContext, statement: ast.For): void {
  const { frame, body } = context;
  const { span } = statement;
  const iterable = context.expr(statement.iter);
  const exitMoves = movesOf(body, statement, "exit");
  const broken = statement.orelse.length > 0 ? brokenFlag(context, statement.body, span) : null;
  const plan = loopPlan(context, statement, iterable);
  context.move(movesOf(body, statement, "entry"), span);
  context.move(exitMoves, span);
  const inside = frame.block(() => {
    context.enterLoop({ statement, broken, exitMoves }, () => {
      plan.begin();
      context.statements(statement.body);
      context.move(movesOf(body, statement, "back"), span);
      context.move(exitMoves, span);
    });
  });
  const { stop, step } = plan.bounds(inside);
  frame.emit({
    kind: "for",
    counter: plan.counter,
    start: plan.start,
    stop,
    step,
    direction: directionOf(step),
    body: inside,
    span,
  });
  finish(context, statement, broken);
}

interface LoopPlan {
  readonly counter: Local;
  readonly start: Expr;
  /** Gives the target its value at the start of an iteration. */
  readonly begin: () => void;
  /** Where the loop stops and how it steps, as values that the body does not change. */
  readonly bounds: (inside: readonly Stmt[]) => { readonly stop: Expr; readonly step: Expr };
}

function directionOf(step: Expr): "up" | "down" | "either" {
  if (step.kind !== "constant" || typeof step.value !== "bigint") return "either";
  return step.value > 0n ? "up" : "down";
}

function loopPlan(context: LoopContext, statement: ast.For, iterable: Value): LoopPlan {
  const { frame } = context;
  const { span, target } = statement;
  const asRange =
    iterable.kind === "tuple" ? progression(iterable, span) : iterable.kind === "range" ? iterable : null;
  if (asRange) return rangePlan(context, statement, asRange);
  const iteration = iterationOf(context, iterable, span);
  const counter = frame.local(counterName(target), "i64", true);
  const index = frame.read(counter, span);
  return {
    counter,
    start: make.int64(0, span),
    begin: () => context.assignTarget(target, iteration.item(index), target.span),
    bounds: (inside) => ({
      stop: fixed(context, "count", iteration.count, inside),
      step: make.int64(1, span),
    }),
  };
}

function counterName(target: ast.Expr): string {
  return target.kind === "name" ? `${target.id}_index` : "k";
}

function rangePlan(
  context: LoopContext,
  statement: ast.For,
  range: Extract<Value, { kind: "range" }>,
): LoopPlan {
  const { frame } = context;
  const { target } = statement;
  const version = target.kind === "name" ? context.body.versions.get(target) : undefined;
  const isOwn =
    target.kind === "name" &&
    version !== undefined &&
    !context.variables.joins(version) &&
    !assignedNames(statement.body).has(target.id);
  const name = target.kind === "name" ? target.id : "k";
  const counter = frame.local(isOwn ? name : `${name}_count`, irType(range.element), true);
  const value = scalarValue(range.element, frame.read(counter, target.span));
  // The target is the counter itself where nothing else assigns it and nothing reads it afterwards.
  if (isOwn && version) context.variables.bind(version, value);
  return {
    counter,
    start: range.start,
    begin: () => {
      if (!isOwn) context.assignTarget(target, value, target.span);
    },
    bounds: (inside) => ({
      stop: fixed(context, "stop", range.stop, inside),
      step: fixed(context, "step", range.step, inside),
    }),
  };
}

/** A bound that the body may change is kept in a local from before the loop. */
function fixed(context: LowerContext, name: string, value: Expr, inside: readonly Stmt[]): Expr {
  const effects = effectsOf(inside);
  const hasLoad = mayChange(value, { locals: new Set(), memory: true });
  return hasLoad || mayChange(value, effects) ? context.frame.hold(name, value) : value;
}

/** A tuple of whole numbers at equal distances counts like a range: `for d in (-1, 0, 1)`. */
function progression(
  tuple: Extract<Value, { kind: "tuple" }>,
  span: Span,
): Extract<Value, { kind: "range" }> | null {
  const values: bigint[] = [];
  for (const item of tuple.items) {
    if (item.kind !== "scalar" || item.expr.kind !== "constant" || typeof item.expr.value !== "bigint")
      return null;
    values.push(item.expr.value);
  }
  const [first, second] = values;
  const [item] = tuple.items;
  if (first === undefined || second === undefined || item?.kind !== "scalar") return null;
  const step = second - first;
  if (step === 0n || values.some((value, i) => value !== first + step * BigInt(i))) return null;
  const { type } = item.expr;
  if (type !== "i64" && type !== "u64" && type !== "i32" && type !== "u32") return null;
  const stop = first + step * BigInt(values.length);
  if (stop < -(2n ** 31n) || stop >= 2n ** 31n || (type.startsWith("u") && (stop < 0n || step < 0n)))
    return null;
  const at = (value: bigint): Expr => make.constant(type, value, span);
  return { kind: "range", element: item.type, start: at(first), stop: at(stop), step: at(step) };
}
