"""Types: names, signatures, conversions, live values. The answers are real Numba 0.68.1's."""

from __future__ import annotations

import unittest
from collections import namedtuple

import case  # noqa: F401  (puts the packages on the path)
import numpy as np

from numba import (
    boolean,
    complex64,
    float32,
    float64,
    from_dtype,
    int8,
    int32,
    typeof,
    types,
    uint8,
    uint64,
    void,
)
from numba.core.sigutils import normalize_signature
from numba.np.numpy_support import as_dtype


class TypeNames(unittest.TestCase):
    def test_arrays(self) -> None:
        self.assertEqual(str(float32[:]), "array(float32, 1d, A)")
        self.assertEqual(repr(float32[:]), "Array(float32, 1, 'A', False, aligned=True)")
        self.assertEqual(str(float32[:, ::1]), "array(float32, 2d, C)")
        self.assertEqual(str(float32[::1, :]), "array(float32, 2d, F)")
        self.assertEqual(
            str(types.Array(float32, 1, "C", readonly=True)), "readonly array(float32, 1d, C)"
        )

    def test_names_have_the_width_of_a_64_bit_host(self) -> None:
        self.assertIs(types.intp, types.int64)
        self.assertIs(types.uint, types.uint64)
        self.assertIs(types.double, types.float64)
        self.assertEqual(str(types.void), "none")

    def test_signature(self) -> None:
        self.assertEqual(repr(void(float32, int32)), "(float32, int32) -> none")
        self.assertEqual(
            repr(float32(float32[:])), "(Array(float32, 1, 'A', False, aligned=True),) -> float32"
        )

    def test_equality(self) -> None:
        self.assertEqual(float32[:], types.Array(types.float32, 1, "A"))
        self.assertNotEqual(float32[:], float32[::1])
        self.assertNotEqual(types.int32, types.uint32)
        self.assertEqual(types.Tuple((int32, int32)), types.UniTuple(int32, 2))


class Conversions(unittest.TestCase):
    def test_types_convert_host_values_to_numpy_scalars(self) -> None:
        self.assertIs(type(uint64(7)), np.uint64)
        self.assertIs(type(float32(7)), np.float32)
        self.assertIs(type(complex64(7)), np.complex64)
        self.assertIs(boolean(7), True)
        self.assertEqual(int8(3.7), 3)

    def test_out_of_range(self) -> None:
        for ty, value in ((int8, 300), (uint8, -1), (uint64, -1)):
            with self.assertRaises(OverflowError):
                ty(value)


class TypeOf(unittest.TestCase):
    def test_scalars(self) -> None:
        answers = [
            (3, "int64"),
            (2**40, "int64"),
            (2**63, "uint64"),
            (3.0, "float64"),
            (1j, "complex128"),
        ]
        for value, name in answers:
            self.assertEqual(str(typeof(value)), name)
        self.assertEqual(str(typeof(True)), "bool")
        self.assertEqual(str(typeof(None)), "none")
        self.assertEqual(str(typeof("a")), "unicode_type")
        self.assertEqual(str(typeof(np.float32(1))), "float32")

    def test_tuples(self) -> None:
        self.assertEqual(str(typeof((1, 2))), "UniTuple(int64 x 2)")
        self.assertEqual(str(typeof((1, (2, 3.0)))), "Tuple(int64, Tuple(int64, float64))")
        point = namedtuple("P", "x y")
        self.assertEqual(str(typeof(point(1, 2.0))), "P(int64, float64)")

    def test_arrays(self) -> None:
        whole = np.zeros((5, 5))
        self.assertEqual(str(typeof(whole)), "array(float64, 2d, C)")
        self.assertEqual(str(typeof(whole.T)), "array(float64, 2d, F)")
        self.assertEqual(str(typeof(whole[::2])), "array(float64, 2d, A)")
        self.assertEqual(str(typeof(np.zeros(()))), "array(float64, 0d, C)")
        whole.flags.writeable = False
        self.assertEqual(str(typeof(whole)), "readonly array(float64, 2d, C)")

    def test_records(self) -> None:
        dtype = np.dtype([("a", "f4"), ("b", "i4")])
        name = "Record(a[type=float32;offset=0],b[type=int32;offset=4];8;False)"
        self.assertEqual(str(from_dtype(dtype)), name)
        self.assertEqual(as_dtype(from_dtype(dtype)), dtype)

    def test_unknown(self) -> None:
        with self.assertRaises(ValueError):
            typeof(object())
        with self.assertRaisesRegex(ValueError, "too large"):
            typeof(2**64)


class Signatures(unittest.TestCase):
    def test_forms(self) -> None:
        expected = (float32[:], int32)
        self.assertEqual(normalize_signature("void(float32[:], int32)"), (expected, types.none))
        self.assertEqual(normalize_signature("(float32[:], int32)"), (expected, None))
        self.assertEqual(normalize_signature(expected), (expected, None))
        self.assertEqual(normalize_signature(float64(float32[:], int32)), (expected, float64))

    def test_nonsense(self) -> None:
        for sig in ("void(", "void(nonsense)", 3):
            with self.assertRaises(TypeError):
                normalize_signature(sig)


if __name__ == "__main__":
    unittest.main()
