/**
 * Numba's types, as far as kernels meet them. Scalars carry Numba's own names. Types are immutable values:
 * compare with `sameType`, print with `typeName` (both in `types/type-names.ts`, as Numba prints them).
 */

/** Scalar types by Numba's name. */
export type ScalarName =
  | "bool"
  | "int8"
  | "int16"
  | "int32"
  | "int64"
  | "uint8"
  | "uint16"
  | "uint32"
  | "uint64"
  | "float16"
  | "float32"
  | "float64"
  | "complex64"
  | "complex128";

export interface ScalarType {
  readonly kind: "scalar";
  readonly name: ScalarName;
}
/** A known integer or bool; unifies as int64 or bool. Needed for constant indices, shapes and axes. */
export interface LiteralType {
  readonly kind: "literal";
  readonly value: bigint | boolean;
}
export interface StringType {
  readonly kind: "string";
  /** Null where it is not a literal. */
  readonly value: string | null;
}
export interface NoneType {
  readonly kind: "none";
}
/** C or F contiguous, or A: any strides. */
export type Layout = "C" | "F" | "A";
export interface ArrayType {
  readonly kind: "array";
  readonly element: ScalarType | RecordType;
  readonly ndim: number;
  readonly layout: Layout;
  readonly readonly: boolean;
  readonly space: "global" | "shared" | "local" | "constant";
}
export interface RecordField {
  readonly name: string;
  readonly type: ScalarType | RecordType | ArrayType;
  readonly offsetBytes: number;
}
export interface RecordType {
  readonly kind: "record";
  readonly fields: readonly RecordField[];
  readonly sizeBytes: number;
}
export interface TupleType {
  readonly kind: "tuple";
  readonly items: readonly Type[];
  /** Field names of a named tuple. */
  readonly names?: readonly string[];
}
/** What `range(...)` gives; `element` is int32, int64 or uint64 as Numba picks. */
export interface RangeType {
  readonly kind: "range";
  readonly element: ScalarType;
}
export interface SliceType {
  readonly kind: "slice";
  readonly hasStep: boolean;
}
/** `enumerate(x)` and `zip(x, y)`: what is iterated. */
export interface IteratorType {
  readonly kind: "iterator";
  readonly form: "enumerate" | "zip" | "array" | "tuple";
  readonly items: readonly Type[];
}
/** threadIdx and its kin: fields x, y, z. */
export interface Dim3Type {
  readonly kind: "dim3";
}
/** A value that exists only at compile time: a module, function, dtype... See `names/constant.ts`. */
export interface StaticType {
  readonly kind: "static";
  readonly value: import("../names/constant.ts").Constant;
}
/** A lambda or nested def held in a variable. */
export interface ClosureType {
  readonly kind: "closure";
  readonly func: import("../syntax/ast.ts").FunctionDef | import("../syntax/ast.ts").Lambda;
}
/** After an error: silences everything that follows from it. */
export interface UnknownType {
  readonly kind: "unknown";
}

export type Type =
  | ScalarType
  | LiteralType
  | StringType
  | NoneType
  | ArrayType
  | RecordType
  | TupleType
  | RangeType
  | SliceType
  | IteratorType
  | Dim3Type
  | StaticType
  | ClosureType
  | UnknownType;

const scalars = new Map<ScalarName, ScalarType>();

/** The one scalar type of that name. */
export function scalar(name: ScalarName): ScalarType {
  let type = scalars.get(name);
  if (!type) {
    type = { kind: "scalar", name };
    scalars.set(name, type);
  }
  return type;
}

export const UNKNOWN: UnknownType = { kind: "unknown" };
export const NONE: NoneType = { kind: "none" };
