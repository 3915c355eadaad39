/** Slices with Python's clipping: where a slice of an axis starts, how many items it has, how far apart they are. */
import type { Expr } from "../ir/ir.ts";
import type { Span } from "../text/span.ts";
import type { Frame } from "./frame.ts";
import * as make from "./make.ts";
import type { SliceValue, ViewAxis } from "./value.ts";
import { wrapIndex } from "./view.ts";

export interface SlicedAxis {
  /** Index of the first item. */
  readonly start: Expr;
  readonly size: Expr;
  readonly step: Expr;
}

/** What `lower:upper:step` picks of an axis. */
export function sliceAxis(frame: Frame, axis: ViewAxis, slice: SliceValue, span: Span): SlicedAxis {
  const zero = make.int64(0, span);
  const one = make.int64(1, span);
  const step = slice.step ? frame.once("step", slice.step) : one;
  if (!slice.lower && !slice.upper && !slice.step) return { start: zero, size: axis.size, step };
  const size = frame.once("size", axis.size);
  const backwards = isNegative(step, span);
  const last = make.subtract(size, one, span);
  const minusOne = make.int64(-1, span);
  const least = make.select(backwards, minusOne, zero, span);
  const most = make.select(backwards, last, size, span);
  const start = slice.lower
    ? clip(frame, slice.lower, size, least, most, span)
    : make.select(backwards, last, zero, span);
  const stop = slice.upper
    ? clip(frame, slice.upper, size, least, most, span)
    : make.select(backwards, minusOne, size, span);
  const first = frame.once("start", start);
  const end = frame.once("stop", stop);
  const distance = make.select(
    backwards,
    make.subtract(first, end, span),
    make.subtract(end, first, span),
    span,
  );
  const count = frame.once("count", make.binary("max", stepsIn(distance, step, span), zero, span));
  return { start: first, size: count, step };
}

function isNegative(step: Expr, span: Span): Expr {
  if (step.kind === "constant" && typeof step.value === "bigint") return make.bool(step.value < 0n, span);
  return make.compare("lt", step, make.int64(0, span), span);
}

/** Steps that fit in a distance, rounded up. */
function stepsIn(distance: Expr, step: Expr, span: Span): Expr {
  const one = make.int64(1, span);
  if (step.kind === "constant" && typeof step.value === "bigint") {
    const size = step.value < 0n ? -step.value : step.value;
    if (size === 1n) return distance;
    const rounded = make.add(distance, make.int64(size - 1n, span), span);
    return make.binary("floor-div", rounded, make.int64(size, span), span);
  }
  const size = make.unary("abs", step, span);
  return make.binary("floor-div", make.subtract(make.add(distance, size, span), one, span), size, span);
}

/** A bound of a slice: counted from the end where negative, and kept within the axis. */
function clip(frame: Frame, bound: Expr, size: Expr, least: Expr, most: Expr, span: Span): Expr {
  const value = frame.once("bound", bound);
  if (value.kind === "constant" && typeof value.value === "bigint") {
    if (value.value >= 0n && make.isConstant(least, 0n)) return make.binary("min", value, most, span);
    if (value.value < 0n) return make.binary("max", make.add(size, value, span), least, span);
  }
  const wrapped = wrapIndex(value, size, span);
  return make.binary("min", make.binary("max", wrapped, least, span), most, span);
}
