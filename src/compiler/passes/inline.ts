/** Puts device functions that contain a collective statement in the place of their calls: a barrier must stand in the kernel's own flow. */
import { exposedLocals } from "../analysis/crossing-locals.ts";
import { InternalError } from "../diagnostics/diagnostic.ts";
import { Unsupported } from "../diagnostics/unsupported.ts";
import {
  type CallStmt,
  type Expr,
  type Func,
  isFloat,
  type Local,
  type Module,
  type Scalar,
  type Stmt,
} from "../ir/ir.ts";
import { anyStatement, functionsWith, resultsOf } from "../ir/walk.ts";
import type { Span } from "../text/span.ts";
import { mapBottomUp, mapParts } from "./rewrite.ts";

/** Throws `Unsupported` where such a function calls itself. */
export function inlineCollectives(module: Module): Module {
  const collective = functionsWith(module, isCollectiveItself);
  if (collective.size === 0) return module;
  const inliner = new Inliner(collective);
  const body = inliner.inline(module.kernel.body);
  return {
    ...module,
    kernel: { ...module.kernel, body, locals: [...module.kernel.locals, ...inliner.added] },
    functions: module.functions.filter((func) => !collective.has(func)),
  };
}

/** A statement that all live threads of the block must run together, or that holds one. */
export function isCollective(statement: Stmt): boolean {
  return anyStatement([statement], isCollectiveItself);
}

const isCollectiveItself = ({ kind }: Stmt): boolean => kind === "barrier" || kind === "warp";

class Inliner {
  /** Locals of the functions, one set a call. */
  readonly added: Local[] = [];
  readonly #collective: ReadonlySet<Func>;
  readonly #open: Func[] = [];

  constructor(collective: ReadonlySet<Func>) {
    this.#collective = collective;
  }

  inline(statements: readonly Stmt[]): readonly Stmt[] {
    return statements.flatMap((statement): readonly Stmt[] => {
      if (statement.kind === "call" && this.#collective.has(statement.func)) return this.#call(statement);
      return [
        mapParts(
          statement,
          (expr) => expr,
          (inner) => this.inline([inner]),
        ),
      ];
    });
  }

  #call(call: CallStmt): readonly Stmt[] {
    const { func, span } = call;
    if (this.#open.includes(func)) throw recursive(func, span);
    const fresh = new Map<Local, Local>();
    for (const local of [...func.params, ...func.locals])
      fresh.set(local, this.#local(local.name, local.type));
    const renamed = (local: Local): Local => fresh.get(local) ?? local;
    const params = func.params.map(
      (param, i): Stmt => ({ kind: "assign", local: renamed(param), value: argument(call, i), span }),
    );
    // Each call starts with new locals; one that is read before it has a value is 0.
    const exposed = exposedLocals(func.body);
    const zeros = func.locals
      .filter((local) => exposed.has(local))
      .map((local): Stmt => ({ kind: "assign", local: renamed(local), value: zero(local.type, span), span }));
    this.#open.push(func);
    const body = this.inline(rename(func.body, renamed));
    this.#open.pop();
    return [...params, ...zeros, ...this.#withoutReturns(body, call)];
  }

  #local(name: string, type: Scalar): Local {
    const local: Local = { kind: "local-variable", name, type };
    this.added.push(local);
    return local;
  }

  /** Returns become assignments; those that do not stand at the end leave a loop that runs once. */
  #withoutReturns(body: readonly Stmt[], call: CallStmt): readonly Stmt[] {
    const { span } = call;
    const last = body.at(-1);
    const head = last?.kind === "return" ? body.slice(0, -1) : body;
    if (!anyStatement(head, isReturn))
      return last?.kind === "return" ? [...head, ...results(call, last.values)] : body;
    const leave: Stmt = { kind: "break", span };
    const inLoop = anyStatement(
      head,
      (s) => (s.kind === "for" || s.kind === "loop") && anyStatement(s.body, isReturn),
    );
    const returned = inLoop ? this.#local("returned", "bool") : null;
    const set = (value: boolean): Stmt[] =>
      returned
        ? [{ kind: "assign", local: returned, value: { kind: "constant", type: "bool", value, span }, span }]
        : [];
    const replace = (statements: readonly Stmt[], depth: number): Stmt[] =>
      statements.flatMap((statement): Stmt[] => {
        switch (statement.kind) {
          case "return":
            return [...results(call, statement.values), ...(depth > 0 ? set(true) : []), leave];
          case "if":
            return [
              {
                ...statement,
                ["then"]: replace(statement.then, depth),
                otherwise: replace(statement.otherwise, depth),
              },
            ];
          case "for":
          case "loop": {
            if (!returned || !anyStatement(statement.body, isReturn)) return [statement];
            // Out of the inner loop first, and then out of the one round it.
            const condition: Expr = { kind: "local", local: returned, type: "bool", span };
            return [
              { ...statement, body: replace(statement.body, depth + 1) },
              { kind: "if", condition, ["then"]: [leave], otherwise: [], span },
            ];
          }
          default:
            return [statement];
        }
      });
    const replaced = replace(body, 0);
    const ends = replaced.at(-1)?.kind === "break";
    const once = ends ? replaced : [...replaced, leave];
    return [...set(false), { kind: "loop", condition: null, body: once, budget: null, span }];
  }
}

const isReturn = ({ kind }: Stmt): boolean => kind === "return";

function results(call: CallStmt, values: readonly Expr[]): Stmt[] {
  return values.flatMap((value, i): Stmt[] => {
    const local = call.results[i];
    return local ? [{ kind: "assign", local, value, span: call.span }] : [];
  });
}

function argument(call: CallStmt, i: number): Expr {
  const value = call.args[i];
  if (!value) throw new InternalError("inline", `${call.func.name} lacks argument ${i}`);
  return value;
}

function zero(type: Scalar, span: Span): Expr {
  return { kind: "constant", type, value: type === "bool" ? false : isFloat(type) ? 0 : 0n, span };
}

function recursive(func: Func, span: Span): Unsupported {
  return new Unsupported({
    code: "recursive-barrier",
    severity: "error",
    message: `${func.name} waits at a barrier and calls itself`,
    primary: { span, label: "recursive call" },
    related: [{ span: func.span, label: `${func.name} is defined here` }],
    notes: ["all threads of a block must come to a barrier together, which a recursive call does not assure"],
    help: { text: "write a loop instead, with the barrier in its body" },
  });
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
