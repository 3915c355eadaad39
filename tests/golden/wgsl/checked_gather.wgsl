struct Launch { out_size: i32, values_size: i32 }
@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> values: array<f32>;
@group(0) @binding(2) var<storage, read> places: array<i32>;
@group(0) @binding(3) var<storage, read_write> out: array<f32>;
@group(0) @binding(4) var<storage, read_write> notices: array<atomic<u32>>;
var<private> notice_block: u32;
var<private> notice_thread: u32;

@compute @workgroup_size(128)
fn checked_gather(
  @builtin(global_invocation_id) grid: vec3u,
  @builtin(workgroup_id) block: vec3u,
  @builtin(local_invocation_index) thread_index: u32,
  @builtin(num_workgroups) grid_size: vec3u,
) {
  notice_block = block.x + grid_size.x * (block.y + grid_size.y * block.z);
  notice_thread = thread_index;
  let i = i32(grid.x);
  if (i < launch.out_size) {
    let values_index = places[i];
    out[i] = select(0.0, values[wrap_index(values_index, launch.values_size)], in_wrapped_bounds(values_index, launch.values_size, 0u, 0u));
  }
}

fn wrap_index(index: i32, size: i32) -> i32 {
  return select(index, index + size, index < 0);
}

// Only the first thread that fails at a site is kept.
fn record_failure(site: u32, index: i32, size: i32, axis: u32) {
  let at = 4u + site * 8u;
  if (atomicExchange(&notices[at], 1u) != 0u) { return; }
  atomicStore(&notices[at + 1u], u32(index));
  atomicStore(&notices[at + 2u], u32(size));
  atomicStore(&notices[at + 3u], axis);
  atomicStore(&notices[at + 4u], notice_block);
  atomicStore(&notices[at + 5u], notice_thread);
  atomicStore(&notices[1], 1u);
}

fn in_wrapped_bounds(index: i32, size: i32, site: u32, axis: u32) -> bool {
  if (index >= -size && index < size) { return true; }
  record_failure(site, index, size, axis);
  return false;
}
