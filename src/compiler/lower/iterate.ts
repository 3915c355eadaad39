/** What iterating over a value gives: how many items there are, and each by its number. Reductions over them. */
import { type Expr, isFloat } from "../ir/ir.ts";
import type { Span } from "../text/span.ts";
import * as messages from "../types/diagnostics.ts";
import type { ScalarType } from "../types/type.ts";
import { binaryNumber } from "./arithmetic.ts";
import { convertNumber, int64Value, irType, scalarValue } from "./convert.ts";
import type { LowerContext } from "./lower-context.ts";
import * as make from "./make.ts";
import { Refusal } from "./refusal.ts";
import { nthItem } from "./subscript.ts";
import { picker } from "./tuple-memory.ts";
import { freeAxes, type ScalarValue, type Value, type ViewValue } from "./value.ts";
import { fixAxes, foldFixedAxes, loadItem, sizeOf } from "./view.ts";

export interface Iteration {
  /** i64, not negative. */
  readonly count: Expr;
  /** Item number `index`, which is an i64 in [0, count). */
  readonly item: (index: Expr) => Value;
}

/** How to iterate over a value. */
export function iterationOf(context: LowerContext, value: Value, span: Span): Iteration {
  switch (value.kind) {
    case "view":
      return overFirstAxis(context, value, span);
    case "tuple": {
      const pick = picker(context.frame, value, span);
      return { count: make.int64(value.items.length, span), item: (expr) => pick({ expr, wraps: false }) };
    }
    case "range":
      return overRange(context, value, span);
    case "iterator":
      return overIterator(context, value, span);
    default:
      throw new Refusal(messages.notSupportedYet("iterating over this value", span));
  }
}

function overFirstAxis(context: LowerContext, view: ViewValue, span: Span): Iteration {
  const [first] = freeAxes(view);
  if (!first) throw new Refusal(messages.notSupportedYet("iterating over this value", span));
  return {
    count: first.size,
    item: (expr) => {
      const row = fixAxes(view, [{ expr, wraps: false }]);
      return freeAxes(row).length === 0 ? loadItem(context.module, row, span) : row;
    },
  };
}

function overRange(context: LowerContext, value: Extract<Value, { kind: "range" }>, span: Span): Iteration {
  const ir = irType(value.element);
  const start = context.frame.steady("start", value.start);
  const step = context.frame.steady("step", value.step);
  const held = { ...value, start, step };
  return {
    count: rangeCount(context, held, span),
    item: (index) => {
      const distance = make.multiply(make.convert(ir, index, span), step, span);
      return scalarValue(value.element, make.add(start, distance, span));
    },
  };
}

/** Items of a range with a step of any sign. */
export function rangeCount(
  context: LowerContext,
  value: Extract<Value, { kind: "range" }>,
  span: Span,
): Expr {
  const { frame } = context;
  const [start, stop, step] = [value.start, value.stop, value.step].map((part) =>
    make.convert("i64", part, span),
  );
  if (!start || !stop || !step) throw new Refusal(messages.notSupportedYet("this range", span));
  const zero = make.int64(0, span);
  const one = make.int64(1, span);
  if (make.isConstant(step, 1n)) return make.binary("max", make.subtract(stop, start, span), zero, span);
  const by = frame.once("step", step);
  const isDown = make.compare("lt", by, zero, span);
  const [from, to] = [frame.once("start", start), frame.once("stop", stop)];
  const distance = make.select(isDown, make.subtract(from, to, span), make.subtract(to, from, span), span);
  const size = make.unary("abs", by, span);
  const rounded = make.subtract(make.add(distance, size, span), one, span);
  return frame.hold("count", make.binary("max", make.binary("floor-div", rounded, size, span), zero, span));
}

