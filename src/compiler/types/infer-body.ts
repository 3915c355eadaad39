/**
 * Inference of one body: walks the statements in order with the current version of each variable, and does so again
 * until no type changes. Numba reaches the same types by constraints over its SSA form
 * (numba_cuda/numba/cuda/core/ssa.py, typeinfer.py).
 */
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Constant, FunctionSource, Names } from "../names/constant.ts";
import { assignedNames } from "../syntax/assigned.ts";
import type * as ast from "../syntax/ast.ts";
import type { Span } from "../text/span.ts";
import * as messages from "./diagnostics.ts";
import { type Environment, withVersion } from "./environment.ts";
import type { InferContext } from "./infer-context.ts";
import { inferCondition, inferExpr } from "./infer-expression.ts";
import { type StatementContext, StatementWalk } from "./infer-statements.ts";
import type { TypedBody, TypedFunction, Version } from "./typed.ts";
import { NONE, type Type, UNKNOWN } from "./type.ts";
import { sameType } from "./type-names.ts";
import { unify } from "./unify.ts";
import { VersionTable } from "./version-table.ts";

/** Rounds after which types that still change are taken as they are; real code needs three or four. */
const MOST_ROUNDS = 24;

/** What a body needs from the compilation around it. */
export interface InferenceHost {
  /** The function is a kernel, whose returned values are another mistake than differing types. */
  readonly isKernel: boolean;
  callFunction(
    id: number,
    name: string,
    types: readonly Type[],
    call: ast.Call,
    caller: InferContext,
  ): TypedFunction | null;
  /** Marks that a type changed in this round. */
  changed(): void;
  report(diagnostic: Diagnostic): void;
}

export class BodyInference implements StatementContext {
  readonly body: TypedBody;
  readonly source: FunctionSource;
  readonly #host: InferenceHost;
  readonly #parent: BodyInference | null;
  /** Names that are variables here, as Python decides: by being assigned anywhere in the body. */
  readonly #locals: ReadonlySet<string>;
  readonly versions: VersionTable;
  environment: Environment = null;
  readonly #children = new Map<ast.Call, BodyInference>();
  readonly #closureOwners = new Map<ast.FunctionDef | ast.Lambda, BodyInference>();
  readonly #walk: StatementWalk;
  #returns: { readonly type: Type; readonly span: Span }[] = [];

  constructor(
    func: ast.FunctionDef | ast.Lambda,
    argumentTypes: readonly Type[],
    source: FunctionSource,
    host: InferenceHost,
    parent: BodyInference | null,
  ) {
    this.source = source;
    this.#host = host;
    this.#parent = parent;
    const statements: readonly ast.Stmt[] =
      func.kind === "lambda" ? [{ kind: "return", value: func.body, span: func.body.span }] : func.body;
    const params = func.params.map(
      (param, i): Version => ({
        name: param.name,
        origin: "param",
        span: param.nameSpan,
        type: argumentTypes[i] ?? UNKNOWN,
        constant: null,
        incoming: [],
        conflict: null,
        used: false,
        reads: 0,
      }),
    );
    this.#locals = new Set([...params.map((param) => param.name), ...assignedNames(statements)]);
    this.body = {
      func,
      statements,
      params,
      parent: parent?.body ?? null,
      types: new Map(),
      constants: new Map(),
      versions: new Map(),
      augmented: new Map(),
      calls: new Map(),
      moves: new Map(),
      reached: new Set(),
      decided: new Map(),
      shortened: new Map(),
      closures: new Map(),
      fallsThrough: false,
      returnType: UNKNOWN,
    };
    this.versions = new VersionTable(this.body, () => host.changed());
    this.#walk = new StatementWalk(this);
  }

  get names(): Names {
    return this.source.names;
  }

  /** New argument types of a closure that is called again in a later round. */
  retype(argumentTypes: readonly Type[]): void {
    this.body.params.forEach((param, i) => {
      this.versions.settle(param, argumentTypes[i] ?? UNKNOWN);
    });
  }

  /** One walk over the body. */
  round(): void {
    for (const map of [this.body.types, this.body.constants, this.body.versions, this.body.calls])
      map.clear();
    for (const map of [
      this.body.moves,
      this.body.decided,
      this.body.closures,
      this.body.shortened,
      this.body.augmented,
    ])
      map.clear();
    this.body.reached.clear();
    for (const version of this.versions.all()) {
      version.used = false;
      version.reads = 0;
    }
    this.#returns = [];
    this.environment = this.versions.start();
    this.#walk.statements(this.body.statements);
    this.body.fallsThrough = this.environment !== null;
    this.#settleReturns();
  }

