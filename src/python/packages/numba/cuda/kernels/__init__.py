"""Kernels that the library itself launches."""
