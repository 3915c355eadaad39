struct Launch { x_size: i32, bins_size: i32 }
@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> x: array<i32>;
@group(0) @binding(2) var<storage, read_write> bins: array<atomic<i32>>;
@group(0) @binding(3) var<storage, read_write> weights: array<atomic<u32>>;

@compute @workgroup_size(256)
fn histogram(@builtin(global_invocation_id) grid: vec3u, @builtin(num_workgroups) grid_size: vec3u) {
  for (var i = i32(grid.x); i < launch.x_size; i += i32(grid_size.x * 256u)) {
    atomicAdd(&bins[floor_mod(x[i], launch.bins_size)], 1);
    weights_atomic_add(0, 0.5);
  }
}

fn weights_atomic_add(at: i32, value: f32) -> f32 {
  var seen = atomicLoad(&weights[at]);
  loop {
    let old = bitcast<f32>(seen);
    let tried = atomicCompareExchangeWeak(&weights[at], seen, bitcast<u32>(old + value));
    if (tried.exchanged) { return old; }
    seen = tried.old_value;
  }
}

fn floor_mod(a: i32, b: i32) -> i32 {
  let r = a % b;
  return select(r, r + b, r != 0 && (r < 0) != (b < 0));
}
