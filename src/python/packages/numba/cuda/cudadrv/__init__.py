"""Devices, memory and errors: what CUDA's driver does elsewhere."""
