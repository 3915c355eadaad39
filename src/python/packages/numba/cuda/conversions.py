"""Which arguments a parameter with a declared type accepts, and at what cost.

Numba's rules for calling a function that was compiled for given types: an exact match
first, then widening, then conversions that keep the value, then those that may not.
"""

from __future__ import annotations

from collections.abc import Sequence

from numba.core import types
from numba.core.types.abstract import Type

EXACT, PROMOTE, SAFE, UNSAFE = range(4)

#: Bits of a whole number that each float holds exactly.
_MANTISSA = {"float16": 11, "float32": 24, "float64": 53}


def conversion(given: Type, wanted: Type) -> int | None:
    """The cost of passing ``given`` for ``wanted``; None where it is refused."""
    if given == wanted:
        return EXACT
    if isinstance(wanted, types.Array):
        return _array_conversion(given, wanted)
    if isinstance(wanted, types.BaseTuple):
        if not isinstance(given, types.BaseTuple) or len(given) != len(wanted):
            return None
        costs = [conversion(mine, theirs) for mine, theirs in zip(given, wanted, strict=True)]
        return None if None in costs else max((c for c in costs if c is not None), default=EXACT)
    return _number_conversion(given, wanted)


def _array_conversion(given: Type, wanted: types.Array) -> int | None:
    if (
        not isinstance(given, types.Array)
        or given.dtype != wanted.dtype
        or given.ndim != wanted.ndim
    ):
        return None
    contiguous_1d = given.ndim == 1 and given.layout in "CF"
    if wanted.layout != "A" and given.layout != wanted.layout and not contiguous_1d:
        return None
    if given.readonly and not wanted.readonly:
        return None
    return SAFE


def _number_conversion(given: Type, wanted: Type) -> int | None:
    """Between numbers and bools."""
    if isinstance(given, types.Boolean):
        return SAFE if isinstance(wanted, (types.Integer, types.Float, types.Complex)) else None
    if isinstance(given, types.Integer):
        if isinstance(wanted, types.Integer):
            if given.signed == wanted.signed:
                return PROMOTE if wanted.bitwidth > given.bitwidth else UNSAFE
            return SAFE if wanted.signed and wanted.bitwidth > given.bitwidth else UNSAFE
        if isinstance(wanted, types.Float):
            return SAFE if given.bitwidth - given.signed <= _MANTISSA[wanted.name] else UNSAFE
        if isinstance(wanted, types.Complex):
            return _number_conversion(given, wanted.underlying_float)
        return UNSAFE if isinstance(wanted, types.Boolean) else None
    if isinstance(given, types.Float):
        if isinstance(wanted, types.Float):
            return PROMOTE if wanted.bitwidth > given.bitwidth else UNSAFE
        if isinstance(wanted, types.Complex):
            keeps = wanted.underlying_float.bitwidth >= given.bitwidth
            return SAFE if keeps else UNSAFE
        return UNSAFE if isinstance(wanted, (types.Integer, types.Boolean)) else None
    if isinstance(given, types.Complex) and isinstance(wanted, types.Complex):
        return PROMOTE if wanted.bitwidth > given.bitwidth else UNSAFE
    return None


def best_match(
    given: Sequence[Type], candidates: Sequence[tuple[Type, ...]]
) -> tuple[Type, ...] | None:
    """The signature that the arguments fit best, the first of equals; None if none fits."""
    best: tuple[tuple[int, int, int], tuple[Type, ...]] | None = None
    for candidate in candidates:
        if len(candidate) != len(given):
            continue
        costs = [conversion(mine, theirs) for mine, theirs in zip(given, candidate, strict=True)]
        if None in costs:
            continue
        rating = (costs.count(UNSAFE), costs.count(SAFE), costs.count(PROMOTE))
        if best is None or rating < best[0]:
            best = (rating, candidate)
    return None if best is None else best[1]


def explain(
    given: Sequence[Type], candidates: Sequence[tuple[Type, ...]], names: Sequence[str]
) -> str:
    """A message that says which argument fits no signature, and why."""
    if len(candidates) == 1:
        for mine, theirs, name in zip(given, candidates[0], names, strict=False):
            if conversion(mine, theirs) is None:
                advice = _advice(mine, theirs)
                return f"argument {name} is {mine}, but the signature says {theirs}{advice}"
    shown = ", ".join(str(ty) for ty in given)
    known = "; ".join(f"({', '.join(str(ty) for ty in candidate)})" for candidate in candidates)
    return f"No matching definition for argument type(s) {shown}: the signatures are {known}"


def _advice(given: Type, wanted: Type) -> str:
    if not isinstance(given, types.Array) or not isinstance(wanted, types.Array):
        return ""
    if given.dtype != wanted.dtype:
        return f"; convert it with .astype({wanted.dtype}), or leave the signature out"
    if given.ndim != wanted.ndim:
        return "; the numbers of axes differ"
    if given.readonly and not wanted.readonly:
        return "; the array is read-only"
    return f"; its memory is not laid out in {wanted.layout} order"
