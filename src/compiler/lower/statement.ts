/** Statements. */
import type { Constant } from "../names/constant.ts";
import type { Stmt } from "../ir/ir.ts";
import type * as ast from "../syntax/ast.ts";
import * as messages from "../types/diagnostics.ts";
import { movesOf } from "../types/typed.ts";
import { lowerAssign, lowerAugmented } from "./assignment.ts";
import { comparePair } from "./condition.ts";
import { isTrivial } from "./effects.ts";
import { failure } from "./failure.ts";
import { type LoopContext, lowerFor, lowerWhile } from "./loops.ts";
import * as make from "./make.ts";
import { Refusal } from "./refusal.ts";
import { mapValue } from "./value.ts";

export interface StatementContext extends LoopContext {
  /** Evaluates a call whose value nobody wants. */
  discard(expr: ast.Expr): void;
  lowerReturn(statement: ast.Return): void;
  lowerJump(statement: ast.Break | ast.Continue): void;
}

export function lowerStatement(context: StatementContext, statement: ast.Stmt): void {
  switch (statement.kind) {
    case "assign":
      lowerAssign(context, statement);
      return;
    case "aug-assign":
      lowerAugmented(context, statement);
      return;
    case "ann-assign":
      if (!statement.value) return;
      lowerAssign(context, {
        kind: "assign",
        targets: [statement.target],
        value: statement.value,
        span: statement.span,
      });
      return;
    case "expr":
      if (statement.value.kind !== "string") context.discard(statement.value);
      return;
    case "if":
      lowerIf(context, statement);
      return;
    case "while":
      lowerWhile(context, statement);
      return;
    case "for":
      lowerFor(context, statement);
      return;
    case "break":
    case "continue":
      context.lowerJump(statement);
      return;
    case "return":
      context.lowerReturn(statement);
      return;
    case "assert":
      lowerAssert(context, statement);
      return;
    case "raise":
      lowerRaise(context, statement);
      return;
    case "match":
      lowerMatch(context, statement);
      return;
    case "pass":
    case "nested-def":
      return;
    default:
      throw new Refusal(messages.notSupportedYet("this statement", statement.span));
  }
}

function lowerIf(context: StatementContext, statement: ast.If): void {
  const { frame, body } = context;
  const decided = body.decided.get(statement.test);
  if (decided !== undefined) {
    context.statements(decided ? statement.body : statement.orelse);
    return;
  }
  const condition = context.condition(statement.test);
  const then = frame.block(() => {
    context.statements(statement.body);
    context.move(movesOf(body, statement, "then"), statement.span);
  });
  const otherwise = frame.block(() => {
    context.statements(statement.orelse);
    context.move(movesOf(body, statement, "else"), statement.span);
  });
  if (then.length === 0 && otherwise.length > 0) {
    const inverse = make.unary("not", condition, statement.test.span);
    frame.emit({ kind: "if", condition: inverse, then: otherwise, otherwise: [], span: statement.span });
  } else if (then.length > 0 || otherwise.length > 0) {
    frame.emit({ kind: "if", condition, then, otherwise, span: statement.span });
  }
}

function lowerMatch(context: StatementContext, statement: ast.Match): void {
  const { frame, body } = context;
  const subject = mapValue(context.expr(statement.subject), (part) =>
    isTrivial(part) && frame.isStable(part) ? part : frame.hold("subject", part),
  );
  const caseFrom = (i: number): Stmt[] => {
    const entry = statement.cases[i];
    if (!entry) return frame.block(() => context.move(movesOf(body, statement, "none"), statement.span));
    return frame.block(() => {
      const write = (): void => {
        context.statements(entry.body);
        context.move(movesOf(body, statement, `case ${i}`), entry.span);
      };
      if (entry.patterns.length === 0 && !entry.guard) {
        write();
        return;
      }
      let test = make.bool(entry.patterns.length === 0, entry.span);
      for (const pattern of entry.patterns) {
        const op = pattern.kind === "constant" ? "is" : "==";
        test = make.logical(
          "or",
          test,
          comparePair(context, op, subject, context.expr(pattern), pattern.span),
          entry.span,
        );
      }
      if (entry.guard) {
        const { guard } = entry;
        let guarded = make.bool(true, guard.span);
        const needed = frame.block(() => {
          guarded = context.condition(guard);
        });
        if (needed.length > 0)
          throw new Refusal(messages.notSupportedYet("this guard of a case", guard.span));
        test = make.logical("and", test, guarded, guard.span);
      }
      const then = frame.block(write);
      frame.emit({ kind: "if", condition: test, then, otherwise: caseFrom(i + 1), span: entry.span });
    });
  };
  frame.emitAll(caseFrom(0));
}

function lowerAssert(context: StatementContext, statement: ast.Assert): void {
  const { frame } = context;
  const message = statement.message?.kind === "string" ? statement.message.value : "";
  const condition = make.unary("not", context.condition(statement.test), statement.test.span);
  const then = [failure(frame, "assert", "AssertionError", message, statement.span)];
  frame.emit({ kind: "if", condition, then, otherwise: [], span: statement.span });
}

function lowerRaise(context: StatementContext, statement: ast.Raise): void {
  const { name, message } = exceptionOf(context, statement);
  context.frame.emit(failure(context.frame, "exception", name, message, statement.span));
}

/** The class and message of `raise Class("message")`. */
function exceptionOf(
  context: StatementContext,
  statement: ast.Raise,
): { readonly name: string; readonly message: string } {
  const { exception } = statement;
  if (!exception) return { name: "RuntimeError", message: "" };
  const callee = exception.kind === "call" ? exception.func : exception;
  const [first] = exception.kind === "call" ? exception.args : [];
  return { name: nameOf(context, callee), message: first ? textOf(first) : "" };
}

function nameOf(context: StatementContext, expr: ast.Expr): string {
  const constant: Constant | undefined = context.body.constants.get(expr);
  if (constant?.kind === "builtin") return constant.name.slice(constant.name.lastIndexOf(".") + 1);
  if (expr.kind === "name") return expr.id;
  return expr.kind === "attribute" ? expr.attr : "RuntimeError";
}

function textOf(expr: ast.Expr): string {
  if (expr.kind === "string") return expr.value;
  return expr.kind === "number" ? String(expr.value) : "";
}
