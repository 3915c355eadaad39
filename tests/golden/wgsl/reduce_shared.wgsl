@group(0) @binding(1) var<storage, read> x: array<i32>;
@group(0) @binding(2) var<storage, read_write> out: array<i32>;
var<workgroup> s: array<i32, 128>;

@compute @workgroup_size(128)
fn reduce_shared(
  @builtin(global_invocation_id) grid: vec3u,
  @builtin(workgroup_id) block: vec3u,
  @builtin(local_invocation_id) thread: vec3u,
) {
  let t = i32(thread.x);
  s[t] = x[grid.x];
  workgroupBarrier();
  var d = 64;
  while (d > 0) {
    if (t < d) {
      s[t] += s[t + d];
    }
    workgroupBarrier();
    d /= 2;
  }
  if (t == 0) {
    out[block.x] = s[0];
  }
}
