/** What the parts of lowering see of one another: `function-lowering.ts` implements it. */
import type { Expr } from "../ir/ir.ts";
import type * as ast from "../syntax/ast.ts";
import type { Span } from "../text/span.ts";
import type { ScalarType, Type } from "../types/type.ts";
import type { BoundArgument, CallTarget, Move, TypedBody, Version } from "../types/typed.ts";
import type { Frame } from "./frame.ts";
import type { ModuleBuilder } from "./module-builder.ts";
import type { Value } from "./value.ts";
import type { Variables } from "./variables.ts";

export interface LowerContext {
  readonly frame: Frame;
  readonly module: ModuleBuilder;
  /** The body whose statements are lowered: the function's, or that of a closure inlined in it. */
  readonly body: TypedBody;
  readonly variables: Variables;
  /** The call that is a statement of its own, so that its value is not wanted. */
  readonly unwanted: ast.Expr | null;
  typeOf(expr: ast.Expr): Type;
  /** The value of an expression; `name` is what a local for it would be called. */
  expr(expr: ast.Expr, name?: string): Value;
  /** An expression of which only the truth matters. */
  condition(expr: ast.Expr): Expr;
  /** A number as one scalar of a real type. */
  number(value: Value, type: ScalarType, span: Span): Expr;
  argument(arg: BoundArgument): Value;
  read(version: Version, span: Span): Value;
  statements(statements: readonly ast.Stmt[]): void;
  /** What joins on an edge take over. */
  move(moves: readonly Move[], span: Span): void;
  callFunction(target: Extract<CallTarget, { kind: "function" }>, args: readonly Value[], span: Span): Value;
  callClosure(target: Extract<CallTarget, { kind: "closure" }>, args: readonly Value[], span: Span): Value;
  /** `target = value` for any form of target. */
  assignTarget(target: ast.Expr, value: Value, span: Span): void;
}
