"""Sum of a large array: each block folds its part in shared memory, then the host adds the blocks."""
import numpy as np
from numba import cuda, int64

THREADS = 1024


@cuda.jit
def block_sums(values, sums):
    shared = cuda.shared.array(THREADS, int64)
    tid = cuda.threadIdx.x
    i = cuda.grid(1)
    shared[tid] = values[i] if i < values.size else 0
    cuda.syncthreads()

    half = cuda.blockDim.x // 2
    while half > 0:
        if tid < half:
            shared[tid] += shared[tid + half]
        cuda.syncthreads()
        half //= 2

    if tid == 0:
        sums[cuda.blockIdx.x] = shared[0]


values = np.arange(100_000, dtype=np.int64) * 1_000_003
blocks = (values.size + THREADS - 1) // THREADS
sums = np.zeros(blocks, np.int64)
block_sums[blocks, THREADS](values, sums)

print("sum of each block:", sums[:3], "...")
print("total:", sums.sum())
assert sums.sum() == values.sum()
