struct Launch { x_size: i32 }
@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> x: array<vec2u>;
@group(0) @binding(2) var<storage, read_write> out: array<vec2u>;

@compute @workgroup_size(128)
fn hash64(@builtin(global_invocation_id) grid: vec3u) {
  let i = i32(grid.x);
  if (i < launch.x_size) {
    var h = x[i];
    h = i64_mul(i64_xor(h, u64_shr(h, 33u)), vec2u(0xed558ccdu, 0xff51afd7u));
    out[i] = i64_xor(h, u64_shr(h, 33u));
  }
}

fn u32_mul_wide(a: u32, b: u32) -> vec2u {
  let a0 = a & 0xffffu;
  let a1 = a >> 16u;
  let b0 = b & 0xffffu;
  let b1 = b >> 16u;
  let low = a0 * b0;
  let middle = a1 * b0 + (low >> 16u);
  let other = a0 * b1 + (middle & 0xffffu);
  return vec2u(a * b, a1 * b1 + (middle >> 16u) + (other >> 16u));
}

fn i64_mul(a: vec2u, b: vec2u) -> vec2u {
  let low = u32_mul_wide(a.x, b.x);
  return vec2u(low.x, low.y + a.x * b.y + a.y * b.x);
}

fn i64_xor(a: vec2u, b: vec2u) -> vec2u {
  return vec2u(a.x ^ b.x, a.y ^ b.y);
}

fn u64_shr(a: vec2u, count: u32) -> vec2u {
  let c = count & 31u;
  let high = a.y >> c;
  let part = vec2u((a.x >> c) | ((a.y << 1u) << (31u - c)), high);
  return select(select(part, vec2u(high, 0u), count > 31u), vec2u(), count > 63u);
}
