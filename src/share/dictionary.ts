/**
 * Text that scripts have in common, for DEFLATE to point at: the likeliest at the end. Part of link format 1: never
 * change it, add a second one with format 2.
 */
const TEXT_1 = `
    stream = cuda.stream()
import matplotlib
matplotlib.use("agg")
import matplotlib.pyplot as plt
plt.imshow(image, cmap="magma")
plt.title("")
plt.show()
    for k in range(0, a.shape[1]):
            acc += a[row, k] * b[k, col]
    while s > 0:
        if tid < s:
            shared[tid] += shared[tid + s]
        cuda.syncthreads()
        s //= 2
    if tid == 0:
        out[cuda.blockIdx.x] = shared[0]
    cuda.atomic.add(out, 0, value)
    elif i >= 0:
        continue
    else:
        return
rng = np.random.default_rng(0)
x = rng.random(n).astype(np.float32)
np.testing.assert_allclose(out, want, rtol=1e-5)
np.testing.assert_array_equal(got, want)
np.zeros_like(x) np.empty np.ones((n, n), dtype=np.float64) np.arange(n, dtype=np.int64) np.int32 np.uint8
@cuda.jit(device=True)
    return math.sqrt(x * x + y * y)
@cuda.jit("void(float32[:], float32[:])")
    tile = cuda.shared.array((TILE, TILE), dtype=float32)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    row, col = cuda.grid(2)
    if row < c.shape[0] and col < c.shape[1]:
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    start = cuda.grid(1)
    stride = cuda.gridsize(1)
    for i in range(start, x.shape[0], stride):
threads = 128
blocks = (n + threads - 1) // threads
kernel[blocks, threads](d_a, d_b, d_out)
out = d_out.copy_to_host()
d_out = cuda.device_array_like(a)
d_a = cuda.to_device(a)
cuda.synchronize()
print("ok")
{"n":"untitled","d":"cpu","f":"exact","c":"import math\\nimport numpy as np\\nfrom numba import cuda, float32, int32, float64\\n\\n\\n@cuda.jit\\ndef kernel(x, out):\\n    i = cuda.grid(1)\\n    if i < x.size:\\n        out[i] = x[i]\\n\\n\\n`;

export const DICTIONARY_1 = new TextEncoder().encode(TEXT_1);
