/** What comes out when a value is iterated over or unpacked. */
import type * as ast from "../syntax/ast.ts";
import * as arrayMessages from "./array-diagnostics.ts";
import type { InferContext } from "./infer-context.ts";
import { type ArrayType, scalar, type TupleType, type Type, UNKNOWN } from "./type.ts";
import { sameType } from "./type-names.ts";
import { unliteral } from "./unify.ts";

/** The type of the loop variable; reports what cannot be iterated over. */
export function iteratedType(context: InferContext, type: Type, at: ast.Expr): Type {
  const item = itemType(type);
  if (item) return item;
  context.report(arrayMessages.cannotIterate(type, at.span));
  return UNKNOWN;
}

/** The type of what iteration gives; null where there is no iteration. */
export function itemType(type: Type): Type | null {
  switch (type.kind) {
    case "range":
      return type.element;
    case "array":
      return rowType(type);
    case "tuple":
      return commonItem(type);
    case "iterator":
      return iteratorItem(type.form, type.items);
    case "unknown":
      return UNKNOWN;
    default:
      return null;
  }
}

function iteratorItem(form: "enumerate" | "zip" | "array" | "tuple", items: readonly Type[]): Type | null {
  const inner: Type[] = [];
  for (const item of items) {
    const type = itemType(item);
    if (!type) return null;
    inner.push(type);
  }
  if (form === "enumerate") return { kind: "tuple", items: [scalar("int64"), inner[0] ?? UNKNOWN] };
  if (form === "zip") return { kind: "tuple", items: inner };
  return inner[0] ?? null;
}

/** What one index into the first axis of an array gives. */
export function rowType(array: ArrayType): Type {
  if (array.ndim === 1) return array.element;
  return { ...array, ndim: array.ndim - 1, layout: array.layout === "C" ? "C" : "A" };
}

/** The one type of all items, as Numba's UniTuple has it; null where they differ or there are none. */
export function commonItem(tuple: TupleType): Type | null {
  const [first, ...rest] = tuple.items.map(unliteral);
  if (!first) return null;
  return rest.every((item) => sameType(item, first)) ? first : null;
}

/** The types that unpacking into `count` targets gives, or why it cannot be done ("" for values without items). */
export function unpackedTypes(type: Type, count: number): readonly Type[] | string {
  if (type.kind === "unknown") return Array.from({ length: count }, () => UNKNOWN);
  if (type.kind !== "tuple") return "";
  if (type.items.length === count) return type.items;
  const more = type.items.length > count ? "more" : "fewer";
  return `a tuple of ${type.items.length} has ${more} items than the ${count} names on the left`;
}
