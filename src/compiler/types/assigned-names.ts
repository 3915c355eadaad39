/** Which names a piece of code assigns: by the text alone, before any type is known. */
import type * as ast from "../syntax/ast.ts";

/** Names that the statements assign, in order of appearance; nested functions have names of their own. */
export function assignedNames(statements: readonly ast.Stmt[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const statement of statements) ofStatement(statement, names);
  return names;
}

/** Names that a `for` target or walruses inside an expression assign. */
export function assignedInExpr(expr: ast.Expr): ReadonlySet<string> {
  const names = new Set<string>();
  walrus(expr, names);
  return names;
}

export function assignedInTarget(target: ast.Expr): ReadonlySet<string> {
  const names = new Set<string>();
  ofTarget(target, names);
  return names;
}

/** True where an expression holds a walrus, so that evaluating it changes variables. */
export function assignsNames(expr: ast.Expr): boolean {
  return assignedInExpr(expr).size > 0;
}

function ofStatement(statement: ast.Stmt, names: Set<string>): void {
  switch (statement.kind) {
    case "assign":
      walrus(statement.value, names);
      for (const target of statement.targets) ofTarget(target, names);
      return;
    case "aug-assign":
      walrus(statement.value, names);
      ofTarget(statement.target, names);
      return;
    case "ann-assign":
      if (!statement.value) return;
      walrus(statement.value, names);
      ofTarget(statement.target, names);
      return;
    case "expr":
      walrus(statement.value, names);
      return;
    case "if":
      walrus(statement.test, names);
      ofStatements(statement.body, names);
      ofStatements(statement.orelse, names);
      return;
    case "while":
      walrus(statement.test, names);
      ofStatements(statement.body, names);
      ofStatements(statement.orelse, names);
      return;
    case "for":
      walrus(statement.iter, names);
      ofTarget(statement.target, names);
      ofStatements(statement.body, names);
      ofStatements(statement.orelse, names);
      return;
    case "match":
      walrus(statement.subject, names);
      for (const entry of statement.cases) {
        if (entry.guard) walrus(entry.guard, names);
        ofStatements(entry.body, names);
      }
      return;
    case "return":
      if (statement.value) walrus(statement.value, names);
      return;
    case "assert":
      walrus(statement.test, names);
      return;
    case "nested-def":
      names.add(statement.func.name);
      return;
    case "unsupported-stmt":
      for (const name of statement.binds) names.add(name);
      return;
    default:
      return;
  }
}

function ofStatements(statements: readonly ast.Stmt[], names: Set<string>): void {
  for (const statement of statements) ofStatement(statement, names);
}

function ofTarget(target: ast.Expr, names: Set<string>): void {
  if (target.kind === "name") names.add(target.id);
  else if (target.kind === "tuple") for (const item of target.items) ofTarget(item, names);
  else if (target.kind === "starred") ofTarget(target.value, names);
  else walrus(target, names);
}

function walrus(expr: ast.Expr, names: Set<string>): void {
  if (expr.kind === "named") names.add(expr.target.id);
  for (const child of childrenOf(expr)) walrus(child, names);
}

/** The expressions inside an expression that are evaluated with it (not the body of a lambda). */
export function childrenOf(expr: ast.Expr): readonly ast.Expr[] {
  switch (expr.kind) {
    case "attribute":
    case "starred":
      return [expr.value];
    case "named":
      return [expr.value];
    case "subscript":
      return [expr.value, ...expr.indices];
    case "slice":
      return [expr.lower, expr.upper, expr.step].filter((part) => part !== null);
    case "call":
      return [expr.func, ...expr.args, ...expr.keywords.map((keyword) => keyword.value)];
    case "unary":
      return [expr.operand];
    case "binary":
      return [expr.left, expr.right];
    case "bool":
      return expr.values;
    case "compare":
      return expr.operands;
    case "conditional":
      return [expr.test, expr.then, expr.otherwise];
    case "tuple":
      return expr.items;
    default:
      return [];
  }
}
