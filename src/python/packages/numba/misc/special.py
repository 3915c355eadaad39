"""Names with a meaning for the compiler that also work in plain Python."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any


class prange:
    """``range``; here one count after another."""

    def __new__(cls, *args: int) -> Any:
        return range(*args)


def literal_unroll(container: Any) -> Any:
    """The container itself; in a kernel its items may have several types."""
    return container


def literally(obj: Any) -> Any:
    """The value itself; in a kernel it is compiled in."""
    return obj


@contextlib.contextmanager
def objmode(*_: Any, **__: Any) -> Iterator[None]:
    """Plain Python inside a compiled function; here all of it is."""
    yield


def pndindex(*shape: Any) -> Any:
    """``numpy.ndindex``; here one index after another."""
    import numpy as np

    return np.ndindex(*shape)
