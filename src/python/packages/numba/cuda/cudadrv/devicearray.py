"""Arrays on the device.

A device array is a shape, strides and an offset into a :class:`DeviceMemory`; views
share the memory and keep it alive. What a launch needs of it is worked out once, when
the array is made: ``_kind``, a small number for its type, and ``_packed``, its part of
the launch record.
"""

from __future__ import annotations

import copy as copy_module
import math
import struct
from collections.abc import Iterator
from typing import Any

import numpy as np

from numba.core import types
from numba.cuda.cudadrv import dummyarray
from numba.cuda.cudadrv.driver import (
    POINTER_OFFSET_BITS,
    DeviceMemory,
    copy_on_device,
    read_bytes,
    write_bytes,
)
from numba.cuda.cudadrv.dummyarray import View
from numba.np.numpy_support import from_dtype

NOT_CONTIGUOUS = (
    "Array contains non-contiguous buffer and cannot be transferred as a single memory region; "
    "make it contiguous with numpy.ascontiguousarray(), or copy it to the device and slice it there"
)

_packers: dict[int, struct.Struct] = {}
_kinds: dict[tuple[np.dtype, int, str], tuple[int, types.Array]] = {}
#: Numbers of kinds start here; smaller ones stand for scalars (`numba.cuda.args`).
FIRST_ARRAY_KIND = 64


def kind_of(dtype: np.dtype, ndim: int, layout: str) -> tuple[int, types.Array]:
    """Number and Numba type of device arrays of that dtype, rank and layout."""
    key = (dtype, ndim, layout)
    known = _kinds.get(key)
    if known is None:
        item = from_dtype(dtype)
        known = _kinds[key] = (FIRST_ARRAY_KIND + len(_kinds), types.Array(item, ndim, layout))
    return known


def pack_array(handle: int, offset: int, shape: tuple, strides: tuple, itemsize: int) -> bytes:
    """The slots of an array in a launch record; see ``Engine.launch``."""
    slots = (handle, offset, *shape, *strides, itemsize)
    packer = _packers.get(len(slots))
    if packer is None:
        packer = _packers[len(slots)] = struct.Struct(f"<{len(slots)}q")
    return packer.pack(*slots)


