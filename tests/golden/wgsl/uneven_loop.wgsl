struct Launch { counts_size: i32 }
@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> counts: array<i32>;
@group(0) @binding(2) var<storage, read_write> out: array<i32>;
var<workgroup> s: array<i32, 64>;
var<workgroup> vote_count: atomic<u32>;
var<workgroup> vote_total: u32;

@compute @workgroup_size(64)
fn uneven_loop(
  @builtin(local_invocation_id) thread: vec3u,
  @builtin(local_invocation_index) thread_index: u32,
) {
  var live = true;
  var t: i32;
  var c: i32;
  var total: i32;
  if (live) {
    t = i32(thread.x);
    if (t >= launch.counts_size) {
      live = false;
    }
    if (live) {
      c = counts[t];
      total = 0;
    }
  }
  var looping = false;
  if (live) {
    looping = c > 0;
  }
  // Runs while any thread of the block is still in the loop, so that all meet its barriers.
  loop {
    let running = block_total(u32(looping), thread_index);
    if (running == 0u) { break; }
    if (looping) {
      s[t] = c;
    }
    workgroupBarrier();
    if (looping) {
      total += s[0];
    }
    workgroupBarrier();
    if (looping) {
      c -= 1;
      looping = c > 0;
    }
  }
  if (live) {
    out[t] = total;
  }
}

// The sum over the block, the same for all its threads. What leaves a workgroupUniformLoad is uniform, and it has
// a barrier on both sides, so that the next call may reset the counter.
fn block_total(part: u32, thread: u32) -> u32 {
  if (thread == 0u) { atomicStore(&vote_count, 0u); }
  workgroupBarrier();
  if (part != 0u) { atomicAdd(&vote_count, part); }
  workgroupBarrier();
  if (thread == 0u) { vote_total = atomicLoad(&vote_count); }
  return workgroupUniformLoad(&vote_total);
}
