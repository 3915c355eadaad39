/** Which names statements assign, by the text alone. Functions inside have names of their own. */
import type { Expr, For, Stmt, While } from "./ast.ts";

/** Names in the order in which they are first assigned. */
export function assignedNames(statements: readonly Stmt[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const statement of statements) addOfStatement(statement, names);
  return names;
}

/** By loop, for it is asked in each round of inference. */
const assignedByLoop = new WeakMap<While | For, ReadonlySet<string>>();

/** Names that a round of a loop may assign: in its test or as its target, and in its body. */
export function assignedInRound(loop: While | For): ReadonlySet<string> {
  let names = assignedByLoop.get(loop);
  if (!names) {
    const found = new Set<string>();
    if (loop.kind === "while") addWalruses(loop.test, found);
    else addTarget(loop.target, found);
    for (const statement of loop.body) addOfStatement(statement, found);
    names = found;
    assignedByLoop.set(loop, names);
  }
  return names;
}

/** Whether an expression holds a walrus, so that evaluating it changes variables. */
export function assignsNames(expr: Expr): boolean {
  const names = new Set<string>();
  addWalruses(expr, names);
  return names.size > 0;
}

/** The expressions of a statement that are evaluated with it, in order; those of its blocks are not among them. */
export function expressionsOf(statement: Stmt): readonly Expr[] {
  switch (statement.kind) {
    case "assign":
      return [statement.value, ...statement.targets];
    case "aug-assign":
      return [statement.target, statement.value];
    case "ann-assign":
      return statement.value ? [statement.value, statement.target] : [statement.target];
    case "expr":
      return [statement.value];
    case "if":
    case "while":
      return [statement.test];
    case "for":
      return [statement.iter, statement.target];
    case "match":
      return [
        statement.subject,
        ...statement.cases.flatMap((entry) => [...entry.patterns, ...(entry.guard ? [entry.guard] : [])]),
      ];
    case "return":
      return statement.value ? [statement.value] : [];
    case "assert":
      return statement.message ? [statement.test, statement.message] : [statement.test];
    case "raise":
      return statement.exception ? [statement.exception] : [];
    case "nested-def":
      return [
        ...statement.func.decorators,
        ...statement.func.params.flatMap((param) => (param.default ? [param.default] : [])),
      ];
    default:
      return [];
  }
}

/** The blocks of a statement. */
export function blocksOf(statement: Stmt): readonly (readonly Stmt[])[] {
  switch (statement.kind) {
    case "if":
    case "while":
    case "for":
      return [statement.body, statement.orelse];
    case "match":
      return statement.cases.map((entry) => entry.body);
    default:
      return [];
  }
}

/** The expressions directly inside an expression; a lambda's body is evaluated later and not among them. */
export function partsOf(expr: Expr): readonly Expr[] {
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
    case "lambda":
      return expr.params.flatMap((param) => (param.default ? [param.default] : []));
    default:
      return [];
  }
}

/** The names that a target gives a value; `a[i]` and `a.b` give none. */
export function targetNames(target: Expr): readonly string[] {
  if (target.kind === "name") return [target.id];
  if (target.kind === "tuple") return target.items.flatMap(targetNames);
  return target.kind === "starred" ? targetNames(target.value) : [];
}

function addOfStatement(statement: Stmt, names: Set<string>): void {
  for (const expr of expressionsOf(statement)) addWalruses(expr, names);
  if (statement.kind === "assign") for (const target of statement.targets) addTarget(target, names);
  else if (statement.kind === "aug-assign" || statement.kind === "ann-assign" || statement.kind === "for")
    addTarget(statement.target, names);
  else if (statement.kind === "nested-def") names.add(statement.func.name);
  else if (statement.kind === "unsupported-stmt") for (const name of statement.binds) names.add(name);
  for (const block of blocksOf(statement)) for (const inner of block) addOfStatement(inner, names);
}

function addTarget(target: Expr, names: Set<string>): void {
  for (const name of targetNames(target)) names.add(name);
}

function addWalruses(expr: Expr, names: Set<string>): void {
  if (expr.kind === "named") names.add(expr.target.id);
  for (const part of partsOf(expr)) addWalruses(part, names);
}
