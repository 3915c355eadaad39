"""Ufuncs on the GPU: ``vectorize`` and ``guvectorize`` with ``target='cuda'``.

A ufunc becomes one kernel for each number of operands, written as ordinary source: a
thread an item (or an item of the outer loop), which calls the user's function.
"""

from __future__ import annotations

import functools
import linecache
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from numba.core import types
from numba.core.sigutils import normalize_signature
from numba.core.types.abstract import Type
from numba.cuda import conversions
from numba.cuda.api import device_array, to_device
from numba.cuda.cudadrv.devicearray import DeviceNDArray
from numba.cuda.decorators import jit
from numba.cuda.dispatcher import CUDADispatcher
from numba.cuda.gufunc_layout import Layout
from numba.np.numpy_support import as_dtype, from_dtype

_THREADS = 128

_UFUNC = """\
def {name}({inputs}, result):
    i = cuda.grid(1)
    if i < result.shape[0]:
        result[i] = function({items})
"""
_GUFUNC = """\
def {name}({operands}):
    i = cuda.grid(1)
    if i < {last}.shape[0]:
        function({items})
"""


def _kernel(text: str, name: str, function: CUDADispatcher) -> CUDADispatcher:
    """Compile kernel source whose global ``function`` is the user's function."""
    from numba import cuda

    filename = f"<kernel of {name} {id(function):x}>"
    linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
    namespace: dict[str, Any] = {"cuda": cuda, "function": function}
    exec(compile(text, filename, "exec"), namespace)
    return jit(namespace[name])


def _signature_list(signatures: Any) -> list[tuple[tuple[Type, ...], Type | None]]:
    if isinstance(signatures, (str, tuple)) or not hasattr(signatures, "__iter__"):
        signatures = [signatures]
    return [normalize_signature(sig) for sig in signatures]


def vectorize(signatures: Any, **_: Any) -> Callable[[Any], CUDAUFunc]:
    """Make a ufunc that runs on the device.

    Parameters
    ----------
    signatures : list of signatures
        Each with a return type: ``"float32(float32, float32)"``.
    """
    if callable(signatures) and not isinstance(signatures, Type):
        raise TypeError("vectorize(target='cuda') needs signatures, such as ['float32(float32)']")
    parsed = _signature_list(signatures)
    return lambda func: CUDAUFunc(func, parsed)


