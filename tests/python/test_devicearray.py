"""Device arrays: views are NumPy's, transfers keep every byte, memory goes with the last view."""

from __future__ import annotations

import unittest

import numpy as np
from case import EngineCase

from numba import cuda


class Views(EngineCase):
    keys = (
        np.s_[3],
        np.s_[-1],
        np.s_[1:4],
        np.s_[::2],
        np.s_[::-1],
        np.s_[1:, 2],
        np.s_[..., 1],
        np.s_[1:4, ::3, 1:],
        np.s_[:, :, 0],
        np.s_[5:2],
        np.s_[4, 2, 1],
    )

    def test_slices_are_those_of_numpy(self) -> None:
        host = np.arange(5 * 6 * 4, dtype=np.int16).reshape(5, 6, 4)
        device = cuda.to_device(host)
        for key in self.keys:
            with self.subTest(key=key):
                want = host[key]
                got = device[key]
                if want.ndim == 0:
                    self.assertEqual(got, want)
                    continue
                self.assertEqual(got.shape, want.shape)
                np.testing.assert_array_equal(got.copy_to_host(), want)

    def test_bad_indices(self) -> None:
        device = cuda.to_device(np.zeros((2, 3)))
        for key in (np.s_[2], np.s_[0, 3], np.s_[-3], np.s_[0, 0, 0], np.s_[..., ...], "x", 1.0):
            with self.assertRaises(IndexError):
                device[key]

    def test_reshape_ravel_squeeze_view(self) -> None:
        host = np.arange(24, dtype=np.float32)
        device = cuda.to_device(host)
        np.testing.assert_array_equal(device.reshape(4, -1).copy_to_host(), host.reshape(4, 6))
        np.testing.assert_array_equal(
            device.reshape((4, 6), order="F").copy_to_host(), host.reshape((4, 6), order="F")
        )
        np.testing.assert_array_equal(device.reshape(2, 3, 4).ravel().copy_to_host(), host)
        self.assertEqual(device.reshape(1, 24, 1).squeeze().shape, (24,))
        np.testing.assert_array_equal(device.view(np.int32).copy_to_host(), host.view(np.int32))
        np.testing.assert_array_equal(device.view(np.int16).copy_to_host(), host.view(np.int16))
        with self.assertRaises(NotImplementedError):
            device.reshape(4, 6)[:, ::2].ravel()
        with self.assertRaises(ValueError):
            device.reshape(5, 5)

    def test_split(self) -> None:
        parts = list(cuda.to_device(np.arange(10)).split(4))
        self.assertEqual([part.shape for part in parts], [(4,), (4,), (2,)])
        np.testing.assert_array_equal(parts[2].copy_to_host(), [8, 9])


class Transfers(EngineCase):
    def test_layouts_come_back(self) -> None:
        for host in (
            np.arange(12.0).reshape(3, 4),
            np.asfortranarray(np.arange(12.0).reshape(3, 4)),
            np.broadcast_to(np.arange(4.0), (3, 4)),
            np.array(5, np.int8),
            np.zeros((0, 3)),
            np.array([(1, 2.5)], [("a", "i4"), ("b", "f8")]),
        ):
            with self.subTest(shape=host.shape, strides=host.strides):
                back = cuda.to_device(host).copy_to_host()
                self.assertEqual(back.dtype, host.dtype)
                np.testing.assert_array_equal(back, host)

    def test_into_given_array(self) -> None:
        device = cuda.to_device(np.arange(6.0))
        target = np.zeros(6)
        self.assertIs(device.copy_to_host(target), target)
        np.testing.assert_array_equal(target, np.arange(6.0))
        with self.assertRaises(TypeError):
            device.copy_to_host(np.zeros(6, np.float32))
        with self.assertRaises(ValueError):
            device.copy_to_host(np.zeros(5))
        with self.assertRaises(ValueError):
            device.copy_to_host(np.zeros(12)[::2])

    def test_copy_to_device(self) -> None:
        device = cuda.device_array((2, 3), np.float32)
        device.copy_to_device(np.ones((2, 3), np.float32))
        device[:, 1].copy_to_device(np.array([5, 6], np.float32))
        np.testing.assert_array_equal(device.copy_to_host(), [[1, 5, 1], [1, 6, 1]])
        other = cuda.device_array_like(device)
        other.copy_to_device(device)
        np.testing.assert_array_equal(other.copy_to_host(), device.copy_to_host())

    def test_setitem(self) -> None:
        want = np.zeros((4, 5), np.int32)
        device = cuda.to_device(want)
        for key, value in (
            (np.s_[0], 7),
            (np.s_[:, 1], [1, 2, 3, 4]),
            (np.s_[::2, ::3], 9),
            (np.s_[3, 4], -1),
        ):
            want[key] = value
            device[key] = value
        device[1] = cuda.to_device(np.arange(5, dtype=np.int32))
        want[1] = np.arange(5)
        np.testing.assert_array_equal(device.copy_to_host(), want)
        with self.assertRaises(ValueError):
            device[0] = [1, 2]

    def test_non_contiguous_host_array(self) -> None:
        with self.assertRaisesRegex(ValueError, "contiguous"):
            cuda.to_device(np.zeros((4, 4))[::2, ::2])

    def test_numpy_sees_it(self) -> None:
        device = cuda.to_device(np.arange(3.0))
        self.assertEqual(np.asarray(device).sum(), 3.0)
        self.assertEqual(len(device), 3)
        with self.assertRaises(ValueError):
            np.array(device, copy=False)

    def test_interface(self) -> None:
        device = cuda.to_device(np.arange(10))[2:5]
        again = cuda.as_cuda_array(_Foreign(device.__cuda_array_interface__))
        np.testing.assert_array_equal(again.copy_to_host(), device.copy_to_host())
        with self.assertRaises(ValueError):
            cuda.as_cuda_array(
                _Foreign({**device.__cuda_array_interface__, "data": (1 << 60, False)})
            )


class _Foreign:
    def __init__(self, interface: dict) -> None:
        self.__cuda_array_interface__ = interface


class Memory(EngineCase):
    def test_freed_with_the_last_view(self) -> None:
        device = cuda.to_device(np.zeros(100))
        view = device[10:20]
        self.assertEqual(len(self.engine.memory), 1)
        del device
        self.assertEqual(len(self.engine.memory), 1)
        del view
        self.assertEqual(len(self.engine.memory), 0)

    def test_out_of_memory(self) -> None:
        with self.assertRaises(MemoryError):
            cuda.device_array(1 << 31, np.uint8)

    def test_shapes(self) -> None:
        with self.assertRaisesRegex(TypeError, "integers, got float"):
            cuda.device_array(2.0)
        self.assertEqual(cuda.device_array((2, 3), order="F").strides, (8, 16))
        self.assertEqual(cuda.device_array_like(np.zeros((2, 3), order="F")).strides, (8, 16))
        self.assertEqual(cuda.device_array_like(np.zeros((4, 6))[::2, ::2]).shape, (2, 3))


if __name__ == "__main__":
    unittest.main()
