"""Kernels on the host: configuration, argument types, records, errors."""

from __future__ import annotations

import unittest

import numpy as np
from case import EngineCase

from numba import cuda, float32, float64, int32, void
from numba.core import errors
from numba.cuda.cudadrv.driver import CudaAPIError


def kernel3(a, b, n):
    pass


class Configuration(EngineCase):
    def setUp(self) -> None:
        super().setUp()
        self.kernel = cuda.jit(kernel3)
        self.array = cuda.to_device(np.zeros(8, np.float32))

    def launched(self) -> list[int]:
        return self.engine.launches[-1]

    def test_dimensions(self) -> None:
        for grid, block, want in (
            (2, 32, [2, 1, 1, 32, 1, 1]),
            ((2, 3), (4, 5), [2, 3, 1, 4, 5, 1]),
            ([2, 3, 4], (np.int32(4), 5, 6), [2, 3, 4, 4, 5, 6]),
        ):
            self.kernel[grid, block](self.array, self.array, 1)
            self.assertEqual(self.launched()[1:7], want)

    def test_stream_and_shared(self) -> None:
        self.kernel[1, 2, cuda.stream(), 96](self.array, self.array, 1)
        self.assertEqual(self.launched()[7], 96)

    def test_missing(self) -> None:
        with self.assertRaisesRegex(ValueError, "launch configuration was not specified"):
            self.kernel(self.array, self.array, 1)
        with self.assertRaisesRegex(ValueError, "number of blocks and of threads"):
            self.kernel[1]

    def test_wrong_dimensions(self) -> None:
        with self.assertRaisesRegex(TypeError, r"1\.5 is a float"):
            self.kernel[1.5, 32]
        with self.assertRaisesRegex(TypeError, "use //|divide with //"):
            self.kernel[8 / 4, 32]
        with self.assertRaises(ValueError):
            self.kernel[(1, 2, 3, 4), 32]

    def test_limits_of_cuda(self) -> None:
        for grid, block, text in (
            (1, 2048, "2048 threads per block, at most 1024"),
            (1, (64, 64), "4096 threads per block .64 x 64., at most 1024"),
            (0, 32, "griddim must be at least 1"),
            (1, 0, "blockdim must be at least 1"),
            (1, (1, 1, 128), "blockdim.z is 128"),
            ((1, 70000), 1, "griddim.y is 70000"),
        ):
            with self.assertRaisesRegex(CudaAPIError, text):
                self.kernel[grid, block](self.array, self.array, 1)
        self.assertEqual(self.engine.launches, [])

    def test_forall(self) -> None:
        self.kernel.forall(1000)(self.array, self.array, 1)
        _, grid, _, _, block, _, _, _ = self.launched()[:8]
        self.assertGreaterEqual(grid * block, 1000)
        self.kernel.forall(0)(self.array, self.array, 1)
        with self.assertRaises(ValueError):
            self.kernel.forall(-1)


class Arguments(EngineCase):
    def types_of(self, *args: object) -> list[str]:
        names = ", ".join(f"a{n}" for n in range(len(args)))
        namespace: dict = {}
        exec(f"def k({names}): pass", namespace)
        cuda.jit(namespace["k"])[1, 1](*args)
        return self.engine.specialisations[-1][1]["names"]

    def test_names(self) -> None:
        host = np.zeros((2, 3), np.float32)
        got = self.types_of(
            1,
            2.0,
            True,
            1j,
            np.int8(3),
            np.float32(1),
            (1, 2.0),
            host,
            cuda.to_device(host)[:, 1:],
            host.T,
        )
        want = (
            "int64, float64, bool, complex128, int8, float32, Tuple(int64, float64), "
            "array(float32, 2d, C), array(float32, 2d, A), array(float32, 2d, F)"
        )
        self.assertEqual(", ".join(got), want)

    def test_record_slots(self) -> None:
        device = cuda.to_device(np.zeros((4, 6), np.int16))
        view = device[1:, ::2]
        self.types_of(view, -5, 2.5, (7, False), 1 + 2j, np.uint64(2**63))
        slots = self.engine.launches[-1][8:]
        self.assertEqual(slots[:7], [view.gpu_data.handle, 12, 3, 3, 12, 4, 2])
        self.assertEqual(slots[7], -5)
        floats = np.array([slots[8], *slots[11:13]], np.int64).view(np.float64)
        self.assertEqual(floats.tolist(), [2.5, 1.0, 2.0])
        self.assertEqual(slots[9:11], [7, 0])
        self.assertEqual(np.int64(slots[13]).view(np.uint64), 2**63)

    def test_warm_launch_gives_the_same_record(self) -> None:
        kernel = cuda.jit(kernel3)
        device = cuda.to_device(np.zeros(8, np.float32))
        for n in (3, 4):
            kernel[1, 32](device, device, n)
        first, second = self.engine.launches
        self.assertEqual(first[:-1], second[:-1])
        self.assertEqual((first[-1], second[-1]), (3, 4))
        self.assertEqual(len(self.engine.specialisations), 1)

    def test_host_arrays_are_copied_both_ways(self) -> None:
        kernel = cuda.jit(kernel3)
        a, b, c = np.full(4, 1.0), np.full(4, 2.0), np.full(4, 3.0)
        written: list[bytes] = []
        launch = self.engine.launch

        def fill(address: int) -> int:
            status = launch(address)
            slots = self.engine.launches[-1]
            for at in (8, 13, 18):
                block = self.engine.memory[slots[at]]
                written.append(bytes(block))
                block[:] = np.full(4, 9.0).tobytes()
            return status

        self.engine.launch = fill  # type: ignore[method-assign]
        kernel[1, 4](cuda.In(a), cuda.Out(b), c)
        self.assertEqual([np.frombuffer(block)[0] for block in written], [1.0, 0.0, 3.0])
        self.assertEqual([a[0], b[0], c[0]], [1.0, 9.0, 9.0])
        self.assertEqual(self.engine.memory, {})

    def test_refused(self) -> None:
        kernel = cuda.jit(kernel3)
        good = np.zeros(4)
        for bad, text in (([1, 2], "list"), ("abc", "str"), ({}, "dict"), (object(), "object")):
            with self.assertRaisesRegex(TypeError, f"argument 2 is a.* {text}"):
                kernel[1, 1](good, bad, 1)
        with self.assertRaisesRegex(ValueError, "contiguous"):
            kernel[1, 1](good[::2], good, 1)
        with self.assertRaisesRegex(TypeError, "kernel takes 3 arguments, 2 given"):
            kernel[1, 1](good, good)

    def test_read_only_arrays(self) -> None:
        host = np.zeros(4)
        host.flags.writeable = False
        self.assertEqual(self.types_of(host), ["readonly array(float64, 1d, C)"])


