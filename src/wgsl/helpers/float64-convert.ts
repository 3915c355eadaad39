/** binary64 to and from integers and f32, and rounding to whole numbers. Conversions to integers truncate and saturate; NaN gives 0. */
export const FLOAT64_CONVERT = {
  f64_from_u64: `
fn f64_from_u64(a: vec2u) -> vec2u {
  return f64_normalize(0u, 1085, a);
}`,
  f64_from_i64: `
fn f64_from_i64(a: vec2u) -> vec2u {
  return f64_normalize(a.y & 0x80000000u, 1085, i64_abs(a));
}`,
  f64_from_u32: `
fn f64_from_u32(a: u32) -> vec2u {
  return f64_from_u64(vec2u(a, 0u));
}`,
  f64_from_i32: `
fn f64_from_i32(a: i32) -> vec2u {
  return f64_normalize(u32(a) & 0x80000000u, 1085, vec2u(u32(abs(a)), 0u));
}`,
  f64_from_f32: `
fn f64_from_f32(a: f32) -> vec2u {
  let bits = bitcast<u32>(a);
  let sign = bits & 0x80000000u;
  let exponent = (bits >> 23u) & 0xffu;
  let fraction = bits & 0x7fffffu;
  if (exponent == 0xffu) { return vec2u(0u, sign | select(0x7ff80000u, 0x7ff00000u, fraction == 0u)); }
  if (exponent == 0u) { return f64_normalize(sign, 936, vec2u(fraction, 0u)); }
  return vec2u(fraction << 29u, sign | ((exponent + 896u) << 20u) | (fraction >> 3u));
}`,
  f64_to_f32: `
fn f64_to_f32(a: vec2u) -> f32 {
  let sign = a.y & 0x80000000u;
  let exponent = f64_exponent(a) - 896;
  if (f64_is_nan(a)) { return bitcast<f32>(sign | 0x7fc00000u); }
  if (exponent > 254) { return bitcast<f32>(sign | 0x7f800000u); }
  // 24 bits to keep, 6 below them.
  let fraction = f64_significand(a);
  var kept = (fraction.y << 9u) | (fraction.x >> 23u) | u32((fraction.x << 9u) != 0u);
  if (exponent < 1) {
    let count = u32(1 - exponent);
    kept = select(kept >> min(count, 31u), 0u, count > 31u) | u32(count > 31u || (kept << (32u - count)) != 0u);
  }
  let rest = kept & 0x3fu;
  kept = (kept + 0x20u) >> 6u;
  if (rest == 0x20u) { kept &= ~1u; }
  return bitcast<f32>((sign | (u32(max(exponent, 1) - 1) << 23u)) + kept);
}`,
  f64_magnitude: `
// The whole part of a finite number below 2^64, without its sign.
fn f64_magnitude(a: vec2u) -> vec2u {
  let exponent = f64_exponent(a) - 1075;
  if (exponent < 0) { return u64_shr(f64_significand(a), u32(-exponent)); }
  return i64_shl(f64_significand(a), u32(exponent));
}`,
  f64_to_i64: `
fn f64_to_i64(a: vec2u) -> vec2u {
  if (f64_is_nan(a)) { return vec2u(); }
  let negative = i32(a.y) < 0;
  if (f64_exponent(a) > 1085) { return select(vec2u(0xffffffffu, 0x7fffffffu), vec2u(0u, 0x80000000u), negative); }
  let magnitude = f64_magnitude(a);
  if (negative) { return i64_neg(magnitude); }
  return magnitude;
}`,
  f64_to_u64: `
fn f64_to_u64(a: vec2u) -> vec2u {
  if (f64_is_nan(a) || i32(a.y) < 0) { return vec2u(); }
  if (f64_exponent(a) > 1086) { return vec2u(0xffffffffu); }
  return f64_magnitude(a);
}`,
  f64_to_i32: `
fn f64_to_i32(a: vec2u) -> i32 {
  if (f64_is_nan(a)) { return 0; }
  if (f64_exponent(a) > 1053) { return select(0x7fffffff, i32(0x80000000u), i32(a.y) < 0); }
  let magnitude = i32(f64_magnitude(a).x);
  return select(magnitude, -magnitude, i32(a.y) < 0);
}`,
  f64_to_u32: `
fn f64_to_u32(a: vec2u) -> u32 {
  if (f64_is_nan(a) || i32(a.y) < 0) { return 0u; }
  if (f64_exponent(a) > 1054) { return 0xffffffffu; }
  return f64_magnitude(a).x;
}`,
  f64_trunc: `
fn f64_trunc(a: vec2u) -> vec2u {
  let exponent = f64_exponent(a) - 1023;
  if (exponent > 51) { return a; }
  if (exponent < 0) { return vec2u(0u, a.y & 0x80000000u); }
  return i64_and(a, i64_shl(vec2u(0xffffffffu), u32(52 - exponent)));
}`,
  f64_fraction_mask: `
fn f64_fraction_mask(exponent: i32) -> vec2u {
  return u64_shr(vec2u(0xffffffffu, 0xfffffu), u32(clamp(exponent, 0, 52)));
}`,
  f64_nearest: `
// The nearest whole number; a tie goes away from zero where tie is 1, and toward it where it is 0.
fn f64_nearest(a: vec2u, tie: u32) -> vec2u {
  let exponent = f64_exponent(a) - 1023;
  let fraction = f64_fraction_mask(exponent);
  let raised = i64_add(a, i64_add(u64_shr(fraction, 1u), vec2u(tie, 0u)));
  let whole = vec2u(raised.x & ~fraction.x, raised.y & ~fraction.y);
  let half = (a.x | (a.y & 0xfffffu)) == 0u;
  let one = exponent == -1 && (!half || tie == 1u);
  let small = vec2u(0u, (a.y & 0x80000000u) | select(0u, 0x3ff00000u, one));
  return select(select(whole, small, exponent < 0), a, exponent > 51);
}`,
  f64_floor: `
fn f64_floor(a: vec2u) -> vec2u {
  let exponent = f64_exponent(a) - 1023;
  let negative = (a.y >> 31u) != 0u;
  let small = select(vec2u(0u, a.y & 0x80000000u), vec2u(0u, 0xbff00000u), negative && !f64_is_zero(a));
  // Adding to the magnitude carries into the exponent where it must.
  let fraction = f64_fraction_mask(exponent);
  let raised = i64_add(a, select(vec2u(), fraction, negative));
  let whole = vec2u(raised.x & ~fraction.x, raised.y & ~fraction.y);
  return select(select(whole, small, exponent < 0), a, exponent > 51);
}`,
  f64_ceil: `
fn f64_ceil(a: vec2u) -> vec2u {
  return f64_neg(f64_floor(f64_neg(a)));
}`,
  f64_rint: `
fn f64_rint(a: vec2u) -> vec2u {
  let odd = u64_shr(f64_significand(a), u32(clamp(1075 - f64_exponent(a), 0, 63))).x & 1u;
  return f64_nearest(a, odd);
}`,
  f64_round_away: `
fn f64_round_away(a: vec2u) -> vec2u {
  return f64_nearest(a, 1u);
}`,
  f64_ldexp: `
fn f64_ldexp(a: vec2u, exponent: i32) -> vec2u {
  if (!f64_is_finite(a)) { return a; }
  let sum = max(f64_exponent(a), 1) + clamp(exponent, -5000, 5000);
  return f64_normalize(a.y & 0x80000000u, sum, i64_shl(f64_significand(a), 10u));
}`,
  f64_frexp_exponent: `
fn f64_frexp_exponent(a: vec2u) -> i32 {
  if (f64_is_zero(a) || !f64_is_finite(a)) { return 0; }
  return max(f64_exponent(a), 1) - 1011 - i32(u64_clz(f64_significand(a)));
}`,
  f64_frexp_fraction: `
fn f64_frexp_fraction(a: vec2u) -> vec2u {
  return f64_ldexp(a, -f64_frexp_exponent(a));
}`,
  f64_nextafter: `
fn f64_nextafter(a: vec2u, toward: vec2u) -> vec2u {
  if (f64_is_nan(a) || f64_is_nan(toward)) { return f64_nan(); }
  if (f64_equal(a, toward)) { return toward; }
  if (f64_is_zero(a)) { return f64_copysign(vec2u(1u, 0u), toward); }
  if (f64_less(a, toward) == ((a.y >> 31u) == 0u)) { return i64_add(a, vec2u(1u, 0u)); }
  return i64_sub(a, vec2u(1u, 0u));
}`,
} as const satisfies Record<string, string>;