function overIterator(
  context: LowerContext,
  value: Extract<Value, { kind: "iterator" }>,
  span: Span,
): Iteration {
  if (value.form === "flat") {
    const [array] = value.items;
    if (array?.kind !== "view") throw new Refusal(messages.notSupportedYet("this iterator", span));
    const view = foldFixedAxes(array, span);
    return {
      count: sizeOf(view, span),
      item: (index) => loadItem(context.module, nthItem(context, view, index, span), span),
    };
  }
  const inner = value.items.map((item) => iterationOf(context, item, span));
  const [first, ...rest] = inner;
  if (!first) throw new Refusal(messages.notSupportedYet("this iterator", span));
  if (value.form === "enumerate") {
    const start = value.start ? context.frame.steady("start", value.start) : make.int64(0, span);
    return {
      count: first.count,
      item: (index) => ({
        kind: "tuple",
        items: [int64Value(make.add(start, index, span)), first.item(index)],
      }),
    };
  }
  const count = rest.reduce((least, next) => make.binary("min", least, next.count, span), first.count);
  return {
    count,
    item: (index) => ({ kind: "tuple", items: inner.map((part) => part.item(index)) }),
  };
}

export type Reduction = "sum" | "prod" | "min" | "max";

/**
 * Combines all items into one number of type `type`, in order. The least and greatest of nothing are 0, where NumPy
 * raises and a kernel cannot.
 */
export function reduceItems(
  context: LowerContext,
  items: Value,
  type: ScalarType,
  reduction: Reduction,
  span: Span,
  start?: Value,
  comparing: "python" | "numpy" = "numpy",
): Value {
  const { frame } = context;
  const ir = irType(type);
  const { count, item } = allItems(context, items, span);
  const total = frame.local(reduction === "prod" ? "product" : reduction, ir, false);
  const counter = frame.local("k", "i64", true);
  const index = frame.read(counter, span);
  const read = (): ScalarValue => scalarValue(type, frame.read(total, span));
  const isExtreme = reduction === "min" || reduction === "max";
  frame.assign(total, startOf(type, reduction, start, span), span);
  const held = frame.once("count", count);
  const body = frame.block(() => {
    const next = number(item(index), type, span);
    if (!isExtreme) {
      const sum = binaryNumber(frame, reduction === "sum" ? "+" : "*", read(), next, span);
      frame.assign(total, number(sum, type, span).expr, span);
      return;
    }
    const isFirst = make.compare("eq", index, make.int64(0, span), span);
    const value = frame.hold("item", next.expr);
    const better = isBetter(reduction, value, read().expr, comparing, span);
    frame.assign(
      total,
      make.select(make.logical("or", isFirst, better, span), value, read().expr, span),
      span,
    );
  });
  const zero = make.int64(0, span);
  const step = make.int64(1, span);
  frame.emit({ kind: "for", counter, start: zero, stop: held, step, direction: "up", body, span });
  return read();
}

/** All items of an array, over all axes; of anything else, what iteration gives. */
function allItems(context: LowerContext, items: Value, span: Span): Iteration {
  if (items.kind === "view" && freeAxes(items).length > 1) {
    return iterationOf(context, { kind: "iterator", form: "flat", items: [items], start: null }, span);
  }
  return iterationOf(context, items, span);
}

function startOf(type: ScalarType, reduction: Reduction, start: Value | undefined, span: Span): Expr {
  const given = start ? convertNumber(start, type, span) : null;
  if (given?.kind === "scalar") return given.expr;
  const ir = irType(type);
  if (reduction !== "prod") return make.zero(ir, span);
  return make.convert(ir, make.int64(1, span), span);
}

function number(value: Value, type: ScalarType, span: Span): ScalarValue {
  const converted = convertNumber(value, type, span);
  if (converted?.kind === "scalar") return converted;
  throw new Refusal(messages.notSupportedYet("this reduction of complex numbers", span));
}

/** Whether an item replaces the extreme so far. NumPy's extremes are NaN where any item is; Python's ignore one that comes later. */
function isBetter(
  reduction: "min" | "max",
  item: Expr,
  best: Expr,
  comparing: "python" | "numpy",
  span: Span,
): Expr {
  const isBeyond = make.compare(reduction === "min" ? "lt" : "gt", item, best, span);
  if (comparing === "python" || !isFloat(item.type)) return isBeyond;
  const isNumber = make.compare("eq", best, best, span);
  const isNan = make.compare("ne", item, item, span);
  return make.logical("and", isNumber, make.logical("or", isBeyond, isNan, span), span);
}
