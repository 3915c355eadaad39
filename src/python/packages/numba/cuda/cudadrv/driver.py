"""Memory on the device, streams and events.

There is one queue; streams keep the meaning of their calls, and everything runs in the
order in which it was asked for.
"""

from __future__ import annotations

import contextlib
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from kernelpad import _engine
from numba.cuda.cudadrv.error import CudaDriverError, CudaSupportError
from numba.cuda.errors import finish, raise_last_error, settle

__all__ = [
    "CudaAPIError",
    "CudaDriverError",
    "CudaSupportError",
    "DeviceMemory",
    "Event",
    "LinkerError",
    "Stream",
    "copy_on_device",
    "read_bytes",
    "write_bytes",
]

#: `__cuda_array_interface__` needs one number: the handle above, the offset below these bits.
POINTER_OFFSET_BITS = 40


class CudaAPIError(CudaDriverError):
    """A call of the driver failed.

    Parameters
    ----------
    code : int
        CUDA's error code.
    msg : str
        What was refused.
    """

    def __init__(self, code: int, msg: str) -> None:
        self.code = code
        self.msg = msg
        super().__init__(code, msg)

    def __str__(self) -> str:
        return f"[{self.code}] {self.msg}"


class LinkerError(RuntimeError):
    """Linking failed; nothing is linked here."""


class DeadMemoryError(RuntimeError):
    """The memory was freed."""


class DeviceMemory:
    """Bytes on the device, freed when the last view of them is gone.

    Parameters
    ----------
    nbytes : int
        Size; zeroed.

    Raises
    ------
    MemoryError
        If the device has no room.
    """

    __slots__ = ("__weakref__", "handle", "nbytes")

    def __init__(self, nbytes: int) -> None:
        self.handle = 0
        self.nbytes = nbytes
        self.handle = _engine.get().allocate(nbytes)
        if not self.handle:
            raise_last_error()
        _memories[self.handle] = self

    def __del__(self) -> None:
        if self.handle and _engine is not None:
            _engine.get().release(self.handle)

    def __repr__(self) -> str:
        return f"<DeviceMemory {self.nbytes} bytes>"


_memories: weakref.WeakValueDictionary[int, DeviceMemory] = weakref.WeakValueDictionary()


def release_all() -> None:
    """Free all memory, between runs: handles mean nothing to the next run's device."""
    for memory in list(_memories.values()):
        if memory.handle:
            _engine.get().release(memory.handle)
            memory.handle = 0
    _memories.clear()


def memory_of(handle: int) -> DeviceMemory | None:
    """The living allocation of that handle."""
    return _memories.get(handle)


def write_bytes(memory: DeviceMemory, offset: int, array: np.ndarray) -> None:
    """Copy the bytes of a gapless array to the device."""
    if array.nbytes and _engine.get().write(memory.handle, offset, array.ctypes.data, array.nbytes):
        raise_last_error()


def read_bytes(memory: DeviceMemory, offset: int, array: np.ndarray) -> None:
    """Fill a gapless array from the device; waits for the work before."""
    settle(_engine.wait(_engine.get().read(memory.handle, offset, array.ctypes.data, array.nbytes)))


def copy_on_device(
    source: DeviceMemory, source_offset: int, target: DeviceMemory, target_offset: int, nbytes: int
) -> None:
    """Copy between two places on the device."""
    if _engine.get().copy(source.handle, source_offset, target.handle, target_offset, nbytes):
        raise_last_error()


class Stream:
    """A stream: work in order. All streams share the one queue of the device."""

    def __init__(self, name: str = "stream", external: int | None = None) -> None:
        self._name = name
        self.external = external

    def __repr__(self) -> str:
        return f"<CUDA {self._name}>"

    def __int__(self) -> int:
        return self.external or 0

    def synchronize(self) -> None:
        """Wait for the work so far."""
        finish()

    @contextlib.contextmanager
    def auto_synchronize(self) -> Iterator[Stream]:
        """Wait at the end of the ``with`` block."""
        yield self
        self.synchronize()

    def add_callback(self, callback: Callable[[Stream, int, Any], None], arg: Any = None) -> None:
        """Wait for the work so far, then call ``callback(stream, status, arg)``.

        Notes
        -----
        CUDA calls it from another thread while the host goes on.
        """
        self.synchronize()
        callback(self, 0, arg)

    def async_done(self) -> Any:
        """An awaitable that is done when the work so far is."""
        import asyncio

        self.synchronize()
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        future.set_result(None)
        return future


class Event:
    """A point in the work, for waiting and timing."""

    def __init__(self, timing: bool = True) -> None:
        self.timing = timing
        self._mark: int | None = None

    def record(self, stream: Any = 0) -> None:
        """Mark this point."""
        self._mark = int(_engine.wait(_engine.get().event_record()))

    def query(self) -> bool:
        """Whether the work before is done; asking waits for it."""
        self.synchronize()
        return True

    def synchronize(self) -> None:
        """Wait for the work before this point."""
        finish()

    def wait(self, stream: Any = 0) -> None:
        """Let later work wait: it does, since all work is in order."""

    def elapsed_time(self, evtend: Event) -> float:
        """Milliseconds from this point to ``evtend``."""
        return event_elapsed_time(self, evtend)


def event_elapsed_time(evtstart: Event, evtend: Event) -> float:
    """Milliseconds between two recorded events."""
    if evtstart._mark is None or evtend._mark is None:
        raise CudaAPIError(
            400, "the time between events can be asked only after both were recorded"
        )
    finish()
    return float(_engine.wait(_engine.get().event_elapsed(evtstart._mark, evtend._mark)))


def is_device_memory(obj: Any) -> bool:
    """Whether the object is an array on the device."""
    return bool(getattr(obj, "__cuda_memory__", False))


def require_device_memory(obj: Any) -> None:
    """Raise unless the object is an array on the device."""
    if not is_device_memory(obj):
        raise TypeError("Not a CUDA memory object.")
