/** Types of `value[indices]`, following `get_array_index_type` of numba_cuda/numba/cuda/typing/arraydecl.py. */
import type * as ast from "../syntax/ast.ts";
import * as arrayMessages from "./array-diagnostics.ts";
import * as messages from "./diagnostics.ts";
import { fieldOfRecords, fieldType } from "./infer-attribute.ts";
import type { InferContext } from "./infer-context.ts";
import { commonItem } from "./iteration.ts";
import type { ArrayType, Layout, RecordType, TupleType, Type } from "./type.ts";
import { UNKNOWN } from "./type.ts";
import { unliteral } from "./unify.ts";

/** One index after `a[t]` with a tuple `t` is taken apart. */
export type IndexKind = "integer" | "slice" | "ellipsis" | "newaxis";

export function inferSubscript(context: InferContext, expr: ast.Subscript): Type {
  const value = context.expr(expr.value);
  const indices = expr.indices.map((index) => context.expr(index));
  switch (value.kind) {
    case "unknown":
      return UNKNOWN;
    case "array":
      return ofArray(context, expr, value, indices);
    case "tuple":
      return ofTuple(context, expr, value, indices);
    case "record":
      return ofRecord(context, expr, value, indices);
    case "iterator":
      if (value.form === "array" && value.items[0]?.kind === "array" && indices.length === 1) {
        return ofArray(context, expr, value.items[0], indices);
      }
      break;
    default:
      break;
  }
  context.report(arrayMessages.cannotIndex(value, expr.value.span));
  return UNKNOWN;
}

/** The kind of each index, or the first type that is none. A single tuple counts as its items. */
export function indexKinds(indices: readonly Type[]): readonly IndexKind[] | Type {
  const [only] = indices;
  const types = indices.length === 1 && only?.kind === "tuple" ? only.items : indices;
  const kinds: IndexKind[] = [];
  for (const type of types) {
    const kind = indexKind(type);
    if (!kind) return type;
    kinds.push(kind);
  }
  return kinds;
}

function indexKind(type: Type): IndexKind | null {
  switch (type.kind) {
    case "literal":
      return typeof type.value === "bigint" ? "integer" : null;
    case "scalar":
      return /^u?int/.test(type.name) ? "integer" : null;
    case "slice":
      return "slice";
    case "none":
      return "newaxis";
    case "static":
      return type.value.kind === "builtin" && type.value.name === "builtins.Ellipsis" ? "ellipsis" : null;
    default:
      return null;
  }
}

function ofArray(
  context: InferContext,
  expr: ast.Subscript,
  array: ArrayType,
  indices: readonly Type[],
): Type {
  if (indices.some((type) => type.kind === "unknown")) return UNKNOWN;
  const [first] = indices;
  if (
    array.element.kind === "record" &&
    indices.length === 1 &&
    first?.kind === "string" &&
    first.value !== null
  ) {
    return fieldOfRecords(context, array, array.element, first.value, expr.indices[0]?.span ?? expr.span);
  }
  const kinds = indexKinds(indices);
  if (!Array.isArray(kinds)) {
    const bad = kinds as Type;
    const at = indices.indexOf(bad);
    const span = (at >= 0 ? expr.indices[at] : expr.indices[0])?.span ?? expr.span;
    if (bad.kind === "array") context.report(messages.notSupportedYet("indexing by an array", span));
    else if (bad.kind !== "unknown") context.report(arrayMessages.badIndex(bad, span));
    return UNKNOWN;
  }
  const given = kinds.filter((kind) => kind === "integer" || kind === "slice").length;
  if (given > array.ndim || kinds.filter((kind) => kind === "ellipsis").length > 1) {
    const [from, to] = [expr.indices[0], expr.indices.at(-1)];
    const span = from && to ? { start: from.span.start, end: to.span.end } : expr.span;
    context.report(arrayMessages.wrongIndexCount(array, given, span, expr.value.span));
    return UNKNOWN;
  }
  return viewType(array, kinds, slicesHaveStep(indices));
}

function slicesHaveStep(indices: readonly Type[]): readonly boolean[] {
  const [only] = indices;
  const types = indices.length === 1 && only?.kind === "tuple" ? only.items : indices;
  return types.map((type) => type.kind === "slice" && type.hasStep);
}

/** What indices of these kinds give: an element, or a view with its layout. */
function viewType(array: ArrayType, kinds: readonly IndexKind[], steps: readonly boolean[]): Type {
  const integers = kinds.filter((kind) => kind === "integer").length;
  const added = kinds.filter((kind) => kind === "newaxis").length;
  const ndim = array.ndim - integers + added;
  if (ndim === 0) return array.element;
  return { ...array, ndim, layout: layoutOf(array, kinds, steps) };
}

