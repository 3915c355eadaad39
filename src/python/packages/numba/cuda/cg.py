"""Cooperative groups: a barrier for the whole grid."""

from __future__ import annotations

from numba.cuda.stubs import Stub

#: In kernels: ``cuda.cg.this_grid().sync()``.
this_grid = Stub(
    "numba.cuda.cg.this_grid",
    "The group of all threads of the grid.",
    {"sync": Stub("numba.cuda.cg.GridGroup.sync", "Wait until all threads of the grid are here.")},
)
