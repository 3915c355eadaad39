"""``numba.jit`` and ``numba.njit``: functions for the CPU.

They run as plain Python here: same results up to integer overflow, not the same speed.
The run report says so, by name. Kernels may call them; there they are compiled.
"""

from __future__ import annotations

import functools
import json
import types as python_types
from collections.abc import Callable
from typing import Any

from kernelpad import _engine
from numba.core import types
from numba.core.sigutils import is_signature


class CPUDispatcher:
    """A function compiled for the CPU by Numba; plain Python here.

    Parameters
    ----------
    py_func : function
        The Python function.
    targetoptions : dict
        Options of ``jit``.
    """

    def __init__(self, py_func: python_types.FunctionType, targetoptions: dict[str, Any]) -> None:
        functools.update_wrapper(self, py_func)
        self.py_func = py_func
        self.targetoptions = targetoptions
        self.overloads: dict[Any, Any] = {}
        self.signatures: list[Any] = []
        self._reported = False

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if not self._reported:
            self._reported = True
            report_fallback(f"njit function {self.__name__} runs as plain Python", self.py_func)
        return self.py_func(*args, **kwargs)

    def compile(self, sig: Any) -> None:
        """Nothing is compiled."""

    def disable_compile(self, val: bool = True) -> None:
        """Nothing is compiled."""

    def inspect_types(self, *_: Any, **__: Any) -> None:
        """Nothing is typed."""

    def parallel_diagnostics(self, *_: Any, **__: Any) -> None:
        """Nothing runs in parallel."""

    def __get__(self, obj: Any, objtype: Any = None) -> Any:
        return self if obj is None else python_types.MethodType(self, obj)

    def __repr__(self) -> str:
        return f"CPUDispatcher({self.py_func!r})"


def report_fallback(what: str, func: Callable[..., Any]) -> None:
    """Put a function that runs otherwise than asked into the run report."""
    code = getattr(func, "__code__", None)
    why = "Numba's CPU compiler is not here"
    line = code.co_firstlineno if code is not None else None
    _engine.get().fallback(json.dumps({"what": what, "why": why, "line": line}))


def jit(
    signature_or_function: Any = None, locals: Any = None, cache: bool = False, **options: Any
) -> Any:
    """Take a function for the CPU; with ``target='cuda'`` for the GPU.

    Parameters
    ----------
    signature_or_function : function or signature, optional
        The function, or its signature, which is not needed.
    **options
        ``nopython``, ``parallel``, ``fastmath`` and the like; accepted.
    """
    target = options.pop("target", options.pop("_target", "cpu"))
    if target in ("cuda", "gpu"):
        from numba import cuda

        return cuda.jit(signature_or_function, **options)
    given = signature_or_function
    is_type = isinstance(given, (list, types.Type))
    if given is None or is_signature(given) or is_type:
        return lambda func: jit(func, **options)
    if isinstance(given, CPUDispatcher):
        return given
    if isinstance(given, type):
        raise TypeError("a class cannot be jitted here; jit its methods as functions")
    if not isinstance(given, python_types.FunctionType):
        raise TypeError(
            f"A jit decorator was called on general type value {given!r}; it takes a function"
        )
    return CPUDispatcher(given, options)


def njit(*args: Any, **kws: Any) -> Any:
    """``jit`` in nopython mode."""
    kws.pop("nopython", None)
    return jit(*args, nopython=True, **kws)


def generated_jit(*_: Any, **__: Any) -> None:
    """Gone from Numba as well."""
    raise NotImplementedError("generated_jit was removed from Numba; use numba.extending.overload")


def cfunc(*_: Any, **__: Any) -> Any:
    """Refused: there is no C to call back."""
    raise NotImplementedError("cfunc makes a C callback, and there is no C code here to call it")


def jit_module(**kwargs: Any) -> None:
    """Jit all functions of the calling module; plain Python stays plain Python."""


def stencil(*_: Any, **__: Any) -> Any:
    """Refused by name."""
    raise NotImplementedError(
        "numba.stencil is for the CPU and is not here; write the loop, or a kernel"
    )