  /** After the last round: marks what is read through joins, and reports joins that have no type though they are used. */
  finish(): void {
    const seen = new Set<Version>();
    const visit = (version: Version): void => {
      if (seen.has(version)) return;
      seen.add(version);
      version.used = true;
      if (version.conflict) this.report(messages.cannotUnify(version.name, version.conflict, version.span));
      for (const incoming of version.incoming) visit(incoming);
    };
    for (const version of this.versions.all()) if (version.reads > 0) visit(version);
    for (const call of this.body.closures.keys()) this.#children.get(call)?.finish();
  }

  // What expressions ask for

  expr(expr: ast.Expr): Type {
    const type = inferExpr(this, expr);
    this.body.types.set(expr, type);
    return type;
  }

  condition(expr: ast.Expr): void {
    inferCondition(this, expr);
  }

  typeOf(expr: ast.Expr): Type {
    return this.body.types.get(expr) ?? UNKNOWN;
  }

  constantOf(expr: ast.Expr): Constant | undefined {
    return this.body.constants.get(expr) ?? this.body.versions.get(expr)?.constant ?? undefined;
  }

  setConstant(expr: ast.Expr, value: Constant): void {
    this.body.constants.set(expr, value);
  }

  report(diagnostic: Diagnostic): void {
    this.#host.report(diagnostic);
  }

  read(name: ast.Name): Version | null | undefined {
    const found = this.#lookUp(name.id);
    if (found) {
      found.reads++;
      this.body.versions.set(name, found);
    }
    return found;
  }

  #lookUp(name: string): Version | null | undefined {
    if (this.#locals.has(name)) return this.environment?.get(name);
    return this.#parent ? this.#parent.#lookUp(name) : null;
  }

  assign(target: ast.Name, type: Type, constant: Constant | null = null): void {
    const version = this.versions.version(target, target.id, "assign", target.span);
    version.constant = constant;
    this.versions.settle(version, type);
    this.body.versions.set(target, version);
    this.environment = withVersion(this.environment, target.id, version);
  }

  branch(node: ast.Expr, part: () => void): void {
    const before = this.environment;
    part();
    if (this.environment === before) return;
    this.environment = this.versions.join(
      node.span,
      [
        { node, name: "then", environment: this.environment },
        { node, name: "else", environment: before },
      ],
      node,
    );
  }

  callFunction(id: number, name: string, types: readonly Type[], call: ast.Call): TypedFunction | null {
    return this.#host.callFunction(id, name, types, call, this);
  }

  callClosure(func: ast.FunctionDef | ast.Lambda, args: readonly Type[], call: ast.Call): TypedBody | null {
    const owner = this.#ownerOf(func);
    if (!owner || this.#isInside(func)) {
      this.report(
        messages.notSupportedYet("a lambda or nested function that calls itself or is returned", call.span),
      );
      return null;
    }
    let child = this.#children.get(call);
    if (!child || child.body.func !== func) {
      child = new BodyInference(func, args, this.source, this.#host, owner);
      this.#children.set(call, child);
    }
    child.retype(args);
    child.round();
    this.body.closures.set(call, child.body);
    return child.body;
  }

  variables(): readonly string[] {
    return [...this.#locals, ...(this.#parent?.variables() ?? [])];
  }

  defineClosure(func: ast.FunctionDef | ast.Lambda): void {
    this.#closureOwners.set(func, this);
  }

  #ownerOf(func: ast.FunctionDef | ast.Lambda): BodyInference | null {
    const own = this.#closureOwners.get(func);
    if (own || !this.#parent) return own ?? null;
    return this.#parent.#ownerOf(func);
  }

  #isInside(func: ast.FunctionDef | ast.Lambda): boolean {
    if (this.body.func === func) return true;
    return this.#parent ? this.#parent.#isInside(func) : false;
  }

  returned(type: Type, span: Span): void {
    this.#returns.push({ type, span });
  }

  #settleReturns(): void {
    const { body } = this;
    const isKernel = this.#host.isKernel && this.#parent === null;
    let type: Type = body.fallsThrough ? NONE : UNKNOWN;
    for (const entry of this.#returns) {
      if (entry.type.kind === "unknown") continue;
      if (type.kind === "unknown") {
        type = entry.type;
        continue;
      }
      const unified = unify(type, entry.type);
      if (unified) type = unified;
      else if (isKernel) continue;
      else if (type.kind === "none" || entry.type.kind === "none")
        this.report(messages.sometimesNone(entry.span));
      else this.report(messages.returnsDiffer(type, entry.type, entry.span, this.#returns));
    }
    if (type.kind === "unknown" && !body.fallsThrough && this.#returns.length === 0) type = NONE;
    if (sameType(type, body.returnType) || type.kind === "unknown") return;
    body.returnType = type;
    this.#host.changed();
  }

  get returns(): readonly { readonly type: Type; readonly span: Span }[] {
    return this.#returns;
  }
}

/** Runs rounds until nothing changes; diagnostics of the last round count. */
export function untilSettled(round: () => boolean): void {
  for (let i = 0; i < MOST_ROUNDS; i++) if (!round()) return;
}
