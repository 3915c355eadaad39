/** A call of something that the compiler knows by name, with its arguments evaluated. */
import type { Expr } from "../ir/ir.ts";
import type * as ast from "../syntax/ast.ts";
import type { Span } from "../text/span.ts";
import * as messages from "../types/diagnostics.ts";
import type { ScalarType, Type } from "../types/type.ts";
import { unliteral } from "../types/unify.ts";
import { convertNumber } from "./convert.ts";
import { Refusal } from "./refusal.ts";
import type { Value } from "./value.ts";

export interface BuiltinCall {
  readonly name: string;
  readonly args: readonly Value[];
  /** What inference says that the operation works in. */
  readonly operands: readonly Type[];
  readonly type: Type;
  readonly span: Span;
  /** What a local for the result would be called. */
  readonly local: string;
  readonly call: ast.Call;
}

/** Argument `i` as a number of the type that the operation works in. */
export function operand(
  request: BuiltinCall,
  i: number,
  type: Type | undefined = request.operands[i],
): Value {
  const value = request.args[i];
  const plain = type && unliteral(type);
  const number = value && plain?.kind === "scalar" ? convertNumber(value, plain, request.span) : null;
  if (number) return number;
  throw new Refusal(messages.notSupportedYet("this argument", request.span));
}

/** As `operand`, for numbers that are one scalar. */
export function scalarOperand(request: BuiltinCall, i: number, type?: ScalarType): Expr {
  const value = operand(request, i, type ?? request.operands[i]);
  if (value.kind === "scalar") return value.expr;
  throw new Refusal(messages.notSupportedYet("a complex number here", request.span));
}
