"""The largest block, exact 64-bit sums, and a barrier inside `if tid < s`: threads outside the branch do not wait."""
import numpy as np
from numba import cuda, int64

N = 1024


@cuda.jit
def block_sum(data, out):
    buf = cuda.shared.array(N, int64)
    tid = cuda.threadIdx.x
    buf[tid] = data[cuda.grid(1)]
    cuda.syncthreads()
    s = cuda.blockDim.x // 2
    while s > 0:
        if tid < s:
            buf[tid] += buf[tid + s]
            cuda.syncthreads()
        s //= 2
    if tid == 0:
        out[cuda.blockIdx.x] = buf[0]


data = np.arange(2 * N, dtype=np.int64) * 4_000_000_007 - 2**61
out = np.zeros(2, np.int64)
block_sum[2, N](data, out)
want = [sum(int(v) for v in data[k * N:(k + 1) * N].tolist()) for k in range(2)]
wrapped = [(w + 2**63) % 2**64 - 2**63 for w in want]
assert out.tolist() == wrapped, (out.tolist(), wrapped)
print(out.tolist())
print("ok")
