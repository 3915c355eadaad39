/**
 * 32-bit integers where WGSL's operators differ from what the IR means: WGSL's `/` truncates and gives the dividend
 * for a zero divisor, and its shifts use the count modulo 32. (WGSL spec, 8.7 Arithmetic expressions, 8.9 Bit expressions.)
 */
export const INTEGER32 = {
  floor_div: `
fn floor_div(a: i32, b: i32) -> i32 {
  if (b == 0) { return 0; }
  let q = a / b;
  return select(q, q - 1, a % b != 0 && (a < 0) != (b < 0));
}`,
  floor_mod: `
fn floor_mod(a: i32, b: i32) -> i32 {
  let r = a % b;
  return select(r, r + b, r != 0 && (r < 0) != (b < 0));
}`,
  i32_div: `
fn i32_div(a: i32, b: i32) -> i32 {
  return select(a / b, 0, b == 0);
}`,
  u32_div: `
fn u32_div(a: u32, b: u32) -> u32 {
  return select(a / b, 0u, b == 0u);
}`,
  i32_shl: `
fn i32_shl(a: i32, count: u32) -> i32 {
  return select(a << (count & 31u), 0, count > 31u);
}`,
  u32_shl: `
fn u32_shl(a: u32, count: u32) -> u32 {
  return select(a << (count & 31u), 0u, count > 31u);
}`,
  i32_shr: `
fn i32_shr(a: i32, count: u32) -> i32 {
  return a >> min(count, 31u);
}`,
  u32_shr: `
fn u32_shr(a: u32, count: u32) -> u32 {
  return select(a >> (count & 31u), 0u, count > 31u);
}`,
  i32_pow: `
fn i32_pow(base: i32, exponent: i32) -> i32 {
  if (exponent < 0) {
    if (base == 1) { return 1; }
    if (base == -1) { return 1 - 2 * (exponent & 1); }
    return 0;
  }
  return i32(u32_pow(u32(base), u32(exponent)));
}`,
  u32_pow: `
fn u32_pow(base: u32, exponent: u32) -> u32 {
  var result = 1u;
  var square = base;
  for (var rest = exponent; rest != 0u; rest >>= 1u) {
    if ((rest & 1u) != 0u) { result *= square; }
    square *= square;
  }
  return result;
}`,
  wrap_index: `
fn wrap_index(index: i32, size: i32) -> i32 {
  return select(index, index + size, index < 0);
}`,
  i32_hidden: `
// A constant that the shader compiler does not see through: WGSL refuses constants that it knows to be out of range.
fn i32_hidden(value: i32) -> i32 {
  return value;
}`,
  u32_hidden: `
fn u32_hidden(value: u32) -> u32 {
  return value;
}`,
} as const satisfies Record<string, string>;
