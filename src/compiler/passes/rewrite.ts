/** Rebuilding of code; looking through it is `ir/walk.ts`. Each function returns its argument itself where nothing changed, so that findings keyed by node stay valid. */
import type { Access, Expr, Func, Module, Stmt } from "../ir/ir.ts";

export type ExprMap = (expr: Expr) => Expr;

/** What replaces a statement; null for the statement itself, with its parts rewritten. */
export type StmtMap = (statement: Stmt) => readonly Stmt[] | null;

/** The expression with `map` applied to its direct operands. */
export function mapOperands(expr: Expr, map: ExprMap): Expr {
  switch (expr.kind) {
    case "constant":
    case "local":
    case "launch":
    case "position":
      return expr;
    case "unary":
    case "convert":
      return withParts(expr, { value: map(expr.value) });
    case "binary":
    case "compare":
    case "logical":
      return withParts(expr, { left: map(expr.left), right: map(expr.right) });
    case "select":
      return withParts(expr, {
        condition: map(expr.condition),
        then: map(expr.then),
        otherwise: map(expr.otherwise),
      });
    case "load":
      return withParts(expr, { access: mapAccess(expr.access, map) });
    case "math":
      return withParts(expr, { args: mapList(expr.args, map) });
  }
}

/** The expression with `map` applied to it and everything inside it, operands first. */
export const mapBottomUp = (expr: Expr, map: ExprMap): Expr =>
  map(mapOperands(expr, (operand) => mapBottomUp(operand, map)));

export function mapAccess(access: Access, map: ExprMap): Access {
  const axes = mapList(access.axes, (axis) =>
    withParts(axis, { index: map(axis.index), size: map(axis.size), stride: map(axis.stride) }),
  );
  return withParts(access, { offset: map(access.offset), axes });
}

/** Rewrites statements: `replace` sees each of them first, `map` each expression that stands directly in one. */
export function mapStatements(
  statements: readonly Stmt[],
  map: ExprMap,
  replace: StmtMap = () => null,
): readonly Stmt[] {
  const mapped: Stmt[] = [];
  for (const statement of statements)
    mapped.push(...(replace(statement) ?? [mapParts(statement, map, replace)]));
  return mapped.length === statements.length && mapped.every((s, i) => s === statements[i])
    ? statements
    : mapped;
}

/** The statement with its expressions and the statements inside it rewritten. */
export function mapParts(statement: Stmt, map: ExprMap, replace: StmtMap = () => null): Stmt {
  switch (statement.kind) {
    case "assign":
      return withParts(statement, { value: map(statement.value) });
    case "store":
      return withParts(statement, { access: mapAccess(statement.access, map), value: map(statement.value) });
    case "atomic":
      return withParts(statement, {
        access: mapAccess(statement.access, map),
        operands: mapList(statement.operands, map),
      });
    case "call":
      return withParts(statement, { args: mapList(statement.args, map) });
    case "if":
      return withParts(statement, {
        condition: map(statement.condition),
        then: mapStatements(statement.then, map, replace),
        otherwise: mapStatements(statement.otherwise, map, replace),
      });
    case "for":
      return withParts(statement, {
        start: map(statement.start),
        stop: map(statement.stop),
        step: map(statement.step),
        body: mapStatements(statement.body, map, replace),
      });
    case "loop":
      return withParts(statement, {
        condition: statement.condition && map(statement.condition),
        body: mapStatements(statement.body, map, replace),
      });
    case "return":
      return withParts(statement, { values: mapList(statement.values, map) });
    case "barrier": {
      const { combine } = statement;
      return withParts(statement, {
        combine: combine && withParts(combine, { predicate: map(combine.predicate) }),
      });
    }
    case "warp":
      return withParts(statement, { mask: map(statement.mask), operands: mapList(statement.operands, map) });
    case "print":
      return withParts(statement, {
        parts: mapList(statement.parts, (p) => (typeof p === "string" ? p : map(p))),
      });
    case "break":
    case "continue":
    case "fail":
      return statement;
  }
}

/** The module with every function's body rewritten, and calls led to the new functions. */
export function mapFunctions(module: Module, rewrite: (func: Func) => Func): Module {
  const renewed = new Map<Func, Func>();
  for (const func of module.functions) renewed.set(func, rewrite(func));
  const kernel = rewrite(module.kernel);
  return linkCalls({ ...module, kernel, functions: [...renewed.values()] }, renewed);
}

/** Makes calls of the old functions calls of the new ones. Functions that call each other are patched in place, once all exist. */
function linkCalls(module: Module, renewed: ReadonlyMap<Func, Func>): Module {
  if ([...renewed].every(([old, now]) => old === now)) return module;
  const final = new Map<Func, Func & { body: readonly Stmt[] }>();
  for (const [old, now] of renewed) final.set(old, { ...now });
  const relink: StmtMap = (statement) => {
    if (statement.kind !== "call") return null;
    const func = final.get(statement.func);
    return func ? [{ ...statement, func }] : null;
  };
  const body = (func: Func): readonly Stmt[] => mapStatements(func.body, (expr) => expr, relink);
  for (const func of final.values()) func.body = body(func);
  return {
    ...module,
    kernel: withParts(module.kernel, { body: body(module.kernel) }),
    functions: [...final.values()],
  };
}

function mapList<T>(items: readonly T[], map: (item: T) => T): readonly T[] {
  let changed = false;
  const mapped = items.map((item) => {
    const now = map(item);
    changed ||= now !== item;
    return now;
  });
  return changed ? mapped : items;
}

/** A copy of `node` with other parts, or `node` itself where they are the same. */
function withParts<T extends object>(node: T, parts: Partial<T>): T {
  for (const key in parts) if (node[key] !== parts[key]) return { ...node, ...parts };
  return node;
}
