struct Launch { out_size: i32 }
@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> re: array<f32>;
@group(0) @binding(2) var<storage, read> im: array<f32>;
@group(0) @binding(3) var<storage, read_write> out: array<f32>;

@compute @workgroup_size(128)
fn device_function(@builtin(global_invocation_id) grid: vec3u) {
  let i = i32(grid.x);
  if (i < launch.out_size) {
    let normalise_result = normalise(re[i], im[i]);
    let a = normalise_result.r0;
    let b = normalise_result.r1;
    out[i] = f32_atan2(b, a);
  }
}

struct normalise_results { r0: f32, r1: f32 }
fn normalise(x: f32, y: f32) -> normalise_results {
  let length = sqrt(x * x + y * y);
  if (length == 0.0) {
    return normalise_results(1.0, 0.0);
  }
  return normalise_results(x / length, y / length);
}

fn is_nan(a: f32) -> bool {
  return (bitcast<u32>(a) & 0x7fffffffu) > 0x7f800000u;
}

// WGSL has no literal for infinity and NaN, and refuses to make one from constants.
fn f32_from_bits(bits: u32) -> f32 {
  return bitcast<f32>(bits);
}

fn is_inf(a: f32) -> bool {
  return (bitcast<u32>(a) & 0x7fffffffu) == 0x7f800000u;
}

fn f32_copysign(a: f32, sign: f32) -> f32 {
  return bitcast<f32>((bitcast<u32>(a) & 0x7fffffffu) | (bitcast<u32>(sign) & 0x80000000u));
}

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
}
