/** One function of the IR, from its typed body: the context of all parts of lowering. */
import type { Expr, Stmt } from "../ir/ir.ts";
import type * as ast from "../syntax/ast.ts";
import type { Span } from "../text/span.ts";
import { typeOfConstant } from "../types/constant-types.ts";
import * as messages from "../types/diagnostics.ts";
import type { ScalarType, Type } from "../types/type.ts";
import { UNKNOWN } from "../types/type.ts";
import { unliteral } from "../types/unify.ts";
import type { BoundArgument, CallTarget, Move, TypedBody, Version } from "../types/typed.ts";
import { assignTarget } from "./assignment.ts";
import { lowerCondition } from "./condition.ts";
import { constantArray } from "./constant-array.ts";
import { constantValue, convertNumber, convertValue } from "./convert.ts";
import { lowerExpr } from "./expression.ts";
import type { Frame } from "./frame.ts";
import type { LoopFrame } from "./loops.ts";
import * as make from "./make.ts";
import type { ModuleBuilder } from "./module-builder.ts";
import { Refusal } from "./refusal.ts";
import { lowerStatement, type StatementContext } from "./statement.ts";
import type { Value } from "./value.ts";
import { Variables } from "./variables.ts";

/** What a function needs from the module: how to call others. */
export interface FunctionHost {
  readonly module: ModuleBuilder;
  call(
    frame: Frame,
    target: Extract<CallTarget, { kind: "function" }>,
    args: readonly Value[],
    span: Span,
  ): Value;
  /** A nested function that is not inlined: `captured` are the variables of the function around it that it reads. */
  callNested(
    frame: Frame,
    body: TypedBody,
    args: readonly Value[],
    captured: ReadonlyMap<Version, Value>,
    span: Span,
  ): Value;
}

export class FunctionLowering implements StatementContext {
  readonly frame: Frame;
  readonly module: ModuleBuilder;
  readonly #host: FunctionHost;
  readonly #bodies: Variables[] = [];
  readonly #loops: LoopFrame[] = [];
  /** Variables of the function around a nested one, as values. */
  readonly #captured: ReadonlyMap<Version, Value>;
  /** What a `return` does. */
  readonly #onReturn: (value: Value, span: Span) => void;
  unwanted: ast.Expr | null = null;

  constructor(
    host: FunctionHost,
    frame: Frame,
    captured: ReadonlyMap<Version, Value>,
    onReturn: (value: Value, span: Span) => void,
  ) {
    this.#host = host;
    this.module = host.module;
    this.frame = frame;
    this.#captured = captured;
    this.#onReturn = onReturn;
  }

  get variables(): Variables {
    const current = this.#bodies.at(-1);
    if (!current) throw new Error("no body is being lowered");
    return current;
  }

  get body(): TypedBody {
    return this.variables.body;
  }

