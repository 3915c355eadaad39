/** Drops what nothing uses: assignments to locals that are never read, and locals, launch values, memories and functions. */
import type { Expr, Func, LaunchValue, Local, Memory, Module, Stmt } from "../ir/ir.ts";
import { resultsOf, visitExprs, visitStatements } from "../ir/walk.ts";
import { tells } from "./fold.ts";
import { mapFunctions, mapStatements } from "./rewrite.ts";

export function removeDeadCode(module: Module): Module {
  const called = calledFunctions(module);
  const kept: Module = { ...module, functions: module.functions.filter((func) => called.has(func)) };
  const mapped = mapFunctions(kept, removeUnread);
  const launch = new Set<LaunchValue>();
  const memories = new Set<Memory>();
  for (const func of [mapped.kernel, ...mapped.functions]) {
    visitExprs(func.body, (expr) => {
      if (expr.kind === "launch") launch.add(expr.value);
      if (expr.kind === "load") memories.add(expr.access.memory);
    });
    visitStatements(func.body, (statement) => {
      if (statement.kind === "store" || statement.kind === "atomic") memories.add(statement.access.memory);
    });
  }
  return {
    ...mapped,
    launchValues: mapped.launchValues.filter((value) => launch.has(value)),
    // The memory of an argument stays: the launch passes it anyway, and it may be looked at.
    memories: mapped.memories.filter((memory) => memory.space === "global" || memories.has(memory)),
  };
}

function calledFunctions(module: Module): ReadonlySet<Func> {
  const called = new Set<Func>();
  const visit = (func: Func): void =>
    visitStatements(func.body, (statement) => {
      if (statement.kind !== "call" || called.has(statement.func)) return;
      called.add(statement.func);
      visit(statement.func);
    });
  visit(module.kernel);
  return called;
}

function removeUnread(func: Func): Func {
  let current = func;
  for (;;) {
    const next = removeOnce(current);
    if (next === current) return withUsedLocals(current);
    current = next;
  }
}

/** One round; dropping an assignment may leave others unread. */
function removeOnce(func: Func): Func {
  const read = new Set<Local>();
  visitExprs(func.body, (expr) => {
    if (expr.kind === "local") read.add(expr.local);
  });
  const same = (expr: Expr): Expr => expr;
  const replace = (statement: Stmt): readonly Stmt[] | null => {
    switch (statement.kind) {
      case "assign":
        return read.has(statement.local) || tells(statement.value) ? null : [];
      case "atomic":
        return statement.result && !read.has(statement.result) ? [{ ...statement, result: null }] : null;
      case "for":
        if (statement.body.length > 0 || [statement.start, statement.stop, statement.step].some(tells))
          return null;
        return [];
      case "if":
        return statement.then.length + statement.otherwise.length === 0 && !tells(statement.condition)
          ? []
          : null;
      default:
        return null;
    }
  };
  const body = mapStatements(func.body, same, replace);
  return body === func.body ? func : { ...func, body };
}

/** Without the locals that are neither read nor assigned. */
function withUsedLocals(func: Func): Func {
  const used = new Set<Local>();
  visitStatements(func.body, (statement) => {
    for (const local of resultsOf(statement)) used.add(local);
  });
  visitExprs(func.body, (expr) => {
    if (expr.kind === "local") used.add(expr.local);
  });
  const locals = func.locals.filter((local) => used.has(local));
  return locals.length === func.locals.length ? func : { ...func, locals };
}
