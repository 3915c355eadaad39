/**
 * Inference of one body: walks the statements in order with the current version of each variable, and does so again
 * until no type changes. Numba reaches the same types by constraints over its SSA form
 * (numba_cuda/numba/cuda/core/ssa.py, typeinfer.py).
 */
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Constant, FunctionSource, Names } from "../names/constant.ts";
import type * as ast from "../syntax/ast.ts";
import type { Span } from "../text/span.ts";
import { assignedInExpr, assignedInTarget, assignedNames, assignsNames } from "./assigned-names.ts";
import { truthOf } from "./constant-types.ts";
import * as messages from "./diagnostics.ts";
import { type Edge, type Environment, withVersion } from "./environment.ts";
import type { InferContext } from "./infer-context.ts";
import { inferCondition, inferExpr } from "./infer-expression.ts";
import { inferAugmentedValue, inferStore } from "./infer-store.ts";
import { iteratedType, unpackedTypes } from "./iteration.ts";
import type { EdgeName, TypedBody, TypedFunction, Version } from "./typed.ts";
import { type ClosureType, NONE, type Type, UNKNOWN } from "./type.ts";
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

interface Loop {
  readonly statement: ast.While | ast.For;
  readonly breaks: Edge<ast.Stmt>[];
  readonly continues: Edge<ast.Stmt>[];
}

