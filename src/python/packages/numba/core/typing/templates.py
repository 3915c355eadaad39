"""Signatures: a return type and argument types."""

from __future__ import annotations

from typing import Any

from numba.core.types.abstract import Type


class Signature:
    """What a function takes and gives.

    Parameters
    ----------
    return_type : Type or None
        ``types.none`` for kernels; None where it is to be inferred.
    args : tuple of Type
        Types of the arguments, in order.
    """

    def __init__(
        self, return_type: Type | None, args: Any, recvr: Any = None, pysig: Any = None
    ) -> None:
        self.return_type = return_type
        self.args: tuple[Type, ...] = tuple(args)
        self.recvr = recvr
        self.pysig = pysig

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Signature):
            return NotImplemented
        return self.return_type == other.return_type and self.args == other.args

    def __hash__(self) -> int:
        return hash((self.args, self.return_type))

    def __repr__(self) -> str:
        return f"{self.args!r} -> {self.return_type}"

    def __str__(self) -> str:
        return self.__repr__()
