/** Looking through code without changing it. Rebuilding is `passes/rewrite.ts`. */
import type { Access, Expr, Func, Local, Memory, Module, Stmt } from "./ir.ts";

/** Calls `visit` for every statement, each before those inside it. */
export function visitStatements(statements: readonly Stmt[], visit: (statement: Stmt) => void): void {
  for (const statement of statements) {
    visit(statement);
    for (const inner of innerStatements(statement)) visitStatements(inner, visit);
  }
}

/** Whether `found` holds for a statement or one inside it. */
export function anyStatement(statements: readonly Stmt[], found: (statement: Stmt) => boolean): boolean {
  return statements.some(
    (statement) => found(statement) || innerStatements(statement).some((inner) => anyStatement(inner, found)),
  );
}

/** The lists of statements that stand in a statement: the branches of an `if`, the body of a loop. */
export function innerStatements(statement: Stmt): readonly (readonly Stmt[])[] {
  switch (statement.kind) {
    case "if":
      return [statement.then, statement.otherwise];
    case "for":
    case "loop":
      return [statement.body];
    default:
      return [];
  }
}

/** The expressions that stand directly in a statement; those of inner statements are not among them. */
export function statementExprs(statement: Stmt): readonly Expr[] {
  switch (statement.kind) {
    case "assign":
      return [statement.value];
    case "store":
      return [...accessExprs(statement.access), statement.value];
    case "atomic":
      return [...accessExprs(statement.access), ...statement.operands];
    case "call":
      return statement.args;
    case "if":
      return [statement.condition];
    case "for":
      return [statement.start, statement.stop, statement.step];
    case "loop":
      return statement.condition ? [statement.condition] : [];
    case "return":
      return statement.values;
    case "barrier":
      return statement.combine ? [statement.combine.predicate] : [];
    case "warp":
      return [statement.mask, ...statement.operands];
    case "print":
      return statement.parts.filter((part) => typeof part !== "string");
    case "break":
    case "continue":
    case "fail":
      return [];
  }
}

/** Calls `visit` for each direct operand of an expression, from left to right. */
export function forEachOperand(expr: Expr, visit: (operand: Expr) => void): void {
  switch (expr.kind) {
    case "constant":
    case "local":
    case "launch":
    case "position":
      return;
    case "unary":
    case "convert":
      visit(expr.value);
      return;
    case "binary":
    case "compare":
    case "logical":
      visit(expr.left);
      visit(expr.right);
      return;
    case "select":
      visit(expr.condition);
      visit(expr.then);
      visit(expr.otherwise);
      return;
    case "load":
      forEachAccessExpr(expr.access, visit);
      return;
    case "math":
      expr.args.forEach((arg) => visit(arg));
      return;
  }
}

function forEachAccessExpr(access: Access, visit: (expr: Expr) => void): void {
  visit(access.offset);
  for (const axis of access.axes) {
    visit(axis.index);
    visit(axis.size);
    visit(axis.stride);
  }
}

/** The direct operands of an expression, from left to right. */
export function operandsOf(expr: Expr): readonly Expr[] {
  const operands: Expr[] = [];
  forEachOperand(expr, (operand) => operands.push(operand));
  return operands;
}

export function accessExprs(access: Access): readonly Expr[] {
  const exprs: Expr[] = [];
  forEachAccessExpr(access, (expr) => exprs.push(expr));
  return exprs;
}

/** Calls `visit` for an expression and everything inside it. */
export function visitExpr(expr: Expr, visit: (expr: Expr) => void): void {
  const inside = (inner: Expr): void => {
    visit(inner);
    forEachOperand(inner, inside);
  };
  inside(expr);
}

/** Calls `visit` for every expression in statements and the statements inside them, and everything inside each. */
export function visitExprs(statements: readonly Stmt[], visit: (expr: Expr) => void): void {
  visitStatements(statements, (statement) => {
    for (const expr of statementExprs(statement)) visitExpr(expr, visit);
  });
}

/** Whether `found` holds for an expression or something inside it. */
export function anyExpr(expr: Expr, found: (expr: Expr) => boolean): boolean {
  if (found(expr)) return true;
  let any = false;
  forEachOperand(expr, (operand) => {
    any ||= anyExpr(operand, found);
  });
  return any;
}

/** The locals that an expression reads. */
export function localsRead(expr: Expr, found: Set<Local> = new Set()): Set<Local> {
  visitExpr(expr, (inner) => {
    if (inner.kind === "local") found.add(inner.local);
  });
  return found;
}

/** The locals that statements read or assign. */
export function usedLocals(statements: readonly Stmt[], found: Set<Local> = new Set()): Set<Local> {
  visitStatements(statements, (statement) => {
    for (const local of resultsOf(statement)) found.add(local);
    for (const expr of statementExprs(statement)) localsRead(expr, found);
  });
  return found;
}

/** The locals that statements may give a value. */
export function assignedLocals(statements: readonly Stmt[], found: Set<Local> = new Set()): Set<Local> {
  visitStatements(statements, (statement) => {
    for (const local of resultsOf(statement)) found.add(local);
  });
  return found;
}

/** The locals that the statement itself gives a value. */
export function resultsOf(statement: Stmt): readonly Local[] {
  switch (statement.kind) {
    case "assign":
      return [statement.local];
    case "atomic":
      return statement.result ? [statement.result] : [];
    case "call":
    case "warp":
      return statement.results;
    case "barrier":
      return statement.combine ? [statement.combine.result] : [];
    case "for":
      return [statement.counter];
    default:
      return [];
  }
}

/** The memories that the kernel, or a function of the module, may write. */
export function writtenMemories(module: Module): Set<Memory> {
  const written = new Set<Memory>();
  for (const func of [module.kernel, ...module.functions]) {
    visitStatements(func.body, (statement) => {
      if (statement.kind === "store" || statement.kind === "atomic") written.add(statement.access.memory);
    });
  }
  return written;
}

/** The functions for which `holds` is true of a statement, and those that call one of them. */
export function functionsWith(module: Module, holds: (statement: Stmt) => boolean): Set<Func> {
  const found = new Set<Func>();
  // Functions may call each other, so go on until nothing is added.
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const func of module.functions) {
      const matches = (statement: Stmt): boolean =>
        holds(statement) || (statement.kind === "call" && found.has(statement.func));
      if (anyStatement(func.body, matches)) found.add(func);
    }
  }
  return found;
}
