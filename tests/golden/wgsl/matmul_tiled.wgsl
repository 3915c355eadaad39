struct Launch { m: i32, n: i32 }
@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read_write> c: array<f32>;
var<workgroup> sa: array<f32, 256>;
var<workgroup> sb: array<f32, 256>;

@compute @workgroup_size(16, 16)
fn matmul_tiled(@builtin(global_invocation_id) grid: vec3u, @builtin(local_invocation_id) thread: vec3u) {
  let x = i32(grid.x);
  let y = i32(grid.y);
  let tx = i32(thread.x);
  let ty = i32(thread.y);
  var acc = 0.0;
  for (var t = 0; t < launch.m / 16; t++) {
    sa[ty * 16 + tx] = a[y * launch.m + t * 16 + tx];
    sb[ty * 16 + tx] = b[(t * 16 + ty) * launch.n + x];
    workgroupBarrier();
    for (var j = 0; j < 16; j++) {
      acc += sa[ty * 16 + j] * sb[j * 16 + tx];
    }
    workgroupBarrier();
  }
  c[y * launch.n + x] = acc;
}
