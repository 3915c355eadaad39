/** Under which names the modules have the scalar types, on a 64-bit host (read off numba 0.68.1 and NumPy 2). */
import type { ScalarName } from "../types/type.ts";

const SIZED: readonly ScalarName[] = [
  ...(["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"] as const),
  ...(["float32", "float64", "complex64", "complex128"] as const),
];

const same = Object.fromEntries(SIZED.map((name) => [name, name]));

/** `numba`, `numba.cuda` and `numba.types`. */
export const NUMBA_SCALARS: Readonly<Record<string, ScalarName>> = {
  ...same,
  bool: "bool",
  bool_: "bool",
  boolean: "bool",
  b1: "bool",
  i1: "int8",
  i2: "int16",
  i4: "int32",
  i8: "int64",
  u1: "uint8",
  u2: "uint16",
  u4: "uint32",
  u8: "uint64",
  f4: "float32",
  f8: "float64",
  c8: "complex64",
  c16: "complex128",
  byte: "uint8",
  char: "int8",
  uchar: "uint8",
  short: "int16",
  ushort: "uint16",
  int_: "int64",
  uint: "uint64",
  intc: "int32",
  uintc: "uint32",
  intp: "int64",
  uintp: "uint64",
  long_: "int64",
  ulong: "uint64",
  longlong: "int64",
  ulonglong: "uint64",
  size_t: "uint64",
  ssize_t: "int64",
  double: "float64",
};

/** `numba.types` alone. */
export const NUMBA_TYPES_SCALARS: Readonly<Record<string, ScalarName>> = {
  ...NUMBA_SCALARS,
  float16: "float16",
  f2: "float16",
};

export const NUMPY_SCALARS: Readonly<Record<string, ScalarName>> = {
  ...same,
  float16: "float16",
  bool: "bool",
  bool_: "bool",
  byte: "int8",
  ubyte: "uint8",
  short: "int16",
  ushort: "uint16",
  intc: "int32",
  uintc: "uint32",
  int_: "int64",
  uint: "uint64",
  intp: "int64",
  uintp: "uint64",
  long: "int64",
  ulong: "uint64",
  longlong: "int64",
  ulonglong: "uint64",
  half: "float16",
  single: "float32",
  double: "float64",
  csingle: "complex64",
  cdouble: "complex128",
};
