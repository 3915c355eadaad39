/** Stores into elements, views and fields: what may be stored where. */
import type * as ast from "../syntax/ast.ts";
import * as arrayMessages from "./array-diagnostics.ts";
import * as messages from "./diagnostics.ts";
import type { InferContext } from "./infer-context.ts";
import { binaryType } from "./operator-types.ts";
import { commonItem } from "./iteration.ts";
import { type Type, UNKNOWN } from "./type.ts";
import { sameType } from "./type-names.ts";
import { unliteral } from "./unify.ts";

/** Checks `target = value` for a target that is no name. */
export function inferStore(context: InferContext, target: ast.Expr, value: Type, node: ast.Expr): void {
  if (target.kind === "subscript") {
    const place = context.expr(target);
    const base = context.typeOf(target.value);
    if (base.kind === "tuple") {
      context.report(messages.notAssignable("an item of a tuple", target.span));
      return;
    }
    if (base.kind === "array" && base.readonly)
      context.report(arrayMessages.readOnly(base, target.value.span));
    checkValue(context, place, value, node, target.value);
    return;
  }
  if (target.kind === "attribute") {
    const place = context.expr(target);
    const base = context.typeOf(target.value);
    if (base.kind === "record") checkValue(context, place, value, node, target.value);
    else if (base.kind !== "unknown") context.report(messages.notAssignable("an attribute", target.span));
    return;
  }
  if (target.kind === "error-expr") return;
  context.report(messages.notAssignable("this", target.span));
}

function checkValue(context: InferContext, place: Type, value: Type, node: ast.Expr, array: ast.Expr): void {
  if (place.kind === "unknown" || value.kind === "unknown") return;
  if (storable(place, value)) return;
  context.report(arrayMessages.cannotStore(value, context.typeOf(array), node.span, array.span));
}

/** True where a value of one type can be stored in a place of another. */
export function storable(place: Type, value: Type): boolean {
  const plain = unliteral(value);
  switch (place.kind) {
    case "scalar":
      return (
        plain.kind === "scalar" && (place.name.startsWith("complex") || !plain.name.startsWith("complex"))
      );
    case "record":
      return plain.kind === "record" && sameType(place, plain);
    case "array":
      if (plain.kind === "array") return plain.ndim <= place.ndim && storable(place.element, plain.element);
      if (plain.kind === "tuple") {
        const item = commonItem(plain);
        return place.ndim === 1 && item !== null && storable(place.element, item);
      }
      return storable(place.element, plain);
    default:
      return false;
  }
}

/** The value that `target op= value` stores. */
export function inferAugmentedValue(
  context: InferContext,
  statement: ast.AugAssign,
  old: Type,
  value: Type,
): Type {
  const result = binaryType(statement.op, old, value);
  if (result) return result;
  context.report(
    messages.badOperands(statement.op, old, value, statement, [statement.target, statement.value]),
  );
  return UNKNOWN;
}