class DeviceNDArray:
    """An array on the device.

    Parameters
    ----------
    shape, strides : tuple of int
        Items and bytes along each axis.
    dtype : numpy.dtype
        Of the items.
    stream : Stream or 0
        Where its transfers go by default.
    gpu_data : DeviceMemory, optional
        The memory; allocated if left out.
    offset : int
        Bytes from the start of the memory to item 0.
    """

    __cuda_memory__ = True
    __cuda_ndarray__ = True
    # NumPy then leaves operators to this class, which has none: as with real Numba.
    __array_priority__ = -1

    def __init__(
        self,
        shape: Any,
        strides: Any,
        dtype: Any,
        stream: Any = 0,
        gpu_data: DeviceMemory | None = None,
        offset: int = 0,
    ) -> None:
        self.shape = (shape,) if isinstance(shape, int) else tuple(shape)
        self.dtype = dtype = np.dtype(dtype)
        itemsize = dtype.itemsize
        self.strides = (
            dummyarray.strides_of(self.shape, itemsize)
            if strides is None
            else (strides,)
            if isinstance(strides, int)
            else tuple(strides)
        )
        if len(self.strides) != len(self.shape):
            raise ValueError("strides not match ndim")
        self.ndim = len(self.shape)
        self.size = dummyarray.size_of(self.shape)
        self.stream = stream
        low, high = dummyarray.extent(self.shape, self.strides, itemsize)
        #: Bytes from the first to the last that the array touches.
        self.alloc_size = high - low
        self.gpu_data = gpu_data if gpu_data is not None else DeviceMemory(self.alloc_size)
        self._offset = offset
        self._c_contiguous = dummyarray.is_contiguous(self.shape, self.strides, itemsize, "C")
        self._f_contiguous = dummyarray.is_contiguous(self.shape, self.strides, itemsize, "F")
        broadcast = self.size != 0 and 0 in self.strides
        layout = (
            "A" if broadcast else "C" if self._c_contiguous else "F" if self._f_contiguous else "A"
        )
        self._kind, self._numba_type_ = kind_of(dtype, self.ndim, layout)
        self._packed = self._pack()

    def _pack(self) -> bytes:
        return pack_array(
            self.gpu_data.handle, self._offset, self.shape, self.strides, self.dtype.itemsize
        )

    # What it is

    @property
    def nbytes(self) -> int:
        """Bytes of all items."""
        return self.size * self.dtype.itemsize

    @property
    def flags(self) -> dict[str, bool]:
        """Contiguity, by NumPy's names."""
        return {"C_CONTIGUOUS": self._c_contiguous, "F_CONTIGUOUS": self._f_contiguous}

    def is_c_contiguous(self) -> bool:
        """Whether the array is gapless in row-major order."""
        return self._c_contiguous

    def is_f_contiguous(self) -> bool:
        """Whether the array is gapless in column-major order."""
        return self._f_contiguous

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("len() of unsized object")
        return self.shape[0]

    def __repr__(self) -> str:
        return f"<DeviceNDArray {self.dtype}{list(self.shape)} on the device>"

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        """Description for other libraries; ``data`` holds Kernelpad's own kind of pointer."""
        return {
            "shape": self.shape,
            "strides": None if self._c_contiguous else self.strides,
            "data": ((self.gpu_data.handle << POINTER_OFFSET_BITS) + self._offset, False),
            "typestr": self.dtype.str,
            "descr": self.dtype.descr,
            "stream": int(self.stream) if self.stream else None,
            "version": 3,
        }

    # Views

    def _view(self, view: View, dtype: Any = None) -> DeviceNDArray:
        return DeviceNDArray(
            view.shape,
            view.strides,
            self.dtype if dtype is None else dtype,
            self.stream,
            self.gpu_data,
            view.offset,
        )

    def _whole(self) -> View:
        return View(self._offset, self.shape, self.strides)

    def bind(self, stream: Any = 0) -> DeviceNDArray:
        """The same array with another default stream."""
        clone = copy_module.copy(self)
        clone.stream = stream
        return clone

    def reshape(self, *newshape: Any, order: str = "C") -> DeviceNDArray:
        """The same items with another shape; the array must be gapless.

        Raises
        ------
        NotImplementedError
            If items would have to be copied.
        """
        if len(newshape) == 1 and isinstance(newshape[0], (tuple, list)):
            newshape = tuple(newshape[0])
        if newshape == self.shape:
            return self._view(self._whole())
        shape = dummyarray.resolve_shape(self.size, newshape)
        if order not in ("C", "F"):
            raise NotImplementedError("order not C|F")
        gapless = self._c_contiguous if order == "C" else self._f_contiguous
        squeezed = tuple(count for count in self.shape if count != 1)
        if not gapless and tuple(count for count in shape if count != 1) != squeezed:
            raise NotImplementedError("operation requires copying")
        if not gapless:
            return self._view(View(self._offset, shape, self._strides_with_ones(shape)))
        return self._view(
            View(self._offset, shape, dummyarray.strides_of(shape, self.dtype.itemsize, order))
        )

    def _strides_with_ones(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        """Strides for a shape that differs only by axes of one item."""
        kept = iter([s for n, s in zip(self.shape, self.strides, strict=True) if n != 1])
        return tuple(self.dtype.itemsize if count == 1 else next(kept) for count in shape)

    def ravel(self, order: str = "C", stream: Any = 0) -> DeviceNDArray:
        """A flat view of a gapless array."""
        return self.reshape(self.size, order=order)

    def squeeze(self, axis: Any = None, stream: Any = 0) -> DeviceNDArray:
        """A view without the axes of one item, or without those given."""
        axes = range(self.ndim) if axis is None else (axis,) if isinstance(axis, int) else axis
        dropped = set()
        for number in axes:
            place = number + self.ndim if number < 0 else number
            if self.shape[place] == 1:
                dropped.add(place)
            elif axis is not None:
                raise ValueError(
                    "cannot select an axis to squeeze out which has size not equal to one"
                )
        kept = [place for place in range(self.ndim) if place not in dropped]
        shape = tuple(self.shape[place] for place in kept)
        return self._view(View(self._offset, shape, tuple(self.strides[place] for place in kept)))

    def view(self, dtype: Any) -> DeviceNDArray:
        """The same bytes as items of another dtype."""
        dtype = np.dtype(dtype)
        shape, strides = list(self.shape), list(self.strides)
        if dtype.itemsize != self.dtype.itemsize:
            if not self._c_contiguous or not shape:
                raise ValueError(
                    "To change to a dtype of a different size, the array must be C-contiguous"
                )
            row_bytes = shape[-1] * self.dtype.itemsize
            if row_bytes % dtype.itemsize:
                raise ValueError(
                    "When changing to a larger dtype, its size must be a divisor of the total size "
                    "in bytes of the last axis of the array."
                )
            shape[-1] = row_bytes // dtype.itemsize
            strides[-1] = dtype.itemsize
        return self._view(View(self._offset, tuple(shape), tuple(strides)), dtype)

    @property
    def T(self) -> DeviceNDArray:
        """The transposed array."""
        return self.transpose()

    def transpose(self, axes: Any = None) -> DeviceNDArray:
        """A transposed copy of a 2-D array, made on the device."""
        if axes and tuple(axes) == tuple(range(self.ndim)):
            return self
        if self.ndim != 2:
            raise NotImplementedError("transposing a non-2D DeviceNDArray isn't supported")
        if axes is not None and set(axes) != {0, 1}:
            raise ValueError(f"invalid axes list {axes!r}")
        from numba.cuda.kernels.transpose import transpose

        return transpose(self)

    def split(self, section: int, stream: Any = 0) -> Iterator[DeviceNDArray]:
        """Views of ``section`` items each; the last may be shorter."""
        if self.ndim != 1:
            raise ValueError("only support 1d array")
        if self.strides[0] != self.dtype.itemsize:
            raise ValueError("only support unit stride")
        for number in range(math.ceil(self.size / section)):
            yield self[number * section : (number + 1) * section]

    # Items

    def __getitem__(self, item: Any) -> Any:
        return self.getitem(item)

    def getitem(self, item: Any, stream: Any = 0) -> Any:
        """A view, or for a full index the item itself, copied to the host."""
        view = dummyarray.subscript(self._whole(), item)
        if view.shape or self._keeps_view(item):
            return self._view(view)
        if self.dtype.names is not None:
            return DeviceRecord(self.dtype, self._view(view))
        return self._view(view).copy_to_host()[()]

    def _keeps_view(self, item: Any) -> bool:
        """A 0-d result is still an array where no integer was asked for: ``a[...]``."""
        return self.ndim == 0 and item is Ellipsis

    def __setitem__(self, key: Any, value: Any) -> None:
        self.setitem(key, value)

    def setitem(self, key: Any, value: Any, stream: Any = 0) -> None:
        """Store a scalar or an array, broadcast to the place."""
        target = self._view(dummyarray.subscript(self._whole(), key))
        if isinstance(value, DeviceNDArray) and target._copies_straight_from(value):
            copy_on_device(
                value.gpu_data, value._offset, target.gpu_data, target._offset, target.nbytes
            )
            return
        host = np.asarray(value)
        if host.ndim > target.ndim:
            raise ValueError(f"Can't assign {host.ndim}-D array to {target.ndim}-D self")
        for axis, (have, got) in enumerate(
            zip(target.shape[target.ndim - host.ndim :], host.shape, strict=True)
        ):
            if got not in (1, have):
                raise ValueError(
                    f"Can't copy sequence with size {got} to array axis {axis} "
                    f"with dimension {have}"
                )
        target._fill(host)

    def _copies_straight_from(self, other: DeviceNDArray) -> bool:
        return (
            self.shape == other.shape
            and self.dtype == other.dtype
            and self._c_contiguous
            and other._c_contiguous
        )

    # Transfers

    def _fill(self, host: np.ndarray) -> None:
        """Store host items, broadcast; gaps keep what they hold."""
        if self.size == 0:
            return
        if self._c_contiguous or self._f_contiguous:
            whole = np.empty(self.shape, self.dtype, order="C" if self._c_contiguous else "F")
            whole[...] = host
            write_bytes(self.gpu_data, self._offset, whole)
            return
        start, region, window = self._region()
        read_bytes(self.gpu_data, start, region)
        window[...] = host
        write_bytes(self.gpu_data, start, region)

    def _region(self) -> tuple[int, np.ndarray, np.ndarray]:
        """Host memory for all bytes from first to last: offset, bytes, and the array in them."""
        low, high = dummyarray.extent(self.shape, self.strides, self.dtype.itemsize)
        region = np.empty(high - low, np.uint8)
        window = np.ndarray(self.shape, self.dtype, region, -low, self.strides)
        return self._offset + low, region, window

    def copy_to_host(self, ary: np.ndarray | None = None, stream: Any = 0) -> np.ndarray:
        """Copy to the host, and wait for it.

        Parameters
        ----------
        ary : numpy.ndarray, optional
            Where to; a new array if left out. Same shape, dtype and strides.
        stream : Stream or 0
            The copy is in order with all other work, and done on return.

        Returns
        -------
        numpy.ndarray
            ``ary``, or the new array.
        """
        if ary is not None:
            check_array_compatibility(self, ary)
            if not ary.flags.writeable:
                raise ValueError("the host array to copy to is read-only")
        if self._c_contiguous or self._f_contiguous:
            gapless = ary
            if ary is None or not (ary.flags.c_contiguous or ary.flags.f_contiguous):
                gapless = np.empty(self.shape, self.dtype, order="C" if self._c_contiguous else "F")
            if self.size:
                read_bytes(self.gpu_data, self._offset, gapless)
            if ary is not None and gapless is not ary:
                ary[...] = gapless
            return gapless if ary is None else ary
        start, region, window = self._region()
        read_bytes(self.gpu_data, start, region)
        if ary is None:
            return window
        ary[...] = window
        return ary

    def copy_to_device(self, ary: Any, stream: Any = 0) -> None:
        """Copy from a host or device array of the same shape and dtype."""
        if not self.size:
            return
        if isinstance(ary, DeviceNDArray):
            check_array_compatibility(self, ary)
            if self.strides == ary.strides and (self._c_contiguous or self._f_contiguous):
                copy_on_device(ary.gpu_data, ary._offset, self.gpu_data, self._offset, self.nbytes)
                return
            ary = ary.copy_to_host()
        host = np.asarray(ary)
        check_shape_and_dtype(self, host)
        order = "C" if self._c_contiguous else "F"
        if self._c_contiguous or self._f_contiguous:
            write_bytes(self.gpu_data, self._offset, np.asarray(host, order=order))
        else:
            self._fill(host)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        """Copy to the host, for NumPy."""
        if copy is False:
            raise ValueError("`copy=False` is not supported. A copy is always created.")
        host = self.copy_to_host()
        return host if dtype is None else host.astype(dtype, copy=False)

    def get_ipc_handle(self) -> None:
        """Refused: there are no other processes to share memory with."""
        raise NotImplementedError("device memory cannot be shared between processes in a browser")


class DeviceRecord:
    """One structured item on the device; fields are read and written one by one."""

    __cuda_memory__ = True

    def __init__(self, dtype: np.dtype, array: DeviceNDArray) -> None:
        self.dtype = dtype
        self._array = array
        self.shape = ()
        self.gpu_data = array.gpu_data

    def __getitem__(self, name: Any) -> Any:
        return self._array.copy_to_host()[()][name]

    def __setitem__(self, name: Any, value: Any) -> None:
        host = self._array.copy_to_host()
        host[name] = value
        self._array.copy_to_device(host)

    def copy_to_host(self, ary: np.ndarray | None = None, stream: Any = 0) -> Any:
        """The whole item."""
        return self._array.copy_to_host(ary, stream)[()]

    def copy_to_device(self, ary: Any, stream: Any = 0) -> None:
        """Store the whole item."""
        self._array.copy_to_device(np.asarray(ary), stream)


class MappedNDArray(np.ndarray):
    """Host memory that kernels see: copied in for a launch, and back after it."""


class ManagedNDArray(np.ndarray):
    """Managed memory: copied in for a launch, and back after it."""


def is_cuda_ndarray(obj: Any) -> bool:
    """Whether the object is an array on the device."""
    return bool(getattr(obj, "__cuda_ndarray__", False))


def require_cuda_ndarray(obj: Any) -> None:
    """Raise unless the object is an array on the device."""
    if not is_cuda_ndarray(obj):
        raise ValueError("require an cuda ndarray object")


def array_core(ary: np.ndarray) -> np.ndarray:
    """The array without axes that repeat one item (stride 0)."""
    if not ary.strides or not ary.size:
        return ary
    return ary[tuple(0 if stride == 0 else slice(None) for stride in ary.strides)]


def sentry_contiguous(ary: np.ndarray) -> None:
    """Raise unless the host array is one gapless region."""
    flags = array_core(ary).flags
    if not flags.c_contiguous and not flags.f_contiguous:
        raise ValueError(NOT_CONTIGUOUS)


def check_shape_and_dtype(mine: Any, other: Any) -> None:
    """Raise unless shape and dtype are the same, axes of one item aside."""
    if mine.dtype != other.dtype:
        raise TypeError(f"incompatible dtype: {mine.dtype} vs. {other.dtype}")
    if tuple(n for n in mine.shape if n != 1) != tuple(n for n in other.shape if n != 1):
        raise ValueError(f"incompatible shape: {mine.shape} vs. {other.shape}")


def check_array_compatibility(mine: Any, other: Any) -> None:
    """Raise unless shape, dtype and strides are the same, axes of one item aside."""
    check_shape_and_dtype(mine, other)
    if mine.size and mine.strides != other.strides:
        mine_strides = [s for n, s in zip(mine.shape, mine.strides, strict=True) if n != 1]
        if mine_strides != [s for n, s in zip(other.shape, other.strides, strict=True) if n != 1]:
            raise ValueError(f"incompatible strides: {mine.strides} vs. {other.strides}")


def from_array_like(ary: Any, stream: Any = 0, gpu_data: Any = None) -> DeviceNDArray:
    """A device array of the same shape, strides and dtype; not filled."""
    return DeviceNDArray(ary.shape, ary.strides, ary.dtype, stream, gpu_data)


def auto_device(
    obj: Any, stream: Any = 0, copy: bool = True, user_explicit: bool = False
) -> tuple[DeviceNDArray, bool]:
    """The object as a device array, and whether that is a new one.

    Raises
    ------
    ValueError
        If a host array is not contiguous.
    """
    if isinstance(obj, DeviceNDArray):
        return obj, False
    if getattr(obj, "__cuda_array_interface__", None) is not None:
        from numba.cuda.api import from_cuda_array_interface

        return from_cuda_array_interface(obj.__cuda_array_interface__, owner=obj), False
    host = np.asanyarray(obj)
    sentry_contiguous(host)
    if host.dtype == np.dtype(object):
        raise TypeError(f"{type(obj).__name__} cannot be copied to the device")
    core = array_core(host)
    array = DeviceNDArray(host.shape, host.strides, host.dtype, stream)
    if copy and core.nbytes:
        write_bytes(array.gpu_data, 0, core)
    return array, True
