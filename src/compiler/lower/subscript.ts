/** `value[indices]`: items and views of arrays, items of tuples, fields of records. */
import type { Expr } from "../ir/ir.ts";
import type * as ast from "../syntax/ast.ts";
import type { Span } from "../text/span.ts";
import * as messages from "../types/diagnostics.ts";
import { constantSlice } from "../types/infer-subscript.ts";
import type { TupleType } from "../types/type.ts";
import { fieldOf } from "./field.ts";
import type { LowerContext } from "./lower-context.ts";
import * as make from "./make.ts";
import { Refusal } from "./refusal.ts";
import { sliceAxis } from "./slice.ts";
import { pickItem } from "./tuple-memory.ts";
import { freeAxes, type Value, type ViewAxis, type ViewValue } from "./value.ts";
import { foldFixedAxes, type Index, loadItem } from "./view.ts";

/** Reads `value[indices]`. */
export function lowerSubscript(context: LowerContext, expr: ast.Subscript, name: string): Value {
  const type = context.typeOf(expr.value);
  if (type.kind === "tuple") return tupleItem(context, expr, type);
  const place = subscriptPlace(context, expr, name);
  return freeAxes(place).length === 0 ? loadItem(context.module, place, expr.span) : place;
}

/** The place that `value[indices]` stands for: a view, without free axes for a single item. */
export function subscriptPlace(context: LowerContext, expr: ast.Subscript, name?: string): ViewValue {
  const [value, ...indices] = context.frame.sequence([
    () => context.expr(expr.value, name),
    ...expr.indices.map((index) => () => context.expr(index)),
  ]);
  return placeOf(context, value ?? { kind: "none" }, indices, expr.span);
}

/** As `subscriptPlace`, with everything evaluated. */
export function placeOf(
  context: LowerContext,
  value: Value,
  indices: readonly Value[],
  span: Span,
): ViewValue {
  const [only] = indices;
  if (only?.kind === "string" && (value.kind === "view" || value.kind === "record")) {
    return fieldOf(value.kind === "record" ? value.view : value, only.value, span);
  }
  if (value.kind === "iterator" && value.form === "flat")
    return flatItem(context, value.items[0], only, span);
  if (value.kind !== "view") throw new Refusal(messages.notSupportedYet("indexing this value", span));
  return applyIndices(
    context,
    value,
    indices.length === 1 && only?.kind === "tuple" ? only.items : indices,
    span,
  );
}

/** The view with indices applied to its free axes. */
export function applyIndices(
  context: LowerContext,
  view: ViewValue,
  indices: readonly Value[],
  span: Span,
): ViewValue {
  const consuming = indices.filter((index) => index.kind === "scalar" || index.kind === "slice").length;
  const skipped = freeAxes(view).length - consuming;
  let { offset } = view;
  const axes: ViewAxis[] = [];
  const rest = [...view.axes];
  const passFixed = (): void => {
    while (rest[0] && rest[0].index !== null) axes.push(rest.shift() as ViewAxis);
  };
  for (const index of indices) {
    if (index.kind === "none") {
      axes.push({ index: null, wraps: true, size: make.int64(1, span), stride: make.int64(0, span) });
      continue;
    }
    passFixed();
    if (index.kind === "static") {
      for (let i = 0; i < skipped; i++) {
        passFixed();
        axes.push(rest.shift() as ViewAxis);
      }
      continue;
    }
    const axis = rest.shift();
    if (!axis) throw new Refusal(messages.notSupportedYet("this many indices", span));
    if (index.kind === "slice") {
      const sliced = sliceAxis(context.frame, axis, index, span);
      offset = make.add(offset, make.multiply(sliced.start, axis.stride, span), span);
      axes.push({ ...axis, size: sliced.size, stride: make.multiply(axis.stride, sliced.step, span) });
      continue;
    }
    const { expr, wraps } = indexOf(index, span);
    axes.push({ ...axis, index: expr, wraps });
  }
  return { ...view, offset, axes: [...axes, ...rest] };
}

/** A whole number as an index. */
export function indexOf(value: Value, span: Span): Index {
  if (value.kind !== "scalar") throw new Refusal(messages.notSupportedYet("this index", span));
  return { expr: make.convert("i64", value.expr, span), wraps: !value.expr.type.startsWith("u") };
}

/** `a.flat[i]`: item i in C order. */
function flatItem(
  context: LowerContext,
  value: Value | undefined,
  index: Value | undefined,
  span: Span,
): ViewValue {
  if (value?.kind !== "view" || !index) throw new Refusal(messages.notSupportedYet("this index", span));
  const view = foldFixedAxes(value, span);
  return nthItem(context, view, indexOf(index, span).expr, span);
}

/** Item `number` of a view in C order. */
export function nthItem(context: LowerContext, view: ViewValue, number: Expr, span: Span): ViewValue {
  const { frame } = context;
  const sizes = view.axes.map((axis) => axis.size);
  let left = frame.once("number", number);
  const indices: Index[] = [];
  sizes.toReversed().forEach((size, i) => {
    const isOutermost = i === sizes.length - 1;
    const index = isOutermost ? left : make.binary("floor-mod", left, size, span);
    indices.unshift({ expr: isOutermost ? left : frame.hold("index", index), wraps: false });
    if (!isOutermost) left = frame.hold("rest", make.binary("floor-div", left, size, span));
  });
  let next = 0;
  return {
    ...view,
    axes: view.axes.map((axis) => {
      const index = indices[next++];
      return index ? { ...axis, index: index.expr, wraps: index.wraps } : axis;
    }),
  };
}

function tupleItem(context: LowerContext, expr: ast.Subscript, type: TupleType): Value {
  const [index] = expr.indices;
  const value = context.expr(expr.value);
  if (value.kind !== "tuple" || !index)
    throw new Refusal(messages.notSupportedYet("indexing this value", expr.span));
  if (index.kind === "slice") {
    const picked = constantSlice(context, index, type.items.length) ?? [];
    const items = picked.map((i) => value.items[i]).filter((item) => item !== undefined);
    return { kind: "tuple", items };
  }
  const indexType = context.typeOf(index);
  if (indexType.kind === "literal" && typeof indexType.value === "bigint") {
    const at = Number(indexType.value);
    const item = value.items[at < 0 ? at + value.items.length : at];
    if (item) return item;
  }
  const [tuple, position] = context.frame.sequence([() => value, () => context.expr(index)]);
  if (tuple?.kind !== "tuple" || !position)
    throw new Refusal(messages.notSupportedYet("indexing this value", expr.span));
  return pickItem(context.frame, tuple, indexOf(position, expr.span), expr.span);
}