class CUDAUFunc:
    """A ufunc on the device."""

    def __init__(self, func: Any, signatures: list[tuple[tuple[Type, ...], Type | None]]) -> None:
        functools.update_wrapper(self, func)
        self.py_func = getattr(func, "py_func", func)
        self._signatures = dict(signatures)
        self._function = jit(device=True)(self.py_func)
        count = len(next(iter(self._signatures)))
        names = [f"x{n}" for n in range(count)]
        name = f"vectorized_{self.py_func.__name__}".replace("<lambda>", "lambda")
        text = _UFUNC.format(
            name=name, inputs=", ".join(names), items=", ".join(f"{n}[i]" for n in names)
        )
        self._kernel = _kernel(text, name, self._function)

    def __call__(self, *args: Any, out: Any = None, stream: Any = 0) -> Any:
        count = len(next(iter(self._signatures)))
        if len(args) == count + 1 and out is None:
            *args, out = args
        if len(args) != count:
            raise TypeError(f"{self.__name__} takes {count} arguments, {len(args)} given")
        operands = [arg if isinstance(arg, DeviceNDArray) else np.asarray(arg) for arg in args]
        chosen = self._choose(args, operands)
        result_type = self._signatures[chosen]
        if result_type is None:
            raise TypeError("a signature of vectorize needs a return type")
        on_device = any(isinstance(arg, DeviceNDArray) for arg in (*args, out))
        shape = np.broadcast_shapes(*[op.shape for op in operands])
        size = int(np.prod(shape))
        flat = [_spread(op, shape, as_dtype(ty)) for op, ty in zip(operands, chosen, strict=True)]
        whole = (
            isinstance(out, DeviceNDArray)
            and out.is_c_contiguous()
            and out.dtype == as_dtype(result_type)
        )
        result = out.reshape(size) if whole else device_array(size, as_dtype(result_type))
        if size:
            self._kernel[-(-size // _THREADS), _THREADS, stream](*flat, result)
        if whole:
            return out
        shaped = result.reshape(shape)
        if out is not None:
            out[...] = shaped.copy_to_host()
            return out
        if on_device:
            return shaped
        return shaped.copy_to_host()[()]

    def _choose(self, args: Sequence[Any], operands: Sequence[Any]) -> tuple[Type, ...]:
        """The signature for these operands; Python numbers give way to arrays, as in NumPy."""
        arrays = [op.dtype for op in operands if op.ndim]
        given = []
        for arg, op in zip(args, operands, strict=True):
            if type(arg) in (int, float, complex) and arrays:
                given.append(from_dtype(np.result_type(arg, *arrays)))
            elif type(arg) is int:
                given.append(types.int64)
            else:
                given.append(from_dtype(op.dtype))
        chosen = conversions.best_match(given, list(self._signatures))
        if chosen is None:
            names = [f"{n + 1}" for n in range(len(given))]
            raise TypeError(conversions.explain(given, list(self._signatures), names))
        return chosen

    def reduce(self, arg: Any, stream: Any = 0) -> Any:
        """Fold a one-dimensional array with the function."""
        from numba.cuda.kernels.reduction import Reduce

        reducer = Reduce(self._function)
        items = arg if isinstance(arg, DeviceNDArray) else to_device(np.asarray(arg))
        return reducer._fold_all(items)[0]

    def __repr__(self) -> str:
        return f"<CUDA ufunc {self.__name__}>"


def _spread(operand: Any, shape: tuple[int, ...], dtype: np.dtype) -> DeviceNDArray:
    """The operand as a flat device array with one item for each of ``shape``."""
    size = int(np.prod(shape))
    if isinstance(operand, DeviceNDArray):
        if operand.dtype == dtype and operand.is_c_contiguous():
            if operand.shape == shape:
                return operand.reshape(size)
            if operand.size == 1:
                return DeviceNDArray((size,), (0,), dtype, 0, operand.gpu_data, operand._offset)
        operand = operand.copy_to_host()
    if operand.size == 1:
        one = to_device(operand.reshape(1).astype(dtype))
        return DeviceNDArray((size,), (0,), dtype, 0, one.gpu_data)
    return to_device(np.ascontiguousarray(np.broadcast_to(operand, shape), dtype).reshape(size))


def guvectorize(signatures: Any, layout: str, **_: Any) -> Callable[[Any], CUDAGUFunc]:
    """Make a generalised ufunc that runs on the device.

    Parameters
    ----------
    signatures : list of signatures
        Each with all operands, outputs last: ``"void(float64[:], float64[:])"``.
    layout : str
        Core axes, such as ``"(n)->()"``.
    """
    parsed = [args for args, _ in _signature_list(signatures)]
    return lambda func: CUDAGUFunc(func, parsed, layout)


class CUDAGUFunc:
    """A generalised ufunc on the device: a thread an item of the outer loop."""

    def __init__(self, func: Any, signatures: list[tuple[Type, ...]], layout: str) -> None:
        functools.update_wrapper(self, func)
        self.py_func = getattr(func, "py_func", func)
        self._signatures = signatures
        self._layout = Layout.parse(layout)
        self._function = jit(device=True)(self.py_func)
        count = len(self._layout.inputs) + len(self._layout.outputs)
        names = [f"x{n}" for n in range(count)]
        name = f"gufunc_{self.py_func.__name__}"
        text = _GUFUNC.format(
            name=name,
            operands=", ".join(names),
            last=names[-1],
            items=", ".join(f"{n}[i]" for n in names),
        )
        self._kernel = _kernel(text, name, self._function)

    def __call__(self, *args: Any, out: Any = None, stream: Any = 0) -> Any:
        count = len(self._layout.inputs)
        given, outs = args[:count], list(args[count:]) or ([out] if out is not None else [])
        inputs = [arg if isinstance(arg, DeviceNDArray) else np.asarray(arg) for arg in given]
        plan = self._layout.plan([op.shape for op in inputs])
        operand_types = self._choose(inputs)
        size = int(np.prod(plan.outer))
        flat = [
            self._spread_input(op, plan.outer, core, ty)
            for op, core, ty in zip(inputs, plan.input_cores, operand_types, strict=False)
        ]
        results = [
            device_array((size, *(core or (1,))), as_dtype(getattr(ty, "dtype", ty)))
            for core, ty in zip(plan.output_cores, operand_types[count:], strict=True)
        ]
        if size:
            self._kernel[-(-size // _THREADS), _THREADS, stream](*flat, *results)
        on_device = any(isinstance(arg, DeviceNDArray) for arg in (*given, *outs))
        answers: list[Any] = []
        for number, (result, core) in enumerate(zip(results, plan.output_cores, strict=True)):
            shaped: Any = result.reshape((*plan.outer, *core))
            if number < len(outs):
                outs[number][...] = (
                    shaped if isinstance(outs[number], DeviceNDArray) else shaped.copy_to_host()
                )
                shaped = outs[number]
            elif not on_device:
                shaped = shaped.copy_to_host()[()]
            answers.append(shaped)
        return answers[0] if len(answers) == 1 else tuple(answers)

    def _choose(self, inputs: Sequence[Any]) -> tuple[Type, ...]:
        """The signature for the dtypes of the inputs."""
        given = [from_dtype(op.dtype) for op in inputs]
        items = {
            tuple(getattr(ty, "dtype", ty) for ty in signature)[: len(given)]: signature
            for signature in self._signatures
        }
        chosen = conversions.best_match(given, list(items))
        if chosen is None:
            names = [f"{n + 1}" for n in range(len(given))]
            raise TypeError(conversions.explain(given, list(items), names))
        return items[chosen]

    def _spread_input(
        self, operand: Any, outer: tuple[int, ...], core: tuple[int, ...], ty: Type
    ) -> Any:
        """(items of the outer loop, *core); no core axes but an array type: one item."""
        is_array = isinstance(ty, types.Array)
        dtype = as_dtype(ty.dtype if is_array else ty)
        host = operand.copy_to_host() if isinstance(operand, DeviceNDArray) else operand
        whole = np.broadcast_to(host, (*outer, *core)).astype(dtype, order="C")
        shape = (int(np.prod(outer)), *(core or ((1,) if is_array else ())))
        return to_device(np.ascontiguousarray(whole).reshape(shape))
