/** Python's own builtins in kernels. */
import { type Builtin, missing, plain, special } from "./builtin.ts";
import { BINARY_SIGNATURES } from "./operators.ts";
import { forEachType, REAL, SIGNED, UNSIGNED, withFloat16 } from "./signatures.ts";

const absolute = `${forEachType([...SIGNED, ...UNSIGNED, ...REAL], "T -> T")}; complex64 -> float32; complex128 -> float64`;

export const PYTHON: readonly Builtin[] = [
  {
    ...plain("builtins.abs", absolute, "absolute value; of a complex number its size", "abs(a)", "float32"),
    signatures: withFloat16("float16 -> float16", plain("", absolute, "", "", "").signatures),
  },
  special("builtins.bool", "bool", "false for zero, true for everything else", "bool(a)", "int32"),
  special(
    "builtins.complex",
    "complex",
    "complex number of a real and an imaginary part",
    "complex(a, b)",
    "float32, float32",
  ),
  plain(
    "builtins.divmod",
    forEachType(["int64", "uint64", ...REAL], "T T -> (T, T)"),
    "quotient and remainder, rounded toward minus infinity, as a tuple",
    "divmod(a, b)",
    "int64, int64",
  ),
  special(
    "builtins.enumerate",
    "enumerate",
    "counts while it goes through an array or a tuple",
    "len(a)\nfor i, x in enumerate(a):\n  pass",
    "float32[:]",
  ),
  special(
    "builtins.float",
    "float",
    "a float: float32 stays one, integers become float64",
    "float(a)",
    "int32",
  ),
  special("builtins.int", "int", "an integer: floats lose their fraction", "int(a)", "float32"),
  special(
    "builtins.len",
    "len",
    "items of a tuple, or of an array along its first axis",
    "len(a)",
    "float32[:]",
  ),
  special("builtins.max", "extreme", "the largest of several numbers", "max(a, b)", "int32, float32"),
  special("builtins.min", "extreme", "the smallest of several numbers", "min(a, b)", "int32, float32"),
  {
    ...plain("builtins.pow", "", "x to the power y, as x ** y", "pow(a, b)", "float32, int64"),
    signatures: BINARY_SIGNATURES["**"],
  },
  special(
    "builtins.print",
    "print",
    "prints numbers and literal strings after the launch, in thread order",
    "a\nprint(a)",
    "int32",
  ),
  special("builtins.range", "range", "counts from start to stop by step", "len(range(a, 10, 2))", "int64"),
  plain(
    "builtins.round",
    forEachType(REAL, "T -> int64").concat("; ", forEachType(REAL, "T int64 -> T")),
    "to the nearest whole number as int64, ties to even; with digits, a float",
    "round(a)",
    "float32",
  ),
  special("builtins.sum", "sum", "sum of the items of an array or a tuple", "sum((a, a))", "float32"),
  special("builtins.tuple", "tuple", "a tuple as it is", "tuple((a, a))[0]", "int32"),
  special(
    "builtins.zip",
    "zip",
    "goes through several arrays or tuples side by side",
    "len(a)\nfor x, y in zip(a, a):\n  pass",
    "float32[:]",
  ),
  ...missing(
    "later",
    "builtins",
    "chr filter getattr hasattr hash isinstance iter map next ord slice str type",
    "",
  ),
  ...missing("refused", "builtins", "all", "write a loop that stops at the first false item"),
  ...missing("refused", "builtins", "any", "write a loop that stops at the first true item"),
  ...missing("refused", "builtins", "reversed", "count down: range(n - 1, -1, -1)"),
  ...missing("refused", "builtins", "sorted", "sort on the host, or write the sort out on an array"),
  ...missing("refused", "builtins", "open", "read the file on the host, and pass its contents as an array"),
  ...missing("refused", "builtins", "input", "ask on the host, and pass the answer as an argument"),
  ...missing("refused", "builtins", "set dict", "use a tuple, or an array indexed by small integers"),
  ...missing(
    "refused",
    "builtins",
    "format repr hex oct bin",
    "a kernel makes no strings; print takes numbers",
  ),
];