function layoutOf(array: ArrayType, kinds: readonly IndexKind[], steps: readonly boolean[]): Layout {
  if (array.layout === "A") return "A";
  const ellipsis = kinds.indexOf("ellipsis");
  const entries = kinds.map((kind, i) => ({ kind, step: steps[i] ?? false }));
  let left = ellipsis < 0 ? entries : entries.slice(0, ellipsis);
  let right = ellipsis < 0 ? [] : entries.slice(ellipsis + 1);
  const all = kinds.filter((kind) => kind === "integer" || kind === "slice").length === array.ndim;
  if (all) [left, right] = array.layout === "C" ? [[...left, ...right], []] : [[], [...left, ...right]];
  if (array.layout === "C") return right.length === 0 && keepsOrder(left) ? "C" : "A";
  return left.length === 0 && keepsOrder(right.toReversed()) ? "F" : "A";
}

/** Indices from the outermost axis inwards keep memory contiguous: integers, and a slice without step only as the last. */
function keepsOrder(outer: readonly { readonly kind: IndexKind; readonly step: boolean }[]): boolean {
  return outer.every(
    ({ kind, step }, i) => kind === "integer" || (i === outer.length - 1 && kind === "slice" && !step),
  );
}

function ofTuple(
  context: InferContext,
  expr: ast.Subscript,
  tuple: TupleType,
  indices: readonly Type[],
): Type {
  const [index] = indices;
  const at = expr.indices[0]?.span ?? expr.span;
  if (!index || index.kind === "unknown") return UNKNOWN;
  const [node] = expr.indices;
  if (index.kind === "slice" && node?.kind === "slice") {
    const range = constantSlice(context, node, tuple.items.length);
    if (range) return { kind: "tuple", items: range.map((i) => tuple.items[i] ?? UNKNOWN) };
    context.report(arrayMessages.tupleIndexNotConstant(tuple, at));
    return UNKNOWN;
  }
  if (index.kind === "literal" && typeof index.value === "bigint") {
    const count = BigInt(tuple.items.length);
    const position = index.value < 0n ? index.value + count : index.value;
    const item = tuple.items[Number(position)];
    if (item) return item;
    context.report(arrayMessages.tupleIndexRange(tuple.items.length, index.value, at));
    return UNKNOWN;
  }
  if (indexKind(unliteral(index)) !== "integer") {
    context.report(arrayMessages.badIndex(index, at));
    return UNKNOWN;
  }
  const common = commonItem(tuple);
  if (common) return common;
  context.report(arrayMessages.tupleIndexNotConstant(tuple, at));
  return UNKNOWN;
}

/** The indices that a slice of a tuple picks, where all its parts are literals. */
export function constantSlice(
  context: Pick<InferContext, "typeOf">,
  slice: ast.Slice,
  count: number,
): readonly number[] | null {
  const part = (expr: ast.Expr | null): number | null | undefined => {
    if (!expr) return undefined;
    const type = context.typeOf(expr);
    if (type.kind === "none") return undefined;
    return type.kind === "literal" && typeof type.value === "bigint" ? Number(type.value) : null;
  };
  const [lower, upper, step = 1] = [part(slice.lower), part(slice.upper), part(slice.step)];
  if (lower === null || upper === null || step === null || step === 0) return null;
  const clip = (value: number, low: number, high: number): number =>
    Math.min(Math.max(value < 0 ? value + count : value, low), high);
  const picked: number[] = [];
  if (step > 0) {
    const end = upper === undefined ? count : clip(upper, 0, count);
    for (let i = lower === undefined ? 0 : clip(lower, 0, count); i < end; i += step) picked.push(i);
  } else {
    const end = upper === undefined ? -1 : clip(upper, -1, count - 1);
    for (let i = lower === undefined ? count - 1 : clip(lower, -1, count - 1); i > end; i += step)
      picked.push(i);
  }
  return picked;
}

function ofRecord(
  context: InferContext,
  expr: ast.Subscript,
  record: RecordType,
  indices: readonly Type[],
): Type {
  const [index] = indices;
  const at = expr.indices[0]?.span ?? expr.span;
  if (index?.kind === "string" && index.value !== null) return fieldType(context, record, index.value, at);
  if (index && index.kind !== "unknown") context.report(arrayMessages.badIndex(index, at));
  return UNKNOWN;
}
