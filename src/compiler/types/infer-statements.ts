/** Statements: which types they give to variables, and how versions of variables meet where control flow joins. */
import { assignedInRound, assignsNames } from "../syntax/assigned.ts";
import type * as ast from "../syntax/ast.ts";
import type { Span } from "../text/span.ts";
import { truthOf } from "./constant-types.ts";
import * as arrayMessages from "./array-diagnostics.ts";
import * as messages from "./diagnostics.ts";
import { type Edge, type Environment, withVersion } from "./environment.ts";
import type { InferContext } from "./infer-context.ts";
import { inferAugmentedValue, inferStore } from "./infer-store.ts";
import { iteratedType, unpackedTypes } from "./iteration.ts";
import type { EdgeName } from "./typed.ts";
import { type ClosureType, NONE, type Type, UNKNOWN } from "./type.ts";
import type { VersionTable } from "./version-table.ts";

/** What the walk over statements changes beyond what expressions do. */
export interface StatementContext extends InferContext {
  environment: Environment;
  readonly versions: VersionTable;
  returned(type: Type, span: Span): void;
}

interface Loop {
  readonly statement: ast.While | ast.For;
  readonly breaks: Edge<ast.Stmt>[];
  readonly continues: Edge<ast.Stmt>[];
}

export class StatementWalk {
  readonly #context: StatementContext;
  readonly #loops: Loop[] = [];

  constructor(context: StatementContext) {
    this.#context = context;
  }

