"""``numba.vectorize`` and ``numba.guvectorize``: plain Python for the CPU, kernels for CUDA."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from numba.core.decorators import report_fallback
from numba.core.sigutils import normalize_signature
from numba.np.numpy_support import as_dtype


def vectorize(ftylist_or_function: Any = (), **kws: Any) -> Any:
    """Make a ufunc of a function of scalars.

    Parameters
    ----------
    ftylist_or_function : function or list of signatures
        The function itself, or the types to compile it for.
    target : {"cpu", "parallel", "cuda"}
        ``cuda`` makes a kernel; the others run as plain Python.
    """
    if kws.get("target") == "cuda":
        from numba.cuda import vectorizers

        return vectorizers.vectorize(ftylist_or_function, **kws)
    if callable(ftylist_or_function) and not hasattr(ftylist_or_function, "bitwidth"):
        return _PlainUFunc(ftylist_or_function, [])
    signatures = ftylist_or_function
    if isinstance(signatures, (str, tuple)) or not hasattr(signatures, "__iter__"):
        signatures = [signatures] if signatures else []
    return lambda func: _PlainUFunc(func, list(signatures))


class _PlainUFunc:
    """A ufunc that calls a Python function for each item."""

    def __init__(self, func: Callable[..., Any], signatures: list[Any]) -> None:
        functools.update_wrapper(self, func)
        self.py_func = func
        results = [normalize_signature(sig)[1] for sig in signatures]
        self._otypes = (
            [as_dtype(results[0])] if len(results) == 1 and results[0] is not None else None
        )
        self._reported = False
        self._vectorized = np.vectorize(func, otypes=self._otypes)

    def __call__(self, *args: Any, out: Any = None) -> Any:
        if not self._reported:
            self._reported = True
            report_fallback(
                f"vectorize function {self.py_func.__name__} runs as plain Python", self.py_func
            )
        result = self._vectorized(*args)
        if out is not None:
            out[...] = result
            return out
        return result[()] if result.ndim == 0 else result

    def reduce(self, array: Any, axis: int = 0) -> Any:
        """Fold the items along an axis."""
        items = np.moveaxis(np.asarray(array), axis, 0)
        result = items[0]
        for item in items[1:]:
            result = self(result, item)
        return result


def guvectorize(*args: Any, **kws: Any) -> Any:
    """Make a generalised ufunc of a function of arrays.

    Parameters
    ----------
    *args
        The signatures (may be left out for the CPU) and the layout, ``"(n),(n)->()"``.
    target : {"cpu", "parallel", "cuda"}
        ``cuda`` makes a kernel; the others run as plain Python.
    """
    if kws.get("target") == "cuda":
        from numba.cuda import vectorizers

        return vectorizers.guvectorize(*args, **kws)
    signatures, layout = args if len(args) == 2 else ([], args[0])
    return lambda func: _PlainGUFunc(func, list(signatures), layout)


class _PlainGUFunc:
    """A generalised ufunc that calls a Python function for each item of the outer loop."""

    def __init__(self, func: Callable[..., Any], signatures: list[Any], layout: str) -> None:
        functools.update_wrapper(self, func)
        self.py_func = func
        self.layout = layout
        self._signatures = [normalize_signature(sig)[0] for sig in signatures]
        self._reported = False

    def __call__(self, *args: Any, out: Any = None) -> Any:
        from numba.cuda.gufunc_layout import Layout

        if not self._reported:
            self._reported = True
            report_fallback(
                f"guvectorize function {self.py_func.__name__} runs as plain Python", self.py_func
            )
        layout = Layout.parse(self.layout)
        inputs = [np.asarray(arg) for arg in args[: len(layout.inputs)]]
        plan = layout.plan([a.shape for a in inputs])
        outputs = list(args[len(inputs) :]) or ([out] if out is not None else [])
        if not outputs:
            dtypes = self._output_dtypes(inputs, len(layout.outputs))
            outputs = [
                np.empty(plan.outer + core, dt)
                for core, dt in zip(plan.output_cores, dtypes, strict=True)
            ]
        spread = [
            np.broadcast_to(a, plan.outer + core)
            for a, core in zip(inputs, plan.input_cores, strict=True)
        ]
        for index in np.ndindex(*plan.outer):
            slots = [
                o[(*index, None)] if not core else o[index]
                for o, core in self._slots(outputs, plan)
            ]
            self.py_func(*[a[index] for a in spread], *slots)
        result = outputs[0] if len(outputs) == 1 else tuple(outputs)
        return result[()] if len(outputs) == 1 and outputs[0].ndim == 0 else result

    @staticmethod
    def _slots(outputs: list[np.ndarray], plan: Any) -> Any:
        return zip(outputs, plan.output_cores, strict=True)

    def _output_dtypes(self, inputs: list[np.ndarray], count: int) -> list[np.dtype]:
        if not self._signatures:
            return [np.result_type(*inputs)] * count
        types_ = self._signatures[0][-count:]
        return [as_dtype(getattr(ty, "dtype", ty)) for ty in types_]
