/** Stores: into single items, fields, and whole views, where the value is broadcast. */
import type { Expr, Stmt } from "../ir/ir.ts";
import type * as ast from "../syntax/ast.ts";
import type { Span } from "../text/span.ts";
import * as messages from "../types/diagnostics.ts";
import { convertNumber, irType, isComplex } from "./convert.ts";
import { isTrivial } from "./effects.ts";
import { fieldOf } from "./field.ts";
import type { LowerContext } from "./lower-context.ts";
import * as make from "./make.ts";
import { Refusal } from "./refusal.ts";
import { subscriptPlace } from "./subscript.ts";
import { picker } from "./tuple-memory.ts";
import { freeAxes, mapValue, type Value, type ViewValue } from "./value.ts";
import { accessOf, fixAxes, imaginaryOffset, loadItem } from "./view.ts";

/** The place that a target which is no name stands for. */
export function targetPlace(context: LowerContext, target: ast.Expr): ViewValue {
  if (target.kind === "subscript") return subscriptPlace(context, target);
  if (target.kind === "attribute") {
    const owner = context.expr(target.value);
    if (owner.kind === "record") return fieldOf(owner.view, target.attr, target.span);
  }
  throw new Refusal(messages.notSupportedYet("this target of an assignment", target.span));
}

/** `place = value`. */
export function storeInto(context: LowerContext, place: ViewValue, value: Value, span: Span): void {
  if (freeAxes(place).length === 0) storeItem(context, place, value, span);
  else storeView(context, place, value, span);
}

/** Stores one number or record. */
export function storeItem(context: LowerContext, place: ViewValue, value: Value, span: Span): void {
  const { frame, module } = context;
  const { element } = place;
  if (element.kind === "record") {
    if (value.kind !== "record")
      throw new Refusal(messages.notSupportedYet("this store into a record", span));
    copyRecord(context, place, value.view, span);
    return;
  }
  const number = convertNumber(value, element, span);
  const type = irType(element);
  const put = (offsetBytes: number, expr: Expr): void => {
    frame.emit({
      kind: "store",
      access: accessOf(module, place, type, offsetBytes, span),
      value: expr,
      span,
    });
  };
  if (number?.kind === "scalar") {
    put(0, number.expr);
  } else if (number?.kind === "complex") {
    // The second store must not see what the first one changed.
    const im = number.im.kind === "constant" ? number.im : frame.hold("im", number.im);
    put(0, number.re);
    put(imaginaryOffset(element), im);
  } else {
    throw new Refusal(messages.notSupportedYet("this store", span));
  }
}

function copyRecord(context: LowerContext, to: ViewValue, from: ViewValue, span: Span): void {
  if (to.element.kind !== "record") return;
  const values = to.element.fields.map((field) => {
    const source = fieldOf(from, field.name, span);
    const value = loadItem(context.module, source, span);
    // All fields are read before any is written: the two records may be one.
    return mapValue(value, (expr) => (isTrivial(expr) ? expr : context.frame.hold(field.name, expr)));
  });
  to.element.fields.forEach((field, i) => {
    const value = values[i];
    if (value) storeItem(context, fieldOf(to, field.name, span), value, span);
  });
}

/** Stores into every item of a view: a loop an axis. */
function storeView(context: LowerContext, place: ViewValue, value: Value, span: Span): void {
  const { frame } = context;
  const axes = freeAxes(place);
  if (value.kind === "tuple" && axes.length === 1) {
    storeTuple(context, place, value, span);
    return;
  }
  const held = frame.settle("value", value);
  const counters = axes.map((_, i) => frame.local(`k${axes.length === 1 ? "" : i}`, "i64", true));
  const indices = counters.map((counter) => ({ expr: frame.read(counter, span), wraps: false }));
  const from = held.kind === "view" ? broadcast(held, axes.length, indices, span) : null;
  if (from && place.storage === (held.kind === "view" ? held.storage : null)) {
    throw new Refusal(messages.notSupportedYet("copying between parts of one array", span));
  }
  let body = frame.block(() => {
    storeItem(context, fixAxes(place, indices), from ? loadItem(context.module, from, span) : held, span);
  });
  axes.toReversed().forEach((axis, i) => {
    const counter = counters[axes.length - 1 - i];
    if (counter) body = [countUp(counter, axis.size, body, span)];
  });
  frame.emitAll(body);
}

function countUp(
  counter: Extract<Stmt, { kind: "for" }>["counter"],
  stop: Expr,
  body: readonly Stmt[],
  span: Span,
): Stmt {
  const step = make.constant(counter.type, 1n, span);
  return {
    kind: "for",
    counter,
    start: make.zero(counter.type, span),
    stop,
    step,
    direction: "up",
    body,
    span,
  };
}

/** The item of `from` that goes to these indices: missing axes repeat, and so does an axis of size 1. */
function broadcast(
  from: ViewValue,
  ndim: number,
  indices: readonly { readonly expr: Expr; readonly wraps: boolean }[],
  span: Span,
): ViewValue {
  const axes = freeAxes(from);
  const own = indices.slice(ndim - axes.length).map((index, i) => {
    const size = axes[i]?.size;
    if (!size) return index;
    const zero = make.int64(0, span);
    if (size.kind === "constant") return size.value === 1n ? { expr: zero, wraps: false } : index;
    const repeats = make.compare("eq", size, make.int64(1, span), span);
    return { expr: make.select(repeats, zero, index.expr, span), wraps: false };
  });
  return fixAxes(from, own);
}

function storeTuple(
  context: LowerContext,
  place: ViewValue,
  value: Extract<Value, { kind: "tuple" }>,
  span: Span,
): void {
  const { frame } = context;
  const axis = freeAxes(place)[0];
  const size = axis?.size;
  if (!size) return;
  if (place.element.kind === "scalar" && isComplex(place.element)) {
    throw new Refusal(messages.notSupportedYet("storing a tuple into complex numbers", span));
  }
  const pick = picker(frame, value, span);
  const counter = frame.local("k", "i64", true);
  const index = { expr: frame.read(counter, span), wraps: false };
  const body = frame.block(() => storeItem(context, fixAxes(place, [index]), pick(index), span));
  frame.emit(countUp(counter, size, body, span));
}
