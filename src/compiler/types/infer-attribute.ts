/** Types of `value.attr`. */
import type { Constant } from "../names/constant.ts";
import type * as ast from "../syntax/ast.ts";
import { typeOfConstant } from "./constant-types.ts";
import * as messages from "./diagnostics.ts";
import type { InferContext } from "./infer-context.ts";
import { positionType } from "./positions.ts";
import {
  type ArrayType,
  type RecordType,
  scalar,
  type ScalarType,
  type TupleType,
  type Type,
  UNKNOWN,
} from "./type.ts";
import { unliteral } from "./unify.ts";

const INT64 = scalar("int64");
/** Attributes of arrays, methods included, for "did you mean". */
const ARRAY_ATTRIBUTES = [
  "shape",
  "size",
  "ndim",
  "strides",
  "itemsize",
  "nbytes",
  "dtype",
  "T",
  "real",
  "imag",
  "flat",
  "sum",
  "prod",
  "min",
  "max",
  "mean",
  "reshape",
  "ravel",
  "fill",
];
const DTYPE_ATTRIBUTES = ["type", "itemsize", "kind", "name"];

export function inferAttribute(context: InferContext, expr: ast.Attribute): Type {
  const owner = context.expr(expr.value);
  switch (owner.kind) {
    case "unknown":
      return UNKNOWN;
    case "static":
      return ofStatic(context, expr, owner.value);
    case "array":
      return ofArray(context, expr, owner);
    case "record":
      return fieldType(context, owner, expr.attr, expr.attrSpan);
    case "dim3":
      if (expr.attr === "x" || expr.attr === "y" || expr.attr === "z") return scalar("int32");
      return unknown(context, expr, owner, ["x", "y", "z"]);
    case "tuple":
      return ofTuple(context, expr, owner);
    case "scalar":
    case "literal":
      return ofNumber(context, expr, unliteral(owner));
    default:
      return unknown(context, expr, owner, []);
  }
}

function unknown(
  context: InferContext,
  expr: ast.Attribute,
  owner: Type,
  candidates: readonly string[],
): Type {
  context.report(messages.unknownAttribute(owner, expr.attr, expr.attrSpan, candidates));
  return UNKNOWN;
}

function ofStatic(context: InferContext, expr: ast.Attribute, owner: Constant): Type {
  if (owner.kind === "dtype") return ofDtype(context, expr, owner.type, owner);
  const found = context.names.attribute(owner, expr.attr);
  if (found) {
    context.setConstant(expr, found);
    return positionType(found) ?? typeOfConstant(found);
  }
  if (owner.kind === "unknown") return UNKNOWN;
  const written = context.source.source.slice(expr.value.span);
  context.report(
    messages.unknownStaticAttribute(
      written,
      owner,
      expr.attr,
      expr.attrSpan,
      context.names.attributes(owner),
    ),
  );
  return UNKNOWN;
}

function ofDtype(context: InferContext, expr: ast.Attribute, type: Type, owner: Constant): Type {
  const value = dtypeAttribute(expr.attr, type, owner) ?? context.names.attribute(owner, expr.attr);
  if (!value) return unknown(context, expr, { kind: "static", value: owner }, DTYPE_ATTRIBUTES);
  context.setConstant(expr, value);
  return typeOfConstant(value);
}

function dtypeAttribute(attr: string, type: Type, owner: Constant): Constant | null {
  const bytes = type.kind === "scalar" ? scalarBytes(type) : type.kind === "record" ? type.sizeBytes : null;
  switch (attr) {
    case "type":
    case "dtype":
      return owner;
    case "itemsize":
      return bytes === null ? null : { kind: "int", value: BigInt(bytes) };
    case "kind":
      return type.kind === "scalar" ? { kind: "string", value: kindLetter(type) } : null;
    case "name":
      return type.kind === "scalar" ? { kind: "string", value: type.name } : null;
    default:
      return null;
  }
}

function kindLetter(type: ScalarType): string {
  if (type.name === "bool") return "b";
  return type.name.startsWith("uint") ? "u" : (type.name[0] ?? "");
}

