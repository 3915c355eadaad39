/**
 * Mathematical functions: one row each, shared by typing, both back ends and the docs. `fn` is the name that IR
 * expressions of kind `math` carry. Typing rules were asked of real Numba (`tests/oracle/numba-typing.json`).
 */

export type MathRule =
  /** float32 gives float32, everything else float64. */
  | "unary"
  /** Gives bool. */
  | "predicate"
  /** Two floats; integers alone count as float64. */
  | "binary"
  /** As `binary`, but integers of up to 16 bits count as float32. */
  | "remainder"
  /** `math.pow`: a small base to a small integer is float32. */
  | "power"
  /** A float and an integer exponent. */
  | "ldexp"
  /** Gives (float, int32). */
  | "frexp"
  /** Gives (float, float): fraction and whole part. */
  | "modf";

export interface MathRow {
  readonly fn: string;
  readonly rule: MathRule;
  /** Full names by which scripts call it. */
  readonly names: readonly string[];
  /** One line for hover and docs. */
  readonly doc: string;
}

/** `spelling` is Python's name in `math`, where it has one; `numpy` the names there. */
const row = (fn: string, rule: MathRule, spelling: string, numpy: string, doc: string): MathRow => ({
  fn,
  rule,
  names: [...words(spelling).map((name) => `math.${name}`), ...words(numpy).map((name) => `numpy.${name}`)],
  doc,
});

function words(text: string): string[] {
  return text.split(" ").filter(Boolean);
}

export const MATH: readonly MathRow[] = [
  row("acos", "unary", "acos", "arccos acos", "arc cosine, in radians"),
  row("acosh", "unary", "acosh", "arccosh acosh", "inverse hyperbolic cosine"),
  row("asin", "unary", "asin", "arcsin asin", "arc sine, in radians"),
  row("asinh", "unary", "asinh", "arcsinh asinh", "inverse hyperbolic sine"),
  row("atan", "unary", "atan", "arctan atan", "arc tangent, in radians"),
  row("atan2", "binary", "atan2", "arctan2 atan2", "angle of the point (x, y), in radians; y comes first"),
  row("atanh", "unary", "atanh", "arctanh atanh", "inverse hyperbolic tangent"),
  row("cbrt", "unary", "", "cbrt", "cube root"),
  row("ceil", "unary", "ceil", "ceil", "smallest whole number not below x, as a float"),
  row("copysign", "binary", "copysign", "copysign", "the size of x with the sign of y"),
  row("cos", "unary", "cos", "cos", "cosine of radians"),
  row("cosh", "unary", "cosh", "cosh", "hyperbolic cosine"),
  row("degrees", "unary", "degrees", "degrees rad2deg", "radians to degrees"),
  row("erf", "unary", "erf", "", "error function"),
  row("erfc", "unary", "erfc", "", "1 minus the error function, exact for large x"),
  row("exp", "unary", "exp", "exp", "e to the power x"),
  row("exp2", "unary", "", "exp2", "2 to the power x"),
  row("expm1", "unary", "expm1", "expm1", "e to the power x, minus 1, exact for small x"),
  row("fabs", "unary", "fabs", "fabs", "size of x, as a float"),
  row("floor", "unary", "floor", "floor", "largest whole number not above x, as a float"),
  row("fmod", "remainder", "fmod", "fmod", "remainder with the sign of x"),
  row("frexp-fraction", "frexp", "frexp", "", "fraction and exponent of two"),
  row("gamma", "unary", "gamma", "", "gamma function"),
  row("hypot", "binary", "hypot", "hypot", "length of (x, y), without overflow"),
  row("isfinite", "predicate", "isfinite", "isfinite", "neither infinite nor NaN"),
  row("isinf", "predicate", "isinf", "isinf", "infinite"),
  row("isnan", "predicate", "isnan", "isnan", "not a number"),
  row("ldexp", "ldexp", "ldexp", "ldexp", "x times two to the power e"),
  row("lgamma", "unary", "lgamma", "", "logarithm of the size of gamma"),
  row("log", "unary", "log", "log", "natural logarithm"),
  row("log10", "unary", "log10", "log10", "logarithm to base 10"),
  row("log1p", "unary", "log1p", "log1p", "logarithm of 1 + x, exact for small x"),
  row("log2", "unary", "log2", "log2", "logarithm to base 2"),
  row("trunc", "modf", "modf", "", "fraction and whole part"),
  row("nextafter", "binary", "nextafter", "nextafter", "the next float from x toward y"),
  row("pow", "power", "pow", "", "x to the power y, as a float"),
  row("radians", "unary", "radians", "radians deg2rad", "degrees to radians"),
  row("rint", "unary", "", "rint", "nearest whole number, half to even, as a float"),
  row("sin", "unary", "sin", "sin", "sine of radians"),
  row("sinh", "unary", "sinh", "sinh", "hyperbolic sine"),
  row("sqrt", "unary", "sqrt", "sqrt", "square root"),
  row("tan", "unary", "tan", "tan", "tangent of radians"),
  row("tanh", "unary", "tanh", "tanh", "hyperbolic tangent"),
  row("trunc", "unary", "trunc", "trunc", "whole part of x, as a float"),
];

const byName = new Map(MATH.flatMap((entry) => entry.names.map((name) => [name, entry] as const)));

/** The function that a full name such as `math.sqrt` or `numpy.arctan2` stands for. */
export function mathByName(name: string): MathRow | undefined {
  return byName.get(name);
}
