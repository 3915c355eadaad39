/**
 * The functions of `math` and `cmath`: their signatures as numba-cuda 0.30.4 declares them (cudamath.py, cmathdecl.py), and
 * how exact they are on float32.
 */
import { type Builtin, type BuiltinIr, missing, plain } from "./builtin.ts";
import { COMPLEX, forEachType, REAL } from "./signatures.ts";

export interface MathRow extends Builtin {
  /** Numbers that it takes. */
  readonly arity: number;
  /** WGSL's builtin for f32, or null where the project has a function of its own, for want of one or for its domain. */
  readonly wgsl: string | null;
  /** The member of JavaScript's `Math` that does the same, or null. */
  readonly javascript: string | null;
  /** How far a float32 result may be off: of WGSL's builtins what its specification promises ("Accuracy of built-in functions"), of ours what tests/gpu/float32-cases.ts allows. */
  readonly float32Error: string;
}

const EXACT = "exact";
const SAFE_WIDE = "int64 -> float64; uint64 -> float64; ";
const ONE = `${SAFE_WIDE}float32 -> float32; float64 -> float64`;
const ONE_HALF = `${ONE}; float16 -> float16`;
const TEST = "int64 -> bool; uint64 -> bool; float32 -> bool; float64 -> bool";
const TWO = forEachType(REAL, "T T -> T");
const TWO_WIDE = `int64 int64 -> float64; uint64 uint64 -> float64; ${TWO}`;

type Name = string | null;

function row(
  member: string,
  signatures: string,
  doc: string,
  wgsl: Name,
  javascript: Name,
  float32Error: string,
  ir: BuiltinIr = { kind: "math", fn: member },
): MathRow {
  const arity = signatures.split("->")[0]?.trim().split(/\s+/).length ?? 1;
  const [example, types] = arity === 1 ? ["(a)", "float32"] : ["(a, b)", "float32, float32"];
  return {
    ...plain(`math.${member}`, signatures, doc, `math.${member}${example}`, types, ir),
    arity,
    wgsl,
    javascript,
    float32Error,
  };
}

const LOG_ERROR = "2^-21 absolute in [0.5, 2], 3 ulp elsewhere";
const OWN: BuiltinIr = { kind: "own" };

