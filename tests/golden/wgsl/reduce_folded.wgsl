@group(0) @binding(1) var<storage, read> x: array<i32>;
@group(0) @binding(2) var<storage, read_write> out: array<i32>;
var<workgroup> s: array<i32, 1024>;

@compute @workgroup_size(256)
fn reduce_folded(@builtin(workgroup_id) block: vec3u, @builtin(local_invocation_index) invocation: u32) {
  for (var f = 0u; f < 4u; f++) {
    let thread_index = invocation + f * 256u;
    let t = i32(thread_index);
    s[t] = x[i32(block.x) * 1024 + i32(thread_index)];
  }
  workgroupBarrier();
  var d = 512;
  while (d > 0) {
    for (var f = 0u; f < 4u; f++) {
      let thread_index = invocation + f * 256u;
      let t = i32(thread_index);
      if (t < d) {
        s[t] += s[t + d];
      }
    }
    workgroupBarrier();
    d /= 2;
  }
  for (var f = 0u; f < 4u; f++) {
    let thread_index = invocation + f * 256u;
    let t = i32(thread_index);
    if (t == 0) {
      out[block.x] = s[0];
    }
  }
}