/** Bytes of a scalar in memory. */
export function scalarBytes(type: ScalarType): number {
  if (type.name === "bool") return 1;
  return Number(/\d+$/.exec(type.name)?.[0] ?? "8") / 8;
}

export function elementBytes(element: ArrayType["element"]): number {
  return element.kind === "record" ? element.sizeBytes : scalarBytes(element);
}

function ofArray(context: InferContext, expr: ast.Attribute, array: ArrayType): Type {
  switch (expr.attr) {
    case "size":
    case "nbytes":
      return INT64;
    case "itemsize":
      return INT64;
    case "ndim":
      // Numba makes a literal of it for arguments.
      return context.body.versions.get(expr.value)?.origin === "param"
        ? { kind: "literal", value: BigInt(array.ndim) }
        : INT64;
    case "shape":
    case "strides":
      return { kind: "tuple", items: Array.from({ length: array.ndim }, () => INT64) };
    case "dtype":
      return { kind: "static", value: { kind: "dtype", type: array.element } };
    case "T":
      return transposed(array);
    case "real":
    case "imag":
      return part(context, expr, array);
    case "flat":
      return { kind: "iterator", form: "array", items: [{ ...array, ndim: 1, layout: "A" }] };
    default:
      if (array.element.kind === "record")
        return fieldOfRecords(context, array, array.element, expr.attr, expr.attrSpan);
      return unknown(context, expr, array, ARRAY_ATTRIBUTES);
  }
}

export function transposed(array: ArrayType): ArrayType {
  if (array.ndim <= 1) return array;
  const layout = array.layout === "C" ? "F" : array.layout === "F" ? "C" : "A";
  return { ...array, layout };
}

function part(context: InferContext, expr: ast.Attribute, array: ArrayType): Type {
  if (array.element.kind === "record") return unknown(context, expr, array, ARRAY_ATTRIBUTES);
  if (!array.element.name.startsWith("complex")) {
    if (expr.attr === "real") return array;
    context.report(messages.notSupportedYet("the imaginary part of a real array", expr.span));
    return UNKNOWN;
  }
  return { ...array, element: partType(array.element), layout: "A" };
}

/** All records' fields of one name, as an array. */
export function fieldOfRecords(
  context: InferContext,
  array: ArrayType,
  record: RecordType,
  name: string,
  span: ast.Expr["span"],
): Type {
  const type = fieldType(context, record, name, span);
  if (type.kind === "scalar" || type.kind === "record") return { ...array, element: type, layout: "A" };
  if (type.kind !== "unknown")
    context.report(messages.notSupportedYet("an array field of an array of records", span));
  return UNKNOWN;
}

export function fieldType(
  context: InferContext,
  record: RecordType,
  name: string,
  span: ast.Expr["span"],
): Type {
  const field = record.fields.find((entry) => entry.name === name);
  if (field) return field.type;
  const fields = record.fields.map((entry) => entry.name);
  context.report(messages.unknownAttribute(record, name, span, fields));
  return UNKNOWN;
}

function ofTuple(context: InferContext, expr: ast.Attribute, tuple: TupleType): Type {
  const at = tuple.names?.indexOf(expr.attr) ?? -1;
  return tuple.items[at] ?? unknown(context, expr, tuple, tuple.names ?? []);
}

/** The type of `.real` and `.imag`, and of `abs`, of a complex type; other types are their own parts. */
export function partType(type: ScalarType): ScalarType {
  if (type.name === "complex64") return scalar("float32");
  return type.name === "complex128" ? scalar("float64") : type;
}

function ofNumber(context: InferContext, expr: ast.Attribute, type: Type): Type {
  if (type.kind !== "scalar") return unknown(context, expr, type, []);
  if (expr.attr === "real" || expr.attr === "imag") return partType(type);
  if (expr.attr === "dtype") return { kind: "static", value: { kind: "dtype", type } };
  return unknown(context, expr, type, ["real", "imag"]);
}
