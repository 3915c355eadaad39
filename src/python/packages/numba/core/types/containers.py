"""Tuples, optional values, literals, functions: types made of others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from numba.core.types.abstract import Callable, Dummy, Hashable, Sized, Type


class BaseTuple(Sized, Hashable):
    """Base of the tuple types."""

    types: tuple[Type, ...]

    @classmethod
    def from_types(cls, tys: Any, pyclass: type | None = None) -> BaseTuple:
        """The tuple type for these item types."""
        tys = tuple(tys)
        homogeneous = bool(tys) and all(ty == tys[0] for ty in tys)
        if pyclass is not None and pyclass is not tuple:
            return (
                NamedUniTuple(tys[0], len(tys), pyclass)
                if homogeneous
                else NamedTuple(tys, pyclass)
            )
        return UniTuple(tys[0], len(tys)) if homogeneous else Tuple(tys)

    @property
    def count(self) -> int:
        """Items."""
        return len(self.types)

    @property
    def key(self) -> Any:
        return self.types

    def __len__(self) -> int:
        return len(self.types)

    def __iter__(self) -> Iterator[Type]:
        return iter(self.types)

    def __getitem__(self, index: Any) -> Any:
        return self.types[index]


class UniTuple(BaseTuple):
    """A tuple of ``count`` items of one type."""

    def __init__(self, dtype: Type, count: int) -> None:
        self.dtype = dtype
        self.types = (dtype,) * count
        super().__init__(f"UniTuple({dtype} x {count})")


class Tuple(BaseTuple):
    """A tuple of items of several types."""

    def __new__(cls, types: Any) -> Any:
        """A tuple of equal types is a :class:`UniTuple`, as in Numba."""
        tys = tuple(types)
        if cls is Tuple and tys and all(ty == tys[0] for ty in tys):
            return UniTuple(tys[0], len(tys))
        return super().__new__(cls)

    def __init__(self, types: Any) -> None:
        self.types = tuple(types)
        super().__init__(
            f"Tuple({', '.join(str(ty) for ty in self.types)})" if self.types else "Tuple()"
        )


class NamedTuple(BaseTuple):
    """A ``collections.namedtuple`` of items of several types."""

    def __init__(self, types: Any, cls: type) -> None:
        self.types = tuple(types)
        self.instance_class = cls
        self.fields: tuple[str, ...] = tuple(cls._fields)  # type: ignore[attr-defined]
        super().__init__(f"{cls.__name__}({', '.join(str(ty) for ty in self.types)})")

    @property
    def key(self) -> Any:
        return self.instance_class, self.types


class NamedUniTuple(NamedTuple):
    """A ``collections.namedtuple`` of items of one type."""

    def __init__(self, dtype: Type, count: int, cls: type) -> None:
        super().__init__((dtype,) * count, cls)
        self.dtype = dtype
        self.name = f"{cls.__name__}({dtype} x {count})"


class Literal(Dummy):
    """A value known while compiling."""

    def __init__(self, value: Any) -> None:
        super().__init__(f"Literal[{type(value).__name__}]({value})")
        self._literal_value = value

    @property
    def literal_value(self) -> Any:
        """The value."""
        return self._literal_value

    @property
    def literal_type(self) -> Type:
        """The type of the value once it is not known."""
        from numba.core.typing.typeof import typeof

        return typeof(self._literal_value)


class IntegerLiteral(Literal):
    """A known integer."""


class BooleanLiteral(Literal):
    """A known bool."""


class StringLiteral(Literal):
    """A known string."""


def literal(value: Any) -> Literal:
    """The literal type of a value."""
    if isinstance(value, bool):
        return BooleanLiteral(value)
    if isinstance(value, int):
        return IntegerLiteral(value)
    if isinstance(value, str):
        return StringLiteral(value)
    from numba.core.errors import LiteralTypingError

    raise LiteralTypingError(f"{type(value)} cannot be used as a literal")


def unliteral(lit_type: Type) -> Type:
    """The plain type of a literal type; other types as they are."""
    return lit_type.literal_type if isinstance(lit_type, Literal) else lit_type


class Optional(Type):
    """A value or None."""

    def __init__(self, typ: Type) -> None:
        super().__init__(f"OptionalType({typ})")
        self.type = typ


class Omitted(Dummy):
    """An argument that was left out; the default stands for it."""

    def __init__(self, default: Any) -> None:
        super().__init__(f"omitted(default={default!r})")
        self.value = default


class CPointer(Type):
    """A pointer to values of ``dtype``."""

    def __init__(self, dtype: Type, addrspace: int | None = None) -> None:
        super().__init__(f"{dtype}*")
        self.dtype = dtype
        self.addrspace = addrspace


class Module(Dummy):
    """The type of a module."""

    def __init__(self, pymod: Any) -> None:
        super().__init__(f"Module({pymod})")
        self.pymod = pymod


class Function(Callable):
    """The type of a function that the compiler knows."""

    def __init__(self, template: Any) -> None:
        super().__init__(f"Function({template})")
        self.template = template


class Dispatcher(Callable):
    """The type of a jitted function."""

    def __init__(self, dispatcher: Any) -> None:
        super().__init__(f"type({dispatcher})")
        self.dispatcher = dispatcher


class SliceType(Hashable):
    """The type of a slice of two or three members."""

    def __init__(self, name: str, members: int) -> None:
        super().__init__(name)
        self.members = members


class List(Type):
    """The type of a Python list; kernels refuse it."""

    def __init__(self, dtype: Type, reflected: bool = False) -> None:
        super().__init__(f"{'reflected ' if reflected else ''}list({dtype})")
        self.dtype = dtype


class UnicodeType(Hashable):
    """The type of a string."""


class NoneType(Dummy):
    """The type of None; as a return type, nothing."""

    def cast_python_value(self, value: Any) -> None:
        """Only None is None."""
        if value is not None:
            raise TypeError(f"{value!r} is not None")
