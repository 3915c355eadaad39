"""Odds and ends of Numba's interface."""