class SignatureCase(EngineCase):
    def test_compiled_at_decoration(self) -> None:
        cuda.jit("void(float32[:], float32[:], int32)")(kernel3)
        cuda.jit([void(float32[:], float32[:], int32), (float64[:], float64[:], int32)])(kernel3)
        self.assertEqual(len(self.engine.specialisations), 3)

    def test_values_are_converted(self) -> None:
        kernel = cuda.jit((float32, int32, float32[:]))(kernel3)
        kernel[1, 1](0.1, 7, np.zeros(3, np.float32))
        slots = self.engine.launches[-1]
        self.assertEqual(np.int64(slots[8]).view(np.float64), np.float32(0.1))
        with self.assertRaisesRegex(TypeError, "must be an integer"):
            kernel[1, 1](0.1, 7.5, np.zeros(3, np.float32))

    def test_wrong_array_is_refused(self) -> None:
        kernel = cuda.jit((float32[:], float32[::1], int32))(kernel3)
        good = cuda.to_device(np.zeros(8, np.float32))
        with self.assertRaisesRegex(TypeError, r"argument a is array\(float64"):
            kernel[1, 1](np.zeros(8), good, 1)
        with self.assertRaisesRegex(TypeError, "argument b"):
            kernel[1, 1](good, good[::2], 1)

    def test_best_signature(self) -> None:
        kernel = cuda.jit(["(float32[:], float32[:], int32)", "(float64[:], float64[:], int64)"])(
            kernel3
        )
        double = cuda.to_device(np.zeros(2))
        kernel[1, 1](double, double, 1)
        self.assertEqual(self.engine.launches[-1][0], 1)

    def test_return_type(self) -> None:
        with self.assertRaisesRegex(TypeError, "void return type"):
            cuda.jit("int32(int32)")(kernel3)


class Errors(EngineCase):
    place = {"file": __file__, "line": 3, "column": 5, "endLine": 3, "endColumn": 9}

    def test_compile_error_has_numbas_class_and_a_place(self) -> None:
        self.engine.answer_error = {
            "exception": "TypingError",
            "message": "no such name",
            **self.place,
            "help": "try x",
        }
        with self.assertRaises(errors.TypingError) as caught:
            cuda.jit(kernel3)[1, 1](1, 2, 3)
        self.assertIn("no such name", str(caught.exception))
        self.assertEqual(caught.exception.msg, "no such name")
        self.assertEqual(caught.exception.kernelpad["place"], self.place)
        self.assertEqual(caught.exception.kernelpad["help"], "try x")
        self.assertIsNone(caught.exception.__context__)

    def test_builtin_classes(self) -> None:
        for name in ("AttributeError", "TypeError", "IndexError", "ZeroDivisionError"):
            self.engine.answer_error = {"exception": name, "message": "wrong", **self.place}
            with self.assertRaises(Exception) as caught:
                cuda.jit(kernel3)[1, 1](1, 2, 3)
            self.assertEqual(type(caught.exception).__name__, name)
            self.assertEqual(str(caught.exception), "wrong")

    def test_debug_kernels_raise_at_the_launch(self) -> None:
        kernel = cuda.jit(debug=True, opt=False)(kernel3)
        self.engine.messages["failure"] = {
            "exception": "IndexError",
            "message": "index 4",
            **self.place,
        }
        with self.assertRaisesRegex(IndexError, "index 4"):
            kernel[1, 1](1, 2, 3)

    def test_prints_come_out_at_a_wait(self) -> None:
        import contextlib
        import io

        self.engine.messages["printed"] = ["thread 0\n", "thread 1\n"]
        with contextlib.redirect_stdout(io.StringIO()) as out:
            cuda.synchronize()
        self.assertEqual(out.getvalue(), "thread 0\nthread 1\n")

    def test_options(self) -> None:
        with self.assertRaises(errors.DeprecationError):
            cuda.jit(argtypes=(int32,))
        with self.assertRaises(NotImplementedError):
            cuda.jit(boundscheck=True)
        with self.assertRaises(NotImplementedError):
            cuda.jit(link=["x.ptx"])
        cuda.jit(max_registers=32, fastmath=True, cache=True, lineinfo=True, inline="always")(
            kernel3
        )

    def test_host_use_of_intrinsics(self) -> None:
        with self.assertRaises(NotImplementedError):
            cuda.syncthreads()
        with self.assertRaises(NotImplementedError):
            cuda.atomic.add(np.zeros(1), 0, 1)
        with self.assertRaises(NotImplementedError):
            cuda.threadIdx.x + 1


if __name__ == "__main__":
    unittest.main()
