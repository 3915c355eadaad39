"""Random states, streams and events, devices, CPU functions, layouts of generalised ufuncs."""

from __future__ import annotations

import unittest

import numpy as np
from case import EngineCase

from numba import cuda, errors, guvectorize, njit, prange, vectorize
from numba.cuda.gufunc_layout import Layout
from numba.cuda.random import create_xoroshiro128p_states, xoroshiro128p_dtype


class Random(EngineCase):
    def test_states_are_numbas(self) -> None:
        # init_xoroshiro128p_states_cpu(states, 42, 3) of numba-cuda 0.30.4
        want = [
            (17249457156002458569, 895864088961879842),
            (10833148214898112945, 14266798641763014822),
            (9453079810665557108, 16242466236478186356),
            (2597645069605232943, 1167954634385444535),
            (6957967959162806577, 4501384021356308625),
        ]
        states = create_xoroshiro128p_states(5, seed=42, subsequence_start=3)
        self.assertEqual(states.dtype, xoroshiro128p_dtype)
        self.assertEqual(states.copy_to_host().tolist(), want)

    def test_kernels_see_records(self) -> None:
        states = create_xoroshiro128p_states(5, seed=1)
        self.assertEqual((states._numba_type_.ndim, states._numba_type_.dtype.size), (1, 16))


class Host(EngineCase):
    def test_streams_and_events(self) -> None:
        stream, begin, end = cuda.stream(), cuda.event(), cuda.event()
        with stream.auto_synchronize():
            begin.record(stream)
            end.record(stream)
        end.synchronize()
        self.assertGreaterEqual(begin.elapsed_time(end), 0.0)
        self.assertIsInstance(cuda.event_elapsed_time(begin, end), float)
        with self.assertRaises(cuda.driver.CudaAPIError):
            cuda.event().elapsed_time(end)

    def test_device(self) -> None:
        device = cuda.get_current_device()
        self.assertEqual((device.MAX_THREADS_PER_BLOCK, device.WARP_SIZE), (1024, 32))
        self.assertEqual(len(cuda.gpus), 1)
        self.assertTrue(cuda.is_available())
        with self.assertRaises(IndexError):
            cuda.select_device(1)
        with self.assertRaises(AttributeError):
            _ = device.CLOCK_RATE
        free, total = cuda.current_context().get_memory_info()
        self.assertLessEqual(free, total)

    def test_cpu_functions_are_reported(self) -> None:
        @njit(parallel=True)
        def total(n):
            s = 0
            for i in prange(n):
                s += i
            return s

        self.assertEqual([total(4), total(5)], [6, 10])
        whats = [entry["what"] for entry in self.engine.fallbacks]
        self.assertEqual(whats, ["njit function total runs as plain Python"])

    def test_cpu_ufuncs(self) -> None:
        @vectorize(["float64(float64, float64)"])
        def add(a, b):
            return a + b

        @guvectorize(["void(float64[:], float64[:])"], "(n)->()")
        def sums(x, out):
            out[0] = x.sum()

        np.testing.assert_array_equal(add(np.arange(3.0), 1), [1, 2, 3])
        np.testing.assert_array_equal(sums(np.arange(6.0).reshape(2, 3)), [3, 12])

    def test_error_classes(self) -> None:
        self.assertTrue(issubclass(errors.LiteralTypingError, errors.TypingError))
        self.assertTrue(issubclass(errors.NumbaNotImplementedError, errors.TypingError))
        self.assertTrue(issubclass(errors.UnsupportedError, errors.NumbaError))
        self.assertFalse(issubclass(errors.UnsupportedBytecodeError, errors.NumbaError))


class Layouts(unittest.TestCase):
    def test_plan(self) -> None:
        layout = Layout.parse("(m,n),(n)->(m)")
        plan = layout.plan([(5, 2, 3), (3,)])
        self.assertEqual(
            (plan.outer, plan.input_cores, plan.output_cores), ((5,), [(2, 3), (3,)], [(2,)])
        )

    def test_misfits(self) -> None:
        layout = Layout.parse("(n),(n)->()")
        for shapes in ([(3,), (4,)], [(), (3,)], [(3,)]):
            with self.assertRaises(ValueError):
                layout.plan(shapes)
        with self.assertRaises(ValueError):
            Layout.parse("(n)")


if __name__ == "__main__":
    unittest.main()
