"""The base of all Numba types."""

from __future__ import annotations

from typing import Any


class Type:
    """A type of the compiler, compared by value.

    Parameters
    ----------
    name : str
        Numba's name of it, such as ``float32`` or ``array(int64, 1d, C)``.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    def key(self) -> Any:
        """What tells this type from others of its class."""
        return self.name

    def __eq__(self, other: object) -> bool:
        return self.__class__ is other.__class__ and self.key == other.key  # type: ignore[attr-defined]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((self.__class__.__name__, self.key))

    def __repr__(self) -> str:
        return self.name

    def __str__(self) -> str:
        return self.name

    def __call__(self, *args: Any) -> Any:
        """Convert a host value, or make a signature with this as the return type."""
        if len(args) == 1 and not isinstance(args[0], Type):
            return self.cast_python_value(args[0])
        from numba.core.typing.templates import Signature

        return Signature(self, args, None)

    def __getitem__(self, index: Any) -> Type:
        """Array of this type: ``float32[:]``, ``float32[:, ::1]``, ``float32[::1, :]``."""
        from numba.core.types.npytypes import Array

        slices = index if isinstance(index, tuple) else (index,)
        for part in slices:
            if not isinstance(part, slice):
                raise KeyError(
                    f"an array type is written with slices, such as {self}[:], not {part!r}"
                )
        layout = "A"
        if slices[-1].step == 1:
            layout = "C"
        elif slices[0].step == 1:
            layout = "F"
        return Array(self, len(slices), layout)

    def cast_python_value(self, value: Any) -> Any:
        """Convert a host value to this type."""
        raise NotImplementedError(f"values cannot be converted to {self}")

    @property
    def is_internal(self) -> bool:
        """False: kept since programs ask for it."""
        return False

    def dump(self, tab: str = "") -> None:
        """Print the type."""
        print(f"{tab}{type(self).__name__}[name={self.name}]")


class Hashable(Type):
    """A type whose values can be hashed."""


class Number(Hashable):
    """Base of the number types."""


class Callable(Type):
    """Base of types whose values can be called."""


class DTypeSpec(Type):
    """Base of types that name a dtype."""


class Sized(Type):
    """Base of types with a length."""


class Iterable(Type):
    """Base of types that can be iterated."""


class Dummy(Type):
    """A type without values at run time."""


class Opaque(Dummy):
    """A type whose values mean nothing to the compiler."""


class Phantom(Dummy):
    """A type that exists only while compiling."""
