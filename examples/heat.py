"""Heat spreads over a plate: two buffers that swap roles each step."""
import numpy as np
import matplotlib.pyplot as plt
from numba import cuda, float32


@cuda.jit
def step(now, nxt, rate):
    i, j = cuda.grid(2)
    rows, cols = now.shape
    if 0 < i < rows - 1 and 0 < j < cols - 1:
        around = now[i - 1, j] + now[i + 1, j] + now[i, j - 1] + now[i, j + 1]
        nxt[i, j] = now[i, j] + rate * (around - float32(4) * now[i, j])


plate = np.zeros((96, 128), np.float32)
plate[30:66, 20:50] = 100
plate[10:20, 80:120] = 60

now = cuda.to_device(plate)
nxt = cuda.to_device(plate)
for _ in range(400):
    step[(6, 8), (16, 16)](now, nxt, np.float32(0.2))
    now, nxt = nxt, now

result = now.copy_to_host()
print("warmest point: %.2f" % result.max())

fig, axes = plt.subplots(1, 2, figsize=(9, 3.4))
for ax, data, title in zip(axes, (plate, result), ("before", "after 400 steps")):
    ax.imshow(data, cmap="inferno", vmin=0, vmax=100)
    ax.set_title(title)
plt.show()
