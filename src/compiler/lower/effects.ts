/** Which expressions a piece of code may change the value of, so that an operand that was read earlier keeps what it read. */
import type { Access, Expr, Local, Stmt } from "../ir/ir.ts";

/** What statements may change. */
export interface Effects {
  readonly locals: ReadonlySet<Local>;
  readonly memory: boolean;
}

export function effectsOf(statements: readonly Stmt[]): Effects {
  const locals = new Set<Local>();
  let memory = false;
  const visit = (statement: Stmt): void => {
    switch (statement.kind) {
      case "assign":
        locals.add(statement.local);
        return;
      case "store":
        memory = true;
        return;
      case "atomic":
        memory = true;
        if (statement.result) locals.add(statement.result);
        return;
      case "call":
      case "warp":
        memory ||= statement.kind === "call";
        for (const result of statement.results) locals.add(result);
        return;
      case "barrier":
        memory = true;
        if (statement.combine) locals.add(statement.combine.result);
        return;
      case "if":
        statement.then.forEach(visit);
        statement.otherwise.forEach(visit);
        return;
      case "for":
        locals.add(statement.counter);
        statement.body.forEach(visit);
        return;
      case "loop":
        statement.body.forEach(visit);
        return;
      default:
        return;
    }
  };
  statements.forEach(visit);
  return { locals, memory };
}

/** Calls `found` for every part of an expression, itself included. */
export function visitParts(expr: Expr, found: (part: Expr) => void): void {
  found(expr);
  switch (expr.kind) {
    case "unary":
    case "convert":
      visitParts(expr.value, found);
      return;
    case "binary":
    case "compare":
    case "logical":
      visitParts(expr.left, found);
      visitParts(expr.right, found);
      return;
    case "select":
      visitParts(expr.condition, found);
      visitParts(expr.then, found);
      visitParts(expr.otherwise, found);
      return;
    case "load":
      visitAccess(expr.access, found);
      return;
    case "math":
      for (const arg of expr.args) visitParts(arg, found);
      return;
    default:
      return;
  }
}

function visitAccess(access: Access, found: (part: Expr) => void): void {
  visitParts(access.offset, found);
  for (const axis of access.axes) {
    visitParts(axis.index, found);
    visitParts(axis.size, found);
    visitParts(axis.stride, found);
  }
}

/** True where running code with these effects may change what the expression gives. */
export function mayChange(expr: Expr, effects: Effects): boolean {
  let changes = false;
  visitParts(expr, (part) => {
    if (part.kind === "local") changes ||= effects.locals.has(part.local);
    else if (part.kind === "load") changes ||= effects.memory && part.access.memory.space !== "constant";
  });
  return changes;
}

export function readsLocal(expr: Expr, local: Local): boolean {
  let reads = false;
  visitParts(expr, (part) => {
    if (part.kind === "local" && part.local === local) reads = true;
  });
  return reads;
}

/** A handful of operations: more is not worth doing for nothing. */
const CHEAP_PARTS = 10;

/** True where evaluating the expression for nothing costs little and cannot fail: what a `select` may hold. */
export function isCheap(expr: Expr): boolean {
  let parts = 0;
  let cheap = true;
  visitParts(expr, (part) => {
    parts++;
    if (part.kind === "load" || part.kind === "math") cheap = false;
    if (part.kind === "binary" && COSTLY.has(part.op)) cheap = false;
  });
  return cheap && parts <= CHEAP_PARTS;
}

const COSTLY = new Set(["div", "floor-div", "floor-mod", "trunc-div", "trunc-mod", "pow"]);

/** True for what can be written down twice without work: names and numbers. */
export function isTrivial(expr: Expr): boolean {
  if (expr.kind === "convert") return isTrivial(expr.value);
  return (
    expr.kind === "constant" || expr.kind === "local" || expr.kind === "launch" || expr.kind === "position"
  );
}
