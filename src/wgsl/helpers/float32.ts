/**
 * f32 where WGSL's operators differ from what the IR means, or promise nothing. WGSL lets an implementation assume that
 * no NaN and no infinity exists (WGSL spec, 15.7 Floating point evaluation), so the tests for them look at bits.
 */
export const FLOAT32 = {
  f32_from_bits: `
// WGSL has no literal for infinity and NaN, and refuses to make one from constants.
fn f32_from_bits(bits: u32) -> f32 {
  return bitcast<f32>(bits);
}`,
  is_nan: `
fn is_nan(a: f32) -> bool {
  return (bitcast<u32>(a) & 0x7fffffffu) > 0x7f800000u;
}`,
  is_inf: `
fn is_inf(a: f32) -> bool {
  return (bitcast<u32>(a) & 0x7fffffffu) == 0x7f800000u;
}`,
  is_finite: `
fn is_finite(a: f32) -> bool {
  return (bitcast<u32>(a) & 0x7f800000u) != 0x7f800000u;
}`,
  f32_min: `
fn f32_min(a: f32, b: f32) -> f32 {
  return select(select(min(a, b), a, is_nan(b)), b, is_nan(a));
}`,
  f32_max: `
fn f32_max(a: f32, b: f32) -> f32 {
  return select(select(max(a, b), a, is_nan(b)), b, is_nan(a));
}`,
  f32_copysign: `
fn f32_copysign(a: f32, sign: f32) -> f32 {
  return bitcast<f32>((bitcast<u32>(a) & 0x7fffffffu) | (bitcast<u32>(sign) & 0x80000000u));
}`,
  f32_to_i32: `
fn f32_to_i32(a: f32) -> i32 {
  if (is_nan(a)) { return 0; }
  if (a >= 2147483648.0) { return 0x7fffffff; }
  return i32(max(a, -2147483648.0));
}`,
  f32_to_u32: `
fn f32_to_u32(a: f32) -> u32 {
  if (is_nan(a)) { return 0u; }
  if (a >= 4294967296.0) { return 0xffffffffu; }
  return u32(max(a, 0.0));
}`,
  f32_fmod: `
// Exact, by long division on the significands: a - b * trunc(a / b) loses bits for large quotients.
fn f32_fmod(a: f32, b: f32) -> f32 {
  let x = bitcast<u32>(a) & 0x7fffffffu;
  let y = bitcast<u32>(b) & 0x7fffffffu;
  if (x >= 0x7f800000u || y > 0x7f800000u || y == 0u) { return f32_from_bits(0x7fc00000u); }
  if (x < y) { return a; }
  var exponent = max(i32(x >> 23u), 1);
  var rest = (x & 0x7fffffu) | select(0u, 0x800000u, x >= 0x800000u);
  let significand = (y & 0x7fffffu) | select(0u, 0x800000u, y >= 0x800000u);
  let zeros = countLeadingZeros(significand) - 8u;
  let divisor = significand << zeros;
  let last = max(i32(y >> 23u), 1) - i32(zeros);
  for (; exponent >= last; exponent--) {
    if (rest >= divisor) { rest -= divisor; }
    if (exponent > last) { rest <<= 1u; }
  }
  if (rest == 0u) { return f32_copysign(0.0, a); }
  // Back to a leading bit at 23, or to a subnormal number.
  let shift = i32(countLeadingZeros(rest)) - 8;
  let field = last - shift;
  if (field < 1) {
    let moved = 1 - last;
    let bits = select(rest >> u32(max(moved, 0)), rest << u32(max(-moved, 0)), moved < 0);
    return f32_copysign(bitcast<f32>(bits), a);
  }
  return f32_copysign(bitcast<f32>((u32(field) << 23u) | ((rest << u32(shift)) & 0x7fffffu)), a);
}`,
  f32_floor_mod: `
fn f32_floor_mod(a: f32, b: f32) -> f32 {
  let r = f32_fmod(a, b);
  if (r == 0.0) { return f32_copysign(r, b); }
  return select(r, r + b, (r < 0.0) != (b < 0.0));
}`,
  f32_floor_div: `
// CPython, Objects/floatobject.c, float_floor_div.
fn f32_floor_div(a: f32, b: f32) -> f32 {
  if (b == 0.0) { return a / b; }
  let r = f32_fmod(a, b);
  var q = (a - r) / b;
  if (r != 0.0 && (r < 0.0) != (b < 0.0)) { q -= 1.0; }
  if (q == 0.0) { return f32_copysign(q, a / b); }
  let floored = floor(q);
  return select(floored, floored + 1.0, q - floored > 0.5);
}`,
  f16_round: `
// The nearest half precision number, ties to even; too large ones become infinite.
fn f16_round(a: f32) -> f32 {
  let bits = bitcast<u32>(a);
  let magnitude = bits & 0x7fffffffu;
  if (magnitude >= 0x477ff000u) {
    return bitcast<f32>((bits & 0x80000000u) | select(0x7f800000u, 0x7fc00000u, magnitude > 0x7f800000u));
  }
  if (magnitude < 0x38800000u) {
    // Subnormal halves are multiples of 2^-24.
    return f32_copysign(round(abs(a) * 16777216.0) / 16777216.0, a);
  }
  let rounded = (bits + 0xfffu + ((bits >> 13u) & 1u)) & 0xffffe000u;
  return bitcast<f32>(rounded);
}`,
  f16_bits: `
// The 16 bits of a number that f16_round has made.
fn f16_bits(a: f32) -> u32 {
  let bits = bitcast<u32>(a);
  let sign = (bits >> 16u) & 0x8000u;
  let magnitude = bits & 0x7fffffffu;
  if (magnitude >= 0x7f800000u) { return sign | select(0x7c00u, 0x7e00u, magnitude > 0x7f800000u); }
  if (magnitude < 0x38800000u) { return sign | u32(abs(a) * 16777216.0); }
  return sign | ((magnitude - 0x38000000u) >> 13u);
}`,
  f16_value: `
fn f16_value(bits: u32) -> f32 {
  let sign = (bits & 0x8000u) << 16u;
  let magnitude = bits & 0x7fffu;
  if (magnitude >= 0x7c00u) { return bitcast<f32>(sign | 0x7f800000u | ((magnitude & 0x3ffu) << 13u)); }
  if (magnitude < 0x400u) { return f32_copysign(f32(magnitude) / 16777216.0, bitcast<f32>(sign)); }
  return bitcast<f32>(sign | ((magnitude << 13u) + 0x38000000u));
}`,
} as const satisfies Record<string, string>;