export class BodyInference implements InferContext {
  readonly body: TypedBody;
  readonly source: FunctionSource;
  readonly #host: InferenceHost;
  readonly #parent: BodyInference | null;
  /** Names that are variables here, as Python decides: by being assigned anywhere in the body. */
  readonly #locals: ReadonlySet<string>;
  readonly #versions: VersionTable;
  readonly #children = new Map<ast.Call, BodyInference>();
  readonly #closureOwners = new Map<ast.FunctionDef | ast.Lambda, BodyInference>();
  #environment: Environment = new Map();
  #loops: Loop[] = [];
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
      closures: new Map(),
      fallsThrough: false,
      returnType: UNKNOWN,
    };
    this.#versions = new VersionTable(this.body, () => host.changed());
  }

  get names(): Names {
    return this.source.names;
  }

  /** New argument types of a closure that is called again in a later round. */
  retype(argumentTypes: readonly Type[]): void {
    this.body.params.forEach((param, i) => {
      this.#versions.settle(param, argumentTypes[i] ?? UNKNOWN);
    });
  }

  /** One walk over the body. */
  round(): void {
    for (const map of [this.body.types, this.body.constants, this.body.versions, this.body.calls])
      map.clear();
    for (const map of [this.body.moves, this.body.decided, this.body.closures, this.body.augmented])
      map.clear();
    this.body.reached.clear();
    for (const version of this.#versions.all()) {
      version.used = false;
      version.reads = 0;
    }
    this.#returns = [];
    this.#environment = new Map(this.body.params.map((param) => [param.name, param]));
    this.#statements(this.body.statements);
    this.body.fallsThrough = this.#environment !== null;
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
    for (const version of this.#versions.all()) if (version.reads > 0) visit(version);
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
    return this.body.constants.get(expr);
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
    if (this.#locals.has(name)) return this.#environment?.get(name);
    return this.#parent ? this.#parent.#lookUp(name) : null;
  }

  assign(target: ast.Name, type: Type): void {
    const version = this.#versions.version(target, target.id, "assign", target.span);
    this.#versions.settle(version, type);
    this.body.versions.set(target, version);
    this.#environment = withVersion(this.#environment, target.id, version);
  }

  branch(node: ast.Expr, part: () => void): void {
    const before = this.#environment;
    part();
    if (this.#environment === before) return;
    this.#environment = this.#joinAt(node, [
      { node, name: "then", environment: this.#environment },
      { node, name: "else", environment: before },
    ]);
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
    return this.body.func === func || (this.#parent !== null && this.#parent.#isInside(func));
  }

  // Statements

  #statements(statements: readonly ast.Stmt[]): void {
    for (const statement of statements) {
      if (this.#environment === null) return;
      this.body.reached.add(statement);
      this.#statement(statement);
    }
  }

  #statement(statement: ast.Stmt): void {
    switch (statement.kind) {
      case "assign": {
        const type = this.expr(statement.value);
        for (const target of statement.targets) this.#assignTarget(target, type, statement.value);
        return;
      }
      case "aug-assign":
        this.#augmented(statement);
        return;
      case "ann-assign":
        // Numba ignores annotations of variables.
        if (statement.value)
          this.#assignTarget(statement.target, this.expr(statement.value), statement.value);
        return;
      case "expr":
        if (statement.value.kind !== "string") this.expr(statement.value);
        return;
      case "if":
        this.#if(statement);
        return;
      case "while":
        this.#while(statement);
        return;
      case "for":
        this.#for(statement);
        return;
      case "break":
      case "continue":
        this.#jump(statement);
        return;
      case "return":
        this.#return(statement);
        this.#environment = null;
        return;
      case "pass":
        return;
      case "assert":
        this.condition(statement.test);
        return;
      case "raise":
        this.#raise(statement);
        return;
      case "nested-def": {
        const type: ClosureType = { kind: "closure", func: statement.func };
        this.defineClosure(statement.func);
        const version = this.#versions.version(statement, statement.func.name, "assign", statement.func.nameSpan);
        this.#versions.settle(version, type);
        this.#environment = withVersion(this.#environment, statement.func.name, version);
        return;
      }
      case "match":
        this.#match(statement);
        return;
      case "unsupported-stmt":
        this.report(
          messages.unsupported(statement.what, statement.instead, statement.span, statement.exception),
        );
        for (const name of statement.binds) {
          const version = this.#versions.version(statement, name, "assign", statement.span);
          this.#environment = withVersion(this.#environment, name, version);
        }
        return;
      case "error-stmt":
        return;
    }
  }

  #return(statement: ast.Return): void {
    const { value } = statement;
    let type: Type = value ? this.expr(value) : NONE;
    const version = value && this.body.versions.get(value);
    if (value && holdsArray(type) && version?.origin !== "param") {
      this.report(messages.returnsArray(type, value.span));
      type = UNKNOWN;
    }
    this.#returns.push({ type, span: statement.span });
  }

  /** Numba takes a class, or a class called with constants. */
  #raise(statement: ast.Raise): void {
    const { exception } = statement;
    const callee = exception?.kind === "call" ? exception.func : exception;
    if (callee && callee.kind !== "name" && callee.kind !== "attribute") {
      this.report(
        messages.unsupported(
          "raising anything but an exception class",
          null,
          callee.span,
          "UnsupportedError",
        ),
      );
    }
    this.#environment = null;
  }

  #assignTarget(target: ast.Expr, type: Type, value: ast.Expr): void {
    if (target.kind === "name") {
      this.assign(target, type);
      return;
    }
    if (target.kind === "tuple") {
      const types = unpackedTypes(type, target.items.length);
      if (typeof types === "string") {
        this.report(messages.cannotUnpack(types, type, target.items.length, value.span));
      }
      target.items.forEach((item, i) => {
        this.#assignTarget(item, typeof types === "string" ? UNKNOWN : (types[i] ?? UNKNOWN), value);
      });
      return;
    }
    inferStore(this, target, type, value);
  }

  #augmented(statement: ast.AugAssign): void {
    const { target, value } = statement;
    if (target.kind === "name") {
      const old = this.expr(target);
      const read = this.body.versions.get(target);
      const type = inferAugmentedValue(this, statement, old, this.expr(value));
      this.assign(target, type);
      if (read) this.body.augmented.set(statement, read);
      return;
    }
    const old = this.expr(target);
    const type = inferAugmentedValue(this, statement, old, this.expr(value));
    inferStore(this, target, type, value);
  }

  #joinAt(node: ast.Stmt | ast.Expr, edges: readonly Edge<ast.Stmt | ast.Expr>[]): Environment {
    return this.#versions.join(node.span, edges, node);
  }

  #if(statement: ast.If): void {
    this.condition(statement.test);
    const decided = truthOf(this, statement.test);
    if (decided !== null) {
      this.body.decided.set(statement.test, decided);
      this.#statements(decided ? statement.body : statement.orelse);
      return;
    }
    const before = this.#environment;
    this.#statements(statement.body);
    const then = this.#environment;
    this.#environment = before;
    this.#statements(statement.orelse);
    this.#environment = this.#joinAt(statement, [
      { node: statement, name: "then", environment: then },
      { node: statement, name: "else", environment: this.#environment },
    ]);
  }

  #match(statement: ast.Match): void {
    this.expr(statement.subject);
    const edges: Edge<ast.Stmt>[] = [];
    let before = this.#environment;
    statement.cases.forEach((entry, i) => {
      this.#environment = before;
      for (const pattern of entry.patterns) this.expr(pattern);
      if (entry.guard) this.condition(entry.guard);
      this.#statements(entry.body);
      edges.push({ node: statement, name: `case ${i}`, environment: this.#environment });
      if (entry.patterns.length === 0 && !entry.guard) before = null;
    });
    edges.push({ node: statement, name: "none", environment: before });
    this.#environment = this.#joinAt(statement, edges);
  }

  #while(statement: ast.While): void {
    const entry = this.#environment;
    const names = new Set([...assignedInExpr(statement.test), ...assignedNames(statement.body)]);
    this.#environment = this.#versions.enterLoop(statement, entry, names);
    this.condition(statement.test);
    const decided = truthOf(this, statement.test);
    if (decided !== null) this.body.decided.set(statement.test, decided);
    const tested = this.#environment;
    if (decided === false) this.#environment = null;
    const loop = this.#loopBody(statement, statement.body);
    this.#versions.closeLoop(statement, entry, names, [
      { node: statement, name: "back", environment: this.#environment },
      ...loop.continues,
    ]);
    this.#environment = decided === true ? null : tested;
    this.#leaveLoop(statement, loop, assignsNames(statement.test) ? "tested" : "exit");
  }

  #for(statement: ast.For): void {
    const iterable = this.expr(statement.iter);
    const element = iteratedType(this, iterable, statement.iter);
    const entry = this.#environment;
    const names = new Set([...assignedInTarget(statement.target), ...assignedNames(statement.body)]);
    this.#environment = this.#versions.enterLoop(statement, entry, names);
    const head = this.#environment;
    this.#assignTarget(statement.target, element, statement.iter);
    const loop = this.#loopBody(statement, statement.body);
    this.#versions.closeLoop(statement, entry, names, [
      { node: statement, name: "back", environment: this.#environment },
      ...loop.continues,
    ]);
    this.#environment = head;
    this.#leaveLoop(statement, loop, "exit");
  }

  #loopBody(statement: ast.While | ast.For, body: readonly ast.Stmt[]): Loop {
    const loop: Loop = { statement, breaks: [], continues: [] };
    this.#loops.push(loop);
    this.#statements(body);
    this.#loops.pop();
    return loop;
  }

  /** The variables are as after a failed test: runs `else`, and joins with the breaks. */
  #leaveLoop(statement: ast.While | ast.For, loop: Loop, exit: EdgeName): void {
    const hasElse = statement.orelse.length > 0;
    this.#statements(statement.orelse);
    const normal = { node: statement, name: hasElse ? "else" : exit, environment: this.#environment };
    this.#environment = this.#versions.join(statement.span, [normal, ...loop.breaks], this.#versions.exitOf(statement));
  }

  #jump(statement: ast.Break | ast.Continue): void {
    const loop = this.#loops.at(-1);
    const edge = { node: statement, name: "jump", environment: this.#environment };
    if (loop) (statement.kind === "break" ? loop.breaks : loop.continues).push(edge);
    this.#environment = null;
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

function holdsArray(type: Type): boolean {
  return type.kind === "array" || (type.kind === "tuple" && type.items.some(holdsArray));
}

/** Runs rounds until nothing changes; diagnostics of the last round count. */
export function untilSettled(round: () => boolean): void {
  for (let i = 0; i < MOST_ROUNDS; i++) if (!round()) return;
}