  /** The statements of a function whose parameters have these values. */
  lower(body: TypedBody, args: readonly Value[]): Stmt[] {
    return this.frame.block(() => {
      this.#enter(body, args, () => {
        this.statements(body.statements);
      });
    });
  }

  #enter(body: TypedBody, args: readonly Value[], write: () => void): void {
    const variables = new Variables(this.frame, body, this.#bodies);
    this.#bodies.push(variables);
    body.params.forEach((param, i) => {
      const value = args[i];
      if (value) variables.bind(param, value);
    });
    write();
    this.#bodies.pop();
  }

  typeOf(expr: ast.Expr): Type {
    return this.body.types.get(expr) ?? UNKNOWN;
  }

  expr(expr: ast.Expr, name?: string): Value {
    return lowerExpr(this, expr, name);
  }

  condition(expr: ast.Expr): Expr {
    return lowerCondition(this, expr);
  }

  number(value: Value, type: ScalarType, span: Span): Expr {
    const number = convertNumber(value, type, span);
    if (number?.kind === "scalar") return number.expr;
    throw new Refusal(messages.notSupportedYet("this number here", span));
  }

  argument(arg: BoundArgument): Value {
    switch (arg.kind) {
      case "expr":
        return this.expr(arg.expr);
      case "item": {
        const tuple = this.expr(arg.expr);
        const item = tuple.kind === "tuple" ? tuple.items[arg.index] : undefined;
        if (item) return item;
        throw new Refusal(messages.notSupportedYet("this argument", arg.expr.span));
      }
      case "default": {
        const span = { start: 0, end: 0 };
        if (arg.value.kind === "array") return constantArray(this.module, "default", arg.value, span);
        const value = constantValue(arg.value, span);
        if (value) return value;
        throw new Refusal(
          messages.notSupportedYet(`a default argument of type ${typeOfConstant(arg.value).kind}`, span),
        );
      }
    }
  }

  read(version: Version, span: Span): Value {
    const captured = this.#captured.get(version);
    if (captured) return captured;
    const owner = this.#bodies.findLast((variables) => variables.owns(version)) ?? this.variables;
    return owner.read(version, span);
  }

  statements(statements: readonly ast.Stmt[]): void {
    for (const statement of statements) {
      if (!this.body.reached.has(statement)) return;
      try {
        lowerStatement(this, statement);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        // After a refusal variables may lack a value for no fault of their own.
        const follows =
          error.diagnostic.code === "used-before-assignment" && this.module.diagnostics.length > 0;
        if (!follows) this.module.diagnostics.push(error.diagnostic);
      }
    }
  }

  move(moves: readonly Move[], span: Span): void {
    if (moves.length > 0) this.variables.move(moves, span);
  }

  discard(expr: ast.Expr): void {
    this.unwanted = expr;
    try {
      const value = lowerExpr(this, expr);
      // A load that goes out of bounds has an effect, if only a notice; anything else without a statement has none.
      if (expr.kind === "subscript") this.frame.settle("unused", value);
    } finally {
      this.unwanted = null;
    }
  }

  assignTarget(target: ast.Expr, value: Value, span: Span): void {
    assignTarget(this, target, value, span);
  }

  // Control flow

  enterLoop(frame: LoopFrame, write: () => void): void {
    this.#loops.push(frame);
    write();
    this.#loops.pop();
  }

  lowerJump(statement: ast.Break | ast.Continue): void {
    const loop = this.#loops.at(-1);
    const { span } = statement;
    this.move(this.body.moves.get(statement)?.get("jump") ?? [], span);
    if (statement.kind === "continue") {
      this.move(loop?.exitMoves ?? [], span);
      this.frame.emit({ kind: "continue", span });
      return;
    }
    if (loop?.broken) this.frame.assign(loop.broken, make.bool(true, span), span);
    this.frame.emit({ kind: "break", span });
  }

  lowerReturn(statement: ast.Return): void {
    const value: Value = statement.value ? this.expr(statement.value) : { kind: "none" };
    this.#onReturn(value, statement.span);
  }

  // Calls

  callFunction(target: Extract<CallTarget, { kind: "function" }>, args: readonly Value[], span: Span): Value {
    const types = target.callee.argumentTypes;
    const converted = args.map((arg, i) => {
      const type = types[i];
      return (type && convertValue(arg, type, span)) ?? arg;
    });
    return this.#host.call(this.frame, target, converted, span);
  }

  callClosure(target: Extract<CallTarget, { kind: "closure" }>, args: readonly Value[], span: Span): Value {
    const { body } = target;
    const single = onlyReturn(body);
    if (!single) return this.#callNested(body, args, span);
    // The arguments are evaluated before the body, whatever the body does.
    const held = args.map((arg, i) => this.frame.settle(body.params[i]?.name ?? "argument", arg));
    let result: Value = { kind: "none" };
    this.#enter(body, held, () => {
      this.statements(body.statements.slice(0, -1));
      const value = single.value ? this.expr(single.value) : ({ kind: "none" } as const);
      const converted = convertValue(value, unliteral(body.returnType), span);
      result = converted ?? value;
    });
    return result;
  }

  #callNested(body: TypedBody, args: readonly Value[], span: Span): Value {
    const captured = new Map<Version, Value>();
    this.#capture(body, captured, span);
    return this.#host.callNested(this.frame, body, args, captured, span);
  }

  /** Variables of this function that a nested one reads, those inside it included. */
  #capture(body: TypedBody, captured: Map<Version, Value>, span: Span): void {
    for (const version of body.versions.values()) {
      if (version.type.kind === "static" || version.type.kind === "closure") continue;
      const known = this.#captured.get(version);
      const owner = this.#bodies.findLast((variables) => variables.owns(version));
      if (known) captured.set(version, known);
      else if (owner) captured.set(version, owner.read(version, span));
    }
    for (const inner of body.closures.values()) this.#capture(inner, captured, span);
  }
}

/** The one return at the end of a body without others, which can be inlined; null where there are more. */
function onlyReturn(body: TypedBody): ast.Return | null {
  const last = body.statements.at(-1);
  if (last?.kind !== "return" || !body.reached.has(last)) return null;
  return body.statements.slice(0, -1).some(returns) ? null : last;
}

function returns(statement: ast.Stmt): boolean {
  switch (statement.kind) {
    case "return":
      return true;
    case "if":
    case "for":
    case "while":
      return statement.body.some(returns) || statement.orelse.some(returns);
    case "match":
      return statement.cases.some((entry) => entry.body.some(returns));
    default:
      return false;
  }
}