  statements(statements: readonly ast.Stmt[]): void {
    for (const statement of statements) {
      if (this.#context.environment === null) return;
      this.#context.body.reached.add(statement);
      this.#statement(statement);
    }
  }

  #statement(statement: ast.Stmt): void {
    switch (statement.kind) {
      case "assign": {
        const type = this.#context.expr(statement.value);
        for (const target of statement.targets) this.#assignTarget(target, type, statement.value, true);
        return;
      }
      case "aug-assign":
        this.#augmented(statement);
        return;
      case "ann-assign":
        // Numba ignores annotations of variables.
        if (statement.value)
          this.#assignTarget(statement.target, this.#context.expr(statement.value), statement.value, true);
        return;
      case "expr":
        if (statement.value.kind !== "string") this.#context.expr(statement.value);
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
        this.#context.environment = null;
        return;
      case "pass":
        return;
      case "assert":
        this.#context.condition(statement.test);
        return;
      case "raise":
        this.#raise(statement);
        return;
      case "nested-def": {
        const type: ClosureType = { kind: "closure", func: statement.func };
        this.#context.defineClosure(statement.func);
        const version = this.#context.versions.version(
          statement,
          statement.func.name,
          "assign",
          statement.func.nameSpan,
        );
        this.#context.versions.settle(version, type);
        this.#context.environment = withVersion(this.#context.environment, statement.func.name, version);
        return;
      }
      case "match":
        this.#match(statement);
        return;
      case "unsupported-stmt":
        this.#context.report(
          messages.unsupported(statement.what, statement.instead, statement.span, statement.exception),
        );
        for (const name of statement.binds) {
          const version = this.#context.versions.version(statement, name, "assign", statement.span);
          this.#context.environment = withVersion(this.#context.environment, name, version);
        }
        return;
      case "error-stmt":
        return;
    }
  }

  #return(statement: ast.Return): void {
    const { value } = statement;
    let type: Type = value ? this.#context.expr(value) : NONE;
    const version = value && this.#context.body.versions.get(value);
    if (value && holdsArray(type) && version?.origin !== "param") {
      this.#context.report(arrayMessages.returnsArray(type, value.span));
      type = UNKNOWN;
    }
    this.#context.returned(type, statement.span);
  }

  /** Numba takes a class, or a class called with constants. */
  #raise(statement: ast.Raise): void {
    const { exception } = statement;
    const callee = exception?.kind === "call" ? exception.func : exception;
    if (callee && callee.kind !== "name" && callee.kind !== "attribute") {
      this.#context.report(
        messages.unsupported(
          "raising anything but an exception class",
          null,
          callee.span,
          "UnsupportedError",
        ),
      );
    }
    this.#context.environment = null;
  }

  /** `isWhole`: the target gets `value` itself, not an item of it. */
  #assignTarget(target: ast.Expr, type: Type, value: ast.Expr, isWhole: boolean): void {
    if (target.kind === "name") {
      this.#context.assign(target, type, isWhole ? (this.#context.constantOf(value) ?? null) : null);
      return;
    }
    if (target.kind === "tuple") {
      const types = unpackedTypes(type, target.items.length);
      if (typeof types === "string") {
        this.#context.report(arrayMessages.cannotUnpack(types, type, target.items.length, value.span));
      }
      target.items.forEach((item, i) => {
        this.#assignTarget(item, typeof types === "string" ? UNKNOWN : (types[i] ?? UNKNOWN), value, false);
      });
      return;
    }
    inferStore(this.#context, target, type, value);
  }

  #augmented(statement: ast.AugAssign): void {
    const { target, value } = statement;
    if (target.kind === "name") {
      const old = this.#context.expr(target);
      const read = this.#context.body.versions.get(target);
      const type = inferAugmentedValue(this.#context, statement, old, this.#context.expr(value));
      this.#context.assign(target, type);
      if (read) this.#context.body.augmented.set(statement, read);
      return;
    }
    const old = this.#context.expr(target);
    const type = inferAugmentedValue(this.#context, statement, old, this.#context.expr(value));
    inferStore(this.#context, target, type, value);
  }

  #joinAt(node: ast.Stmt | ast.Expr, edges: readonly Edge<ast.Stmt | ast.Expr>[]): Environment {
    return this.#context.versions.join(node.span, edges, node);
  }

  #if(statement: ast.If): void {
    this.#context.condition(statement.test);
    const decided = truthOf(this.#context, statement.test);
    if (decided !== null) {
      this.#context.body.decided.set(statement.test, decided);
      this.statements(decided ? statement.body : statement.orelse);
      return;
    }
    const before = this.#context.environment;
    this.statements(statement.body);
    const then = this.#context.environment;
    this.#context.environment = before;
    this.statements(statement.orelse);
    this.#context.environment = this.#joinAt(statement, [
      { node: statement, name: "then", environment: then },
      { node: statement, name: "else", environment: this.#context.environment },
    ]);
  }

  #match(statement: ast.Match): void {
    this.#context.expr(statement.subject);
    const edges: Edge<ast.Stmt>[] = [];
    let before = this.#context.environment;
    statement.cases.forEach((entry, i) => {
      this.#context.environment = before;
      for (const pattern of entry.patterns) this.#context.expr(pattern);
      if (entry.guard) this.#context.condition(entry.guard);
      this.statements(entry.body);
      edges.push({ node: statement, name: `case ${i}`, environment: this.#context.environment });
      if (entry.patterns.length === 0 && !entry.guard) before = null;
    });
    edges.push({ node: statement, name: "none", environment: before });
    this.#context.environment = this.#joinAt(statement, edges);
  }

  #while(statement: ast.While): void {
    const entry = this.#context.environment;
    const names = assignedInRound(statement);
    this.#context.environment = this.#context.versions.enterLoop(statement, entry, names);
    this.#context.condition(statement.test);
    const decided = truthOf(this.#context, statement.test);
    if (decided !== null) this.#context.body.decided.set(statement.test, decided);
    const tested = this.#context.environment;
    if (decided === false) this.#context.environment = null;
    const loop = this.#loopBody(statement, statement.body);
    this.#context.versions.closeLoop(statement, entry, names, [
      { node: statement, name: "back", environment: this.#context.environment },
      ...loop.continues,
    ]);
    this.#context.environment = decided === true ? null : tested;
    this.#leaveLoop(statement, loop, assignsNames(statement.test) ? "tested" : "exit");
  }

  #for(statement: ast.For): void {
    const iterable = this.#context.expr(statement.iter);
    const element = iteratedType(this.#context, iterable, statement.iter);
    const entry = this.#context.environment;
    const names = assignedInRound(statement);
    this.#context.environment = this.#context.versions.enterLoop(statement, entry, names);
    const head = this.#context.environment;
    this.#assignTarget(statement.target, element, statement.iter, false);
    const loop = this.#loopBody(statement, statement.body);
    this.#context.versions.closeLoop(statement, entry, names, [
      { node: statement, name: "back", environment: this.#context.environment },
      ...loop.continues,
    ]);
    this.#context.environment = head;
    this.#leaveLoop(statement, loop, "exit");
  }

  #loopBody(statement: ast.While | ast.For, body: readonly ast.Stmt[]): Loop {
    const loop: Loop = { statement, breaks: [], continues: [] };
    this.#loops.push(loop);
    this.statements(body);
    this.#loops.pop();
    return loop;
  }

  /** The variables are as after a failed test: runs `else`, and joins with the breaks. */
  #leaveLoop(statement: ast.While | ast.For, loop: Loop, exit: EdgeName): void {
    const hasElse = statement.orelse.length > 0;
    this.statements(statement.orelse);
    const normal = { node: statement, name: hasElse ? "else" : exit, environment: this.#context.environment };
    this.#context.environment = this.#context.versions.join(
      statement.span,
      [normal, ...loop.breaks],
      this.#context.versions.exitOf(statement),
    );
  }

  #jump(statement: ast.Break | ast.Continue): void {
    const loop = this.#loops.at(-1);
    const edge = { node: statement, name: "jump", environment: this.#context.environment };
    if (loop) (statement.kind === "break" ? loop.breaks : loop.continues).push(edge);
    this.#context.environment = null;
  }
}

function holdsArray(type: Type): boolean {
  return type.kind === "array" || (type.kind === "tuple" && type.items.some(holdsArray));
}
