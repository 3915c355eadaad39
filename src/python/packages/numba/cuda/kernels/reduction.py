"""``cuda.reduce``: a binary function applied over an array, in parallel.

Each thread folds a run of neighbours, and the results are folded again until one is
left. Neighbours stay neighbours, so the function has to be associative but need not be
commutative.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import cuda
from numba.cuda.cudadrv.devicearray import DeviceNDArray, auto_device
from numba.cuda.dispatcher import CUDADispatcher

#: Items that one thread folds.
RUN = 32
_THREADS = 128


def _fold_kernel(combine: Any) -> CUDADispatcher:
    run = RUN

    @cuda.jit
    def fold(items, results):
        i = cuda.grid(1)
        if i < results.size:
            start = i * run
            stop = min(start + run, items.size)
            value = items[start]
            for k in range(start + 1, stop):
                value = combine(value, items[k])
            results[i] = value

    return fold


def _combine_kernel(combine: Any) -> CUDADispatcher:
    @cuda.jit
    def with_initial(results, initial):
        results[0] = combine(results[0], initial)

    return with_initial


class Reduce:
    """A reduction by a binary function.

    Parameters
    ----------
    functor : function
        Of two values; compiled as a device function.
    """

    def __init__(self, functor: Callable[[Any, Any], Any]) -> None:
        self._functor = functor
        combine = functor if isinstance(functor, CUDADispatcher) else cuda.jit(device=True)(functor)
        self._fold = _fold_kernel(combine)
        self._with_initial = _combine_kernel(combine)

    def __call__(
        self, arr: Any, size: int | None = None, res: Any = None, init: Any = 0, stream: Any = 0
    ) -> Any:
        """Reduce a one-dimensional array.

        Parameters
        ----------
        arr : array or device array
            What to reduce.
        size : int, optional
            How many of its items; all if left out.
        res : device array, optional
            Takes the result in its first item; nothing is returned then.
        init : scalar
            Combined with the result, as Numba does even where it is left out.
        stream : Stream or 0
            Any stream.

        Returns
        -------
        scalar or None
            Of the array's dtype.
        """
        if arr.ndim != 1:
            raise TypeError("only support 1D array")
        if size is not None:
            arr = arr[:size]
        initial = arr.dtype.type(init)
        if arr.size < 1:
            return initial
        items, _ = auto_device(arr)
        results = self._fold_all(items)
        # Real Numba combines the initial value even where the caller gave none.
        self._with_initial[1, 1, stream](results, initial)
        if res is not None:
            res[:1].copy_to_device(results[:1], stream=stream)
            return None
        return results[0]

    def _fold_all(self, items: DeviceNDArray) -> DeviceNDArray:
        """An array of one item."""
        while True:
            count = -(-items.size // RUN)
            results = cuda.device_array(count, items.dtype)
            self._fold[-(-count // _THREADS), _THREADS](items, results)
            if count == 1:
                return results
            items = results
