@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> out: array<f32>;
var<workgroup> warp_words: array<u32, 64>;

@compute @workgroup_size(64)
fn warp_sum(@builtin(global_invocation_id) grid: vec3u, @builtin(local_invocation_index) thread_index: u32) {
  var v = x[grid.x];
  var d = 16;
  while (d > 0) {
    warp_words[thread_index] = bitcast<u32>(v);
    workgroupBarrier();
    let other = bitcast<f32>(warp_words[lane_down(thread_index, d)]);
    workgroupBarrier();
    v += other;
    d /= 2;
  }
  if (i32(thread_index & 31u) == 0) {
    out[i32(grid.x) / 32] = v;
  }
}

fn lane_down(thread: u32, distance: i32) -> u32 {
  return select(thread, thread + u32(distance), u32(distance) <= 31u - (thread & 31u));
}
