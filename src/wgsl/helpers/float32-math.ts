/**
 * f32 functions that WGSL lacks, or defines on too small a domain. Stated errors are in ulp over the function's whole
 * domain as tests/gpu measures them on the software adapter; exp, log, sin and cos inside them are the GPU's own.
 */
export const FLOAT32_MATH = {
  f32_pow: `
// C's pow. Whole exponents up to 64 by multiplication; else by log2, with a relative error of about |y log2 x| ulp.
fn f32_pow(x: f32, y: f32) -> f32 {
  if (y == 0.0 || x == 1.0) { return 1.0; }
  if (is_nan(x) || is_nan(y)) { return f32_from_bits(0x7fc00000u); }
  let whole = floor(y) == y;
  let odd = whole && abs(y) < 16777216.0 && (i32(y) & 1) != 0;
  if (whole && abs(y) <= 64.0) {
    var result = 1.0;
    var square = x;
    for (var rest = u32(abs(y)); rest != 0u; rest >>= 1u) {
      if ((rest & 1u) != 0u) { result *= square; }
      square *= square;
    }
    if (y > 0.0) { return result; }
    if (!is_inf(result) && abs(result) > 1e-37) { return 1.0 / result; }
  }
  if (is_inf(y)) {
    if (abs(x) == 1.0) { return 1.0; }
    return select(0.0, f32_from_bits(0x7f800000u), (abs(x) > 1.0) == (y > 0.0));
  }
  if (x == 0.0 || is_inf(x)) {
    let size = select(0.0, f32_from_bits(0x7f800000u), (x == 0.0) == (y < 0.0));
    return select(size, f32_copysign(size, x), odd);
  }
  if (x < 0.0 && !whole) { return f32_from_bits(0x7fc00000u); }
  let size = exp2(y * log2(abs(x)));
  return select(size, -size, x < 0.0 && odd);
}`,
  f32_atan2: `
fn f32_atan2(y: f32, x: f32) -> f32 {
  if (is_nan(x) || is_nan(y)) { return f32_from_bits(0x7fc00000u); }
  let behind = (bitcast<u32>(x) >> 31u) != 0u;
  let ax = abs(x);
  let ay = abs(y);
  var angle = 0.0;
  if (is_inf(x) && is_inf(y)) {
    angle = 0.7853981633974483;
  } else if (ay > ax) {
    angle = 1.5707963267948966 - atan(ax / ay);
  } else if (ax > 0.0) {
    angle = atan(ay / ax);
  }
  return f32_copysign(select(angle, 3.141592653589793 - angle, behind), y);
}`,
  f32_hypot: `
fn f32_hypot(x: f32, y: f32) -> f32 {
  let big = max(abs(x), abs(y));
  let small = min(abs(x), abs(y));
  if (is_inf(x) || is_inf(y)) { return f32_from_bits(0x7f800000u); }
  if (is_nan(x) || is_nan(y)) { return f32_from_bits(0x7fc00000u); }
  if (big == 0.0) { return 0.0; }
  let ratio = small / big;
  return big * sqrt(1.0 + ratio * ratio);
}`,
  f32_cbrt: `
fn f32_cbrt(x: f32) -> f32 {
  if (x == 0.0 || !is_finite(x)) { return x; }
  let a = abs(x);
  // A third of the bits is a third of the exponent: within 4%, then three steps of Newton.
  var root = bitcast<f32>(bitcast<u32>(a) / 3u + 709921077u);
  root -= (root - a / (root * root)) / 3.0;
  root -= (root - a / (root * root)) / 3.0;
  root -= (root - a / (root * root)) / 3.0;
  return f32_copysign(root, x);
}`,
  f32_expm1: `
fn f32_expm1(x: f32) -> f32 {
  if (abs(x) > 0.5) { return exp(x) - 1.0; }
  // Taylor: the next term is below 2^-24 of the sum.
  let tail = 1.0 / 720.0 + x * (1.0 / 5040.0 + x * (1.0 / 40320.0 + x / 362880.0));
  return x + x * x * (0.5 + x * (1.0 / 6.0 + x * (1.0 / 24.0 + x * (1.0 / 120.0 + x * tail))));
}`,
  f32_log1p: `
fn f32_log1p(x: f32) -> f32 {
  if (!(abs(x) < 0.4)) { return log(1.0 + x); }
  // log(1 + x) = 2 atanh(x / (2 + x)).
  let s = x / (2.0 + x);
  let z = s * s;
  let tail = z * (1.0 / 3.0 + z * (1.0 / 5.0 + z * (1.0 / 7.0 + z * (1.0 / 9.0 + z * (1.0 / 11.0 + z / 13.0)))));
  return 2.0 * (s + s * tail);
}`,
  f32_sinh: `
fn f32_sinh(x: f32) -> f32 {
  let a = abs(x);
  if (a > 80.0) {
    let half = exp(0.5 * a);
    return f32_copysign(0.5 * half * half, x);
  }
  let e = f32_expm1(a);
  return f32_copysign(0.5 * (e + e / (e + 1.0)), x);
}`,
  f32_cosh: `
fn f32_cosh(x: f32) -> f32 {
  let half = exp(0.5 * abs(x));
  return 0.5 * half * half + 0.5 / (half * half);
}`,
  f32_tanh: `
fn f32_tanh(x: f32) -> f32 {
  if (abs(x) > 9.5) { return f32_copysign(1.0, x); }
  let e = f32_expm1(2.0 * abs(x));
  return f32_copysign(e / (e + 2.0), x);
}`,
  f32_asinh: `
fn f32_asinh(x: f32) -> f32 {
  let a = abs(x);
  if (a > 1e9) { return f32_copysign(log(a) + 0.6931471805599453, x); }
  return f32_copysign(f32_log1p(a + a * a / (1.0 + sqrt(a * a + 1.0))), x);
}`,
  f32_acosh: `
fn f32_acosh(x: f32) -> f32 {
  if (x < 1.0) { return f32_from_bits(0x7fc00000u); }
  if (x > 1e9) { return log(x) + 0.6931471805599453; }
  let t = x - 1.0;
  return f32_log1p(t + sqrt(2.0 * t + t * t));
}`,
  f32_atanh: `
fn f32_atanh(x: f32) -> f32 {
  if (abs(x) > 1.0) { return f32_from_bits(0x7fc00000u); }
  if (abs(x) == 1.0) { return f32_copysign(f32_from_bits(0x7f800000u), x); }
  let a = abs(x);
  return f32_copysign(0.5 * f32_log1p(2.0 * a / (1.0 - a)), x);
}`,
  f32_asin: `
fn f32_asin(x: f32) -> f32 {
  if (abs(x) > 1.0) { return f32_from_bits(0x7fc00000u); }
  return f32_atan2(x, sqrt((1.0 - x) * (1.0 + x)));
}`,
  f32_acos: `
fn f32_acos(x: f32) -> f32 {
  if (abs(x) > 1.0) { return f32_from_bits(0x7fc00000u); }
  return f32_atan2(sqrt((1.0 - x) * (1.0 + x)), x);
}`,
  f32_log10: `
fn f32_log10(x: f32) -> f32 {
  return log2(x) * 0.3010299956639812;
}`,
  f32_ldexp: `
// In steps, so that neither the factor nor the product between overflows.
fn f32_ldexp(x: f32, exponent: i32) -> f32 {
  var result = x;
  var rest = clamp(exponent, -400, 400);
  for (; rest > 127; rest -= 127) { result *= f32_from_bits(0x7f000000u); }
  for (; rest < -126; rest += 126) { result *= f32_from_bits(0x00800000u); }
  return result * f32_from_bits(u32(rest + 127) << 23u);
}`,
  f32_nextafter: `
fn f32_nextafter(x: f32, toward: f32) -> f32 {
  if (is_nan(x) || is_nan(toward)) { return f32_from_bits(0x7fc00000u); }
  if (x == toward) { return toward; }
  let bits = bitcast<u32>(x);
  if ((bits & 0x7fffffffu) == 0u) { return f32_copysign(bitcast<f32>(1u), toward); }
  return bitcast<f32>(select(bits - 1u, bits + 1u, (x < toward) == (bits < 0x80000000u)));
}`,
  f32_round_away: `
fn f32_round_away(x: f32) -> f32 {
  let whole = trunc(x);
  return select(whole, whole + f32_copysign(1.0, x), abs(x - whole) >= 0.5);
}`,
  f32_erfc_tail: `
// erfc(a) exp(a * a) for a >= 0, within 1.2e-7: W. H. Press and others, Numerical Recipes, 2nd edition, erfcc.
fn f32_erfc_tail(a: f32) -> f32 {
  let t = 1.0 / (1.0 + 0.5 * a);
  let low = 0.27886807 + t * (-1.13520398 + t * (1.48851587 + t * (-0.82215223 + t * 0.17087277)));
  return t * exp(-1.26551223 + t * (1.00002368 + t * (0.37409196 + t * (0.09678418 + t * (-0.18628806 + t * low)))));
}`,
  f32_erfc: `
fn f32_erfc(x: f32) -> f32 {
  if (x < 0.5) { return 1.0 - f32_erf(x); }
  // exp(-x * x) from a square that is exact in its upper part.
  let head = bitcast<f32>(bitcast<u32>(x) & 0xfffff000u);
  return exp(-head * head) * exp((head - x) * (head + x)) * f32_erfc_tail(x);
}`,
  f32_erf: `
fn f32_erf(x: f32) -> f32 {
  let a = abs(x);
  if (a > 4.0) { return f32_copysign(1.0, x); }
  if (a > 1.0) { return f32_copysign(1.0 - exp(-a * a) * f32_erfc_tail(a), x); }
  // Taylor of the integral, to the term below 2^-24.
  let z = x * x;
  let tail = 1.0 / 216.0 - z * (1.0 / 1320.0 - z * (1.0 / 9360.0 - z * (1.0 / 75600.0 - z / 685440.0)));
  return 1.1283791670955126 * (x - x * z * (1.0 / 3.0 - z * (1.0 / 10.0 - z * (1.0 / 42.0 - z * tail))));
}`,
  f32_lgamma: `
fn f32_lgamma(x: f32) -> f32 {
  if (is_inf(x)) { return abs(x); }
  if (x <= 0.0 && floor(x) == x) { return f32_from_bits(0x7f800000u); }
  if (x < 0.0) {
    return log(3.141592653589793 / abs(sin(3.141592653589793 * (x - floor(x))))) - f32_lgamma_positive(1.0 - x);
  }
  return f32_lgamma_positive(x);
}`,
  f32_lgamma_positive: `
// Below 8 by the recurrence, then Stirling's series: Abramowitz and Stegun, 6.1.40.
fn f32_lgamma_positive(x: f32) -> f32 {
  var product = 1.0;
  var y = x;
  for (; y < 8.0; y += 1.0) { product *= y; }
  let z = 1.0 / (y * y);
  let series = (1.0 / 12.0 - z * (1.0 / 360.0 - z / 1260.0)) / y;
  return (y - 0.5) * log(y) - y + 0.9189385332046727 + series - log(product);
}`,
  f32_gamma: `
// By the recurrence to [1, 2], where lgamma's small absolute error is a small relative one.
fn f32_gamma(x: f32) -> f32 {
  if (is_nan(x) || (x < 0.0 && floor(x) == x)) { return f32_from_bits(0x7fc00000u); }
  if (x == 0.0) { return f32_copysign(f32_from_bits(0x7f800000u), x); }
  if (x > 36.0) { return f32_from_bits(0x7f800000u); }
  if (x < -50.0) { return 0.0; }
  var product = 1.0;
  var divisor = 1.0;
  var y = x;
  for (; y > 2.0; y -= 1.0) { product *= y - 1.0; }
  for (; y < 1.0; y += 1.0) { divisor *= y; }
  if (y != 1.0 && y != 2.0) { product *= exp(f32_lgamma_positive(y)); }
  return product / divisor;
}`,
  f32_frexp_exponent: `
fn f32_frexp_exponent(x: f32) -> i32 {
  if (x == 0.0 || !is_finite(x)) { return 0; }
  let bits = bitcast<u32>(x) & 0x7fffffffu;
  if (bits < 0x800000u) { return -117 - i32(countLeadingZeros(bits)); }
  return i32(bits >> 23u) - 126;
}`,
  f32_frexp_fraction: `
fn f32_frexp_fraction(x: f32) -> f32 {
  if (x == 0.0 || !is_finite(x)) { return x; }
  var bits = bitcast<u32>(x);
  let field = bits & 0x7fffffffu;
  if (field < 0x800000u) { bits = (bits & 0x80000000u) | (field << (countLeadingZeros(field) - 8u)); }
  return bitcast<f32>((bits & 0x807fffffu) | 0x3f000000u);
}`,
} as const satisfies Record<string, string>;
