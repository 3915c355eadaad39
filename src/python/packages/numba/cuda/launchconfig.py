"""Grid and block of a launch: what users write, checked and brought into three axes."""

from __future__ import annotations

import numbers
from typing import Any

from numba.cuda.cudadrv.devices import MAX_BLOCK, MAX_GRID, MAX_THREADS
from numba.cuda.cudadrv.driver import CudaAPIError

Triple = tuple[int, int, int]

#: CUDA's code for arguments that a launch cannot have.
_INVALID_VALUE = 1

MISSING = (
    "kernel launch configuration was not specified: write {name}[blocks, threads](...), "
    "with the number of blocks and of threads per block"
)


def normalize_dimension(dim: Any, what: str) -> Triple:
    """One to three whole numbers as three.

    Parameters
    ----------
    dim : int or tuple of int
        As the user wrote it.
    what : str
        ``griddim`` or ``blockdim``, for messages.

    Raises
    ------
    TypeError
        If one is no integer.
    ValueError
        If there are more than three.
    """
    parts = list(dim) if isinstance(dim, (tuple, list)) else [dim]
    if not 1 <= len(parts) <= 3:
        raise ValueError(f"{what} must be 1, 2 or 3 integers, not {dim!r}")
    for part in parts:
        if not isinstance(part, numbers.Integral):
            hint = ""
            if isinstance(part, numbers.Real) and float(part).is_integer():
                hint = "; divide with // or round with math.ceil() to get an integer"
            elif isinstance(part, numbers.Real):
                hint = "; round up with math.ceil()"
            raise TypeError(
                f"{what} must be integers, but {part!r} is a {type(part).__name__}{hint}"
            )
    x, y, z = (int(part) for part in (*parts, *[1] * (3 - len(parts))))
    return x, y, z


def refusal(grid: Triple, block: Triple, shared_bytes: int) -> CudaAPIError | None:
    """Why CUDA would refuse such a launch, or None."""
    threads = block[0] * block[1] * block[2]
    if min(grid) < 1 or min(block) < 1:
        which, dim = ("blockdim", block) if min(block) < 1 else ("griddim", grid)
        text = f"every size of {which} must be at least 1, but it is {dim}"
        return CudaAPIError(_INVALID_VALUE, text)
    if threads > MAX_THREADS:
        written = " x ".join(str(n) for n in block if n > 1)
        detail = f" ({written})" if written != str(threads) else ""
        text = f"{threads} threads per block{detail}, at most {MAX_THREADS} are possible"
        return CudaAPIError(_INVALID_VALUE, text)
    for axis, name in enumerate("xyz"):
        if block[axis] > MAX_BLOCK[axis]:
            text = f"blockdim.{name} is {block[axis]}, at most {MAX_BLOCK[axis]} is possible"
            return CudaAPIError(_INVALID_VALUE, text)
        if grid[axis] > MAX_GRID[axis]:
            text = f"griddim.{name} is {grid[axis]}, at most {MAX_GRID[axis]} is possible"
            return CudaAPIError(_INVALID_VALUE, text)
    if shared_bytes < 0:
        return CudaAPIError(_INVALID_VALUE, f"dynamic shared memory of {shared_bytes} bytes")
    return None
