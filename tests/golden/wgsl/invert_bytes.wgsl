struct Launch { image_size: i32 }
@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> image: array<u32>;
@group(0) @binding(2) var<storage, read_write> out: array<atomic<u32>>;

@compute @workgroup_size(256)
fn invert_bytes(@builtin(global_invocation_id) grid: vec3u) {
  let i = i32(grid.x);
  if (i < launch.image_size) {
    atomicAnd(&out[i >> 2u], ~byte_mask(i));
    atomicOr(&out[i >> 2u], place_byte(u32(255 - i32(byte_of(image[i >> 2u], i))) & 255u, i));
  }
}

fn byte_mask(at: i32) -> u32 {
  return 0xffu << ((u32(at) & 3u) * 8u);
}

fn place_byte(value: u32, at: i32) -> u32 {
  return value << ((u32(at) & 3u) * 8u);
}

fn byte_of(word: u32, at: i32) -> u32 {
  return extractBits(word, (u32(at) & 3u) * 8u, 8u);
}
