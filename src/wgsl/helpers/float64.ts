/**
 * binary64 arithmetic on pairs of u32 (low word in x): round to nearest even, subnormals, infinities and NaN included.
 * IEEE 754-2019, sections 5.4 and 7. Where a significand is "ready to round", its leading bit is bit 62, so that ten
 * bits lie below the last one kept; lost bits are or-ed into the lowest ("jam"), which keeps ties apart from near ties.
 */
export const FLOAT64 = {
  f64_nan: `
fn f64_nan() -> vec2u {
  return vec2u(0u, 0x7ff80000u);
}`,
  f64_is_nan: `
fn f64_is_nan(a: vec2u) -> bool {
  return u64_less(vec2u(0u, 0x7ff00000u), vec2u(a.x, a.y & 0x7fffffffu));
}`,
  f64_is_inf: `
fn f64_is_inf(a: vec2u) -> bool {
  return (((a.y & 0x7fffffffu) ^ 0x7ff00000u) | a.x) == 0u;
}`,
  f64_is_finite: `
fn f64_is_finite(a: vec2u) -> bool {
  return (a.y & 0x7ff00000u) != 0x7ff00000u;
}`,
  f64_is_zero: `
fn f64_is_zero(a: vec2u) -> bool {
  return ((a.y << 1u) | a.x) == 0u;
}`,
  f64_exponent: `
fn f64_exponent(a: vec2u) -> i32 {
  return i32((a.y >> 20u) & 0x7ffu);
}`,
  f64_significand: `
fn f64_significand(a: vec2u) -> vec2u {
  return vec2u(a.x, (a.y & 0xfffffu) | select(0u, 0x100000u, (a.y & 0x7ff00000u) != 0u));
}`,
  f64_neg: `
fn f64_neg(a: vec2u) -> vec2u {
  return vec2u(a.x, a.y ^ 0x80000000u);
}`,
  f64_abs: `
fn f64_abs(a: vec2u) -> vec2u {
  return vec2u(a.x, a.y & 0x7fffffffu);
}`,
  f64_copysign: `
fn f64_copysign(a: vec2u, sign: vec2u) -> vec2u {
  return vec2u(a.x, (a.y & 0x7fffffffu) | (sign.y & 0x80000000u));
}`,
  u64_shr_jam: `
fn u64_shr_jam(a: vec2u, count: u32) -> vec2u {
  let kept = u64_shr(a, count);
  return vec2u(kept.x | u32(!i64_equal(i64_shl(kept, count), a)), kept.y);
}`,
  f64_round: `
// The double nearest to a significand that is ready to round; the exponent is biased and may be out of range.
fn f64_round(sign: u32, exponent: i32, significand: vec2u) -> vec2u {
  let exact = u64_shr_jam(significand, u32(max(1 - exponent, 0)));
  var kept = u64_shr(i64_add(exact, vec2u(0x200u, 0u)), 10u);
  kept.x &= ~u32((exact.x & 0x3ffu) == 0x200u);
  // The implicit bit adds 1 to the exponent field, and so does a carry out of the significand.
  let number = vec2u(kept.x, (sign | (u32(max(exponent, 1) - 1) << 20u)) + kept.y);
  return select(number, vec2u(0u, sign | 0x7ff00000u), exponent > 2046);
}`,
  f64_normalize: `
// As f64_round, for a significand with its leading bit anywhere.
fn f64_normalize(sign: u32, exponent: i32, significand: vec2u) -> vec2u {
  let zeros = u64_clz(significand);
  let top = i64_shl(significand, zeros);
  let ready = vec2u((top.x >> 1u) | (top.y << 31u) | (top.x & 1u), top.y >> 1u);
  return select(f64_round(sign, exponent + 1 - i32(zeros), ready), vec2u(0u, sign), zeros == 64u);
}`,
  f64_add: `
fn f64_add(a: vec2u, b: vec2u) -> vec2u {
  let swap = u64_less(f64_abs(a), f64_abs(b));
  let big = select(a, b, swap);
  let small = select(b, a, swap);
  let sign = big.y & 0x80000000u;
  let opposite = i32(a.y ^ b.y) < 0;
  let exponent = max(f64_exponent(big), 1);
  let distance = u32(exponent - max(f64_exponent(small), 1));
  let x = i64_shl(f64_significand(big), 10u);
  let y = u64_shr_jam(i64_shl(f64_significand(small), 10u), distance);
  let total = i64_add(x, select(y, i64_neg(y), opposite));
  let sum = f64_normalize(select(sign, 0u, opposite && (total.x | total.y) == 0u), exponent, total);
  let special = select(big, f64_nan(), f64_is_nan(big) || (opposite && f64_is_inf(small)));
  return select(special, sum, f64_is_finite(big));
}`,
  f64_sub: `
fn f64_sub(a: vec2u, b: vec2u) -> vec2u {
  return f64_add(a, f64_neg(b));
}`,
  u64_mul_wide: `
// The 128-bit product, lowest word in x.
fn u64_mul_wide(a: vec2u, b: vec2u) -> vec4u {
  let low = u32_mul_wide(a.x, b.x);
  let high = u32_mul_wide(a.y, b.y);
  let m = u32_mul_wide(a.x, b.y);
  let n = u32_mul_wide(a.y, b.x);
  let middle = i64_add(i64_add(vec2u(low.y, 0u), vec2u(m.x, 0u)), vec2u(n.x, 0u));
  let top = i64_add(i64_add(high, vec2u(m.y, 0u)), i64_add(vec2u(n.y, 0u), vec2u(middle.y, 0u)));
  return vec4u(low.x, middle.x, top);
}`,
  f64_mul: `
fn f64_mul(a: vec2u, b: vec2u) -> vec2u {
  let sign = (a.y ^ b.y) & 0x80000000u;
  if (!f64_is_finite(a) || !f64_is_finite(b)) {
    if (f64_is_nan(a) || f64_is_nan(b) || f64_is_zero(a) || f64_is_zero(b)) { return f64_nan(); }
    return vec2u(0u, sign | 0x7ff00000u);
  }
  let x = f64_significand(a);
  let y = f64_significand(b);
  if ((x.x | x.y) == 0u || (y.x | y.y) == 0u) { return vec2u(0u, sign); }
  let p = u64_clz(x);
  let q = u64_clz(y);
  let product = u64_mul_wide(i64_shl(x, p), i64_shl(y, q));
  let exponent = max(f64_exponent(a), 1) + max(f64_exponent(b), 1) - i32(p + q) - 1001;
  return f64_normalize(sign, exponent, vec2u(product.z | u32((product.x | product.y) != 0u), product.w));
}`,
  f64_div: `
fn f64_div(a: vec2u, b: vec2u) -> vec2u {
  let sign = (a.y ^ b.y) & 0x80000000u;
  if (f64_is_nan(a) || f64_is_nan(b)) { return f64_nan(); }
  if (f64_is_inf(a) || f64_is_zero(b)) {
    if (f64_is_inf(b) || f64_is_zero(a)) { return f64_nan(); }
    return vec2u(0u, sign | 0x7ff00000u);
  }
  if (f64_is_zero(a) || f64_is_inf(b)) { return vec2u(0u, sign); }
  var rest = f64_significand(a);
  var divisor = f64_significand(b);
  let p = u64_clz(rest) - 11u;
  let q = u64_clz(divisor) - 11u;
  rest = i64_shl(rest, p);
  divisor = i64_shl(divisor, q);
  let exponent = max(f64_exponent(a), 1) - max(f64_exponent(b), 1) - i32(p) + i32(q) + 1023;
  // 56 bits of the quotient: at least 55 of them count, and what is left over is jammed in.
  var quotient = vec2u();
  for (var i = 0; i < 56; i++) {
    quotient = vec2u(quotient.x << 1u, (quotient.y << 1u) | (quotient.x >> 31u));
    if (!u64_less(rest, divisor)) {
      rest = i64_sub(rest, divisor);
      quotient.x |= 1u;
    }
    rest = vec2u(rest.x << 1u, (rest.y << 1u) | (rest.x >> 31u));
  }
  quotient = i64_shl(quotient, 7u);
  return f64_normalize(sign, exponent, vec2u(quotient.x | u32((rest.x | rest.y) != 0u), quotient.y));
}`,
  f64_sqrt: `
fn f64_sqrt(a: vec2u) -> vec2u {
  if (f64_is_zero(a) || f64_is_nan(a)) { return a; }
  if ((a.y >> 31u) != 0u) { return f64_nan(); }
  if (f64_is_inf(a)) { return a; }
  let zeros = u64_clz(f64_significand(a)) - 11u;
  var exponent = max(f64_exponent(a), 1) - i32(zeros) - 1075;
  // 54 bits of radicand with an even exponent, at the top of the word; then 28 pairs of zeros.
  var radicand = i64_shl(f64_significand(a), zeros + 10u + u32(exponent & 1));
  exponent >>= 1u;
  var rest = vec2u();
  var root = vec2u();
  for (var i = 0; i < 55; i++) {
    rest = vec2u((rest.x << 2u) | (radicand.y >> 30u), (rest.y << 2u) | (rest.x >> 30u));
    radicand = vec2u(radicand.x << 2u, (radicand.y << 2u) | (radicand.x >> 30u));
    let trial = vec2u((root.x << 2u) | 1u, (root.y << 2u) | (root.x >> 30u));
    root = vec2u(root.x << 1u, (root.y << 1u) | (root.x >> 31u));
    if (!u64_less(rest, trial)) {
      rest = i64_sub(rest, trial);
      root.x |= 1u;
    }
  }
  root = i64_shl(root, 8u);
  return f64_round(0u, exponent + 1049, vec2u(root.x | u32((rest.x | rest.y) != 0u), root.y));
}`,
  f64_equal: `
fn f64_equal(a: vec2u, b: vec2u) -> bool {
  let same = i64_equal(a, b) || (f64_is_zero(a) && f64_is_zero(b));
  return same && !f64_is_nan(a);
}`,
  f64_less: `
fn f64_less(a: vec2u, b: vec2u) -> bool {
  let negative = i32(a.y) < 0;
  let ordered = select(u64_less(a, b), u64_less(b, a), negative);
  let less = select(ordered, negative, i32(a.y ^ b.y) < 0);
  let equal = f64_is_zero(a) && f64_is_zero(b);
  return less && !equal && !f64_is_nan(a) && !f64_is_nan(b);
}`,
  f64_less_equal: `
fn f64_less_equal(a: vec2u, b: vec2u) -> bool {
  return f64_less(a, b) || f64_equal(a, b);
}`,
  f64_min: `
fn f64_min(a: vec2u, b: vec2u) -> vec2u {
  if (f64_is_nan(b) || f64_less(a, b)) { return a; }
  // Minus zero is the smaller zero.
  if (f64_equal(a, b)) { return i64_or(a, b); }
  return b;
}`,
  f64_max: `
fn f64_max(a: vec2u, b: vec2u) -> vec2u {
  if (f64_is_nan(b) || f64_less(b, a)) { return a; }
  if (f64_equal(a, b)) { return i64_and(a, b); }
  return b;
}`,
  f64_fmod: `
fn f64_fmod(a: vec2u, b: vec2u) -> vec2u {
  if (!f64_is_finite(a) || f64_is_nan(b) || f64_is_zero(b)) { return f64_nan(); }
  if (f64_is_inf(b)) { return a; }
  // The divisor with its leading bit at 52, so that the rest stays below twice as much.
  let q = u64_clz(f64_significand(b)) - 11u;
  let last = max(f64_exponent(b), 1) - i32(q);
  let divisor = i64_shl(f64_significand(b), q);
  var rest = f64_significand(a);
  for (var exponent = max(f64_exponent(a), 1); exponent >= last; exponent--) {
    if (!u64_less(rest, divisor)) { rest = i64_sub(rest, divisor); }
    if (exponent > last) { rest = vec2u(rest.x << 1u, (rest.y << 1u) | (rest.x >> 31u)); }
  }
  let exponent = min(last, max(f64_exponent(a), 1));
  return f64_normalize(a.y & 0x80000000u, exponent, i64_shl(rest, 10u));
}`,
  f64_floor_mod: `
fn f64_floor_mod(a: vec2u, b: vec2u) -> vec2u {
  let r = f64_fmod(a, b);
  if (f64_is_zero(r)) { return f64_copysign(r, b); }
  if (i32(r.y ^ b.y) < 0) { return f64_add(r, b); }
  return r;
}`,
  f64_floor_div: `
// CPython, Objects/floatobject.c, float_floor_div: the quotient is near a whole number, and a tie goes down.
fn f64_floor_div(a: vec2u, b: vec2u) -> vec2u {
  let r = f64_fmod(a, b);
  let near = f64_div(f64_sub(a, r), b);
  let below = !f64_is_zero(r) && i32(r.y ^ b.y) < 0;
  let q = f64_sub(near, select(vec2u(), vec2u(0u, 0x3ff00000u), below));
  let whole = select(f64_nearest(q, q.y >> 31u), f64_copysign(q, vec2u(0u, a.y ^ b.y)), f64_is_zero(q));
  return select(whole, f64_special_quotient(a, b), f64_is_zero(b));
}`,
  f64_special_quotient: `
// a / 0.
fn f64_special_quotient(a: vec2u, b: vec2u) -> vec2u {
  let infinite = vec2u(0u, ((a.y ^ b.y) & 0x80000000u) | 0x7ff00000u);
  return select(infinite, f64_nan(), f64_is_zero(a) || f64_is_nan(a));
}`,
  f64_hypot: `
// Within 2 ulp; scaled by 2^-600 or 2^600 where the squares would leave the range.
fn f64_hypot(a: vec2u, b: vec2u) -> vec2u {
  if (f64_is_inf(a) || f64_is_inf(b)) { return vec2u(0u, 0x7ff00000u); }
  let largest = max(f64_exponent(a), f64_exponent(b));
  var scale = vec2u(0u, 0x3ff00000u);
  var back = scale;
  if (largest > 1500) {
    scale = vec2u(0u, 0x1a700000u);
    back = vec2u(0u, 0x65700000u);
  } else if (largest < 600) {
    scale = vec2u(0u, 0x65700000u);
    back = vec2u(0u, 0x1a700000u);
  }
  let x = f64_mul(a, scale);
  let y = f64_mul(b, scale);
  return f64_mul(f64_sqrt(f64_add(f64_mul(x, x), f64_mul(y, y))), back);
}`,
} as const satisfies Record<string, string>;
