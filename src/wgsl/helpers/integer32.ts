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
  div: `
fn div(a: i32, b: i32) -> i32 {
  return select(a / b, 0, b == 0);
}`,
  div_u32: `
fn div_u32(a: u32, b: u32) -> u32 {
  return select(a / b, 0u, b == 0u);
}`,
  shl: `
fn shl(a: i32, count: u32) -> i32 {
  return select(a << (count & 31u), 0, count > 31u);
}`,
  shl_u32: `
fn shl_u32(a: u32, count: u32) -> u32 {
  return select(a << (count & 31u), 0u, count > 31u);
}`,
  shr: `
fn shr(a: i32, count: u32) -> i32 {
  return a >> min(count, 31u);
}`,
  shr_u32: `
fn shr_u32(a: u32, count: u32) -> u32 {
  return select(a >> (count & 31u), 0u, count > 31u);
}`,
  pow_i32: `
fn pow_i32(base: i32, exponent: i32) -> i32 {
  if (exponent < 0) {
    if (base == 1) { return 1; }
    if (base == -1) { return 1 - 2 * (exponent & 1); }
    return 0;
  }
  return i32(pow_u32(u32(base), u32(exponent)));
}`,
  pow_u32: `
fn pow_u32(base: u32, exponent: u32) -> u32 {
  var result = 1u;
  var square = base;
  for (var rest = exponent; rest != 0u; rest >>= 1u) {
    if ((rest & 1u) != 0u) { result *= square; }
    square *= square;
  }
  return result;
}`,
  wrap: `
fn wrap(index: i32, size: i32) -> i32 {
  return select(index, index + size, index < 0);
}`,
  hidden: `
// A constant that the shader compiler does not see through: WGSL refuses constants that it knows to be out of range.
fn hidden(value: i32) -> i32 {
  return value;
}`,
  hidden_u32: `
fn hidden_u32(value: u32) -> u32 {
  return value;
}`,
} as const satisfies Record<string, string>;
