/** `value.attr` for values of run time; members of modules are constants and never come here. */
import type { Expr } from "../ir/ir.ts";
import type * as ast from "../syntax/ast.ts";
import type { Span } from "../text/span.ts";
import * as messages from "../types/diagnostics.ts";
import { elementBytes, partType } from "../types/infer-attribute.ts";
import { int64Value, isComplex, scalarValue } from "./convert.ts";
import { fieldOf } from "./field.ts";
import type { LowerContext } from "./lower-context.ts";
import * as make from "./make.ts";
import { axisOf } from "./positions.ts";
import { Refusal } from "./refusal.ts";
import { freeAxes, type Value, type ViewValue } from "./value.ts";
import { imaginaryOffset, loadItem, sizeOf } from "./view.ts";

export function lowerAttribute(context: LowerContext, expr: ast.Attribute): Value {
  const type = context.typeOf(expr);
  if (type.kind === "static") return { kind: "static", value: type.value };
  const owner = context.expr(expr.value);
  const { attr, span } = expr;
  switch (owner.kind) {
    case "view":
      return arrayAttribute(owner, attr, span);
    case "record":
      return readField(context, owner.view, attr, span);
    case "dim3":
      return axisOf(owner.which, attr, span) ?? refuse(attr, span);
    case "tuple": {
      const ownerType = context.typeOf(expr.value);
      const at = ownerType.kind === "tuple" ? (ownerType.names?.indexOf(attr) ?? -1) : -1;
      return owner.items[at] ?? refuse(attr, span);
    }
    case "scalar":
      if (attr === "real") return owner;
      if (attr === "imag") return scalarValue(owner.type, make.zero(owner.expr.type, span));
      return refuse(attr, span);
    case "complex": {
      const part = partType(owner.type);
      if (attr === "real") return scalarValue(part, owner.re);
      return attr === "imag" ? scalarValue(part, owner.im) : refuse(attr, span);
    }
    default:
      return refuse(attr, span);
  }
}

function refuse(attr: string, span: Span): never {
  throw new Refusal(messages.notSupportedYet(`the attribute \`${attr}\` here`, span));
}

/** Reads a field of the record that a view without free axes stands for. */
export function readField(context: LowerContext, view: ViewValue, name: string, span: Span): Value {
  const field = fieldOf(view, name, span);
  return freeAxes(field).length === 0 ? loadItem(context.module, field, span) : field;
}

function arrayAttribute(view: ViewValue, attr: string, span: Span): Value {
  const axes = freeAxes(view);
  switch (attr) {
    case "size":
      return int64Value(sizeOf(view, span));
    case "ndim":
      return int64Value(make.int64(axes.length, span));
    case "itemsize":
      return int64Value(make.int64(elementBytes(view.element), span));
    case "nbytes":
      return int64Value(
        make.multiply(sizeOf(view, span), make.int64(elementBytes(view.element), span), span),
      );
    case "shape":
      return { kind: "tuple", items: axes.map((axis) => int64Value(axis.size)) };
    case "strides":
      return { kind: "tuple", items: axes.map((axis) => int64Value(bytesOf(view, axis.stride, span))) };
    case "T":
      return transpose(view);
    case "real":
    case "imag":
      return complexPart(view, attr, span);
    case "flat":
      return { kind: "iterator", form: "flat", items: [view], start: null };
    default:
      return fieldOf(view, attr, span);
  }
}

/** A distance in items of the storage, in bytes. */
function bytesOf(view: ViewValue, stride: Expr, span: Span): Expr {
  return make.multiply(stride, make.int64(view.storage.itemBytes, span), span);
}

/** The free axes in reverse order; fixed ones stay where they are. */
export function transpose(view: ViewValue): ViewValue {
  const free = freeAxes(view).toReversed();
  let next = 0;
  return { ...view, axes: view.axes.map((axis) => (axis.index === null ? (free[next++] ?? axis) : axis)) };
}

function complexPart(view: ViewValue, attr: "real" | "imag", span: Span): ViewValue {
  const { element } = view;
  if (element.kind !== "scalar") refuse(attr, span);
  if (!isComplex(element)) return view;
  const fieldBytes = view.fieldBytes + (attr === "imag" ? imaginaryOffset(element) : 0);
  return { ...view, element: partType(element), fieldBytes };
}
