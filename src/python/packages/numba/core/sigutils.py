"""Signatures as users write them: strings, types, tuples."""

from __future__ import annotations

from typing import Any

from numba.core import types
from numba.core.types.abstract import Type
from numba.core.typing.templates import Signature


def is_signature(sig: Any) -> bool:
    """Whether an argument of ``jit`` is a signature rather than a function."""
    return isinstance(sig, (str, tuple, Signature))


def parse_signature(signature_str: str) -> Any:
    """Evaluate a signature such as ``"void(float32[:], int32)"``."""
    names = {name: getattr(types, name) for name in dir(types) if not name.startswith("_")}
    names["bool"] = types.boolean
    names["__builtins__"] = {}
    try:
        return eval(signature_str, names)
    except Exception as error:
        raise TypeError(f"invalid signature: {signature_str!r} ({error})") from error


def normalize_signature(sig: Any) -> tuple[tuple[Type, ...], Type | None]:
    """Argument types and return type of a signature in any form.

    Raises
    ------
    TypeError
        If it is no signature.
    """
    parsed = parse_signature(sig) if isinstance(sig, str) else sig
    if isinstance(parsed, tuple):
        args, return_type = parsed, None
    elif isinstance(parsed, Signature):
        args, return_type = parsed.args, parsed.return_type
    elif isinstance(parsed, Type):
        # `(float32)` is no tuple: a single type stands for a single argument.
        args, return_type = (parsed,), None
    else:
        raise TypeError(
            f"invalid signature: {sig!r} (type: {type(sig)}) evaluates to {type(parsed).__name__}"
        )
    for ty in (*args, *(() if return_type is None else (return_type,))):
        if not isinstance(ty, Type):
            raise TypeError(f"invalid type in signature: expected a type instance, got {ty!r}")
    return tuple(args), return_type
