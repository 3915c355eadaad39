"""``float32x4``, ``int2`` and the like: small vectors, for use in kernels."""

from __future__ import annotations

from numba.cuda.stubs import Stub

_SCALARS = (
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "float32",
    "float64",
)
#: C's names as CUDA uses them, on a 64-bit host.
_C_NAMES = {
    "char": "int8",
    "short": "int16",
    "int": "int32",
    "long": "int64",
    "longlong": "int64",
    "uchar": "uint8",
    "ushort": "uint16",
    "uint": "uint32",
    "ulong": "uint64",
    "ulonglong": "uint64",
    "float": "float32",
    "double": "float64",
}


def _vectors() -> dict[str, Stub]:
    vectors = {
        f"{scalar}x{count}": Stub(f"numba.cuda.{scalar}x{count}", f"A vector of {count} {scalar}.")
        for scalar in _SCALARS
        for count in (1, 2, 3, 4)
    }
    for c_name, scalar in _C_NAMES.items():
        for count in (1, 2, 3, 4):
            vectors[f"{c_name}{count}"] = vectors[f"{scalar}x{count}"]
    return vectors


#: Vector types by all their names.
VECTORS: dict[str, Stub] = _vectors()
