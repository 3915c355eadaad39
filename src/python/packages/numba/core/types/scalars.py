"""Numbers, bools, and the date types."""

from __future__ import annotations

from functools import total_ordering
from typing import Any

import numpy as np

from numba.core.types.abstract import Hashable, Number, Type


@total_ordering
class Integer(Number):
    """A whole number of 8 to 64 bits.

    Parameters
    ----------
    name : str
        ``int32`` or the like.
    bitwidth : int
        Bits of a value.
    signed : bool
        Whether values may be negative.
    """

    def __init__(self, name: str, bitwidth: int | None = None, signed: bool | None = None) -> None:
        super().__init__(name)
        self.bitwidth = bitwidth if bitwidth is not None else int(name.lstrip("uint"))
        self.signed = signed if signed is not None else not name.startswith("u")

    @classmethod
    def from_bitwidth(cls, bitwidth: int, signed: bool = True) -> Integer:
        """The integer type of that width."""
        return cls(f"{'int' if signed else 'uint'}{bitwidth}", bitwidth, signed)

    @property
    def maxval(self) -> int:
        """The largest value."""
        return (1 << (self.bitwidth - self.signed)) - 1

    @property
    def minval(self) -> int:
        """The smallest value."""
        return -(1 << (self.bitwidth - 1)) if self.signed else 0

    def cast_python_value(self, value: Any) -> np.generic:
        """A NumPy scalar of the type, as real Numba gives it."""
        return getattr(np, self.name)(value)

    def __lt__(self, other: Type) -> bool:
        if not isinstance(other, Integer) or self.signed != other.signed:
            return NotImplemented
        return self.bitwidth < other.bitwidth


@total_ordering
class Float(Number):
    """A floating-point number of 16 to 64 bits."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.bitwidth = int(name.removeprefix("float"))

    def cast_python_value(self, value: Any) -> np.generic:
        """A NumPy scalar of the type."""
        return getattr(np, self.name)(value)

    def __lt__(self, other: Type) -> bool:
        if not isinstance(other, Float):
            return NotImplemented
        return self.bitwidth < other.bitwidth


class Complex(Number):
    """A complex number: two floats."""

    def __init__(self, name: str, underlying_float: Float) -> None:
        super().__init__(name)
        self.underlying_float = underlying_float
        self.bitwidth = underlying_float.bitwidth * 2

    def cast_python_value(self, value: Any) -> np.generic:
        """A NumPy scalar of the type."""
        return getattr(np, self.name)(value)


class Boolean(Hashable):
    """True or False; one byte in arrays."""

    def cast_python_value(self, value: Any) -> bool:
        """A Python bool."""
        return bool(value)


class NPDatetime(Type):
    """``numpy.datetime64`` with a unit."""

    def __init__(self, unit: str) -> None:
        super().__init__(f"datetime64[{unit}]" if unit else "datetime64")
        self.unit = unit


class NPTimedelta(Type):
    """``numpy.timedelta64`` with a unit."""

    def __init__(self, unit: str) -> None:
        super().__init__(f"timedelta64[{unit}]" if unit else "timedelta64")
        self.unit = unit


class IntEnumMember(Type):
    """A member of an ``IntEnum``; ``dtype`` is the type of its value."""

    def __init__(self, instance_class: type, dtype: Type) -> None:
        super().__init__(f"IntEnum<{dtype}>({instance_class.__name__})")
        self.instance_class = instance_class
        self.dtype = dtype


class EnumMember(Type):
    """A member of an ``Enum``; ``dtype`` is the type of its value."""

    def __init__(self, instance_class: type, dtype: Type) -> None:
        super().__init__(f"Enum<{dtype}>({instance_class.__name__})")
        self.instance_class = instance_class
        self.dtype = dtype
