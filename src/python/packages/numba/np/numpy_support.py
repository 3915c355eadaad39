"""Conversion between NumPy dtypes and Numba types."""

from __future__ import annotations

import numpy as np

from numba.core import types
from numba.core.errors import NumbaNotImplementedError
from numba.core.types.abstract import Type

_KINDS = {"i": "int", "u": "uint", "f": "float", "c": "complex"}
_KNOWN: dict[np.dtype, Type] = {}


def from_dtype(dtype: np.dtype) -> Type:
    """The Numba type of items of a NumPy dtype.

    Raises
    ------
    NumbaNotImplementedError
        If there is none: foreign byte order, objects, ``longdouble``.
    """
    dtype = np.dtype(dtype)
    known = _KNOWN.get(dtype)
    if known is None:
        known = _KNOWN[dtype] = _from_new_dtype(dtype)
    return known


def _from_new_dtype(dtype: np.dtype) -> Type:
    if not dtype.isnative:
        raise NumbaNotImplementedError(f"{dtype} is not in this machine's byte order")
    if dtype.fields is not None:
        return from_struct_dtype(dtype)
    if dtype.kind == "b":
        return types.boolean
    if dtype.kind in _KINDS:
        found = getattr(types, f"{_KINDS[dtype.kind]}{dtype.itemsize * 8}", None)
        if found is not None:
            return found
    if dtype.kind == "M":
        return types.NPDatetime(np.datetime_data(dtype)[0])
    if dtype.kind == "m":
        return types.NPTimedelta(np.datetime_data(dtype)[0])
    if dtype.kind == "S" and dtype.itemsize:
        return types.CharSeq(dtype.itemsize)
    if dtype.kind == "U" and dtype.itemsize:
        return types.UnicodeCharSeq(dtype.itemsize // 4)
    if dtype.kind == "V" and dtype.subdtype is not None:
        base, shape = dtype.subdtype
        return types.NestedArray(from_dtype(base), shape)
    raise NumbaNotImplementedError(f"unsupported array dtype: {dtype}")


def from_struct_dtype(dtype: np.dtype) -> types.Record:
    """The record type of a structured dtype."""
    fields = []
    for name, info in sorted((dtype.fields or {}).items(), key=lambda entry: entry[1][1]):
        field, offset = info[0], info[1]
        title = info[2] if len(info) > 2 else None
        if name == title:
            continue
        alignment = field.alignment if dtype.isalignedstruct else None
        fields.append((name, types.RecordField(from_dtype(field), offset, alignment, title)))
    return types.Record(fields, dtype.itemsize, dtype.isalignedstruct)


def as_dtype(nbtype: Type) -> np.dtype:
    """The NumPy dtype of items of a Numba type.

    Raises
    ------
    NumbaNotImplementedError
        If there is none.
    """
    nbtype = types.unliteral(nbtype)
    if isinstance(nbtype, types.Boolean):
        return np.dtype(np.bool_)
    if isinstance(nbtype, (types.Integer, types.Float, types.Complex)):
        return np.dtype(nbtype.name)
    if isinstance(nbtype, types.Record):
        return as_struct_dtype(nbtype)
    if isinstance(nbtype, types.NestedArray):
        return np.dtype((as_dtype(nbtype.dtype), nbtype.shape))
    if isinstance(nbtype, (types.NPDatetime, types.NPTimedelta)):
        return np.dtype(nbtype.name)
    if isinstance(nbtype, types.CharSeq):
        return np.dtype(f"S{nbtype.count}")
    if isinstance(nbtype, types.UnicodeCharSeq):
        return np.dtype(f"U{nbtype.count}")
    if isinstance(nbtype, types.DType):
        return as_dtype(nbtype.dtype)
    raise NumbaNotImplementedError(f"{nbtype} cannot be represented as a NumPy dtype")


def as_struct_dtype(rec: types.Record) -> np.dtype:
    """The structured dtype of a record type, offsets kept."""
    return np.dtype(
        {
            "names": list(rec.fields),
            "formats": [as_dtype(field.type) for field in rec.fields.values()],
            "offsets": [field.offset for field in rec.fields.values()],
            "itemsize": rec.size,
        },
        align=rec.aligned,
    )


def map_layout(val: np.ndarray) -> str:
    """Layout letter of an array."""
    return "C" if val.flags.c_contiguous else "F" if val.flags.f_contiguous else "A"


def is_array(val: object) -> bool:
    """Whether the value is a NumPy array."""
    return isinstance(val, np.ndarray)
