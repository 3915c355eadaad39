"""A first kernel: add two vectors, one thread an element."""
import numpy as np
from numba import cuda


@cuda.jit
def add(a, b, out):
    i = cuda.grid(1)        # the number of this thread in the whole grid
    if i < out.size:        # the last block may reach past the end
        out[i] = a[i] + b[i]


n = 1_000_000
a = np.arange(n, dtype=np.float32)
b = np.ones(n, dtype=np.float32)

# Copy to the device, launch, copy back.
d_a = cuda.to_device(a)
d_b = cuda.to_device(b)
d_out = cuda.device_array_like(a)

threads = 256
blocks = (n + threads - 1) // threads
add[blocks, threads](d_a, d_b, d_out)

out = d_out.copy_to_host()
print(blocks, "blocks of", threads, "threads")
print("first:", out[:4], "last:", out[-1])
assert np.array_equal(out, a + b)
