/** Which names a function has of its own, and which it takes from around it. By the text alone, as Python decides. */
import { assignedNames, blocksOf, expressionsOf, partsOf } from "../syntax/assigned.ts";
import type * as ast from "../syntax/ast.ts";

/** Names that are variables of the function: parameters, and what any statement of its body assigns. */
export function boundNames(func: ast.FunctionDef): ReadonlySet<string> {
  return new Set([...func.params.map((param) => param.name), ...assignedNames(func.body)]);
}

/** Names that the function, or one inside it, reads from around it: globals, closure cells and builtins. */
export function freeNames(func: ast.FunctionDef): ReadonlySet<string> {
  const free = new Set<string>();
  for (const { name, isFree } of nameReads(func)) if (isFree) free.add(name.id);
  return free;
}

/** One place where a name is read. */
export interface NameRead {
  readonly name: ast.Name;
  /** True where neither the function nor one inside it, around the place, binds the name. */
  readonly isFree: boolean;
  /** The innermost function around the place: the function itself, or one inside it. */
  readonly inside: ast.FunctionDef | ast.Lambda;
}

/** All places in a function where names are read, in the order of the text. Annotations are not evaluated by Numba. */
export function nameReads(func: ast.FunctionDef): readonly NameRead[] {
  const reads: NameRead[] = [];

  const ofExpr = (
    expr: ast.Expr,
    inside: NameRead["inside"],
    bound: readonly ReadonlySet<string>[],
  ): void => {
    if (expr.kind === "name") {
      reads.push({ name: expr, isFree: !bound.some((names) => names.has(expr.id)), inside });
      return;
    }
    for (const part of partsOf(expr)) ofExpr(part, inside, bound);
    if (expr.kind !== "lambda") return;
    const names = new Set(expr.params.map((param) => param.name));
    ofExpr(expr.body, expr, [...bound, names]);
  };

  const ofTarget = (
    target: ast.Expr,
    inside: NameRead["inside"],
    bound: readonly ReadonlySet<string>[],
  ): void => {
    if (target.kind === "name") return;
    if (target.kind === "tuple") for (const item of target.items) ofTarget(item, inside, bound);
    else if (target.kind === "starred") ofTarget(target.value, inside, bound);
    else ofExpr(target, inside, bound);
  };

  const ofStatements = (
    statements: readonly ast.Stmt[],
    inside: NameRead["inside"],
    bound: readonly ReadonlySet<string>[],
  ): void => {
    for (const statement of statements) {
      const targets = targetsOf(statement);
      for (const expr of expressionsOf(statement)) {
        if (targets.includes(expr)) ofTarget(expr, inside, bound);
        else ofExpr(expr, inside, bound);
      }
      for (const block of blocksOf(statement)) ofStatements(block, inside, bound);
      if (statement.kind === "nested-def") {
        const inner = statement.func;
        ofStatements(inner.body, inner, [...bound, boundNames(inner)]);
      }
    }
  };

  ofStatements(func.body, func, [boundNames(func)]);
  return reads;
}

/** The expressions of a statement that are assigned to. That of `x += 1` is read as well, and not among them. */
function targetsOf(statement: ast.Stmt): readonly ast.Expr[] {
  if (statement.kind === "assign") return statement.targets;
  return statement.kind === "ann-assign" || statement.kind === "for" ? [statement.target] : [];
}
