"""Numba's interface in Kernelpad: CUDA kernels run on the browser's GPU or CPU.

``njit`` and its kin run as plain Python, and the run report says so. Version numbers
are those of the Numba whose rules hold here.
"""

from __future__ import annotations

from typing import Any

from numba import extending, typed
from numba.core import config, errors, types
from numba.core.decorators import cfunc, jit, jit_module, njit, stencil
from numba.core.types import (
    b1,
    bool_,
    boolean,
    byte,
    c8,
    c16,
    char,
    complex64,
    complex128,
    double,
    f4,
    f8,
    float32,
    float64,
    i1,
    i2,
    i4,
    i8,
    int8,
    int16,
    int32,
    int64,
    int_,
    intc,
    intp,
    long_,
    longlong,
    none,
    optional,
    short,
    size_t,
    ssize_t,
    u1,
    u2,
    u4,
    u8,
    uchar,
    uint,
    uint8,
    uint16,
    uint32,
    uint64,
    uintc,
    uintp,
    ulong,
    ulonglong,
    ushort,
    void,
)
from numba.core.typing.typeof import typeof
from numba.misc.special import literal_unroll, literally, objmode, pndindex, prange
from numba.np.numpy_support import from_dtype
from numba.np.ufunc import guvectorize, vectorize

__version__ = "0.68.1"
version_info = (0, 68, 1)


def get_num_threads() -> int:
    """Threads of the CPU target: one."""
    return 1


def set_num_threads(n: int) -> None:
    """Accepted; there is one thread."""


def get_thread_id() -> int:
    """Number of the CPU thread: 0."""
    return 0


def threading_layer() -> str:
    """Name of the CPU threading layer."""
    return "workqueue"


def __getattr__(name: str) -> Any:
    """``numba.cuda`` on demand, ``numba.bool``, and the error classes."""
    if name == "cuda":
        from importlib import import_module

        return import_module("numba.cuda")
    if name == "bool":
        return boolean
    if hasattr(errors, name) and name.endswith(("Error", "Warning")):
        return getattr(errors, name)
    raise AttributeError(f"module 'numba' has no attribute {name!r}")


__all__ = [
    "b1",
    "bool_",
    "boolean",
    "byte",
    "c8",
    "c16",
    "cfunc",
    "char",
    "complex64",
    "complex128",
    "config",
    "double",
    "errors",
    "extending",
    "f4",
    "f8",
    "float32",
    "float64",
    "from_dtype",
    "get_num_threads",
    "get_thread_id",
    "guvectorize",
    "i1",
    "i2",
    "i4",
    "i8",
    "int8",
    "int16",
    "int32",
    "int64",
    "int_",
    "intc",
    "intp",
    "jit",
    "jit_module",
    "literal_unroll",
    "literally",
    "long_",
    "longlong",
    "njit",
    "none",
    "objmode",
    "optional",
    "pndindex",
    "prange",
    "set_num_threads",
    "short",
    "size_t",
    "ssize_t",
    "stencil",
    "threading_layer",
    "typed",
    "typeof",
    "types",
    "u1",
    "u2",
    "u4",
    "u8",
    "uchar",
    "uint",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "uintc",
    "uintp",
    "ulong",
    "ulonglong",
    "ushort",
    "vectorize",
    "void",
]
