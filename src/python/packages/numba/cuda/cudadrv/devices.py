"""The device, its context, and the list of one device."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from kernelpad import _engine
from numba.cuda.cudadrv.driver import Stream
from numba.cuda.errors import finish

#: The level of CUDA's language that kernels here are compiled for, not a property of the chip.
COMPUTE_CAPABILITY = (8, 0)
#: Blocks of up to 1024 threads run on every device; an invocation runs several threads if need be.
MAX_THREADS = 1024
#: Browsers do not tell how many multiprocessors a GPU has; programs size grids by it.
ASSUMED_MULTIPROCESSORS = 16
#: What CUDA allows, and Kernelpad with it.
MAX_GRID = (2**31 - 1, 65535, 65535)
MAX_BLOCK = (1024, 1024, 64)
#: Where a device does not tell its memory, programs see the largest that Python here could address.
ASSUMED_MEMORY_BYTES = 2**32


class MemoryInfo(NamedTuple):
    """Free and total bytes of device memory."""

    free: int
    total: int


def device_info() -> dict[str, Any]:
    """What the engine says about the device in use."""
    return json.loads(_engine.get().device_info())


class Device:
    """The device that kernels run on.

    Attributes in capitals are CUDA's; those that a browser does not tell are
    AttributeErrors rather than guesses, save ``MULTIPROCESSOR_COUNT``.
    """

    id = 0
    compute_capability = COMPUTE_CAPABILITY

    @property
    def name(self) -> str:
        """Name of the adapter, such as ``Apple M2, WebGPU``."""
        return str(device_info()["name"])

    @property
    def uuid(self) -> str:
        """Browsers give GPUs no identity; this is the same for all."""
        return "GPU-00000000-0000-0000-0000-000000000000"

    @property
    def supports_float16(self) -> bool:
        """Whether the adapter computes with 16-bit floats."""
        return "shader-f16" in device_info()["features"]

    supports_bfloat16 = False
    supports_fp8 = False

    def _attributes(self) -> dict[str, int]:
        info = device_info()
        limits = info["limits"]
        shared = (
            limits.get("maxComputeWorkgroupStorageSize") or limits.get("maxSharedBytes") or 16384
        )
        return {
            "MAX_THREADS_PER_BLOCK": MAX_THREADS,
            "MAX_BLOCK_DIM_X": MAX_BLOCK[0],
            "MAX_BLOCK_DIM_Y": MAX_BLOCK[1],
            "MAX_BLOCK_DIM_Z": MAX_BLOCK[2],
            "MAX_GRID_DIM_X": MAX_GRID[0],
            "MAX_GRID_DIM_Y": MAX_GRID[1],
            "MAX_GRID_DIM_Z": MAX_GRID[2],
            "MAX_SHARED_MEMORY_PER_BLOCK": int(shared),
            "MAX_THREADS_PER_MULTI_PROCESSOR": MAX_THREADS,
            "MAX_THREADS_PER_MULTIPROCESSOR": MAX_THREADS,
            "WARP_SIZE": 32,
            "TOTAL_CONSTANT_MEMORY": 65536,
            "COMPUTE_CAPABILITY_MAJOR": COMPUTE_CAPABILITY[0],
            "COMPUTE_CAPABILITY_MINOR": COMPUTE_CAPABILITY[1],
            "UNIFIED_ADDRESSING": 0,
            "CAN_MAP_HOST_MEMORY": 1,
            "CONCURRENT_KERNELS": 0,
            "ASYNC_ENGINE_COUNT": 0,
            "COOPERATIVE_LAUNCH": 1,
            "INTEGRATED": 1,
            "KERNEL_EXEC_TIMEOUT": int(info["kind"] == "gpu"),
            "TCC_DRIVER": 0,
            "PCI_BUS_ID": 0,
            "PCI_DEVICE_ID": 0,
            "PCI_DOMAIN_ID": 0,
        }

    def __getattr__(self, name: str) -> int:
        if not name.isupper():
            raise AttributeError(f"the device has no attribute {name!r}")
        if name == "MULTIPROCESSOR_COUNT":
            if device_info()["kind"] == "cpu":
                return 1
            what = f"MULTIPROCESSOR_COUNT is taken to be {ASSUMED_MULTIPROCESSORS}"
            report = {"what": what, "why": "browsers do not tell", "line": None}
            _engine.get().fallback(json.dumps(report))
            return ASSUMED_MULTIPROCESSORS
        attributes = self._attributes()
        if name in attributes:
            return attributes[name]
        raise AttributeError(f"the browser does not tell {name} of this device")

    def get_device_identity(self) -> dict[str, int]:
        """Where the device sits; zeros, since browsers do not tell."""
        return {"pci_domain_id": 0, "pci_bus_id": 0, "pci_device_id": 0}

    def get_primary_context(self) -> Context:
        """The context of the device."""
        return _context

    def reset(self) -> None:
        """Wait for the work so far."""
        _context.reset()

    def __repr__(self) -> str:
        return f"<CUDA device {self.id} '{self.name}'>"

    def __hash__(self) -> int:
        return hash(self.id)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Device) and other.id == self.id


class Context:
    """The context of the device; there is always one, and it is always current."""

    def __init__(self, device: Device) -> None:
        self.device = device
        self.allocations: dict[int, Any] = {}

    def get_memory_info(self) -> MemoryInfo:
        """Free and total bytes.

        Notes
        -----
        Browsers tell only the largest buffer; it stands for the total.
        """
        info = device_info()
        total = int(info["limits"].get("maxBufferSize") or ASSUMED_MEMORY_BYTES)
        return MemoryInfo(max(0, total - info["bytesInUse"]), total)

    def get_default_stream(self) -> Stream:
        """The default stream."""
        return Stream("default stream")

    def create_stream(self) -> Stream:
        """A new stream."""
        return Stream()

    def synchronize(self) -> None:
        """Wait for all work."""
        finish()

    def reset(self) -> None:
        """Wait for all work. Memory is freed with the arrays that own it."""
        finish()

    def push(self) -> None:
        """Make current; it is."""

    def pop(self) -> None:
        """Make another current; there is none."""

    def defer_cleanup(self) -> Any:
        """A context manager in which nothing is freed; freeing never waits here."""
        import contextlib

        return contextlib.nullcontext()

    def __repr__(self) -> str:
        return f"<CUDA context of device {self.device.id}>"


class _DeviceManager:
    """A device as ``cuda.gpus`` lists it; also a context manager that selects it."""

    def __init__(self, device: Device) -> None:
        self._device = device

    def __getattr__(self, name: str) -> Any:
        return getattr(self._device, name)

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: object) -> None:
        return None

    def __str__(self) -> str:
        return f"<Managed Device {self._device.id}>"


class _DeviceList:
    """``cuda.gpus``: a list of one device."""

    def __getitem__(self, number: int) -> _DeviceManager:
        return [_DeviceManager(_device)][number]

    def __iter__(self) -> Iterator[_DeviceManager]:
        yield _DeviceManager(_device)

    def __len__(self) -> int:
        return 1

    def __str__(self) -> str:
        return "<Managed Device 0>"

    @property
    def lst(self) -> list[_DeviceManager]:
        """The devices."""
        return list(self)

    @property
    def current(self) -> _DeviceManager:
        """The device in use."""
        return _DeviceManager(_device)


_device = Device()
_context = Context(_device)
gpus = _DeviceList()


def get_context(devnum: int | None = None) -> Context:
    """The context of the device."""
    if devnum:
        raise IndexError(f"there is one device, number 0; device {devnum} was asked for")
    return _context


def require_context(fn: Any) -> Any:
    """A decorator for functions that need a context; there always is one."""
    return fn


def reset() -> None:
    """Wait for all work."""
    _context.reset()
