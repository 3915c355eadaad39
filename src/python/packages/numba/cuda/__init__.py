"""``numba.cuda``: kernels in Python, on the GPU that the browser offers, or on the CPU."""

from __future__ import annotations

from typing import Any

from numba.core import config, types
from numba.core.types import (
    boolean,
    complex64,
    complex128,
    float32,
    float64,
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
    void,
)
from numba.cuda import cg, cudadrv, errors, libdevice
from numba.cuda.api import (
    as_cuda_array,
    close,
    compile_ptx,
    cuda_error,
    current_context,
    default_stream,
    defer_cleanup,
    detect,
    device_array,
    device_array_like,
    event,
    event_elapsed_time,
    external_stream,
    from_cuda_array_interface,
    get_current_device,
    is_available,
    is_bfloat16_supported,
    is_cuda_array,
    is_float16_supported,
    is_fp8_supported,
    is_supported_version,
    legacy_default_stream,
    list_devices,
    managed_array,
    mapped,
    mapped_array,
    mapped_array_like,
    open_ipc_array,
    per_thread_default_stream,
    pinned,
    pinned_array,
    pinned_array_like,
    profile_start,
    profile_stop,
    profiling,
    select_device,
    set_memory_manager,
    stream,
    synchronize,
    to_device,
)
from numba.cuda.args import In, InOut, Out
from numba.cuda.cudadrv import devicearray, devices, driver
from numba.cuda.cudadrv.devices import gpus, require_context
from numba.cuda.cudadrv.error import CudaSupportError
from numba.cuda.cudadrv.runtime import runtime
from numba.cuda.decorators import declare_device, jit
from numba.cuda.errors import KernelRuntimeError
from numba.cuda.stubs import STUBS
from numba.cuda.vector_types import VECTORS

compile = compile_for_current_device = compile_ptx_for_current_device = compile_all = compile_ptx
HAS_NUMBA = True

_LATER = {
    "Reduce": ("numba.cuda.kernels.reduction", "Reduce"),
    "reduce": ("numba.cuda.kernels.reduction", "Reduce"),
    "vectorize": ("numba.cuda.vectorizers", "vectorize"),
    "guvectorize": ("numba.cuda.vectorizers", "guvectorize"),
    "literal_unroll": ("numba.misc.special", "literal_unroll"),
}

__all__ = [
    "HAS_NUMBA",
    "CudaSupportError",
    "In",
    "InOut",
    "KernelRuntimeError",
    "Out",
    "as_cuda_array",
    "boolean",
    "cg",
    "close",
    "compile",
    "compile_all",
    "compile_for_current_device",
    "compile_ptx",
    "compile_ptx_for_current_device",
    "complex64",
    "complex128",
    "config",
    "cuda_error",
    "cudadrv",
    "current_context",
    "declare_device",
    "default_stream",
    "defer_cleanup",
    "detect",
    "device_array",
    "device_array_like",
    "devicearray",
    "devices",
    "driver",
    "errors",
    "event",
    "event_elapsed_time",
    "external_stream",
    "float32",
    "float64",
    "from_cuda_array_interface",
    "get_current_device",
    "gpus",
    "int8",
    "int16",
    "int32",
    "int64",
    "is_available",
    "is_bfloat16_supported",
    "is_cuda_array",
    "is_float16_supported",
    "is_fp8_supported",
    "is_supported_version",
    "jit",
    "legacy_default_stream",
    "libdevice",
    "list_devices",
    "managed_array",
    "mapped",
    "mapped_array",
    "mapped_array_like",
    "open_ipc_array",
    "per_thread_default_stream",
    "pinned",
    "pinned_array",
    "pinned_array_like",
    "profile_start",
    "profile_stop",
    "profiling",
    "require_context",
    "runtime",
    "select_device",
    "set_memory_manager",
    "stream",
    "synchronize",
    "to_device",
    "types",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "void",
]


def __getattr__(name: str) -> Any:
    """Intrinsics and vector types by name, and the parts that need kernels of their own."""
    if name in STUBS:
        return STUBS[name]
    if name in VECTORS:
        return VECTORS[name]
    if name in _LATER:
        from importlib import import_module

        module, member = _LATER[name]
        return getattr(import_module(module), member)
    raise AttributeError(f"module 'numba.cuda' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, *STUBS, *VECTORS, *_LATER]
