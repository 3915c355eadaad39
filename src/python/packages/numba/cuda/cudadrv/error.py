"""Errors of the driver, by Numba's names."""


class CudaDriverError(Exception):
    """The device refused something."""


class CudaRuntimeError(Exception):
    """The runtime refused something."""


class CudaSupportError(ImportError):
    """There is no usable device."""


class NvvmError(Exception):
    """NVVM failed; it is not used here."""


class NvvmSupportError(ImportError):
    """NVVM is missing; it is not used here."""


class NvvmWarning(Warning):
    """A warning of NVVM; it is not used here."""


class NvrtcError(Exception):
    """NVRTC failed; it is not used here."""


class NvrtcCompilationError(NvrtcError):
    """NVRTC refused a program; it is not used here."""


class CCSupportError(RuntimeError):
    """The compute capability is too low."""
