"""Numba's random numbers for kernels: xoroshiro128+, one generator a thread.

The states are those of Numba to the last bit: splitmix64 of the seed, and each state
2**64 steps after the one before. A step is linear over bits, so a jump is a 128 by 128
matrix of bits, and n states come of about log2(n) matrix products instead of 128 n steps.

References
----------
Blackman and Vigna, xoroshiro128+ and splitmix64, https://prng.di.unimi.it/
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from numba import cuda
from numba.core.types import float32, float64, uint64
from numba.np.numpy_support import from_dtype

xoroshiro128p_dtype = np.dtype([("s0", np.uint64), ("s1", np.uint64)], align=True)
xoroshiro128p_type = from_dtype(xoroshiro128p_dtype)

_MASK = (1 << 64) - 1
#: The jump polynomial of xoroshiro128+ for 2**64 steps (xoroshiro128plus.c).
_JUMP = (0xBEAC0467EBA5FACB, 0xD86B048B86AA9922)
_TWO_PI_FLOAT32 = np.float32(2 * math.pi)
_TWO_PI_FLOAT64 = np.float64(2 * math.pi)
#: 2**-53: the step between the float64 numbers that are drawn.
_UNIT = 1.0 / (1 << 53)


@cuda.jit(device=True)
def xoroshiro128p_next(states, index):
    """The next 64 bits of generator ``index``, as uint64."""
    s0 = states[index]["s0"]
    s1 = states[index]["s1"]
    result = s0 + s1
    s1 = s1 ^ s0
    states[index]["s0"] = ((s0 << uint64(55)) | (s0 >> uint64(9))) ^ s1 ^ (s1 << uint64(14))
    states[index]["s1"] = (s1 << uint64(36)) | (s1 >> uint64(28))
    return result


@cuda.jit(device=True)
def xoroshiro128p_jump(states, index):
    """Advance generator ``index`` by 2**64 steps."""
    s0 = uint64(0)
    s1 = uint64(0)
    for word in range(2):
        bits = uint64(_JUMP[0]) if word == 0 else uint64(_JUMP[1])
        for _ in range(64):
            if bits & uint64(1):
                s0 ^= states[index]["s0"]
                s1 ^= states[index]["s1"]
            xoroshiro128p_next(states, index)
            bits >>= uint64(1)
    states[index]["s0"] = s0
    states[index]["s1"] = s1


@cuda.jit(device=True)
def uint64_to_unit_float64(x):
    """The upper 53 bits as a float64 in [0, 1)."""
    return float64(uint64(x) >> uint64(11)) * _UNIT


@cuda.jit(device=True)
def uint64_to_unit_float32(x):
    """As :func:`uint64_to_unit_float64`, rounded to float32."""
    return float32(uint64_to_unit_float64(x))


@cuda.jit(device=True)
def xoroshiro128p_uniform_float32(states, index):
    """The next float32, uniform in [0, 1)."""
    return uint64_to_unit_float32(xoroshiro128p_next(states, index))


@cuda.jit(device=True)
def xoroshiro128p_uniform_float64(states, index):
    """The next float64, uniform in [0, 1)."""
    return uint64_to_unit_float64(xoroshiro128p_next(states, index))


@cuda.jit(device=True)
def xoroshiro128p_normal_float32(states, index):
    """The next float32 of mean 0 and deviation 1 (Box and Muller); takes two steps."""
    u1 = xoroshiro128p_uniform_float32(states, index)
    u2 = xoroshiro128p_uniform_float32(states, index)
    return math.sqrt(float32(-2.0) * math.log(u1)) * math.cos(_TWO_PI_FLOAT32 * u2)


@cuda.jit(device=True)
def xoroshiro128p_normal_float64(states, index):
    """The next float64 of mean 0 and deviation 1 (Box and Muller); takes two steps.

    Notes
    -----
    The uniform numbers behind it are float32, as in Numba.
    """
    u1 = xoroshiro128p_uniform_float32(states, index)
    u2 = xoroshiro128p_uniform_float32(states, index)
    return math.sqrt(float64(-2.0) * math.log(u1)) * math.cos(_TWO_PI_FLOAT64 * u2)


# States, on the host

_Pairs = tuple[np.ndarray, np.ndarray]


def _splitmix64(seed: int) -> int:
    """The first output of splitmix64."""
    z = (seed + 0x9E3779B97F4A7C15) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


def _step(s0: np.ndarray, s1: np.ndarray) -> _Pairs:
    """One step of many generators."""
    u = np.uint64
    mixed = s0 ^ s1
    next0 = ((s0 << u(55)) | (s0 >> u(9))) ^ mixed ^ (mixed << u(14))
    return next0, (mixed << u(36)) | (mixed >> u(28))


def _jump_matrix() -> _Pairs:
    """Where a jump takes each of the 128 states of one bit: the columns of its matrix."""
    one = np.uint64(1)
    bits = one << np.arange(64, dtype=np.uint64)
    zeros = np.zeros(64, np.uint64)
    s0, s1 = np.concatenate([bits, zeros]), np.concatenate([zeros, bits])
    to0, to1 = np.zeros(128, np.uint64), np.zeros(128, np.uint64)
    for word in _JUMP:
        for bit in range(64):
            if word >> bit & 1:
                to0, to1 = to0 ^ s0, to1 ^ s1
            s0, s1 = _step(s0, s1)
    return to0, to1


def _tables(columns: np.ndarray) -> np.ndarray:
    """For each of 16 bytes of a state, what each of its 256 values adds: (16, 256)."""
    tables = np.zeros((16, 256), np.uint64)
    for bit in range(8):
        half = 1 << bit
        tables[:, half : 2 * half] = tables[:, :half] ^ columns.reshape(16, 8)[:, bit, None]
    return tables


def _apply(matrix: _Pairs, states: _Pairs) -> _Pairs:
    """Matrix times each state."""
    table0, table1 = _tables(matrix[0]), _tables(matrix[1])
    out0, out1 = np.zeros_like(states[0]), np.zeros_like(states[1])
    for byte in range(16):
        word = states[byte // 8]
        value = ((word >> np.uint64(8 * (byte % 8))) & np.uint64(255)).astype(np.intp)
        out0 ^= table0[byte][value]
        out1 ^= table1[byte][value]
    return out0, out1


def _states(n: int, seed: int, subsequence_start: int) -> np.ndarray:
    """The states of n generators."""
    first = np.array([_splitmix64(seed & _MASK)], np.uint64)
    states: _Pairs = (first, first.copy())
    matrix = _jump_matrix()
    power, start = matrix, subsequence_start
    while start:
        if start & 1:
            states = _apply(power, states)
        power = _apply(power, power)
        start >>= 1
    # The second half of twice as many states is the first half, as many jumps later.
    while len(states[0]) < n:
        later = _apply(matrix, states)
        states = np.concatenate([states[0], later[0]]), np.concatenate([states[1], later[1]])
        matrix = _apply(matrix, matrix)
    packed = np.empty(n, xoroshiro128p_dtype)
    packed["s0"], packed["s1"] = states[0][:n], states[1][:n]
    return packed


def init_xoroshiro128p_states(
    states: Any, seed: int, subsequence_start: int = 0, stream: Any = 0
) -> None:
    """Fill an array with generator states, each 2**64 steps after the one before.

    Parameters
    ----------
    states : device array
        (n,), ``xoroshiro128p_dtype``.
    seed : int
        Where the sequence starts.
    subsequence_start : int
        Jumps of 2**64 steps before the first state.
    stream : Stream or 0
        Any stream.
    """
    states.copy_to_device(
        _states(states.shape[0], int(seed), int(subsequence_start)), stream=stream
    )


def create_xoroshiro128p_states(
    n: int, seed: int, subsequence_start: int = 0, stream: Any = 0
) -> Any:
    """A new device array of n generator states; see :func:`init_xoroshiro128p_states`."""
    states = cuda.device_array(n, dtype=xoroshiro128p_dtype, stream=stream)
    if n:
        init_xoroshiro128p_states(states, seed, subsequence_start, stream)
    return states
