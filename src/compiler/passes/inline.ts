/** Puts device functions that contain a collective statement in the place of their calls: a barrier must stand in the kernel's own flow. */
import { InternalError } from "../diagnostics/diagnostic.ts";
import type { CallStmt, Expr, Func, Local, Module, Stmt } from "../ir/ir.ts";
import { resultsOf } from "../analysis/assigned-locals.ts";
import { mapBottomUp, mapParts, mapStatements } from "./rewrite.ts";

export function inlineCollectives(module: Module): Module {
  const collective = collectiveFunctions(module);
  if (collective.size === 0) return module;
  const added: Local[] = [];
  const body = inlineCalls(module.kernel.body, collective, added);
  return {
    ...module,
    kernel: { ...module.kernel, body, locals: [...module.kernel.locals, ...added] },
    functions: module.functions.filter((func) => !collective.has(func)),
  };
}

/** A statement that all live threads of the block must run together, or that holds one. */
export function isCollective(statement: Stmt): boolean {
  switch (statement.kind) {
    case "barrier":
    case "warp":
      return true;
    case "if":
      return statement.then.some(isCollective) || statement.otherwise.some(isCollective);
    case "for":
    case "loop":
      return statement.body.some(isCollective);
    default:
      return false;
  }
}

function collectiveFunctions(module: Module): Set<Func> {
  const found = new Set<Func>();
  const callsOne = (statement: Stmt): boolean => {
    if (statement.kind === "call") return found.has(statement.func);
    if (statement.kind === "if") return statement.then.some(callsOne) || statement.otherwise.some(callsOne);
    return (statement.kind === "for" || statement.kind === "loop") && statement.body.some(callsOne);
  };
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const func of module.functions) {
      if (func.body.some(isCollective) || func.body.some(callsOne)) found.add(func);
    }
  }
  return found;
}

function inlineCalls(
  statements: readonly Stmt[],
  collective: ReadonlySet<Func>,
  added: Local[],
): readonly Stmt[] {
  return mapStatements(
    statements,
    (expr) => expr,
    (statement) =>
      statement.kind === "call" && collective.has(statement.func)
        ? inlineCall(statement, collective, added)
        : null,
  );
}

function inlineCall(call: CallStmt, collective: ReadonlySet<Func>, added: Local[]): readonly Stmt[] {
  const { func, span } = call;
  const fresh = new Map<Local, Local>();
  for (const local of [...func.params, ...func.locals]) {
    const copy: Local = { kind: "local-variable", name: local.name, type: local.type };
    fresh.set(local, copy);
    added.push(copy);
  }
  const renamed = (local: Local): Local => fresh.get(local) ?? local;
  const params = func.params.map(
    (param, i): Stmt => ({ kind: "assign", local: renamed(param), value: argument(call, i), span }),
  );
  const body = inlineCalls(rename(func.body, renamed), collective, added);
  return [...params, ...withoutReturns(body, call)];
}

function argument(call: CallStmt, i: number): Expr {
  const value = call.args[i];
  if (!value) throw new InternalError("inline", `${call.func.name} lacks argument ${i}`);
  return value;
}

/** Statements with every local replaced. */
function rename(statements: readonly Stmt[], renamed: (local: Local) => Local): readonly Stmt[] {
  const inExpr = (expr: Expr): Expr =>
    mapBottomUp(expr, (inner) =>
      inner.kind === "local" ? { ...inner, local: renamed(inner.local) } : inner,
    );
  return statements.map((statement): Stmt => {
    const mapped = mapParts(statement, inExpr, (inner) => rename([inner], renamed));
    if (resultsOf(mapped).length === 0) return mapped;
    switch (mapped.kind) {
      case "assign":
        return { ...mapped, local: renamed(mapped.local) };
      case "atomic":
        return { ...mapped, result: mapped.result && renamed(mapped.result) };
      case "call":
      case "warp":
        return { ...mapped, results: mapped.results.map(renamed) };
      case "barrier":
        return {
          ...mapped,
          combine: mapped.combine && { ...mapped.combine, result: renamed(mapped.combine.result) },
        };
      case "for":
        return { ...mapped, counter: renamed(mapped.counter) };
      default:
        return mapped;
    }
  });
}

/** Returns become assignments; those that do not stand at the end leave a loop that runs once. */
function withoutReturns(body: readonly Stmt[], call: CallStmt): readonly Stmt[] {
  const results = (values: readonly Expr[]): Stmt[] =>
    values.flatMap((value, i): Stmt[] => {
      const local = call.results[i];
      return local ? [{ kind: "assign", local, value, span: call.span }] : [];
    });
  const last = body.at(-1);
  const head = last?.kind === "return" ? body.slice(0, -1) : body;
  if (!head.some(containsReturn)) return last?.kind === "return" ? [...head, ...results(last.values)] : body;
  const leave: Stmt = { kind: "break", span: call.span };
  const replace = (statement: Stmt): readonly Stmt[] | null => {
    if (statement.kind === "return") return [...results(statement.values), leave];
    if ((statement.kind === "for" || statement.kind === "loop") && containsReturn(statement)) {
      throw new InternalError("inline", `${call.func.name} has a barrier and returns from within a loop`);
    }
    return null;
  };
  const replaced = mapStatements(body, (expr) => expr, replace);
  const ends = replaced.at(-1)?.kind === "break";
  return [
    {
      kind: "loop",
      condition: null,
      body: ends ? replaced : [...replaced, leave],
      budget: null,
      span: call.span,
    },
  ];
}

function containsReturn(statement: Stmt): boolean {
  switch (statement.kind) {
    case "return":
      return true;
    case "if":
      return statement.then.some(containsReturn) || statement.otherwise.some(containsReturn);
    case "for":
    case "loop":
      return statement.body.some(containsReturn);
    default:
      return false;
  }
}
