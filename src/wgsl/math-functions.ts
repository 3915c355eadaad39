/** Math functions by their names in `compiler/types/numeric-rules.ts`: WGSL's own where its domain is wide enough, else the library's. */
import { type Expr, isInteger, type MathExpr } from "../compiler/ir/ir.ts";
import { call, type Code, infix } from "./code.ts";
import { convertCode } from "./conversions.ts";
import { constantCode, u32Code } from "./types.ts";
import { unsupportedFeature, unsupportedFloat64Function } from "./unsupported.ts";

/** f32: a function of WGSL or of the library that takes the same arguments. */
const FLOAT32_FUNCTIONS: Readonly<Record<string, string>> = {
  sin: "sin",
  cos: "cos",
  tan: "tan",
  asin: "f32_asin",
  acos: "f32_acos",
  atan: "atan",
  atan2: "f32_atan2",
  sinh: "f32_sinh",
  cosh: "f32_cosh",
  tanh: "f32_tanh",
  asinh: "f32_asinh",
  acosh: "f32_acosh",
  atanh: "f32_atanh",
  exp: "exp",
  exp2: "exp2",
  expm1: "f32_expm1",
  log: "log",
  log2: "log2",
  log10: "f32_log10",
  log1p: "f32_log1p",
  pow: "f32_pow",
  sqrt: "sqrt",
  rsqrt: "inverseSqrt",
  cbrt: "f32_cbrt",
  hypot: "f32_hypot",
  fabs: "abs",
  abs: "abs",
  floor: "floor",
  ceil: "ceil",
  trunc: "trunc",
  // WGSL's round goes to even.
  rint: "round",
  nearbyint: "round",
  "round-even": "round",
  "round-half-even": "round",
  round: "round",
  "round-away": "f32_round_away",
  fmod: "f32_fmod",
  copysign: "f32_copysign",
  fma: "fma",
  fmin: "f32_min",
  fmax: "f32_max",
  erf: "f32_erf",
  erfc: "f32_erfc",
  gamma: "f32_gamma",
  tgamma: "f32_gamma",
  lgamma: "f32_lgamma",
  ldexp: "f32_ldexp",
  nextafter: "f32_nextafter",
  "frexp-fraction": "f32_frexp_fraction",
  "frexp-exponent": "f32_frexp_exponent",
  isnan: "is_nan",
  isinf: "is_inf",
  isfinite: "is_finite",
};

const FLOAT64_FUNCTIONS: Readonly<Record<string, string>> = {
  sqrt: "f64_sqrt",
  fabs: "f64_abs",
  abs: "f64_abs",
  floor: "f64_floor",
  ceil: "f64_ceil",
  trunc: "f64_trunc",
  rint: "f64_rint",
  nearbyint: "f64_rint",
  "round-even": "f64_rint",
  "round-half-even": "f64_rint",
  round: "f64_rint",
  "round-away": "f64_round_away",
  fmod: "f64_fmod",
  copysign: "f64_copysign",
  fmin: "f64_min",
  fmax: "f64_max",
  hypot: "f64_hypot",
  ldexp: "f64_ldexp",
  "frexp-fraction": "f64_frexp_fraction",
  "frexp-exponent": "f64_frexp_exponent",
  nextafter: "f64_nextafter",
  isnan: "f64_is_nan",
  isinf: "f64_is_inf",
  isfinite: "f64_is_finite",
};

const DEGREES = 180 / Math.PI;
const RADIANS = Math.PI / 180;

export function mathCode(expr: MathExpr, given: readonly Code[]): Code {
  const { fn } = expr;
  const wide = expr.type === "f64" || expr.args[0]?.type === "f64";
  const float = wide ? "f64" : "f32";
  const known = (wide ? FLOAT64_FUNCTIONS : FLOAT32_FUNCTIONS)[fn];
  // WGSL evaluates its own functions of constants, and refuses what is out of their domain.
  const hides =
    known !== undefined && !known.includes("_") && expr.args.every((arg) => arg.kind === "constant");
  const args = expr.args.flatMap((arg, i) => argumentCode(arg, given[i], hides) ?? []);
  const [x] = args;
  if (x && (fn === "degrees" || fn === "radians")) {
    const factor = constantCode(float, fn === "degrees" ? DEGREES : RADIANS);
    return wide ? call("f64_mul", x, factor) : infix(x, "*", factor);
  }
  if (x && wide && fn === "rsqrt") return call("f64_div", constantCode("f64", 1), call("f64_sqrt", x));
  if (known === undefined)
    throw wide ? unsupportedFloat64Function(fn, expr.span) : unsupportedFeature(`math.${fn}`, expr.span);
  const result = call(known, ...args);
  if (fn === "frexp-exponent") return convertCode(result, "i32", expr.type);
  return expr.type === "f16" ? call("f16_round", result) : result;
}

/** An argument as the function takes it: exponents are i32. */
function argumentCode(arg: Expr, code: Code | undefined, hides: boolean): Code | null {
  if (!code) return null;
  if (arg.type === "i64") return call("i64_index", code);
  if (isInteger(arg.type)) return convertCode(code, arg.type, "i32");
  return hides ? hidden(arg, code) : code;
}

const view = new DataView(new ArrayBuffer(4));
function hidden(arg: Expr, code: Code): Code {
  const value = Number(code.text);
  if (arg.type !== "f32" || Number.isNaN(value)) return code;
  view.setFloat32(0, value);
  return call("f32_from_bits", u32Code(view.getUint32(0)));
}
