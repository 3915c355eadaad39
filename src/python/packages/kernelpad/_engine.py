"""The one door from Python to the engine: devices, compiler and run report.

Everything that crosses is an int, a float or a string (JSON); nothing that comes from
JavaScript is ever handed to the user. The other side is ``src/python/bridge.ts``, with
the same names.
"""

from __future__ import annotations

from typing import Any, Protocol

try:  # Inside Pyodide; under CPython the tests bring an engine of their own.
    from pyodide.ffi import run_sync as _run_sync
except ImportError:
    _run_sync = None


class Engine(Protocol):
    """What the runtime offers to Python packages.

    Methods that wait for the device are marked; on the CPU device they do not wait.
    Sizes and offsets are in bytes. Handles are positive.
    """

    def device_info(self) -> str:
        """JSON: kind, name, reason, limits, features, timestampNs, bytesInUse."""

    def allocate(self, nbytes: int) -> int:
        """A handle of that many zeroed bytes, or 0: see ``last_error``."""

    def release(self, handle: int) -> None:
        """Free an allocation."""

    def write(self, handle: int, offset: int, address: int, nbytes: int) -> int:
        """Copy from Python's memory to the device. 0, or 1: see ``last_error``."""

    def read(self, handle: int, offset: int, address: int, nbytes: int) -> Any:
        """Copy from the device to Python's memory. Waits. Status as of ``finish``."""

    def copy(
        self, source: int, source_offset: int, target: int, target_offset: int, nbytes: int
    ) -> int:
        """Copy between allocations. 0, or 1: see ``last_error``."""

    def specialise(self, function_id: int, types_json: str) -> str:
        """Type a kernel for argument types, given as JSON: ``types`` and Numba's ``names``.

        JSON: ``id`` and bytes of memory used, or ``error``.
        """

    def launch(self, address: int) -> int:
        """Launch what the record at ``address`` says. 0, or 1: see ``last_error``.

        The record is made of little-endian 8-byte slots: specialisation, grid (3),
        block (3), bytes of dynamic shared memory, then the arguments: a scalar one slot
        (int64, uint64 or float64; complex two), an array its handle, its offset, its
        shape, its strides in bytes and its item size.
        """

    def finish(self) -> Any:
        """Wait for all work. 0: nothing to tell. Bit 0: error, bit 1: messages."""

    def take_messages(self) -> str:
        """JSON: printed (list of str), failure (an error or null)."""

    def last_error(self) -> str:
        """JSON: exception, message, and for compile errors their place."""

    def event_record(self) -> Any:
        """A number that stands for this point of the work. May wait."""

    def event_elapsed(self, begin: int, end: int) -> Any:
        """Milliseconds between two such points. Waits."""

    def now_ms(self) -> float:
        """Milliseconds of a steady clock."""

    def fallback(self, text: str) -> None:
        """JSON: what, why, line: one entry of the run report's fallbacks."""

    def display(self, text: str) -> None:
        """JSON: data (MIME bundle), id: show something."""


_engine: Engine | None = None


def get() -> Engine:
    """The engine of this interpreter.

    Raises
    ------
    RuntimeError
        Outside Kernelpad, unless a test has set one.
    """
    global _engine
    if _engine is None:
        try:
            import _kernelpad_engine  # type: ignore[import-not-found]
        except ImportError as error:
            raise RuntimeError("this numba package runs only inside Kernelpad") from error
        _engine = _kernelpad_engine
    return _engine


def use(engine: Engine | None) -> None:
    """Set the engine; for tests."""
    global _engine
    _engine = engine


def wait(answer: Any) -> Any:
    """The value of an answer that may still be on its way.

    The CPU device answers at once; the GPU gives a promise, for which JSPI suspends
    Python.
    """
    if _run_sync is None or type(answer) is int or type(answer) is float:
        return answer
    return _run_sync(answer)


def can_wait() -> bool:
    """Whether Python can wait for a promise here."""
    if _run_sync is None:
        return True
    from pyodide.ffi import can_run_sync

    return bool(can_run_sync())
