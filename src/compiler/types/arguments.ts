/** Arguments of calls to what the compiler knows by name. */
import type * as ast from "../syntax/ast.ts";
import { typeOfConstant } from "./constant-types.ts";
import * as messages from "./diagnostics.ts";
import type { InferContext } from "./infer-context.ts";
import { type Type, UNKNOWN } from "./type.ts";
import { counted } from "./type-words.ts";
import type { BoundArgument, CallTarget } from "./typed.ts";
import { unliteral } from "./unify.ts";

/** What a family of builtins says of a call: its type, and the target unless there was an error. */
export interface Answer {
  readonly type: Type;
  readonly target: CallTarget | null;
}

/** Looks a builtin up by its full name; null where the family does not have it. */
export type InferBuiltin = (
  context: InferContext,
  call: ast.Call,
  name: string,
  args: readonly BoundArgument[],
  types: readonly Type[],
) => Answer | null;

export const FAILED: Answer = { type: UNKNOWN, target: null };

/** The type of a bound argument. */
export function typeOfArgument(context: Pick<InferContext, "typeOf">, arg: BoundArgument): Type {
  switch (arg.kind) {
    case "expr":
      return context.typeOf(arg.expr);
    case "item": {
      const tuple = context.typeOf(arg.expr);
      return tuple.kind === "tuple" ? (tuple.items[arg.index] ?? UNKNOWN) : UNKNOWN;
    }
    case "default":
      return typeOfConstant(arg.value);
  }
}

/** An answer whose operation works in the types given. */
export function answer(
  type: Type,
  name: string,
  args: readonly BoundArgument[],
  operands: readonly Type[],
): Answer {
  return { type, target: { kind: "builtin", name, args, operands } };
}

/** The last part of a full name. */
export function shortName(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

/** Checks the number of arguments, and that none is named; reports. */
export function hasCount(
  context: InferContext,
  call: ast.Call,
  name: string,
  args: readonly BoundArgument[],
  least: number,
  most: number,
): boolean {
  const [keyword] = call.keywords;
  if (keyword) {
    context.report(messages.unknownKeyword(shortName(name), keyword.name, keyword.span, []));
    return false;
  }
  if (args.length >= least && args.length <= most) return true;
  const wanted =
    least === most
      ? counted(least, "argument", "arguments")
      : most === Number.POSITIVE_INFINITY
        ? `at least ${counted(least, "argument", "arguments")}`
        : `${least} to ${most} arguments`;
  context.report(messages.wrongArguments(shortName(name), wanted, args.length, call.span, []));
  return false;
}

/** Arguments by parameter name, positional first; reports unknown, missing and surplus ones. `optional` counts from the end. */
export function named(
  context: InferContext,
  call: ast.Call,
  name: string,
  args: readonly BoundArgument[],
  params: readonly string[],
  optional: number,
): readonly (BoundArgument | null)[] | null {
  const bound: (BoundArgument | null)[] = params.map((_, i) => args[i] ?? null);
  for (const keyword of call.keywords) {
    const at = params.indexOf(keyword.name);
    if (at < 0) {
      context.report(messages.unknownKeyword(shortName(name), keyword.name, keyword.span, params));
      return null;
    }
    bound[at] = { kind: "expr", expr: keyword.value };
  }
  const required = params.length - optional;
  if (args.length <= params.length && bound.slice(0, required).every((arg) => arg !== null)) return bound;
  const wanted =
    optional === 0 ? counted(required, "argument", "arguments") : `${required} to ${params.length} arguments`;
  context.report(
    messages.wrongArguments(shortName(name), wanted, args.length + call.keywords.length, call.span, []),
  );
  return null;
}

/** Reports that a builtin does not take arguments of these types. */
export function refuse(
  context: InferContext,
  call: ast.Call,
  name: string,
  types: readonly Type[],
  why?: string,
): Answer {
  context.report(messages.badArguments(shortName(name), types, call.span, why));
  return FAILED;
}

export function isNumber(type: Type): boolean {
  return unliteral(type).kind === "scalar";
}

export function isInteger(type: Type): boolean {
  const plain = unliteral(type);
  return plain.kind === "scalar" && /^u?int/.test(plain.name);
}

export function isReal(type: Type): boolean {
  const plain = unliteral(type);
  return plain.kind === "scalar" && !plain.name.startsWith("complex");
}
