/** `numba.cuda.atomic`: what each does, and on which element types (numba_cuda/numba/cuda/cudadecl.py). All give the old value. */
import type { AtomicOperation } from "../ir/ir.ts";
import type { ScalarName } from "../types/type.ts";
import { type Builtin, special } from "./builtin.ts";

export interface AtomicRow extends Builtin {
  readonly operation: AtomicOperation;
  readonly elements: readonly ScalarName[];
  /** What follows the array: `compare_and_swap` has no index, it changes item 0. */
  readonly takes: "index value" | "index old value" | "old value";
}

const INTEGERS: readonly ScalarName[] = ["int32", "uint32", "int64", "uint64"];
const UNSIGNED: readonly ScalarName[] = ["uint32", "uint64"];
const NUMBERS: readonly ScalarName[] = [...INTEGERS, "float32", "float64"];

function row(
  member: string,
  operation: AtomicOperation,
  elements: readonly ScalarName[],
  doc: string,
  takes: AtomicRow["takes"] = "index value",
): AtomicRow {
  const args = { "index value": "0, b", "index old value": "0, b, b", "old value": "b, b" }[takes];
  const example = `cuda.atomic.${member}(a, ${args})`;
  const element = elements[0] ?? "int32";
  return {
    ...special(`numba.cuda.atomic.${member}`, "atomic", doc, example, `${element}[:], ${element}`),
    operation,
    elements,
    takes,
  };
}

export const ATOMICS: readonly AtomicRow[] = [
  row("add", "add", NUMBERS, "adds to an element"),
  row("sub", "sub", NUMBERS, "subtracts from an element"),
  row("and_", "and", INTEGERS, "bitwise and into an element"),
  row("or_", "or", INTEGERS, "bitwise or into an element"),
  row("xor", "xor", INTEGERS, "bitwise exclusive or into an element"),
  row("max", "max", NUMBERS, "leaves the larger of element and value; NaN on either side changes nothing"),
  row("min", "min", NUMBERS, "leaves the smaller of element and value; NaN on either side changes nothing"),
  row("nanmax", "nanmax", NUMBERS, "leaves the larger of element and value; NaN counts as missing"),
  row("nanmin", "nanmin", NUMBERS, "leaves the smaller of element and value; NaN counts as missing"),
  row("inc", "inc", UNSIGNED, "adds 1, or begins again at 0 once the element has reached the value"),
  row("dec", "dec", UNSIGNED, "subtracts 1, or begins again at the value once the element is 0 or above it"),
  row("exch", "exchange", INTEGERS, "puts a value in the place of an element"),
  row(
    "cas",
    "compare-exchange",
    INTEGERS,
    "puts a value in the place of an element that equals the old one",
    "index old value",
  ),
  row(
    "compare_and_swap",
    "compare-exchange",
    INTEGERS,
    "as cas, on item 0 of an array with one axis",
    "old value",
  ),
];
