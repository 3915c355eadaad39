"""Arguments of a launch: their types, and their slots in the launch record.

Host arrays are copied to the device for the launch and back after it; ``In``, ``Out``
and ``InOut`` say which way. Packing functions take the argument and a :class:`Transfers`
and give the bytes of its slots (``Engine.launch``).
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

import numpy as np

from numba.core import types
from numba.core.types.abstract import Type
from numba.core.typing.typeof import typeof
from numba.cuda.cudadrv.devicearray import DeviceNDArray, array_core, auto_device
from numba.cuda.cudadrv.driver import read_bytes

pack_int = struct.Struct("<q").pack
pack_uint = struct.Struct("<Q").pack
pack_float = struct.Struct("<d").pack
pack_complex = struct.Struct("<dd").pack

_pack_bool = struct.Struct("<?7x").pack

#: Classes of scalars that a warm launch packs at once: a kind for the key of the launch (device
#: arrays bring their own, from FIRST_ARRAY_KIND) and the packing function.
SCALARS: dict[type, tuple[int, Callable[[Any], bytes]]] = {
    int: (1, pack_int),
    float: (2, pack_float),
    bool: (3, _pack_bool),
    np.bool_: (4, _pack_bool),
    np.float32: (5, pack_float),
    np.float64: (6, pack_float),
}
for _bits in (8, 16, 32, 64):
    SCALARS[np.dtype(f"int{_bits}").type] = (len(SCALARS) + 1, pack_int)
    SCALARS[np.dtype(f"uint{_bits}").type] = (len(SCALARS) + 1, pack_uint)


class Transfers:
    """What one launch must do beside launching.

    Attributes
    ----------
    back : list of (DeviceNDArray, numpy.ndarray)
        Copies to make once the kernel is done.
    keep : list
        Device arrays made for this launch.
    """

    __slots__ = ("back", "keep")

    def __init__(self) -> None:
        self.back: list[tuple[DeviceNDArray, np.ndarray]] = []
        self.keep: list[Any] = []

    def finish(self) -> None:
        """Copy back; waits for the kernel."""
        for device, host in self.back:
            core = array_core(host)
            read_bytes(device.gpu_data, 0, core)


class ArgHint:
    """Says which way a host array is copied for a launch."""

    copies_in = True
    copies_back = True

    def __init__(self, value: Any) -> None:
        self.value = value

    @property
    def _numba_type_(self) -> Type:
        return typeof(self.value)

    def to_device(self, transfers: Transfers) -> DeviceNDArray:
        """The value on the device."""
        device, new = auto_device(self.value, copy=self.copies_in)
        if new:
            transfers.keep.append(device)
            host = self.value
            if self.copies_back and isinstance(host, np.ndarray) and host.flags.writeable:
                transfers.back.append((device, host))
        return device


class In(ArgHint):
    """Copied to the device before the launch, not back."""

    copies_back = False


class Out(ArgHint):
    """Copied back after the launch; what the kernel finds in it is zeros."""

    copies_in = False


class InOut(ArgHint):
    """Copied both ways, as plain host arrays are."""


def wrap_arg(value: Any, default: type[ArgHint] = InOut) -> ArgHint:
    """The value with a hint."""
    return value if isinstance(value, ArgHint) else default(value)


Packer = Callable[[Any, Transfers], bytes]


def packer_for(ty: Type) -> Packer:
    """The function that packs an argument for a parameter of that type.

    Raises
    ------
    NotImplementedError
        If arguments of the type cannot be passed.
    """
    if isinstance(ty, types.Array):
        return _pack_array
    if isinstance(ty, types.Integer):
        return _integer_packer(ty)
    if isinstance(ty, types.Float):
        return _float_packer(ty)
    if isinstance(ty, types.Boolean):
        return lambda value, _: pack_int(1 if value else 0)
    if isinstance(ty, types.Complex):
        return _complex_packer(ty)
    if isinstance(ty, types.BaseTuple):
        return _tuple_packer(ty)
    if isinstance(ty, (types.NPDatetime, types.NPTimedelta)):
        return lambda value, _: pack_int(int(value.view(np.int64)))
    if isinstance(ty, (types.EnumMember, types.IntEnumMember)):
        inner = packer_for(ty.dtype)
        return lambda value, transfers: inner(value.value, transfers)
    if isinstance(ty, types.NoneType):
        return lambda _value, _transfers: b""
    raise NotImplementedError(f"a kernel argument cannot be of type {ty}")


def _pack_array(value: Any, transfers: Transfers) -> bytes:
    if type(value) is DeviceNDArray:
        return value._packed
    return wrap_arg(value).to_device(transfers)._packed


def _integer_packer(ty: types.Integer) -> Packer:
    pack = pack_int if ty.signed else pack_uint
    mask, sign = (1 << ty.bitwidth) - 1, (1 << (ty.bitwidth - 1)) if ty.signed else 0

    def packed(value: Any, _: Transfers) -> bytes:
        try:
            whole = value.__index__()
        except AttributeError:
            raise TypeError(f"an argument of type {ty} must be an integer, not {value!r}") from None
        # As C converts: the low bits count.
        return pack(((whole & mask) ^ sign) - sign)

    return packed


def _float_packer(ty: types.Float) -> Packer:
    if ty.bitwidth == 64:
        return lambda value, _: pack_float(float(value))
    narrow = getattr(np, ty.name)

    def packed(value: Any, _: Transfers) -> bytes:
        with np.errstate(over="ignore"):
            return pack_float(float(narrow(value)))

    return packed


def _complex_packer(ty: types.Complex) -> Packer:
    narrow = getattr(np, ty.name)

    def packed(value: Any, _: Transfers) -> bytes:
        number = complex(narrow(value))
        return pack_complex(number.real, number.imag)

    return packed


def _tuple_packer(ty: types.BaseTuple) -> Packer:
    packers = [packer_for(item) for item in ty]

    def packed(value: Any, transfers: Transfers) -> bytes:
        return b"".join([pack(item, transfers) for pack, item in zip(packers, value, strict=True)])

    return packed


def typeof_argument(value: Any, position: int) -> Type:
    """The type of an argument, with an error that says which argument it is.

    Raises
    ------
    TypeError
        If no kernel can take such a value.
    """
    if type(value) is DeviceNDArray:
        return value._numba_type_
    if not isinstance(value, ArgHint) and not isinstance(value, np.ndarray):
        interface = getattr(value, "__cuda_array_interface__", None)
        if interface is not None:
            return auto_device(value)[0]._numba_type_
    try:
        found = typeof(value)
    except ValueError as error:
        raise _refused(value, position, str(error)) from None
    if isinstance(found, (types.List, types.UnicodeType)):
        raise _refused(value, position, "")
    if isinstance(found, types.Array) and not isinstance(value, DeviceNDArray):
        host = value.value if isinstance(value, ArgHint) else value
        if isinstance(host, np.ndarray) and found.layout == "A" and 0 not in host.strides:
            # Said before the compiler sees it: a host view can never be passed.
            auto_device(host, copy=False)
    return found


def _refused(value: Any, position: int, why: str) -> TypeError:
    name = type(value).__name__
    hint = {
        "list": "; make it an array with numpy.array()",
        "str": "; kernels work on numbers and arrays",
        "dict": "; kernels work on numbers and arrays",
    }.get(name, f" ({why})" if why else "")
    return TypeError(f"argument {position + 1} is a {name}, which a kernel cannot take{hint}")
