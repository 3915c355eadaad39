/** Math functions by their names in `compiler/tables/math.ts`: WGSL's own where its domain is wide enough, else the library's. */
import type { MathExpr } from "../compiler/ir/ir.ts";
import { call, type Code, infix } from "./code.ts";
import type { Scope } from "./scope.ts";
import { f32Code, u32Code } from "./types.ts";
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
  "frexp-mantissa": "f32_frexp_fraction",
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
  isnan: "f64_is_nan",
  isinf: "f64_is_inf",
  isfinite: "f64_is_finite",
};

const DEGREES = Math.fround(180 / Math.PI);
const RADIANS = Math.fround(Math.PI / 180);

export function mathCode(expr: MathExpr, args: readonly Code[], _scope: Scope): Code {
  const operand = expr.args[0]?.type ?? expr.type;
  if (operand === "f64" || expr.type === "f64") {
    const known = FLOAT64_FUNCTIONS[expr.fn];
    if (known === undefined) throw unsupportedFloat64Function(expr.fn, expr.span);
    return call(known, ...args);
  }
  const [x] = args;
  if (x && expr.fn === "degrees") return infix(x, "*", f32Code(DEGREES));
  if (x && expr.fn === "radians") return infix(x, "*", f32Code(RADIANS));
  const known = FLOAT32_FUNCTIONS[expr.fn];
  if (known === undefined) throw unsupportedFeature(`math.${expr.fn}`, expr.span);
  // WGSL evaluates its own functions of constants, and refuses what is out of their domain.
  const hidden = expr.args.every((arg) => arg.kind === "constant") ? args.map((arg, i) => hide(arg, expr.args[i]?.type === "f32")) : args;
  const result = call(known, ...hidden);
  return expr.type === "f16" ? call("f16_round", result) : result;
}

const view = new DataView(new ArrayBuffer(4));
function hide(code: Code, float: boolean): Code {
  const value = Number(code.text);
  if (!float || Number.isNaN(value)) return code;
  view.setFloat32(0, value);
  return call("f32_from_bits", u32Code(view.getUint32(0)));
}
