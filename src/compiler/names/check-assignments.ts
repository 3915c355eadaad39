import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { assignedNames, blocksOf, expressionsOf, partsOf, targetNames } from "../syntax/assigned.ts";
import type * as ast from "../syntax/ast.ts";
import type { Span } from "../text/span.ts";
import { usedBeforeAssignment } from "./diagnostics.ts";
import { boundNames } from "./scope.ts";

/**
 * Variables that are read where nothing can have been assigned to them, whichever way control flow comes. Where some
 * way assigns them nothing is said: kernels often assign and read under the same condition.
 */
export function checkAssignments(func: ast.FunctionDef): Diagnostic[] {
  const check = new AssignmentCheck(boundNames(func));
  check.statements(func.body, new Set(func.params.map((param) => param.name)));
  return check.found.map(({ name, span }) => {
    const assigned = firstTarget(func.body, name);
    return usedBeforeAssignment({ name, span, assigned });
  });
}

class AssignmentCheck {
  readonly found: { readonly name: string; readonly span: Span }[] = [];
  readonly #bound: ReadonlySet<string>;
  readonly #reported = new Set<string>();

  constructor(bound: ReadonlySet<string>) {
    this.#bound = bound;
  }

  /** `possible`: the names that some way here has assigned; grows. */
  statements(statements: readonly ast.Stmt[], possible: Set<string>): void {
    for (const statement of statements) this.#statement(statement, possible);
  }

  #statement(statement: ast.Stmt, possible: Set<string>): void {
    if (statement.kind === "while" || statement.kind === "for") {
      this.#expr(statement.kind === "for" ? statement.iter : statement.test, possible);
      this.#firstRound(statement, new Set(possible));
      // Later rounds come after what the loop itself assigns.
      for (const name of assignedNames([statement])) possible.add(name);
    }
    for (const expr of expressionsOf(statement)) {
      if (isTarget(statement, expr)) this.#target(expr, possible);
      else this.#expr(expr, possible);
    }
    if (statement.kind === "nested-def") possible.add(statement.func.name);
    if (statement.kind === "unsupported-stmt") for (const name of statement.binds) possible.add(name);
    const blocks = blocksOf(statement);
    const ends = blocks.map((block) => {
      const inside = new Set(possible);
      this.statements(block, inside);
      return inside;
    });
    for (const end of ends) for (const name of end) possible.add(name);
  }

  /** The first round of a loop, as far as its statements are reached for certain: `total += v` without a start value. */
  #firstRound(loop: ast.While | ast.For, possible: Set<string>): void {
    if (loop.kind === "for") this.#target(loop.target, possible);
    for (const statement of loop.body) {
      const isPlain = blocksOf(statement).length === 0;
      for (const expr of isPlain ? expressionsOf(statement) : []) {
        if (!isTarget(statement, expr)) this.#certain(expr, possible);
      }
      for (const name of assignedNames([statement])) possible.add(name);
    }
  }

  /** The parts of an expression that are evaluated for certain. */
  #certain(expr: ast.Expr, possible: Set<string>): void {
    if (expr.kind === "name") this.#expr(expr, possible);
    else if (expr.kind === "conditional") this.#certain(expr.test, possible);
    else if (expr.kind === "bool")
      for (const value of expr.values.slice(0, 1)) this.#certain(value, possible);
    else if (expr.kind === "named") {
      this.#certain(expr.value, possible);
      possible.add(expr.target.id);
    } else if (expr.kind !== "lambda") for (const part of partsOf(expr)) this.#certain(part, possible);
  }

  #target(target: ast.Expr, possible: Set<string>): void {
    if (target.kind === "tuple") for (const item of target.items) this.#target(item, possible);
    else if (target.kind !== "name" && target.kind !== "starred") this.#expr(target, possible);
    for (const name of targetNames(target)) possible.add(name);
  }

  #expr(expr: ast.Expr, possible: Set<string>): void {
    if (expr.kind === "name") {
      if (possible.has(expr.id) || !this.#bound.has(expr.id) || this.#reported.has(expr.id)) return;
      this.#reported.add(expr.id);
      this.found.push({ name: expr.id, span: expr.span });
      return;
    }
    for (const part of partsOf(expr)) this.#expr(part, possible);
    if (expr.kind === "named") possible.add(expr.target.id);
  }
}

/** Whether an expression of a statement is only written to; that of `x += 1` is read first. */
function isTarget(statement: ast.Stmt, expr: ast.Expr): boolean {
  if (statement.kind === "assign") return statement.targets.includes(expr);
  return (statement.kind === "ann-assign" || statement.kind === "for") && expr === statement.target;
}

/** The first place that assigns to a name. */
function firstTarget(statements: readonly ast.Stmt[], name: string): Span | null {
  for (const statement of statements) {
    for (const expr of expressionsOf(statement)) {
      if (isTarget(statement, expr) && targetNames(expr).includes(name)) return expr.span;
    }
    if (statement.kind === "aug-assign" && targetNames(statement.target).includes(name))
      return statement.target.span;
    for (const block of blocksOf(statement)) {
      const found = firstTarget(block, name);
      if (found) return found;
    }
  }
  return null;
}
