"""The Numba type of a live value, as it becomes an argument of a compiled function."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Any

import numpy as np

from numba.core import types
from numba.core.types.abstract import Type

INT64_MIN, INT64_MAX, UINT64_MAX = -(1 << 63), (1 << 63) - 1, (1 << 64) - 1


def typeof(val: Any, purpose: Any = None) -> Type:
    """The type of a value.

    Parameters
    ----------
    val : object
        A number, NumPy scalar or array, device array, tuple, string or None.

    Raises
    ------
    ValueError
        If no type fits.
    """
    found = maybe_typeof(val)
    if found is None:
        raise ValueError(f"cannot determine Numba type of {type(val)}")
    return found


def maybe_typeof(val: Any) -> Type | None:
    """As :func:`typeof`, with None where no type fits."""
    rule = _RULES.get(type(val))
    if rule is not None:
        return rule(val)
    declared = getattr(val, "_numba_type_", None)
    if isinstance(declared, Type):
        return declared
    return _by_base_class(val)


def _by_base_class(val: Any) -> Type | None:
    """Types of values whose class is not listed: subclasses, enums, NumPy scalars."""
    from numba.np.numpy_support import from_dtype

    if isinstance(val, enum.IntEnum):
        return types.IntEnumMember(type(val), types.int64)
    if isinstance(val, enum.Enum):
        value = maybe_typeof(val.value)
        return None if value is None else types.EnumMember(type(val), value)
    if isinstance(val, np.generic):
        return from_dtype(val.dtype)
    if isinstance(val, np.ndarray):
        return _typeof_array(val)
    if isinstance(val, tuple):
        return _typeof_tuple(val)
    for base in (bool, int, float, complex, str):
        if isinstance(val, base):
            return _RULES[base](val)
    if isinstance(val, np.dtype):
        return types.DType(from_dtype(val))
    if isinstance(val, Type):
        return types.DType(val)
    return None


def _typeof_int(val: int) -> Type:
    if INT64_MIN <= val <= INT64_MAX:
        return types.int64
    if val <= UINT64_MAX and val > 0:
        return types.uint64
    raise ValueError(f"Int value is too large: {val}")


def _typeof_array(val: np.ndarray) -> Type:
    from numba.np.numpy_support import from_dtype

    flags = val.flags
    layout = "C" if flags.c_contiguous else "F" if flags.f_contiguous else "A"
    return types.Array(
        from_dtype(val.dtype), val.ndim, layout, readonly=not flags.writeable, aligned=flags.aligned
    )


def _typeof_tuple(val: tuple[Any, ...]) -> Type | None:
    items = [maybe_typeof(item) for item in val]
    if any(item is None for item in items):
        return None
    pyclass = type(val) if hasattr(val, "_fields") else None
    return types.BaseTuple.from_types(items, pyclass)


def _typeof_list(val: list[Any]) -> Type | None:
    if not val:
        raise ValueError("Cannot type empty list")
    item = maybe_typeof(val[0])
    return None if item is None else types.List(item, reflected=True)


_RULES: dict[type, Callable[[Any], Type | None]] = {
    bool: lambda _: types.boolean,
    int: _typeof_int,
    float: lambda _: types.float64,
    complex: lambda _: types.complex128,
    str: lambda _: types.unicode_type,
    type(None): lambda _: types.none,
    np.ndarray: _typeof_array,
    tuple: _typeof_tuple,
    list: _typeof_list,
}
