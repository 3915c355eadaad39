/**
 * 64-bit integers on pairs of u32, low word in x. Always word by word, never as vectors: SwiftShader (Chrome's software
 * adapter) gets `^`, `|`, `&`, `~` and `==` of whole vectors wrong where it folds constants.
 * Addition, subtraction, multiplication and left shift are the same for
 * both signs; the rest come as i64 and u64. A zero divisor gives 0.
 */
export const INTEGER64 = {
  i64_add: `
fn i64_add(a: vec2u, b: vec2u) -> vec2u {
  let low = a.x + b.x;
  return vec2u(low, a.y + b.y + u32(low < a.x));
}`,
  i64_sub: `
fn i64_sub(a: vec2u, b: vec2u) -> vec2u {
  return vec2u(a.x - b.x, a.y - b.y - u32(a.x < b.x));
}`,
  i64_neg: `
fn i64_neg(a: vec2u) -> vec2u {
  return vec2u(0u - a.x, ~a.y + u32(a.x == 0u));
}`,
  i64_not: `
fn i64_not(a: vec2u) -> vec2u {
  return vec2u(~a.x, ~a.y);
}`,
  i64_and: `
fn i64_and(a: vec2u, b: vec2u) -> vec2u {
  return vec2u(a.x & b.x, a.y & b.y);
}`,
  i64_or: `
fn i64_or(a: vec2u, b: vec2u) -> vec2u {
  return vec2u(a.x | b.x, a.y | b.y);
}`,
  i64_xor: `
fn i64_xor(a: vec2u, b: vec2u) -> vec2u {
  return vec2u(a.x ^ b.x, a.y ^ b.y);
}`,
  i64_reverse: `
fn i64_reverse(a: vec2u) -> vec2u {
  return vec2u(reverseBits(a.y), reverseBits(a.x));
}`,
  i64_abs: `
fn i64_abs(a: vec2u) -> vec2u {
  return select(a, i64_neg(a), i32(a.y) < 0);
}`,
  u32_mul_wide: `
fn u32_mul_wide(a: u32, b: u32) -> vec2u {
  let a0 = a & 0xffffu;
  let a1 = a >> 16u;
  let b0 = b & 0xffffu;
  let b1 = b >> 16u;
  let low = a0 * b0;
  let middle = a1 * b0 + (low >> 16u);
  let other = a0 * b1 + (middle & 0xffffu);
  return vec2u(a * b, a1 * b1 + (middle >> 16u) + (other >> 16u));
}`,
  i64_mul: `
fn i64_mul(a: vec2u, b: vec2u) -> vec2u {
  let low = u32_mul_wide(a.x, b.x);
  return vec2u(low.x, low.y + a.x * b.y + a.y * b.x);
}`,
  i64_equal: `
fn i64_equal(a: vec2u, b: vec2u) -> bool {
  return ((a.x ^ b.x) | (a.y ^ b.y)) == 0u;
}`,
  i64_less: `
fn i64_less(a: vec2u, b: vec2u) -> bool {
  return select(i32(a.y) < i32(b.y), a.x < b.x, a.y == b.y);
}`,
  u64_less: `
fn u64_less(a: vec2u, b: vec2u) -> bool {
  return select(a.y < b.y, a.x < b.x, a.y == b.y);
}`,
  i64_shl: `
// Without branches, which cost shader compilers more than arithmetic does.
fn i64_shl(a: vec2u, count: u32) -> vec2u {
  let c = count & 31u;
  let low = a.x << c;
  let part = vec2u(low, (a.y << c) | ((a.x >> 1u) >> (31u - c)));
  return select(select(part, vec2u(0u, low), count > 31u), vec2u(), count > 63u);
}`,
  u64_shr: `
fn u64_shr(a: vec2u, count: u32) -> vec2u {
  let c = count & 31u;
  let high = a.y >> c;
  let part = vec2u((a.x >> c) | ((a.y << 1u) << (31u - c)), high);
  return select(select(part, vec2u(high, 0u), count > 31u), vec2u(), count > 63u);
}`,
  i64_shr: `
fn i64_shr(a: vec2u, count: u32) -> vec2u {
  let sign = u32(i32(a.y) >> 31u);
  let moved = u64_shr(vec2u(a.x ^ sign, a.y ^ sign), count);
  return vec2u(moved.x ^ sign, moved.y ^ sign);
}`,
  i64_count: `
fn i64_count(count: vec2u) -> u32 {
  return select(64u, count.x, count.y == 0u);
}`,
  u64_divmod: `
// Quotient in xy, remainder in zw; both zero for a zero divisor.
fn u64_divmod(a: vec2u, b: vec2u) -> vec4u {
  if ((b.x | b.y) == 0u) { return vec4u(); }
  if ((a.y | b.y) == 0u) { return vec4u(a.x / b.x, 0u, a.x % b.x, 0u); }
  var q = a;
  var r = vec2u();
  for (var i = 0; i < 64; i++) {
    let carry = r.y >> 31u;
    r = vec2u((r.x << 1u) | (q.y >> 31u), (r.y << 1u) | (r.x >> 31u));
    q = vec2u(q.x << 1u, (q.y << 1u) | (q.x >> 31u));
    if (carry != 0u || !u64_less(r, b)) {
      r = i64_sub(r, b);
      q.x |= 1u;
    }
  }
  return vec4u(q, r);
}`,
  u64_div: `
fn u64_div(a: vec2u, b: vec2u) -> vec2u {
  return u64_divmod(a, b).xy;
}`,
  u64_mod: `
fn u64_mod(a: vec2u, b: vec2u) -> vec2u {
  return u64_divmod(a, b).zw;
}`,
  i64_trunc_div: `
fn i64_trunc_div(a: vec2u, b: vec2u) -> vec2u {
  let q = u64_divmod(i64_abs(a), i64_abs(b)).xy;
  return select(q, i64_neg(q), i32(a.y ^ b.y) < 0);
}`,
  i64_trunc_mod: `
fn i64_trunc_mod(a: vec2u, b: vec2u) -> vec2u {
  let r = u64_divmod(i64_abs(a), i64_abs(b)).zw;
  return select(r, i64_neg(r), i32(a.y) < 0);
}`,
  i64_floor_div: `
fn i64_floor_div(a: vec2u, b: vec2u) -> vec2u {
  let d = u64_divmod(i64_abs(a), i64_abs(b));
  // -(q + 1) is ~q.
  let below = select(i64_neg(d.xy), i64_not(d.xy), (d.z | d.w) != 0u);
  return select(d.xy, below, i32(a.y ^ b.y) < 0);
}`,
  i64_floor_mod: `
fn i64_floor_mod(a: vec2u, b: vec2u) -> vec2u {
  let r = i64_trunc_mod(a, b);
  return select(r, i64_add(r, b), (r.x | r.y) != 0u && i32(a.y ^ b.y) < 0);
}`,
  u64_pow: `
fn u64_pow(base: vec2u, exponent: vec2u) -> vec2u {
  var result = vec2u(1u, 0u);
  var square = base;
  for (var rest = exponent; (rest.x | rest.y) != 0u; rest = u64_shr(rest, 1u)) {
    if ((rest.x & 1u) != 0u) { result = i64_mul(result, square); }
    square = i64_mul(square, square);
  }
  return result;
}`,
  i64_pow: `
fn i64_pow(base: vec2u, exponent: vec2u) -> vec2u {
  if (i32(exponent.y) >= 0) { return u64_pow(base, exponent); }
  if (i64_equal(base, vec2u(1u, 0u))) { return base; }
  if (i64_equal(base, vec2u(0xffffffffu))) { return select(vec2u(1u, 0u), base, (exponent.x & 1u) != 0u); }
  return vec2u();
}`,
  i64_min: `
fn i64_min(a: vec2u, b: vec2u) -> vec2u {
  return select(a, b, i64_less(b, a));
}`,
  i64_max: `
fn i64_max(a: vec2u, b: vec2u) -> vec2u {
  return select(a, b, i64_less(a, b));
}`,
  u64_min: `
fn u64_min(a: vec2u, b: vec2u) -> vec2u {
  return select(a, b, u64_less(b, a));
}`,
  u64_max: `
fn u64_max(a: vec2u, b: vec2u) -> vec2u {
  return select(a, b, u64_less(a, b));
}`,
  u64_clz: `
fn u64_clz(a: vec2u) -> u32 {
  return select(countLeadingZeros(a.y), 32u + countLeadingZeros(a.x), a.y == 0u);
}`,
  u64_ctz: `
fn u64_ctz(a: vec2u) -> u32 {
  return select(countTrailingZeros(a.x), 32u + countTrailingZeros(a.y), a.x == 0u);
}`,
  i64_from_i32: `
fn i64_from_i32(a: i32) -> vec2u {
  return vec2u(u32(a), u32(a >> 31u));
}`,
  i64_to_f32: `
fn i64_to_f32(a: vec2u) -> f32 {
  let magnitude = u64_to_f32(i64_abs(a));
  return select(magnitude, -magnitude, i32(a.y) < 0);
}`,
  u64_to_f32: `
// Rounds once, to nearest even: f32() alone may round either way, so it only gets exact values.
fn u64_to_f32(a: vec2u) -> f32 {
  let shift = u64_clz(a);
  let top = i64_shl(a, shift);
  let rest = ((top.y & 0xffu) << 1u) | u32(top.x != 0u);
  let kept = (top.y >> 8u) + u32(rest + ((top.y >> 8u) & 1u) > 0x100u);
  return select(ldexp(f32(kept), 40 - i32(shift)), 0.0, (a.x | a.y) == 0u);
}`,
  f32_to_i64: `
fn f32_to_i64(a: f32) -> vec2u {
  if (is_nan(a)) { return vec2u(); }
  if (a >= 9223372036854775808.0) { return vec2u(0xffffffffu, 0x7fffffffu); }
  if (a <= -9223372036854775808.0) { return vec2u(0u, 0x80000000u); }
  let magnitude = f32_to_u64(abs(a));
  if (a < 0.0) { return i64_neg(magnitude); }
  return magnitude;
}`,
  f32_to_u64: `
fn f32_to_u64(a: f32) -> vec2u {
  if (is_nan(a) || a < 1.0) { return vec2u(); }
  if (a >= 18446744073709551616.0) { return vec2u(0xffffffffu); }
  let bits = bitcast<u32>(a);
  let exponent = bits >> 23u;
  let significand = vec2u((bits & 0x7fffffu) | 0x800000u, 0u);
  if (exponent < 150u) { return u64_shr(significand, 150u - exponent); }
  return i64_shl(significand, exponent - 150u);
}`,
  i64_index: `
// As i32, clamped: a size never needs more, so an index that does stays out of range.
fn i64_index(a: vec2u) -> i32 {
  if (i32(a.y) < 0) { return select(i32(0x80000000u), i32(a.x), a.y == 0xffffffffu && (a.x >> 31u) == 1u); }
  return select(0x7fffffff, i32(a.x), a.y == 0u && (a.x >> 31u) == 0u);
}`,
  u64_index: `
fn u64_index(a: vec2u) -> i32 {
  return select(0x7fffffff, i32(a.x), a.y == 0u && (a.x >> 31u) == 0u);
}`,
} as const satisfies Record<string, string>;
