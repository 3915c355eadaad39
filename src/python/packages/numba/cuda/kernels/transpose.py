"""Transposition of 2-D device arrays."""

from __future__ import annotations

from typing import Any

from numba import cuda
from numba.cuda.cudadrv.devicearray import DeviceNDArray

_THREADS = (16, 16)


@cuda.jit
def _transpose(a, b):
    i, j = cuda.grid(2)
    if i < b.shape[0] and j < b.shape[1]:
        b[i, j] = a[j, i]


def transpose(a: DeviceNDArray, b: DeviceNDArray | None = None) -> DeviceNDArray:
    """The transposed array, in C order.

    Parameters
    ----------
    a : DeviceNDArray
        (n, m).
    b : DeviceNDArray, optional
        (m, n): where to; a new array if left out.
    """
    target: Any = cuda.device_array((a.shape[1], a.shape[0]), a.dtype) if b is None else b
    if a.size:
        grid = tuple(
            -(-count // threads) for count, threads in zip(target.shape, _THREADS, strict=True)
        )
        _transpose[grid, _THREADS](a, target)
    return target
