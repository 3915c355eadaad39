/** Elements of 1 and 2 bytes inside 32-bit words, as host memory has them. `at` is the element's index from the start of the binding. */
export const PACKED = {
  byte_of: `
fn byte_of(word: u32, at: i32) -> u32 {
  return extractBits(word, (u32(at) & 3u) * 8u, 8u);
}`,
  signed_byte_of: `
fn signed_byte_of(word: u32, at: i32) -> i32 {
  return extractBits(i32(word), (u32(at) & 3u) * 8u, 8u);
}`,
  half_of: `
fn half_of(word: u32, at: i32) -> u32 {
  return extractBits(word, (u32(at) & 1u) * 16u, 16u);
}`,
  signed_half_of: `
fn signed_half_of(word: u32, at: i32) -> i32 {
  return extractBits(i32(word), (u32(at) & 1u) * 16u, 16u);
}`,
  f16_of: `
fn f16_of(word: u32, at: i32) -> f32 {
  return f16_value(half_of(word, at));
}`,
  byte_mask: `
fn byte_mask(at: i32) -> u32 {
  return 0xffu << ((u32(at) & 3u) * 8u);
}`,
  half_mask: `
fn half_mask(at: i32) -> u32 {
  return 0xffffu << ((u32(at) & 1u) * 16u);
}`,
  place_byte: `
fn place_byte(value: u32, at: i32) -> u32 {
  return value << ((u32(at) & 3u) * 8u);
}`,
  place_half: `
fn place_half(value: u32, at: i32) -> u32 {
  return value << ((u32(at) & 1u) * 16u);
}`,
} as const satisfies Record<string, string>;
