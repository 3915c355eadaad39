import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type * as ast from "../syntax/ast.ts";
import { expressionsIn, statementsIn } from "../syntax/walk.ts";
import { kernelReturnsValue, unsupportedSyntax } from "./diagnostics.ts";

/** Python in a function that no kernel may use. */
export function checkSubset(func: ast.FunctionDef): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const statement of statementsIn(func.body)) {
    if (statement.kind === "unsupported-stmt") found.push(unsupportedSyntax(statement));
    for (const target of targetsOf(statement)) found.push(...starredTargets(target));
  }
  for (const expr of expressionsIn(func)) {
    if (expr.kind === "unsupported-expr") found.push(unsupportedSyntax(expr));
    if (expr.kind === "call") found.push(...spreadKeywords(expr));
  }
  return found;
}

/** `return value` in a kernel: the first one. */
export function checkReturns(func: ast.FunctionDef): Diagnostic[] {
  for (const statement of statementsIn(func.body, false)) {
    if (statement.kind !== "return" || !statement.value) continue;
    const { value } = statement;
    if (value.kind === "constant" && value.value === null) continue;
    if (value.kind === "unsupported-expr" || value.kind === "error-expr") continue;
    return [kernelReturnsValue({ span: value.span, kernel: func.name })];
  }
  return [];
}

function targetsOf(statement: ast.Stmt): readonly ast.Expr[] {
  if (statement.kind === "assign") return statement.targets;
  return statement.kind === "for" ? [statement.target] : [];
}

function starredTargets(target: ast.Expr): Diagnostic[] {
  if (target.kind === "tuple") return target.items.flatMap(starredTargets);
  if (target.kind !== "starred") return [];
  return [
    unsupportedSyntax({
      what: "a starred target",
      instead: "take the items by their index",
      exception: "UnsupportedBytecodeError",
      span: target.span,
    }),
  ];
}

function spreadKeywords(call: ast.Call): Diagnostic[] {
  return call.keywords
    .filter((keyword) => keyword.name === "")
    .map((keyword) =>
      unsupportedSyntax({
        what: "`**` in a call",
        instead: "write the arguments out",
        exception: "UnsupportedBytecodeError",
        span: keyword.span,
      }),
    );
}
