/** Conversions between Numba's types, and constants as values. */
import type { Expr, Scalar } from "../ir/ir.ts";
import type { Constant } from "../names/constant.ts";
import { dtype } from "../tables/dtypes.ts";
import type { Span } from "../text/span.ts";
import { scalar, type ScalarType, type Type } from "../types/type.ts";
import { unliteral } from "../types/unify.ts";
import * as make from "./make.ts";
import type { ScalarValue, Value } from "./value.ts";

/** The IR type of a number, or of each part of a complex one. */
export function irType(type: ScalarType): Scalar {
  return dtype(type.name).ir[0] ?? "i64";
}

export const isComplex = (type: ScalarType): boolean => type.name.startsWith("complex");

export function scalarValue(type: ScalarType, expr: Expr): ScalarValue {
  return { kind: "scalar", type, expr };
}

export function int64Value(expr: Expr): ScalarValue {
  return scalarValue(scalar("int64"), expr);
}

/** The value of a constant; arrays and what exists at compile time only are dealt with elsewhere. */
export function constantValue(constant: Constant, span: Span): Value | null {
  switch (constant.kind) {
    case "int":
      return constant.value > MAX_INT64
        ? scalarValue(scalar("uint64"), make.constant("u64", constant.value, span))
        : int64Value(make.int64(constant.value, span));
    case "float":
      return scalarValue(scalar("float64"), make.constant("f64", constant.value, span));
    case "complex":
      return {
        kind: "complex",
        type: scalar("complex128"),
        re: make.constant("f64", constant.re, span),
        im: make.constant("f64", constant.im, span),
      };
    case "bool":
      return scalarValue(scalar("bool"), make.bool(constant.value, span));
    case "none":
      return { kind: "none" };
    case "string":
      return { kind: "string", value: constant.value };
    case "numpy-scalar": {
      const type = scalar(constant.dtype);
      const value = constant.dtype === "bool" ? Number(constant.value) !== 0 : constant.value;
      return scalarValue(type, make.constant(irType(type), value, span));
    }
    case "tuple": {
      const items = constant.items.map((item) => constantValue(item, span));
      return items.every((item) => item !== null) ? { kind: "tuple", items } : null;
    }
    case "array":
    case "unknown":
      return null;
    default:
      return { kind: "static", value: constant };
  }
}

const MAX_INT64 = 2n ** 63n - 1n;

/** A number as another type; null where the value is no number or the conversion loses the imaginary part. */
export function convertNumber(value: Value, to: ScalarType, span: Span): Value | null {
  const ir = irType(to);
  if (value.kind === "scalar") {
    const expr = make.convert(ir, value.expr, span);
    return isComplex(to)
      ? { kind: "complex", type: to, re: expr, im: make.zero(ir, span) }
      : scalarValue(to, expr);
  }
  if (value.kind !== "complex") return null;
  if (isComplex(to)) {
    return {
      kind: "complex",
      type: to,
      re: make.convert(ir, value.re, span),
      im: make.convert(ir, value.im, span),
    };
  }
  if (to.name !== "bool") return null;
  return scalarValue(to, isNotZero(value, span));
}

function isNotZero(value: Extract<Value, { kind: "complex" }>, span: Span): Expr {
  const zero = make.zero(value.re.type, span);
  return make.logical(
    "or",
    make.compare("ne", value.re, zero, span),
    make.compare("ne", value.im, zero, span),
    span,
  );
}

/** A value as the type that a variable or both sides of a join have; null where it cannot be. */
export function convertValue(value: Value, type: Type, span: Span): Value | null {
  const plain = unliteral(type);
  if (plain.kind === "scalar") return convertNumber(value, plain, span);
  if (plain.kind === "tuple") {
    if (value.kind !== "tuple") return null;
    const items = value.items.map((item, i) => {
      const to = plain.items[i];
      return to ? convertValue(item, to, span) : null;
    });
    return items.every((item) => item !== null) ? { kind: "tuple", items } : null;
  }
  return value;
}

/** Whether a value counts as true; null where it has no truth value. */
export function truthOf(value: Value, span: Span): Expr | null {
  switch (value.kind) {
    case "scalar":
      if (value.expr.type === "bool") return value.expr;
      return make.compare("ne", value.expr, make.zero(value.expr.type, span), span);
    case "complex":
      return isNotZero(value, span);
    case "none":
      return make.bool(false, span);
    case "string":
      return make.bool(value.value !== "", span);
    case "tuple":
      return make.bool(value.items.length > 0, span);
    default:
      return null;
  }
}
