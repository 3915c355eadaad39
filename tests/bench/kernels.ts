/** The same algorithms twice: as a Numba script, and as a careful person would write the WGSL by hand. */

export interface KernelPair {
  readonly name: string;
  /** Launches the kernel `LAUNCHES` times on arrays that stay on the device. */
  readonly script: string;
  readonly wgsl: string;
  /** Bytes of each storage buffer, in binding order from 1; binding 0 is the uniform block. */
  readonly bufferBytes: readonly number[];
  /** The uniform block as 32-bit integers. */
  readonly uniform: readonly number[];
  readonly groups: readonly [number, number, number];
}

export const LAUNCHES = 12;
const N = 1 << 20;
const M = 256;

const script = (kernel: string, setUp: string, launch: string) => `import numpy as np
from numba import cuda, float32

${kernel}

${setUp}
for _ in range(${LAUNCHES}):
    ${launch}
cuda.synchronize()
`;

export const KERNEL_PAIRS: readonly KernelPair[] = [
  {
    name: "vector add",
    script: script(
      `@cuda.jit
def add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]`,
      `a = cuda.to_device(np.ones(${N}, np.float32))
b = cuda.to_device(np.ones(${N}, np.float32))
out = cuda.device_array_like(a)`,
      `add[${N / 256}, 256](a, b, out)`,
    ),
    wgsl: `struct Sizes { n: i32 }
@group(0) @binding(0) var<uniform> sizes: Sizes;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read_write> out: array<f32>;
@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = i32(id.x);
  if (i < sizes.n) { out[i] = a[i] + b[i]; }
}`,
    bufferBytes: [N * 4, N * 4, N * 4],
    uniform: [N],
    groups: [N / 256, 1, 1],
  },
  {
    name: "matmul, naive",
    script: script(
      `@cuda.jit
def matmul(a, b, c):
    row, col = cuda.grid(2)
    if row < c.shape[0] and col < c.shape[1]:
        total = float32(0)
        for k in range(a.shape[1]):
            total += a[row, k] * b[k, col]
        c[row, col] = total`,
      `a = cuda.to_device(np.ones((${M}, ${M}), np.float32))
b = cuda.to_device(np.ones((${M}, ${M}), np.float32))
c = cuda.device_array((${M}, ${M}), np.float32)`,
      `matmul[(${M / 16}, ${M / 16}), (16, 16)](a, b, c)`,
    ),
    wgsl: `struct Sizes { n: i32 }
@group(0) @binding(0) var<uniform> sizes: Sizes;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read_write> c: array<f32>;
@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let row = i32(id.x);
  let col = i32(id.y);
  let n = sizes.n;
  if (row < n && col < n) {
    var total = 0.0;
    for (var k = 0; k < n; k++) { total += a[row * n + k] * b[k * n + col]; }
    c[row * n + col] = total;
  }
}`,
    bufferBytes: [M * M * 4, M * M * 4, M * M * 4],
    uniform: [M],
    groups: [M / 16, M / 16, 1],
  },
  {
    name: "matmul, tiled",
    script: script(
      `TILE = 16

@cuda.jit
def matmul(a, b, c):
    ta = cuda.shared.array((TILE, TILE), float32)
    tb = cuda.shared.array((TILE, TILE), float32)
    row, col = cuda.grid(2)
    ty = cuda.threadIdx.x
    tx = cuda.threadIdx.y
    total = float32(0)
    for start in range(0, a.shape[1], TILE):
        if row < a.shape[0] and start + tx < a.shape[1]:
            ta[ty, tx] = a[row, start + tx]
        else:
            ta[ty, tx] = 0
        if start + ty < b.shape[0] and col < b.shape[1]:
            tb[ty, tx] = b[start + ty, col]
        else:
            tb[ty, tx] = 0
        cuda.syncthreads()
        for k in range(TILE):
            total += ta[ty, k] * tb[k, tx]
        cuda.syncthreads()
    if row < c.shape[0] and col < c.shape[1]:
        c[row, col] = total`,
      `a = cuda.to_device(np.ones((${M}, ${M}), np.float32))
b = cuda.to_device(np.ones((${M}, ${M}), np.float32))
c = cuda.device_array((${M}, ${M}), np.float32)`,
      `matmul[(${M / 16}, ${M / 16}), (16, 16)](a, b, c)`,
    ),
    wgsl: `struct Sizes { n: i32 }
@group(0) @binding(0) var<uniform> sizes: Sizes;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read_write> c: array<f32>;
var<workgroup> ta: array<f32, 256>;
var<workgroup> tb: array<f32, 256>;
@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let row = i32(id.x);
  let col = i32(id.y);
  let ty = i32(local.x);
  let tx = i32(local.y);
  let n = sizes.n;
  var total = 0.0;
  for (var start = 0; start < n; start += 16) {
    if (row < n && start + tx < n) { ta[ty * 16 + tx] = a[row * n + start + tx]; } else { ta[ty * 16 + tx] = 0.0; }
    if (start + ty < n && col < n) { tb[ty * 16 + tx] = b[(start + ty) * n + col]; } else { tb[ty * 16 + tx] = 0.0; }
    workgroupBarrier();
    for (var k = 0; k < 16; k++) { total += ta[ty * 16 + k] * tb[k * 16 + tx]; }
    workgroupBarrier();
  }
  if (row < n && col < n) { c[row * n + col] = total; }
}`,
    bufferBytes: [M * M * 4, M * M * 4, M * M * 4],
    uniform: [M],
    groups: [M / 16, M / 16, 1],
  },
  {
    name: "reduction",
    script: script(
      `@cuda.jit
def block_sum(x, out):
    shared = cuda.shared.array(256, float32)
    tid = cuda.threadIdx.x
    i = cuda.grid(1)
    if i < x.size:
        shared[tid] = x[i]
    else:
        shared[tid] = 0
    cuda.syncthreads()
    half = 128
    while half > 0:
        if tid < half:
            shared[tid] += shared[tid + half]
        cuda.syncthreads()
        half //= 2
    if tid == 0:
        out[cuda.blockIdx.x] = shared[0]`,
      `x = cuda.to_device(np.ones(${N}, np.float32))
out = cuda.device_array(${N / 256}, np.float32)`,
      `block_sum[${N / 256}, 256](x, out)`,
    ),
    wgsl: `struct Sizes { n: i32 }
@group(0) @binding(0) var<uniform> sizes: Sizes;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> out: array<f32>;
var<workgroup> shared_sum: array<f32, 256>;
@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_id) local: vec3u, @builtin(workgroup_id) group: vec3u) {
  let i = i32(id.x);
  let tid = i32(local.x);
  if (i < sizes.n) { shared_sum[tid] = x[i]; } else { shared_sum[tid] = 0.0; }
  workgroupBarrier();
  for (var half = 128; half > 0; half /= 2) {
    if (tid < half) { shared_sum[tid] += shared_sum[tid + half]; }
    workgroupBarrier();
  }
  if (tid == 0) { out[group.x] = shared_sum[0]; }
}`,
    bufferBytes: [N * 4, (N / 256) * 4],
    uniform: [N],
    groups: [N / 256, 1, 1],
  },
];