export const MATH: readonly MathRow[] = [
  row("acos", ONE, "arc cosine, in radians", null, "acos", "6 ulp"),
  row("acosh", ONE, "inverse hyperbolic cosine", null, "acosh", "6 ulp"),
  row("asin", ONE, "arc sine, in radians", null, "asin", "6 ulp"),
  row("asinh", ONE, "inverse hyperbolic sine", null, "asinh", "6 ulp"),
  row("atan", ONE, "arc tangent, in radians", "atan", "atan", "4096 ulp"),
  row("atan2", TWO_WIDE, "angle of the point (x, y): atan2(y, x)", null, "atan2", "6 ulp over that of atan"),
  row("atanh", ONE, "inverse hyperbolic tangent", null, "atanh", "8 ulp"),
  row("ceil", ONE_HALF, "smallest whole number that is not below x, as a float", "ceil", "ceil", EXACT),
  row("copysign", TWO, "size of x with the sign of y", null, null, EXACT),
  row("cos", ONE_HALF, "cosine of x radians", "cos", "cos", "2^-11 absolute in [-pi, pi]"),
  row("cosh", ONE, "hyperbolic cosine", null, "cosh", "80 ulp"),
  row("degrees", ONE, "radians to degrees", null, null, "1.5 ulp", OWN),
  row("erf", ONE, "error function", null, null, "6 ulp"),
  row("erfc", ONE, "complementary error function, 1 - erf(x)", null, null, "80 ulp"),
  row("exp", ONE_HALF, "e to the power x", "exp", "exp", "3 + 2|x| ulp"),
  row("exp2", ONE_HALF, "2 to the power x", "exp2", null, "3 + 2|x| ulp"),
  row("expm1", ONE, "exp(x) - 1, exact near 0", null, "expm1", "60 ulp"),
  row("fabs", ONE_HALF, "absolute value, as a float", "abs", "abs", EXACT, { kind: "unary", op: "abs" }),
  row("floor", ONE_HALF, "largest whole number that is not above x, as a float", "floor", "floor", EXACT),
  row("fmod", TWO, "remainder of x / y with the sign of x", null, null, EXACT, {
    kind: "binary",
    op: "trunc-mod",
  }),
  row(
    "frexp",
    forEachType(REAL, "T -> (T, int32)"),
    "fraction in [0.5, 1) and exponent of two, as a tuple",
    null,
    null,
    EXACT,
    OWN,
  ),
  row("gamma", ONE, "gamma function", null, null, "60 ulp"),
  row("hypot", TWO_WIDE, "length of the vector (x, y), without overflow on the way", null, "hypot", "3 ulp"),
  row("isfinite", TEST, "neither infinite nor NaN", null, null, EXACT),
  row("isinf", TEST, "infinite", null, null, EXACT),
  row("isnan", TEST, "not a number", null, null, EXACT),
  row("ldexp", forEachType(REAL, "T int32 -> T"), "x * 2**i", null, null, EXACT),
  row("lgamma", ONE, "natural logarithm of |gamma(x)|", null, null, "4e-6 of 1 + |lgamma(x)|"),
  row("log", ONE_HALF, "natural logarithm", "log", "log", LOG_ERROR),
  row("log10", ONE_HALF, "logarithm to base 10", null, "log10", "6 ulp"),
  row("log1p", ONE, "log(1 + x), exact near 0", null, "log1p", "6 ulp"),
  row("log2", ONE_HALF, "logarithm to base 2", "log2", "log2", LOG_ERROR),
  // float64 stands first, so that integers become float64.
  row(
    "modf",
    "float64 -> (float64, float64); float32 -> (float32, float32)",
    "fraction and whole part, both with the sign of x",
    null,
    null,
    EXACT,
    OWN,
  ),
  row("nextafter", TWO, "the next float after x toward y", null, null, EXACT),
  row(
    "pow",
    `${TWO}; ${forEachType(REAL, "T int32 -> T")}`,
    "x to the power y, as a float",
    null,
    "pow",
    "12 ulp for whole y up to 64, |y log2 x| ulp elsewhere",
  ),
  row("radians", ONE, "degrees to radians", null, null, "1.5 ulp", OWN),
  row("remainder", TWO, "x - n * y, with n the whole number nearest to x / y", null, null, EXACT, OWN),
  row("sin", ONE_HALF, "sine of x radians", "sin", "sin", "2^-11 absolute in [-pi, pi]"),
  row("sinh", ONE, "hyperbolic sine", null, "sinh", "80 ulp"),
  row("sqrt", ONE_HALF, "square root", "sqrt", "sqrt", "that of 1 / inverseSqrt(x): 2 + 2.5 ulp"),
  row("tan", ONE, "tangent of x radians", "tan", "tan", "that of sin(x) / cos(x)"),
  row("tanh", ONE, "hyperbolic tangent", null, "tanh", "4 ulp"),
  row("trunc", ONE_HALF, "x without its fraction, as a float", "trunc", "trunc", EXACT),
];

const complex = (member: string, text: string, doc: string): Builtin =>
  plain(`cmath.${member}`, text, doc, `cmath.${member}(a)`, "complex128");
const COMPLEX_ONE = forEachType(COMPLEX, "T -> T");
const COMPLEX_TEST = forEachType(COMPLEX, "T -> bool");

export const CMATH: readonly Builtin[] = [
  complex("exp", COMPLEX_ONE, "e to the complex power z"),
  complex("log", COMPLEX_ONE, "natural logarithm, cut along the negative real axis"),
  complex("sqrt", COMPLEX_ONE, "square root, cut along the negative real axis"),
  complex("isfinite", COMPLEX_TEST, "both parts are finite"),
  complex("isinf", COMPLEX_TEST, "one of the parts is infinite"),
  complex("isnan", COMPLEX_TEST, "one of the parts is not a number"),
  complex("phase", "complex64 -> float32; complex128 -> float64", "angle of z, in radians"),
  complex(
    "polar",
    "complex64 -> (float32, float32); complex128 -> (float64, float64)",
    "size and angle of z, as a tuple",
  ),
  plain(
    "cmath.rect",
    "float64 float64 -> complex128; float32 float32 -> complex64",
    "the complex number of this size and angle",
    "cmath.rect(a, b)",
    "float64, float64",
  ),
  ...missing("later", "cmath", "acos acosh asin asinh atan atanh cos cosh log10 sin sinh tan tanh", ""),
];

/** Those of `math` that Numba does not know in kernels. */
export const HOST_MATH: readonly Builtin[] = [
  ...missing("refused", "math", "cbrt", "use numba.cuda.cbrt"),
  ...missing("refused", "math", "fma", "use numba.cuda.fma"),
  ...missing("refused", "math", "isqrt", "use int(math.sqrt(x))"),
  ...missing("refused", "math", "isclose", "compare abs(x - y) with a tolerance"),
  ...missing(
    "refused",
    "math",
    "comb dist factorial fsum gcd lcm perm prod sumprod ulp",
    "Numba knows no meaning for it in a kernel",
  ),
];
