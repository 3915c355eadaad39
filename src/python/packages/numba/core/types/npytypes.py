"""Array and record types."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from numba.core.types.abstract import DTypeSpec, Hashable, Opaque, Type


class Array(Type):
    """A view of memory with a dtype, a number of axes and a layout.

    Parameters
    ----------
    dtype : Type
        Type of the items.
    ndim : int
        Axes.
    layout : {"C", "F", "A"}
        Row-major, column-major, or any strides.
    readonly : bool
        Whether a kernel must not write to it.
    """

    mutable = True
    slice_is_copy = False

    def __init__(
        self,
        dtype: Type,
        ndim: int,
        layout: str,
        readonly: bool = False,
        name: str | None = None,
        aligned: bool = True,
    ) -> None:
        if isinstance(dtype, Array):
            raise TypeError("array dtype cannot be an array")
        if layout not in ("C", "F", "A"):
            raise ValueError(f"layout must be C, F or A, not {layout!r}")
        self.dtype = dtype
        self.ndim = ndim
        self.layout = layout
        self.mutable = not readonly
        self.aligned = aligned
        prefix = ("readonly " if readonly else "") + ("" if aligned else "unaligned ")
        super().__init__(name or f"{prefix}array({dtype}, {ndim}d, {layout})")

    @property
    def readonly(self) -> bool:
        """Whether a kernel must not write to it."""
        return not self.mutable

    @property
    def key(self) -> Any:
        return self.dtype, self.ndim, self.layout, self.mutable, self.aligned

    def copy(
        self,
        dtype: Type | None = None,
        ndim: int | None = None,
        layout: str | None = None,
        readonly: bool | None = None,
    ) -> Array:
        """The same type with some parts replaced."""
        return Array(
            self.dtype if dtype is None else dtype,
            self.ndim if ndim is None else ndim,
            self.layout if layout is None else layout,
            self.readonly if readonly is None else readonly,
            aligned=self.aligned,
        )

    def is_precise(self) -> bool:
        """True: the dtype is always known here."""
        return True

    @property
    def is_c_contig(self) -> bool:
        """Row-major without gaps."""
        return self.layout == "C" or (self.ndim <= 1 and self.layout in "CF")

    @property
    def is_f_contig(self) -> bool:
        """Column-major without gaps."""
        return self.layout == "F" or (self.ndim <= 1 and self.layout in "CF")

    @property
    def is_contig(self) -> bool:
        """Without gaps."""
        return self.layout in "CF"

    def __repr__(self) -> str:
        return (
            f"Array({self.dtype!r}, {self.ndim!r}, {self.layout!r}, {self.readonly!r}, "
            f"aligned={self.aligned!r})"
        )


class NestedArray(Array):
    """An array of fixed shape inside a record."""

    def __init__(self, dtype: Type, shape: tuple[int, ...]) -> None:
        super().__init__(dtype, len(shape), "C", name=f"nestedarray({dtype}, {shape})")
        self._shape = tuple(shape)

    @property
    def shape(self) -> tuple[int, ...]:
        """Items along each axis."""
        return self._shape

    @property
    def key(self) -> Any:
        return self.dtype, self._shape


class RecordField(NamedTuple):
    """One field of a record: its type, offset in bytes, and alignment."""

    type: Type
    offset: int
    alignment: int | None = None
    title: str | None = None


class Record(Hashable):
    """A structured item with named fields.

    Parameters
    ----------
    fields : list of (str, RecordField)
        In order of their offsets.
    size : int
        Bytes of a record, padding included.
    aligned : bool
        Whether the fields stand where C would put them.
    """

    mutable = True

    def __init__(self, fields: Any, size: int, aligned: bool) -> None:
        pairs = fields.items() if isinstance(fields, dict) else fields
        self.fields: dict[str, RecordField] = {
            name: field if isinstance(field, RecordField) else RecordField(**field)
            for name, field in pairs
        }
        self.size = size
        self.aligned = aligned
        parts = ",".join(
            f"{name}[type={field.type};offset={field.offset}"
            + (f";alignment={field.alignment}]" if field.alignment is not None else "]")
            for name, field in self.fields.items()
        )
        super().__init__(f"Record({parts};{size};{aligned})")

    @classmethod
    def make_c_struct(cls, name_types: list[tuple[str, Type]]) -> Record:
        """A record laid out as C lays out a struct of these fields."""
        from numba.np.numpy_support import as_dtype, from_dtype

        dtype = np.dtype([(name, as_dtype(type_)) for name, type_ in name_types], align=True)
        return from_dtype(dtype)

    def __len__(self) -> int:
        return len(self.fields)

    def __contains__(self, name: str) -> bool:
        return name in self.fields

    def __iter__(self) -> Iterator[str]:
        return iter(self.fields)

    def offset(self, name: str) -> int:
        """Bytes from the start of the record to the field."""
        return self.fields[name].offset

    def typeof(self, name: str) -> Type:
        """Type of the field."""
        return self.fields[name].type

    @property
    def members(self) -> list[tuple[str, Type]]:
        """Fields and their types, by offset."""
        return [(name, field.type) for name, field in self.fields.items()]

    @property
    def dtype(self) -> np.dtype:
        """The NumPy dtype with this layout."""
        from numba.np.numpy_support import as_struct_dtype

        return as_struct_dtype(self)


class DType(DTypeSpec, Opaque):
    """The type of a dtype object."""

    def __init__(self, dtype: Type) -> None:
        super().__init__(f"dtype({dtype})")
        self._dtype = dtype

    @property
    def dtype(self) -> Type:
        """The type that the dtype stands for."""
        return self._dtype

    @property
    def key(self) -> Any:
        return self._dtype


class CharSeq(Type):
    """Bytes of a fixed length."""

    mutable = True

    def __init__(self, count: int) -> None:
        super().__init__(f"[char x {count}]")
        self.count = count


class UnicodeCharSeq(Type):
    """Characters of a fixed length."""

    mutable = True

    def __init__(self, count: int) -> None:
        super().__init__(f"[unichr x {count}]")
        self.count = count
