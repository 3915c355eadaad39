"""What exists only inside kernels; on the host these raise.

The compiler knows them by their full names.

The table below is the list of ``numba.cuda``'s intrinsics; ``src/compiler/tables`` holds
what each means.
"""

from __future__ import annotations

from typing import Any


class Stub:
    """A name that means something only in a kernel.

    Parameters
    ----------
    full_name : str
        Such as ``numba.cuda.atomic.add``.
    doc : str
        One sentence.
    members : dict of str to Stub
        What stands behind a dot.
    """

    _kernelpad_stub = True

    def __init__(
        self, full_name: str, doc: str = "", members: dict[str, Stub] | None = None
    ) -> None:
        self._full_name = full_name
        self.__name__ = full_name.rsplit(".", 1)[-1]
        self.__doc__ = doc
        self._members = members or {}

    def __getattr__(self, name: str) -> Stub:
        members = self.__dict__.get("_members", {})
        if name in members:
            return members[name]
        raise AttributeError(f"{self.__dict__.get('_full_name')} has no attribute {name!r}")

    def __dir__(self) -> list[str]:
        return [*self._members, "__doc__", "__name__"]

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError(
            f"{self._full_name} cannot be called from host code: it exists in kernels only"
        )

    def __repr__(self) -> str:
        return f"<{self._full_name}, for use in kernels>"

    def _refuse(self, *_: Any) -> Any:
        raise NotImplementedError(
            f"{self._full_name} has no value on the host: it exists in kernels only"
        )

    __int__ = __index__ = __float__ = __bool__ = __add__ = __radd__ = __sub__ = __mul__ = (
        __rmul__
    ) = _refuse
    __floordiv__ = __mod__ = __lt__ = __gt__ = __le__ = __ge__ = _refuse


_POSITION = "x, y, z: int32"
_FUNCTIONS = {
    "grid": "Position of the thread in the whole grid: int64, or a tuple of 2 or 3.",
    "gridsize": "Threads of the whole grid along 1 to 3 axes: int64.",
    "syncthreads": "Wait until all threads of the block are here.",
    "syncthreads_count": "Wait for the block; the number of threads whose argument is true.",
    "syncthreads_and": "Wait for the block; whether the argument is true in all threads.",
    "syncthreads_or": "Wait for the block; whether the argument is true in any thread.",
    "syncwarp": "Wait until the threads of the mask in this warp are here.",
    "threadfence": "Order memory accesses as seen by the whole device.",
    "threadfence_block": "Order memory accesses as seen by the block.",
    "threadfence_system": "Order memory accesses as seen by the host as well.",
    "shfl_sync": "The value that the lane given has.",
    "shfl_up_sync": "The value of the lane that far below.",
    "shfl_down_sync": "The value of the lane that far above.",
    "shfl_xor_sync": "The value of the lane whose number differs by these bits.",
    "all_sync": "Whether the predicate holds in all lanes of the mask.",
    "any_sync": "Whether the predicate holds in any lane of the mask.",
    "eq_sync": "Whether the predicate is the same in all lanes of the mask.",
    "ballot_sync": "A bit for each lane of the mask in which the predicate holds.",
    "match_any_sync": "The lanes of the mask that have the same value.",
    "match_all_sync": "The lanes of the mask if all have the same value, and whether they do.",
    "activemask": "A bit for each lane that is active here.",
    "lanemask_lt": "A bit for each lane below this one.",
    "popc": "Number of one bits.",
    "brev": "The bits in reverse order.",
    "clz": "Number of zero bits above the highest one bit.",
    "ffs": "Position of the lowest one bit, from 1; 0 for zero.",
    "selp": "The second argument if the first is true, else the third.",
    "fma": "a * b + c, rounded once.",
    "cbrt": "Cube root.",
    "nanosleep": "Wait a while; does nothing here.",
    "ldca": "Load; the cache hint changes nothing here.",
    "ldcg": "Load; the cache hint changes nothing here.",
    "ldcs": "Load; the cache hint changes nothing here.",
    "ldlu": "Load; the cache hint changes nothing here.",
    "ldcv": "Load; the cache hint changes nothing here.",
    "stcg": "Store; the cache hint changes nothing here.",
    "stcs": "Store; the cache hint changes nothing here.",
    "stwb": "Store; the cache hint changes nothing here.",
    "stwt": "Store; the cache hint changes nothing here.",
}
_ATOMICS = {
    "add": "array[index] += value; the old value.",
    "sub": "array[index] -= value; the old value.",
    "and_": "array[index] &= value; the old value.",
    "or_": "array[index] |= value; the old value.",
    "xor": "array[index] ^= value; the old value.",
    "inc": "array[index] += 1, or 0 once it reached value; the old value.",
    "dec": "array[index] -= 1, or value where it was 0 or above value; the old value.",
    "exch": "array[index] = value; the old value.",
    "max": "array[index] = the larger; the old value.",
    "min": "array[index] = the smaller; the old value.",
    "nanmax": "As max, with NaN less than any number.",
    "nanmin": "As min, with NaN greater than any number.",
    "compare_and_swap": "array[0] = value if it was old; the old value.",
    "cas": "array[index] = value if it was old; the old value.",
}
_CUDA = "numba.cuda"


def _members(prefix: str, docs: dict[str, str]) -> dict[str, Stub]:
    return {name: Stub(f"{prefix}.{name}", doc) for name, doc in docs.items()}


def _dim3(name: str, doc: str) -> Stub:
    return Stub(
        f"{_CUDA}.{name}",
        f"{doc} ({_POSITION}).",
        _members(f"{_CUDA}.{name}", dict.fromkeys("xyz", doc)),
    )


threadIdx = _dim3("threadIdx", "Position of the thread in its block")
blockIdx = _dim3("blockIdx", "Position of the block in the grid")
blockDim = _dim3("blockDim", "Threads of a block")
gridDim = _dim3("gridDim", "Blocks of the grid")
warpsize = Stub(f"{_CUDA}.warpsize", "Threads of a warp: 32.")
laneid = Stub(f"{_CUDA}.laneid", "Number of the thread in its warp, from 0.")
shared = Stub(
    f"{_CUDA}.shared",
    "Memory of the block.",
    _members(f"{_CUDA}.shared", {"array": "An array that all threads of the block share."}),
)
local = Stub(
    f"{_CUDA}.local",
    "Memory of the thread.",
    _members(f"{_CUDA}.local", {"array": "An array that each thread has for itself."}),
)
const = Stub(
    f"{_CUDA}.const",
    "Memory that does not change.",
    _members(
        f"{_CUDA}.const",
        {"array_like": "A copy of a host array, made when the kernel is compiled."},
    ),
)
atomic = Stub(
    f"{_CUDA}.atomic",
    "Updates that no other thread can interrupt.",
    _members(f"{_CUDA}.atomic", _ATOMICS),
)

#: Every intrinsic by the name that it has in ``numba.cuda``.
STUBS: dict[str, Stub] = {
    "threadIdx": threadIdx,
    "blockIdx": blockIdx,
    "blockDim": blockDim,
    "gridDim": gridDim,
    "warpsize": warpsize,
    "laneid": laneid,
    "shared": shared,
    "local": local,
    "const": const,
    "atomic": atomic,
    **{name: Stub(f"{_CUDA}.{name}", doc) for name, doc in _FUNCTIONS.items()},
}


def __getattr__(name: str) -> Stub:
    if name in STUBS:
        return STUBS[name]
    raise AttributeError(f"module 'numba.cuda.stubs' has no attribute {name!r}")
