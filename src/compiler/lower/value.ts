/**
 * What expressions become while they are lowered. The IR knows scalars only, so composite values are taken apart
 * here: each is a tree with IR expressions as leaves.
 */
import type { Expr, PositionKind } from "../ir/ir.ts";
import type { Constant } from "../names/constant.ts";
import type * as ast from "../syntax/ast.ts";
import type { ArrayType, ScalarType } from "../types/type.ts";
import type { Storage } from "./storage.ts";

export type Value =
  | ScalarValue
  | ComplexValue
  | TupleValue
  | ViewValue
  | RecordValue
  | RangeValue
  | SliceValue
  | IteratorValue
  | { readonly kind: "dim3"; readonly which: PositionKind }
  | { readonly kind: "none" }
  | { readonly kind: "string"; readonly value: string }
  /** Something of compile time: a module, function, dtype. */
  | { readonly kind: "static"; readonly value: Constant }
  | { readonly kind: "closure"; readonly func: ast.FunctionDef | ast.Lambda };

export interface ScalarValue {
  readonly kind: "scalar";
  readonly type: ScalarType;
  readonly expr: Expr;
}
export interface ComplexValue {
  readonly kind: "complex";
  readonly type: ScalarType;
  readonly re: Expr;
  readonly im: Expr;
}
export interface TupleValue {
  readonly kind: "tuple";
  readonly items: readonly Value[];
}
/** An axis of a view: free, or fixed at an index by `a[i]`, kept so that the access is checked as a whole. */
export interface ViewAxis {
  readonly index: Expr | null;
  /** A negative fixed index counts from the end. */
  readonly wraps: boolean;
  readonly size: Expr;
  readonly stride: Expr;
}
/** Offset and strides count items of the storage; `fieldBytes` is where a field of records starts in its item. */
export interface ViewValue {
  readonly kind: "view";
  readonly storage: Storage;
  readonly element: ArrayType["element"];
  readonly fieldBytes: number;
  readonly offset: Expr;
  readonly axes: readonly ViewAxis[];
}
/** One record in memory: a view without free axes. */
export interface RecordValue {
  readonly kind: "record";
  readonly view: ViewValue;
}
export interface RangeValue {
  readonly kind: "range";
  readonly element: ScalarType;
  readonly start: Expr;
  readonly stop: Expr;
  readonly step: Expr;
}
/** Parts are i64; null where left out. */
export interface SliceValue {
  readonly kind: "slice";
  readonly lower: Expr | null;
  readonly upper: Expr | null;
  readonly step: Expr | null;
}
export interface IteratorValue {
  readonly kind: "iterator";
  readonly form: "enumerate" | "zip" | "flat";
  readonly items: readonly Value[];
  /** Of `enumerate`. */
  readonly start: Expr | null;
}

/** The value with each of its IR expressions replaced. */
export function mapValue(value: Value, replace: (expr: Expr, role: string) => Expr): Value {
  switch (value.kind) {
    case "scalar":
      return { ...value, expr: replace(value.expr, "") };
    case "complex":
      return { ...value, re: replace(value.re, "re"), im: replace(value.im, "im") };
    case "tuple":
      return {
        ...value,
        items: value.items.map((item, i) => mapValue(item, (e, role) => replace(e, under(String(i), role)))),
      };
    case "view":
      return mapView(value, replace);
    case "record":
      return { ...value, view: mapView(value.view, replace) };
    case "range":
      return {
        ...value,
        start: replace(value.start, "start"),
        stop: replace(value.stop, "stop"),
        step: replace(value.step, "step"),
      };
    case "slice":
      return {
        ...value,
        lower: value.lower && replace(value.lower, "lower"),
        upper: value.upper && replace(value.upper, "upper"),
        step: value.step && replace(value.step, "step"),
      };
    case "iterator":
      return {
        ...value,
        items: value.items.map((item) => mapValue(item, replace)),
        start: value.start && replace(value.start, "start"),
      };
    default:
      return value;
  }
}

function mapView(view: ViewValue, replace: (expr: Expr, role: string) => Expr): ViewValue {
  const count = view.axes.length;
  const numbered = (word: string, i: number): string => (count === 1 ? word : `${word}_${i}`);
  return {
    ...view,
    offset: replace(view.offset, "offset"),
    axes: view.axes.map((axis, i) => ({
      ...axis,
      index: axis.index && replace(axis.index, numbered("index", i)),
      size: replace(axis.size, numbered("size", i)),
      stride: replace(axis.stride, numbered("stride", i)),
    })),
  };
}

const under = (a: string, b: string): string => (b === "" ? a : `${a}_${b}`);

/** All IR expressions of a value, in order. */
export function expressionsOf(value: Value): readonly Expr[] {
  const found: Expr[] = [];
  mapValue(value, (expr) => {
    found.push(expr);
    return expr;
  });
  return found;
}

export function freeAxes(view: ViewValue): readonly ViewAxis[] {
  return view.axes.filter((axis) => axis.index === null);
}
