/** What inference has to say about arrays, tuples and the memory that kernels ask for. */
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import * as names from "../names/diagnostics.ts";
import type { Span } from "../text/span.ts";
import type { ArrayType, Type } from "./type.ts";
import { typeName } from "./type-names.ts";
import { counted, inWords } from "./type-words.ts";

import { error } from "./message.ts";

export function wrongIndexCount(array: ArrayType, given: number, span: Span, arraySpan: Span): Diagnostic {
  return error({
    code: "wrong-index-count",
    message: `a ${array.ndim}-d array takes ${counted(array.ndim, "index", "indices")}, ${counted(given, "", "").trim()} given`,
    span,
    label: `${counted(given, "index", "indices")} here`,
    related: [{ span: arraySpan, label: `this is ${typeName(array)}` }],
    ...(given > array.ndim && array.ndim === 1
      ? { help: "with a one-dimensional array use cuda.grid(1) and one index" }
      : {}),
  });
}

export function badIndex(index: Type, span: Span): Diagnostic {
  const isFloat = index.kind === "scalar" && index.name.startsWith("float");
  return error({
    code: "bad-index",
    message: `an array cannot be indexed by ${inWords(index)}`,
    span,
    label: `this is ${inWords(index)}`,
    ...(isFloat ? { help: "use // for a whole-number division, or int(...) to cut off the fraction" } : {}),
  });
}

export function cannotIndex(type: Type, span: Span): Diagnostic {
  return error({
    code: "not-indexable",
    message: `${inWords(type)} cannot be indexed`,
    span,
    label: `this is ${inWords(type)}`,
  });
}

export function tupleIndexNotConstant(type: Type, span: Span): Diagnostic {
  return error({
    code: "tuple-index-not-constant",
    message: "the index of a tuple with items of different types must be a constant",
    span,
    label: `the tuple is ${typeName(type)}`,
    notes: ["the type of the result would depend on the value of the index"],
    help: "use a literal index, or give all items the same type",
  });
}

export function tupleIndexRange(count: number, index: bigint, span: Span): Diagnostic {
  return error({
    code: "tuple-index-range",
    message: `a tuple of ${count} has no item ${index}`,
    span,
    label: `indices go from 0 to ${count - 1}`,
    exception: "IndexError",
  });
}

export function cannotStore(value: Type, array: Type, span: Span, arraySpan: Span): Diagnostic {
  return error({
    code: "cannot-store",
    message: `${inWords(value)} cannot be stored in ${inWords(array)}`,
    span,
    label: `this is ${inWords(value)}`,
    related: [{ span: arraySpan, label: `this is ${typeName(array)}` }],
    ...(value.kind === "scalar" && value.name.startsWith("complex") ? { help: "store .real or .imag" } : {}),
  });
}

export function readOnly(array: Type, span: Span): Diagnostic {
  return error({
    code: "read-only",
    message: "this array cannot be written to",
    span,
    label: `this is ${typeName(array)}`,
    notes: ["global arrays are constants of a kernel, and arrays marked read-only stay so"],
    help: "pass the array as an argument",
  });
}

export function shapeNotConstant(
  space: "shared" | "local",
  type: Type,
  span: Span,
  isSum: boolean,
): Diagnostic {
  const because = isSum
    ? "Numba takes a number or one global name as a shape, and does not calculate with them"
    : `this is ${inWords(type)}, known only when the kernel runs`;
  return names.shapeNotConstant({ space, span, because });
}

export function notADtype(span: Span, type: Type): Diagnostic {
  return error({
    code: "not-a-dtype",
    message: `${inWords(type)} is no element type`,
    span,
    label: "expected a type such as float32, np.int64 or 'float32'",
  });
}

export function cannotIterate(type: Type, span: Span): Diagnostic {
  return error({
    code: "not-iterable",
    message: `${inWords(type)} cannot be iterated over`,
    span,
    label: `this is ${typeName(type)}`,
    ...(type.kind === "tuple"
      ? { notes: ["the items have different types, so the loop variable would have no single type"] }
      : {}),
    ...(type.kind === "scalar" || type.kind === "literal" ? { help: "use range(...)" } : {}),
  });
}

/** `why` says what is wrong with the number of items, or is "" where the value has no items. */
export function cannotUnpack(why: string, type: Type, wanted: number, span: Span): Diagnostic {
  return error({
    code: "cannot-unpack",
    message: why === "" ? `${inWords(type)} cannot be unpacked into ${wanted} names` : why,
    span,
    label: `this is ${inWords(type)}`,
  });
}

export function gridAxes(name: string, span: Span, isNumber: boolean): Diagnostic {
  return error({
    code: "grid-axes",
    message: `cuda.${name} takes the number of axes: 1, 2 or 3, as a literal`,
    span,
    label: isNumber ? "there are at most three axes" : "not known when the kernel is compiled",
    exception: isNumber ? "ValueError" : "TypingError",
  });
}

export function emptyMemory(space: string, span: Span): Diagnostic {
  return error({
    code: "empty-memory",
    message: `a ${space} array needs a positive size`,
    span,
    label: "this has no room for an element",
    exception: "ValueError",
  });
}

export function notContiguous(array: ArrayType, span: Span): Diagnostic {
  return error({
    code: "not-contiguous",
    message: "reshape() works on contiguous arrays only",
    span,
    label: `the array is ${typeName(array)}`,
  });
}

export function arrayChangesMemory(name: string, span: Span): Diagnostic {
  return error({
    code: "array-variable-changes-memory",
    message: `\`${name}\` stands for different arrays, depending on how the code gets here`,
    span,
    label: "not supported yet",
    notes: ["which memory an access touches must be known when the kernel is compiled"],
    help: "swap the arrays between launches, on the host, or use one array with an extra axis of size 2",
    exception: "UnsupportedError",
  });
}

export function returnsArray(type: Type, span: Span): Diagnostic {
  return error({
    code: "returns-array",
    message: `a device function cannot return ${inWords(type)} that it made`,
    span,
    label: `this is ${typeName(type)}`,
    notes: ["only an array that was passed in can be returned"],
    help: "pass the array in and write into it",
    exception: "NumbaTypeError",
  });
}
