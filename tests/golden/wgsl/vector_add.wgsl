struct Launch { n: i32 }
@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read_write> out: array<f32>;

@compute @workgroup_size(128)
fn vector_add(@builtin(global_invocation_id) grid: vec3u) {
  let i = i32(grid.x);
  if (i < launch.n) {
    out[i] = a[i] + b[i];
  }
}
