"""The Mandelbrot set: one thread a pixel."""
import math

import numpy as np
import matplotlib.pyplot as plt
from numba import cuda, float32


@cuda.jit(device=True)
def escape_time(x, y, limit):
    """How many steps until the point leaves the circle of radius 2."""
    re = float32(0)
    im = float32(0)
    for step in range(limit):
        re, im = re * re - im * im + x, float32(2) * re * im + y
        if re * re + im * im > float32(4):
            return step
    return limit


@cuda.jit
def mandelbrot(image, left, top, pixel, limit):
    row, col = cuda.grid(2)
    if row < image.shape[0] and col < image.shape[1]:
        x = left + float32(col) * pixel
        y = top - float32(row) * pixel
        image[row, col] = escape_time(x, y, limit)


height, width = 480, 640
image = cuda.device_array((height, width), np.int32)

block = (16, 16)
grid = (math.ceil(height / 16), math.ceil(width / 16))
pixel = np.float32(3.0 / width)
mandelbrot[grid, block](image, np.float32(-2.2), np.float32(1.125), pixel, 200)

steps = image.copy_to_host()
print("pixels that never escape:", np.count_nonzero(steps == 200))

plt.imshow(np.log1p(steps), cmap="magma", extent=(-2.2, 0.8, -1.125, 1.125))
plt.title("Mandelbrot set, 200 steps")
plt.show()
