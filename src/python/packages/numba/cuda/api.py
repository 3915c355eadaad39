"""Memory, streams, events and devices: the functions of ``numba.cuda`` that the host calls."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from numba.cuda.cudadrv import devicearray, devices, driver, dummyarray
from numba.cuda.cudadrv.devicearray import DeviceNDArray, ManagedNDArray, MappedNDArray
from numba.cuda.cudadrv.driver import POINTER_OFFSET_BITS, DeviceMemory, Event, Stream
from numba.cuda.errors import finish


def to_device(obj: Any, stream: Any = 0, copy: bool = True, to: Any = None) -> DeviceNDArray:
    """Copy an array or scalar to the device.

    Parameters
    ----------
    obj : array_like
        Contiguous, any dtype that has a Numba type.
    stream : Stream or 0
        The default stream of the new array.
    copy : bool
        Whether to copy the items, or only to allocate.
    to : device array, optional
        Where to copy instead of a new array.

    Raises
    ------
    ValueError
        If the array is not contiguous.
    """
    if to is None:
        array, _ = devicearray.auto_device(obj, stream=stream, copy=copy, user_explicit=True)
        return array
    if copy:
        to.copy_to_device(obj, stream=stream)
    return to


def device_array(
    shape: Any, dtype: Any = np.float64, strides: Any = None, order: str = "C", stream: Any = 0
) -> DeviceNDArray:
    """A new array on the device, of zeros.

    Parameters
    ----------
    shape : int or tuple of int
        Items along each axis.
    dtype : dtype_like
        Of the items.
    strides : tuple of int, optional
        In bytes; from ``order`` if left out.
    order : {"C", "F"}
        Row-major or column-major.
    stream : Stream or 0
        Its default stream.

    Notes
    -----
    CUDA leaves the items undefined.
    """
    whole = _shape(shape)
    dtype = _dtype(dtype)
    if strides is None:
        strides = dummyarray.strides_of(whole, dtype.itemsize, order)
    return DeviceNDArray(whole, strides, dtype, stream)


def _shape(shape: Any) -> tuple[int, ...]:
    parts = shape if isinstance(shape, (tuple, list)) else (shape,)
    try:
        return tuple([part.__index__() for part in parts])
    except AttributeError:
        wrong = next(part for part in parts if not hasattr(part, "__index__"))
        raise TypeError(
            f"shape elements must be integers, got {type(wrong).__name__} ({wrong!r})"
        ) from None


def _dtype(dtype: Any) -> np.dtype:
    from numba.core.types.abstract import Type
    from numba.np.numpy_support import as_dtype

    return as_dtype(dtype) if isinstance(dtype, Type) else np.dtype(dtype)


def device_array_like(ary: Any, stream: Any = 0) -> DeviceNDArray:
    """A new device array of the same shape and dtype; F order is kept, gaps are not."""
    if ary.ndim > 1 and not ary.flags["C_CONTIGUOUS"]:
        order = sorted(range(ary.ndim), key=lambda axis: -abs(ary.strides[axis]))
        strides = [0] * ary.ndim
        size = ary.dtype.itemsize
        for axis in reversed(order):
            strides[axis] = size
            size *= ary.shape[axis]
        return device_array(ary.shape, ary.dtype, tuple(strides), stream=stream)
    return device_array(ary.shape, ary.dtype, stream=stream)


def pinned_array(
    shape: Any, dtype: Any = np.float64, strides: Any = None, order: str = "C"
) -> np.ndarray:
    """A host array; all host memory is alike to a browser."""
    whole, dtype = _shape(shape), _dtype(dtype)
    if strides is None:
        return np.zeros(whole, dtype, order=order)  # type: ignore[call-overload]
    low, high = dummyarray.extent(whole, tuple(strides), dtype.itemsize)
    return np.ndarray(whole, dtype, np.zeros(high - low, np.uint8), -low, strides)


def mapped_array(
    shape: Any,
    dtype: Any = np.float64,
    strides: Any = None,
    order: str = "C",
    stream: Any = 0,
    portable: bool = False,
    wc: bool = False,
) -> MappedNDArray:
    """A host array that kernels see: it is copied for each launch, in and back."""
    return pinned_array(shape, dtype, strides, order).view(MappedNDArray)


def managed_array(
    shape: Any,
    dtype: Any = np.float64,
    strides: Any = None,
    order: str = "C",
    stream: Any = 0,
    attach_global: bool = True,
) -> ManagedNDArray:
    """A host array that kernels see: it is copied for each launch, in and back."""
    return pinned_array(shape, dtype, strides, order).view(ManagedNDArray)


def pinned_array_like(ary: Any) -> np.ndarray:
    """A host array of the same shape and dtype."""
    return pinned_array(ary.shape, ary.dtype, order="F" if _only_f(ary) else "C")


def mapped_array_like(
    ary: Any, stream: Any = 0, portable: bool = False, wc: bool = False
) -> MappedNDArray:
    """A mapped array of the same shape and dtype."""
    return mapped_array(ary.shape, ary.dtype, order="F" if _only_f(ary) else "C")


def _only_f(ary: Any) -> bool:
    return ary.flags["F_CONTIGUOUS"] and not ary.flags["C_CONTIGUOUS"]


@contextlib.contextmanager
def pinned(*arylist: np.ndarray) -> Iterator[None]:
    """Pin host arrays for the ``with`` block; changes nothing here."""
    yield


@contextlib.contextmanager
def mapped(*arylist: np.ndarray, **_: Any) -> Iterator[Any]:
    """Device arrays for host arrays during the ``with`` block, copied back at its end."""
    devices_of = [to_device(ary) for ary in arylist]
    yield devices_of[0] if len(devices_of) == 1 else devices_of
    for device, host in zip(devices_of, arylist, strict=True):
        device.copy_to_host(host)


def as_cuda_array(obj: Any, sync: bool = True) -> DeviceNDArray:
    """A device array over the memory of an object with ``__cuda_array_interface__``."""
    if not is_cuda_array(obj):
        raise TypeError("*obj* doesn't implement the cuda array interface.")
    return from_cuda_array_interface(obj.__cuda_array_interface__, owner=obj, sync=sync)


def is_cuda_array(obj: Any) -> bool:
    """Whether the object has ``__cuda_array_interface__``."""
    return hasattr(obj, "__cuda_array_interface__")


def from_cuda_array_interface(
    desc: dict[str, Any], owner: Any = None, sync: bool = True
) -> DeviceNDArray:
    """A device array from a description; the pointer must come from Kernelpad's memory.

    Raises
    ------
    ValueError
        If the pointer does not.
    """
    if desc.get("mask") is not None:
        raise NotImplementedError("Masked arrays are not supported")
    pointer = desc["data"][0]
    handle, offset = pointer >> POINTER_OFFSET_BITS, pointer & ((1 << POINTER_OFFSET_BITS) - 1)
    memory = getattr(owner, "gpu_data", None)
    if not isinstance(memory, DeviceMemory) or memory.handle != handle:
        memory = driver.memory_of(handle)
    if memory is None:
        raise ValueError(f"{pointer:#x} does not point into device memory of this session")
    dtype = np.dtype(desc["typestr"])
    shape = tuple(desc["shape"])
    strides = desc.get("strides") or dummyarray.strides_of(shape, dtype.itemsize)
    return DeviceNDArray(shape, strides, dtype, 0, memory, offset)


def synchronize() -> None:
    """Wait until all work of the device is done."""
    finish()


def stream() -> Stream:
    """A new stream."""
    return Stream()


def default_stream() -> Stream:
    """The default stream."""
    return Stream("default stream")


def legacy_default_stream() -> Stream:
    """The legacy default stream."""
    return Stream("legacy default stream")


def per_thread_default_stream() -> Stream:
    """The default stream of the thread."""
    return Stream("per-thread default stream")


def external_stream(ptr: int) -> Stream:
    """A stream that another library made."""
    if not ptr:
        raise ValueError("ptr to external stream must not be 0")
    return Stream(f"external stream {ptr:#x}", ptr)


def event(timing: bool = True) -> Event:
    """A new event."""
    return Event(timing)


def event_elapsed_time(evtstart: Event, evtend: Event) -> float:
    """Milliseconds between two events."""
    return driver.event_elapsed_time(evtstart, evtend)


def select_device(device_id: int) -> Any:
    """Use a device; there is one, number 0."""
    return devices.get_context(device_id)


def get_current_device() -> devices.Device:
    """The device in use."""
    return devices.get_context().device


def list_devices() -> Any:
    """All devices: one."""
    return devices.gpus


def current_context(devnum: int | None = None) -> devices.Context:
    """The context in use."""
    return devices.get_context(devnum)


def close() -> None:
    """Wait for all work. Arrays free their memory themselves."""
    finish()


def is_available() -> bool:
    """True: there is always a device, if only the CPU."""
    return True


def is_supported_version() -> bool:
    """True."""
    return True


def is_float16_supported() -> bool:
    """Whether kernels may use 16-bit floats."""
    return bool(get_current_device().supports_float16)


def is_bfloat16_supported() -> bool:
    """False."""
    return False


def is_fp8_supported() -> bool:
    """False."""
    return False


def cuda_error() -> None:
    """None: there was no error when the device was found."""
    return


def detect() -> bool:
    """Print what the device is. True, since there always is one."""
    device = get_current_device()
    print("Found 1 CUDA devices")
    print(f"id {device.id}    {device.name:>20} {'[SUPPORTED]':>40}")
    info = devices.device_info()
    facts = [("Compute Capability", "{}.{} (language level)".format(*device.compute_capability))]
    facts += [("Chosen", info["reason"])]
    facts += [(name, str(value)) for name, value in info["limits"].items()]
    for name, value in facts:
        print(f"{name:>40}: {value}")
    print("Summary:")
    print("\t1/1 devices are supported")
    return True


@contextlib.contextmanager
def defer_cleanup() -> Iterator[None]:
    """Free nothing in the ``with`` block; freeing never waits here."""
    yield


@contextlib.contextmanager
def profiling() -> Iterator[None]:
    """Profile the ``with`` block; the Timings view has every launch anyway."""
    yield


def profile_start() -> None:
    """Start profiling; the Timings view has every launch anyway."""


def profile_stop() -> None:
    """Stop profiling."""


def open_ipc_array(*_: Any, **__: Any) -> None:
    """Refused: there are no other processes."""
    raise NotImplementedError("device memory cannot be shared between processes in a browser")


def set_memory_manager(_: Any) -> None:
    """Refused: the browser manages device memory."""
    raise NotImplementedError(
        "memory managers cannot be replaced: the browser manages device memory"
    )


def compile_ptx(*_: Any, **__: Any) -> None:
    """Refused: there is no PTX here."""
    raise NotImplementedError(
        "there is no PTX here: the WGSL view shows what a kernel was compiled to"
    )
