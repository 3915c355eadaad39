/**
 * The signatures of Python's operators on numbers, as numba-cuda 0.30.4 declares them
 * (numba_cuda/numba/cuda/typing/builtins.py, fp16.py). In-place operators have the same.
 */
import type { BinaryOperator, CompareOperator, UnaryOperator } from "../syntax/ast.ts";
import {
  COMPLEX,
  declared,
  declaredSafe,
  forEachType,
  REAL,
  SIGNED,
  type SignatureSet,
  UNSIGNED,
  withFloat16,
} from "./signatures.ts";

/** Operands are 64 bits wide; one signed operand makes the result signed. */
const INTEGERS =
  "int64 int64 -> int64; int64 uint64 -> int64; uint64 int64 -> int64; uint64 uint64 -> uint64";
const QUOTIENTS =
  "int64 int64 -> float64; int64 uint64 -> float64; uint64 int64 -> float64; uint64 uint64 -> float64";
const FLOATS = forEachType(REAL, "T T -> T");
const NUMBERS = forEachType([...REAL, ...COMPLEX], "T T -> T");
const HALF = "float16 float16 -> float16";

const arithmetic = withFloat16(HALF, declared(`${INTEGERS}; ${NUMBERS}`));
const bitwise = declaredSafe(`bool bool -> bool; ${INTEGERS}`);
/** The left operand alone says how wide and of which sign the result is. */
const shift = declaredSafe(
  [
    forEachType(SIGNED, "T uint64 -> int64; T int64 -> int64"),
    forEachType(UNSIGNED, "T uint64 -> uint64; T int64 -> uint64"),
  ].join("; "),
);
/** Floats to the power of an integer stay what they are. */
const power = declared(
  [INTEGERS, forEachType(REAL, "T int32 -> T; T int64 -> T; T uint64 -> T"), NUMBERS].join("; "),
);
const floored = declared(`${INTEGERS}; ${FLOATS}`);

export const BINARY_SIGNATURES: Readonly<Record<BinaryOperator, readonly SignatureSet[]>> = {
  "+": arithmetic,
  "-": arithmetic,
  "*": arithmetic,
  "/": withFloat16(HALF, declared(`${QUOTIENTS}; ${NUMBERS}`)),
  "//": floored,
  "%": floored,
  "**": power,
  "<<": shift,
  ">>": shift,
  "&": bitwise,
  "|": bitwise,
  "^": bitwise,
  "@": [],
};

const own = forEachType(["bool", ...SIGNED, ...UNSIGNED, ...REAL], "T T -> bool");
const ordered = withFloat16("float16 float16 -> bool", declared(own));
const equal = withFloat16(
  "float16 float16 -> bool",
  declared(`${own}; ${forEachType(COMPLEX, "T T -> bool")}`),
);

export const COMPARE_SIGNATURES: Readonly<
  Record<Exclude<CompareOperator, "is" | "is not" | "in" | "not in">, readonly SignatureSet[]>
> = { "<": ordered, "<=": ordered, ">": ordered, ">=": ordered, "==": equal, "!=": equal };

const WIDENED = `${forEachType(UNSIGNED, "T -> uint64")}; ${forEachType(SIGNED, "T -> int64")}`;
const sign = withFloat16(
  "float16 -> float16",
  declared(`${WIDENED}; ${forEachType([...REAL, ...COMPLEX], "T -> T")}; bool -> int64`),
);

export const UNARY_SIGNATURES: Readonly<Record<UnaryOperator, readonly SignatureSet[]>> = {
  "-": sign,
  "+": sign,
  "~": declaredSafe(`bool -> bool; ${WIDENED}`),
  not: declared(forEachType(["bool", ...SIGNED, ...UNSIGNED, ...REAL, ...COMPLEX], "T -> bool")),
};
