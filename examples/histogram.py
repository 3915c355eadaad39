"""Histogram: each block counts in shared memory, then adds its counts to the result with atomics."""
import numpy as np
from numba import cuda, int32

BINS = 32


@cuda.jit
def histogram(values, low, high, counts):
    local = cuda.shared.array(BINS, int32)
    tid = cuda.threadIdx.x
    for b in range(tid, BINS, cuda.blockDim.x):
        local[b] = 0
    cuda.syncthreads()

    width = (high - low) / BINS
    for i in range(cuda.grid(1), values.size, cuda.gridsize(1)):
        b = int((values[i] - low) / width)
        if 0 <= b < BINS:
            cuda.atomic.add(local, b, 1)
    cuda.syncthreads()

    for b in range(tid, BINS, cuda.blockDim.x):
        cuda.atomic.add(counts, b, local[b])


values = np.random.default_rng(1).normal(size=20_000).astype(np.float32)
counts = np.zeros(BINS, np.int32)
histogram[8, 128](values, np.float32(-4), np.float32(4), counts)

for b, n in enumerate(counts):
    print("%6.2f  %s" % (-4 + b * 8 / BINS, "#" * (n // 30)))
print(counts.sum(), "of", values.size, "values are within the range")
