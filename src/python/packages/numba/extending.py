"""``numba.extending``: what of it needs no compiler of Numba's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core.decorators import njit


def register_jitable(*args: Any, **kws: Any) -> Any:
    """A function that jitted functions may call; as ``njit``."""
    if len(args) == 1 and callable(args[0]) and not kws:
        return njit(args[0])
    return lambda func: njit(func)


def _refuse(name: str) -> Callable[..., Any]:
    def refused(*_: Any, **__: Any) -> Any:
        raise NotImplementedError(
            f"numba.extending.{name} needs Numba's own compiler and is not here"
        )

    refused.__name__ = name
    return refused


overload = _refuse("overload")
overload_method = _refuse("overload_method")
overload_attribute = _refuse("overload_attribute")
intrinsic = _refuse("intrinsic")
register_model = _refuse("register_model")
type_callable = _refuse("type_callable")
typeof_impl = _refuse("typeof_impl")
