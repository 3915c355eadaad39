"""Who am I? Every thread prints where it stands in the grid."""
from numba import cuda


@cuda.jit
def who_am_i():
    print("block", cuda.blockIdx.x, "thread", cuda.threadIdx.x, "is number", cuda.grid(1))


who_am_i[2, 4]()
cuda.synchronize()
