/** Functions of NumPy in kernels: ufuncs on single numbers, and sums and the like over arrays. */
import { type Builtin, missing, special } from "./builtin.ts";

const NUMPY = "numpy.";

function ufuncs(arity: 1 | 2, types: string, names: Readonly<Record<string, string>>): readonly Builtin[] {
  const args = arity === 1 ? "(a)" : "(a, b)";
  const exampleTypes = arity === 1 ? types : `${types}, ${types}`;
  return Object.entries(names).map(([name, doc]) =>
    special(NUMPY + name, "ufunc", doc, `np.${name}${args}`, exampleTypes),
  );
}

const reduction = (name: string, doc: string): Builtin =>
  special(NUMPY + name, "array-reduction", doc, `np.${name}(a)`, "float32[:]");

/** Numba has these for the CPU only, where memory can be had or a driver is asked. */
const INSTEAD: Readonly<Record<string, string>> = {
  sqrt: "math.sqrt",
  exp: "math.exp",
  abs: "abs",
  absolute: "abs",
  fabs: "math.fabs",
  floor: "math.floor",
  ceil: "math.ceil",
  trunc: "math.trunc",
  power: "**",
  square: "x * x",
  add: "+",
  subtract: "-",
  multiply: "*",
  mod: "%",
  remainder: "%",
  floor_divide: "//",
  sign: "a conditional expression",
  exp2: "2.0 ** x",
  expm1: "math.expm1",
  log1p: "math.log1p",
  isinf: "math.isinf",
  isfinite: "math.isfinite",
};

export const NUMPY_FUNCTIONS: readonly Builtin[] = [
  ...ufuncs(1, "float32", {
    arccos: "arc cosine, in radians",
    arccosh: "inverse hyperbolic cosine",
    arcsin: "arc sine, in radians",
    arcsinh: "inverse hyperbolic sine",
    arctan: "arc tangent, in radians",
    arctanh: "inverse hyperbolic tangent",
    cos: "cosine of x radians",
    cosh: "hyperbolic cosine",
    deg2rad: "degrees to radians",
    degrees: "radians to degrees",
    isnan: "not a number",
    log: "natural logarithm",
    log10: "logarithm to base 10",
    log2: "logarithm to base 2",
    logical_not: "true where x is zero",
    rad2deg: "radians to degrees",
    radians: "degrees to radians",
    sin: "sine of x radians",
    sinh: "hyperbolic sine",
    tan: "tangent of x radians",
    tanh: "hyperbolic tangent",
  }),
  ...ufuncs(1, "int32", { invert: "the bits turned over" }),
  ...ufuncs(2, "float32", {
    arctan2: "angle of the point (x, y): arctan2(y, x)",
    divide: "quotient; of integers a float64",
    equal: "x == y",
    fmax: "the larger number; NaN counts as missing",
    fmin: "the smaller number; NaN counts as missing",
    greater: "x > y",
    greater_equal: "x >= y",
    hypot: "length of the vector (x, y)",
    less: "x < y",
    less_equal: "x <= y",
    logical_and: "true where neither is zero",
    logical_or: "true where one is not zero",
    logical_xor: "true where just one is not zero",
    maximum: "the larger number; NaN where one is NaN",
    minimum: "the smaller number; NaN where one is NaN",
    not_equal: "x != y",
    true_divide: "quotient; of integers a float64",
  }),
  ...ufuncs(2, "int32", {
    bitwise_and: "x & y",
    bitwise_or: "x | y",
    bitwise_xor: "x ^ y",
    left_shift: "x << y",
    right_shift: "x >> y",
  }),
  reduction("sum", "sum of all elements; small integers are summed in 64 bits"),
  reduction("prod", "product of all elements; small integers are multiplied in 64 bits"),
  reduction("mean", "mean of all elements"),
  reduction("min", "smallest element"),
  reduction("max", "largest element"),
  reduction("amin", "smallest element"),
  reduction("amax", "largest element"),
  special(`${NUMPY}real`, "part", "real part", "np.real(a)", "complex64"),
  special(`${NUMPY}imag`, "part", "imaginary part", "np.imag(a)", "complex64"),
  ...missing(
    "later",
    "numpy",
    "zeros ones empty full arange where clip round",
    "a kernel has no heap: use cuda.local.array",
  ),
  ...Object.entries(INSTEAD).flatMap(([name, instead]) =>
    missing("refused", "numpy", name, `Numba has it for the CPU only: use ${instead}`),
  ),
];
