"""NumPy's dtypes and Numba's types."""
