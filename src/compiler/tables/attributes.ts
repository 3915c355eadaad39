/** Attributes of values in kernels: what each is, and the type that it has. */
import { type ArrayType, type RecordType, scalar, type ScalarName, type Type } from "../types/type.ts";

export interface AttributeRow {
  readonly name: string;
  readonly doc: string;
  readonly status: "supported" | "later";
}

const row = (name: string, doc: string, status: AttributeRow["status"] = "supported"): AttributeRow => ({
  name,
  doc,
  status,
});

export const ARRAY_ATTRIBUTES: readonly AttributeRow[] = [
  row("shape", "elements along each axis, a tuple of int64"),
  row("size", "elements in all, an int64"),
  row("ndim", "how many axes there are"),
  row("strides", "bytes from one element to the next along each axis, a tuple of int64"),
  row("itemsize", "bytes of an element, an int64"),
  row("nbytes", "bytes of all elements, an int64"),
  row("dtype", "the element type: a.dtype.type(2) makes a value of it"),
  row("T", "the same elements with the axes in the opposite order"),
  row("real", "the real parts, as a view"),
  row("imag", "the imaginary parts of complex elements, as a view"),
  row("flat", "goes through all elements, last axis fastest"),
];
export const ARRAY_METHODS: readonly AttributeRow[] = [
  row("sum", "sum of all elements; small integers are summed in 64 bits"),
  row("prod", "product of all elements; small integers are multiplied in 64 bits"),
  row("min", "smallest element"),
  row("max", "largest element"),
  row("mean", "mean of all elements"),
  row("reshape", "the elements of a contiguous array with other axes, as a view"),
  row("ravel", "the elements of a contiguous array along one axis, as a view"),
  row("fill", "gives every element one value"),
  ...["argmin", "argmax", "any", "all", "astype", "copy", "cumsum", "flatten", "item", "sort", "std"].map(
    (name) => row(name, "", "later"),
  ),
  ...["transpose", "var", "view"].map((name) => row(name, "", "later")),
];
export const NUMBER_ATTRIBUTES: readonly AttributeRow[] = [
  row("real", "real part; of a real number the number"),
  row("imag", "imaginary part"),
];
export const DIM3_ATTRIBUTES: readonly AttributeRow[] = [
  row("x", "first axis, the fastest, an int32"),
  row("y", "second axis, an int32"),
  row("z", "third axis, an int32"),
];

/** The attributes that values of a type have, fields of records and named tuples excepted. */
export function attributesOf(type: Type): readonly AttributeRow[] {
  switch (type.kind) {
    case "array":
      return [...ARRAY_ATTRIBUTES, ...ARRAY_METHODS];
    case "scalar":
    case "literal":
      return NUMBER_ATTRIBUTES;
    case "dim3":
      return DIM3_ATTRIBUTES;
    default:
      return [];
  }
}

const INT64 = scalar("int64");

/** The type of `value.attr`, as Numba has it; null where there is no such attribute. Methods have no type of their own. */
export function attributeType(type: Type, attr: string): Type | null {
  switch (type.kind) {
    case "array":
      return arrayAttribute(type, attr);
    case "record":
      return type.fields.find((field) => field.name === attr)?.type ?? null;
    case "tuple":
      return type.items[type.names?.indexOf(attr) ?? -1] ?? null;
    case "dim3":
      return DIM3_ATTRIBUTES.some((entry) => entry.name === attr) ? scalar("int32") : null;
    case "scalar":
      // Numba's bools have no parts.
      return (attr === "real" || attr === "imag") && type.name !== "bool" ? scalar(partOf(type.name)) : null;
    case "literal":
      return (attr === "real" || attr === "imag") && typeof type.value === "bigint" ? INT64 : null;
    default:
      return null;
  }
}

/** The type of the parts of a complex number, and of `abs` of one; real numbers are their own part. */
export function partOf(name: ScalarName): ScalarName {
  if (name === "complex64") return "float32";
  return name === "complex128" ? "float64" : name;
}

function arrayAttribute(array: ArrayType, attr: string): Type | null {
  switch (attr) {
    case "size":
    case "nbytes":
    case "itemsize":
    case "ndim":
      return INT64;
    case "shape":
    case "strides":
      return { kind: "tuple", items: Array.from({ length: array.ndim }, () => INT64) };
    case "dtype":
      return { kind: "static", value: { kind: "dtype", type: array.element } };
    case "T":
      return transposed(array);
    case "real":
    case "imag":
      if (array.element.kind === "record") return null;
      return { ...array, element: scalar(partOf(array.element.name)), layout: partLayout(array, attr) };
    case "flat":
      return { kind: "iterator", form: "array", items: [{ ...array, ndim: 1, layout: "A" }] };
    default:
      return array.element.kind === "record" ? fieldsOf(array, array.element, attr) : null;
  }
}

/** Parts of complex elements lie apart. */
function partLayout(array: ArrayType, attr: string): ArrayType["layout"] {
  const isWhole = array.element.kind === "scalar" && !array.element.name.startsWith("complex");
  return isWhole && attr === "real" ? array.layout : "A";
}

function transposed(array: ArrayType): ArrayType {
  if (array.ndim <= 1) return array;
  return { ...array, layout: array.layout === "C" ? "F" : array.layout === "F" ? "C" : "A" };
}

/** `points.x` of an array of records: the fields of all, as an array. */
function fieldsOf(array: ArrayType, record: RecordType, name: string): Type | null {
  const type = record.fields.find((field) => field.name === name)?.type;
  return type && type.kind !== "array" ? { ...array, element: type, layout: "A" } : null;
}
