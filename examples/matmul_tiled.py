"""Matrix product through shared memory: each block loads a tile once, and all its threads use it."""
import numpy as np
from numba import cuda, float32

TILE = 16


@cuda.jit
def matmul(a, b, c):
    tile_a = cuda.shared.array((TILE, TILE), float32)
    tile_b = cuda.shared.array((TILE, TILE), float32)
    row, col = cuda.grid(2)
    ty = cuda.threadIdx.x
    tx = cuda.threadIdx.y

    total = float32(0)
    for start in range(0, a.shape[1], TILE):
        tile_a[ty, tx] = a[row, start + tx] if row < a.shape[0] and start + tx < a.shape[1] else 0
        tile_b[ty, tx] = b[start + ty, col] if start + ty < b.shape[0] and col < b.shape[1] else 0
        cuda.syncthreads()      # the tiles are complete
        for k in range(TILE):
            total += tile_a[ty, k] * tile_b[k, tx]
        cuda.syncthreads()      # nobody still reads the old tiles
    if row < c.shape[0] and col < c.shape[1]:
        c[row, col] = total


rng = np.random.default_rng(0)
a = rng.random((200, 150), dtype=np.float32)
b = rng.random((150, 120), dtype=np.float32)
c = cuda.device_array((200, 120), np.float32)

grid = ((200 + TILE - 1) // TILE, (120 + TILE - 1) // TILE)
matmul[grid, (TILE, TILE)](cuda.to_device(a), cuda.to_device(b), c)

error = np.abs(c.copy_to_host() - a @ b).max()
print("largest difference from NumPy:", error)
assert error < 1e-4
