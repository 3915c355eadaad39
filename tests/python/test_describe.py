"""What the compiler is told of live objects."""

from __future__ import annotations

import enum
import json
import math
import unittest
from collections import namedtuple

import numpy as np
from case import EngineCase

import numba
from numba import cuda, float32, njit, uint64
from numba.cuda import describe

SIZE = 16


class Colour(enum.IntEnum):
    RED = 3


def make(scale):
    def kernel(x):
        x[0] = scale * SIZE + missing  # noqa: F821

    return kernel


class Describe(EngineCase):
    def test_values(self) -> None:
        big = 2**64 - 1
        for value, want in (
            (True, {"kind": "bool", "value": True}),
            (big, {"kind": "int", "value": str(big)}),
            (0.1, {"kind": "float", "value": "0.1"}),
            (-math.inf, {"kind": "float", "value": "-Infinity"}),
            (1 - 2j, {"kind": "complex", "re": "1.0", "im": "-2.0"}),
            (None, {"kind": "none"}),
            ("x", {"kind": "string", "value": "x"}),
            (uint64(7), {"kind": "numpy-scalar", "dtype": "uint64", "value": "7"}),
            (np.float32(0.5), {"kind": "numpy-scalar", "dtype": "float32", "value": "0.5"}),
            (Colour.RED, {"kind": "int", "value": "3"}),
            (float32, {"kind": "dtype", "type": {"kind": "scalar", "name": "float32"}}),
            (np.int8, {"kind": "dtype", "type": {"kind": "scalar", "name": "int8"}}),
            (np.dtype("f8"), {"kind": "dtype", "type": {"kind": "scalar", "name": "float64"}}),
            (cuda, {"kind": "module", "name": "numba.cuda"}),
            (numba.types, {"kind": "module", "name": "numba.types"}),
            (cuda.grid, {"kind": "builtin", "name": "numba.cuda.grid"}),
            (cuda.atomic.add, {"kind": "builtin", "name": "numba.cuda.atomic.add"}),
            (cuda.threadIdx, {"kind": "builtin", "name": "numba.cuda.threadIdx"}),
            (cuda.libdevice.sinf, {"kind": "builtin", "name": "numba.cuda.libdevice.sinf"}),
            (cuda.float4, {"kind": "builtin", "name": "numba.cuda.float32x4"}),
            (math.sqrt, {"kind": "builtin", "name": "math.sqrt"}),
            (np.sin, {"kind": "builtin", "name": "numpy.sin"}),
            (range, {"kind": "builtin", "name": "builtins.range"}),
            (float, {"kind": "builtin", "name": "builtins.float"}),
            (numba.prange, {"kind": "builtin", "name": "numba.prange"}),
        ):
            with self.subTest(value=value):
                self.assertEqual(describe.describe(value), want)

    def test_tuples_and_arrays(self) -> None:
        point = namedtuple("P", "x y")
        told = describe.describe(point(1, 2.0))
        self.assertEqual(told["names"], ["x", "y"])
        self.assertEqual([item["kind"] for item in told["items"]], ["int", "float"])
        told = describe.describe(np.arange(6, dtype=np.int16).reshape(2, 3))
        self.assertEqual((told["dtype"], told["shape"], told["nbytes"]), ("int16", [2, 3], 12))

    def test_functions(self) -> None:
        device = cuda.jit(device=True)(lambda x: x)
        for func, jitted in ((device, True), (njit(make), True), (make, False)):
            told = describe.describe(func)
            self.assertEqual((told["kind"], told["jitted"]), ("function", jitted))
            self.assertEqual(describe.describe(func)["id"], told["id"])
        info = json.loads(describe.function(describe.function_id(device)))
        self.assertTrue(info["lambda"] and info["options"]["device"])
        self.assertEqual(info["parameters"], ["x"])

    def test_lookup(self) -> None:
        number = describe.function_id(cuda.jit(make(2.5)))
        self.assertEqual(
            json.loads(describe.lookup(number, "scale") or ""), {"kind": "float", "value": "2.5"}
        )
        self.assertEqual(
            json.loads(describe.lookup(number, "SIZE") or ""), {"kind": "int", "value": "16"}
        )
        self.assertEqual(json.loads(describe.lookup(number, "len") or "")["name"], "builtins.len")
        self.assertIsNone(describe.lookup(number, "missing"))
        self.assertIn("SIZE", json.loads(describe.candidates(number)))

    def test_attributes(self) -> None:
        module = json.dumps(describe.describe(cuda))
        self.assertEqual(
            json.loads(describe.attribute(module, "grid") or "")["name"], "numba.cuda.grid"
        )
        self.assertIsNone(describe.attribute(module, "threadidx"))
        self.assertIn("threadIdx", json.loads(describe.attributes(module)))
        index = json.dumps({"kind": "builtin", "name": "numba.cuda.threadIdx"})
        self.assertEqual(
            json.loads(describe.attribute(index, "x") or "")["name"], "numba.cuda.threadIdx.x"
        )
        something = json.dumps(describe.describe(Colour))
        self.assertEqual(json.loads(describe.attribute(something, "RED") or "")["value"], "3")


if __name__ == "__main__":
    unittest.main()
