/** Views: what an array argument or a slice is in the IR, and accesses to its items. */
import type { Access, AccessAxis, Expr, Scalar } from "../ir/ir.ts";
import type { Span } from "../text/span.ts";
import type { ScalarType } from "../types/type.ts";
import * as messages from "../types/diagnostics.ts";
import { irType, isComplex, scalarValue } from "./convert.ts";
import * as make from "./make.ts";
import type { ModuleBuilder } from "./module-builder.ts";
import { Refusal } from "./refusal.ts";
import { freeAxes, type Value, type ViewAxis, type ViewValue } from "./value.ts";

/** An index into an axis: i64, and whether a negative one counts from the end. */
export interface Index {
  readonly expr: Expr;
  readonly wraps: boolean;
}

/** The view with its free axes, from the first on, fixed at these indices. */
export function fixAxes(view: ViewValue, indices: readonly Index[]): ViewValue {
  let next = 0;
  const axes = view.axes.map((axis) => {
    const index = axis.index === null ? indices[next++] : undefined;
    return index ? { ...axis, index: index.expr, wraps: index.wraps } : axis;
  });
  return { ...view, axes };
}

/** The access to part `offsetBytes` of the item that a view without free axes stands for. */
export function accessOf(
  module: ModuleBuilder,
  view: ViewValue,
  element: Scalar,
  offsetBytes: number,
  span: Span,
): Access {
  const leaf = view.storage.leaf(element, view.fieldBytes + offsetBytes);
  if (!leaf)
    throw new Refusal(messages.notSupportedYet("a field of records that is not aligned to its size", span));
  const units = make.int64(leaf.units, span);
  const offset = make.add(make.multiply(view.offset, units, span), make.int64(leaf.at, span), span);
  const axes = view.axes.map(
    (axis): AccessAxis => ({
      index: axis.index ?? make.int64(0, span),
      size: axis.size,
      stride: make.multiply(axis.stride, units, span),
      wraps: axis.wraps && !isNotNegative(axis.index),
      checked: true,
    }),
  );
  const site = module.site("bounds", span, view.storage.name);
  return { memory: leaf.memory, offset, axes, site, span };
}

function isNotNegative(index: Expr | null): boolean {
  return index?.kind === "constant" && typeof index.value === "bigint" && index.value >= 0n;
}

const PART_BYTES: Readonly<Partial<Record<Scalar, number>>> = { f32: 4, f64: 8 };

/** Bytes from the real to the imaginary part. */
export function imaginaryOffset(type: ScalarType): number {
  return PART_BYTES[irType(type)] ?? 0;
}

/** The item of a view without free axes: a number or a record. */
export function loadItem(module: ModuleBuilder, view: ViewValue, span: Span): Value {
  const { element } = view;
  if (element.kind === "record") return { kind: "record", view };
  const type = irType(element);
  const load = (offsetBytes: number): Expr => ({
    kind: "load",
    type,
    access: accessOf(module, view, type, offsetBytes, span),
    span,
  });
  if (!isComplex(element)) return scalarValue(element, load(0));
  return { kind: "complex", type: element, re: load(0), im: load(imaginaryOffset(element)) };
}

/**
 * The same items with fixed indices added into the offset. Such an index is not checked any more, so it is kept inside
 * its axis.
 */
export function foldFixedAxes(view: ViewValue, span: Span): ViewValue {
  let { offset } = view;
  const axes: ViewAxis[] = [];
  for (const axis of view.axes) {
    if (axis.index === null) axes.push(axis);
    else
      offset = make.add(offset, make.multiply(insideAxis(axis, axis.index, span), axis.stride, span), span);
  }
  return { ...view, offset, axes };
}

function insideAxis(axis: ViewAxis, index: Expr, span: Span): Expr {
  const zero = make.int64(0, span);
  const last = make.subtract(axis.size, make.int64(1, span), span);
  const wrapped = axis.wraps && !isNotNegative(index) ? wrapIndex(index, axis.size, span) : index;
  const low = make.binary("max", wrapped, zero, span);
  return make.binary("max", make.binary("min", low, last, span), zero, span);
}

/** `index + size` for a negative index. */
export function wrapIndex(index: Expr, size: Expr, span: Span): Expr {
  if (index.kind === "constant" && typeof index.value === "bigint") {
    return index.value < 0n ? make.add(size, index, span) : index;
  }
  const isNegative = make.compare("lt", index, make.int64(0, span), span);
  return make.select(isNegative, make.add(index, size, span), index, span);
}

/** Items of the free axes. */
export function sizeOf(view: ViewValue, span: Span): Expr {
  return freeAxes(view).reduce<Expr>(
    (product, axis) => make.multiply(product, axis.size, span),
    make.int64(1, span),
  );
}

/** Axes of these sizes in C order. */
export function contiguousAxes(sizes: readonly Expr[], span: Span): readonly ViewAxis[] {
  return sizes.map((size, i) => {
    const inner = sizes.slice(i + 1);
    const stride = inner.reduce<Expr>(
      (product, next) => make.multiply(product, next, span),
      make.int64(1, span),
    );
    return { index: null, wraps: true, size, stride };
  });
}
