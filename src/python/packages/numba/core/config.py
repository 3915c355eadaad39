"""Settings, read from the environment as Numba reads them.

Kernelpad takes them and answers in the run report: a setting that asks for something
that does not exist here (the simulator, a debugger) changes nothing.
"""

from __future__ import annotations

import os


def _flag(name: str, default: int = 0) -> int:
    text = os.environ.get(f"NUMBA_{name}")
    try:
        return default if text is None else int(text)
    except ValueError:
        return default


#: Kernels always run on the chosen device; the simulator of Numba is not here.
ENABLE_CUDASIM = _flag("ENABLE_CUDASIM")
DISABLE_JIT = _flag("DISABLE_JIT")
DISABLE_CUDA = _flag("DISABLE_CUDA")
CUDA_WARN_ON_IMPLICIT_COPY = _flag("CUDA_WARN_ON_IMPLICIT_COPY", 0)
CUDA_LOW_OCCUPANCY_WARNINGS = _flag("CUDA_LOW_OCCUPANCY_WARNINGS", 0)
CUDA_DEBUGINFO_DEFAULT = _flag("CUDA_DEBUGINFO", 0)
CUDA_DEFAULT_PTX_CC = (8, 0)
CUDA_ENABLE_PYNVJITLINK = 0
CUDA_USE_NVIDIA_BINDING = 0
DISABLE_PERFORMANCE_WARNINGS = _flag("DISABLE_PERFORMANCE_WARNINGS", 0)
NUMBA_NUM_THREADS = 1
NUMBA_DEFAULT_NUM_THREADS = 1
THREADING_LAYER = "default"
DEBUG = _flag("DEBUG")
DEVELOPER_MODE = _flag("DEVELOPER_MODE")
FULL_TRACEBACKS = _flag("FULL_TRACEBACKS")
COLOR_SCHEME = "no_color"
BOUNDSCHECK = None
CPU_NAME = None
CACHE_DIR = os.environ.get("NUMBA_CACHE_DIR", "")
IS_32BITS = False


def reload_config() -> None:
    """Read the environment again. The settings here do not change while a script runs."""
