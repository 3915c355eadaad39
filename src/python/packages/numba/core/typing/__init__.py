"""Signatures and the types of live values."""

from __future__ import annotations

from typing import Any

from numba.core.typing.templates import Signature
from numba.core.typing.typeof import typeof

__all__ = ["Signature", "signature", "typeof"]


def signature(return_type: Any, *args: Any) -> Signature:
    """A signature from a return type and argument types."""
    return Signature(return_type, args)
