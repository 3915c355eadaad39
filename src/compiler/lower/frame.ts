/** A function of the IR while its body is written: the block that statements go to, its locals, and order of evaluation. */
import type { Expr, Local, Scalar, Stmt } from "../ir/ir.ts";
import type { Span } from "../text/span.ts";
import { effectsOf, isTrivial, mayChange, readsLocal } from "./effects.ts";
import type { ModuleBuilder } from "./module-builder.ts";
import { expressionsOf, mapValue, type Value } from "./value.ts";

export class Frame {
  readonly module: ModuleBuilder;
  readonly isKernel: boolean;
  readonly #locals: Local[] = [];
  /** Locals that are assigned at one place only, so that what is read from them later is the same. */
  readonly #stable = new Set<Local>();
  #block: Stmt[] = [];

  constructor(module: ModuleBuilder, isKernel: boolean) {
    this.module = module;
    this.isKernel = isKernel;
  }

  get locals(): readonly Local[] {
    return this.#locals;
  }

  emit(statement: Stmt): void {
    this.#block.push(statement);
  }

  emitAll(statements: readonly Stmt[]): void {
    for (const statement of statements) this.#block.push(statement);
  }

  assign(local: Local, value: Expr, span: Span): void {
    this.emit({ kind: "assign", local, value, span });
  }

  /** The statements that `write` emits, apart from those so far. */
  block(write: () => void): Stmt[] {
    const outer = this.#block;
    const inner: Stmt[] = [];
    this.#block = inner;
    try {
      write();
    } finally {
      this.#block = outer;
    }
    return inner;
  }

  local(name: string, type: Scalar, isStable: boolean): Local {
    const local: Local = { kind: "local-variable", name, type };
    this.#locals.push(local);
    if (isStable) this.#stable.add(local);
    return local;
  }

  /** A parameter, which is never assigned. */
  adopt(param: Local): void {
    this.#stable.add(param);
  }

  read(local: Local, span: Span): Expr {
    return { kind: "local", local, type: local.type, span };
  }

  /** A new local with the value, read. */
  hold(name: string, value: Expr): Expr {
    const local = this.local(name, value.type, true);
    this.assign(local, value, value.span);
    return this.read(local, value.span);
  }

  /** As `hold`, but leaves alone what may be written twice without work. For use at once: nothing may change in between. */
  once(name: string, value: Expr): Expr {
    return isTrivial(value) ? value : this.hold(name, value);
  }

  /** As `once`, for use later: after code of the user's, which may assign variables. */
  steady(name: string, value: Expr): Expr {
    return isTrivial(value) && this.isStable(value) ? value : this.hold(name, value);
  }

  /** True where reading the expression later, at any place that this one dominates, gives the same. */
  isStable(expr: Expr): boolean {
    switch (expr.kind) {
      case "constant":
      case "launch":
      case "position":
        return true;
      case "local":
        return this.#stable.has(expr.local);
      case "unary":
      case "convert":
        return this.isStable(expr.value);
      case "binary":
      case "compare":
      case "logical":
        return this.isStable(expr.left) && this.isStable(expr.right);
      case "select":
        return this.isStable(expr.condition) && this.isStable(expr.then) && this.isStable(expr.otherwise);
      case "load":
        return false;
      case "math":
        return expr.args.every((arg) => this.isStable(arg));
    }
  }

  /** The value with everything that may change later, or that costs work, held in locals. */
  settle(name: string, value: Value): Value {
    return mapValue(value, (expr, role) => {
      if (isTrivial(expr) && this.isStable(expr)) return expr;
      return this.hold(role === "" ? name : `${name}_${role}`, expr);
    });
  }

  /**
   * Evaluates from left to right. What a later part changes by its statements is held before those, so that earlier
   * parts keep what they read.
   */
  sequence(parts: readonly (() => Value)[]): Value[] {
    const values: Value[] = [];
    for (const part of parts) {
      const mark = this.#block.length;
      const value = part();
      if (this.#block.length > mark) this.#holdBefore(mark, values);
      values.push(value);
    }
    return values;
  }

  #holdBefore(mark: number, values: Value[]): void {
    const effects = effectsOf(this.#block.slice(mark));
    const held = this.block(() => {
      values.forEach((value, i) => {
        if (!expressionsOf(value).some((expr) => mayChange(expr, effects))) return;
        values[i] = mapValue(value, (expr, role) =>
          mayChange(expr, effects) ? this.hold(role || "old", expr) : expr,
        );
      });
    });
    this.#block.splice(mark, 0, ...held);
  }

  /** Assigns several locals at once: no value sees a local of the list that was assigned before it. */
  assignTogether(pairs: readonly { readonly local: Local; readonly value: Expr }[], span: Span): void {
    const values = pairs.map((pair) => pair.value);
    pairs.forEach((pair, i) => {
      const isOverwritten = pairs.slice(0, i).some((earlier) => readsLocal(pair.value, earlier.local));
      if (isOverwritten) values[i] = this.hold(`${pair.local.name}_new`, pair.value);
    });
    pairs.forEach((pair, i) => {
      const value = values[i] ?? pair.value;
      const isSame = value.kind === "local" && value.local === pair.local;
      if (!isSame) this.assign(pair.local, value, span);
    });
  }
}
