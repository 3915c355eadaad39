/** Everything inside a function, functions and lambdas in it included, in the order of the text. */
import { blocksOf, expressionsOf, partsOf } from "./assigned.ts";
import type { Expr, FunctionDef, Stmt } from "./ast.ts";

/** All statements, those of blocks and of inner functions included. */
export function* statementsIn(body: readonly Stmt[], intoFunctions = true): Generator<Stmt> {
  for (const statement of body) {
    yield statement;
    for (const block of blocksOf(statement)) yield* statementsIn(block, intoFunctions);
    if (intoFunctions && statement.kind === "nested-def") yield* statementsIn(statement.func.body);
  }
}

/** All expressions at any depth; targets of assignments are among them. */
export function* expressionsIn(func: FunctionDef): Generator<Expr> {
  for (const statement of statementsIn(func.body)) {
    for (const expr of expressionsOf(statement)) yield* expressionTree(expr);
  }
}

function* expressionTree(expr: Expr): Generator<Expr> {
  yield expr;
  for (const part of partsOf(expr)) yield* expressionTree(part);
  if (expr.kind === "lambda") yield* expressionTree(expr.body);
}
