"""The parts of Numba that its CPU and CUDA targets share."""

from numba.core import config, errors, types

__all__ = ["config", "errors", "types"]
