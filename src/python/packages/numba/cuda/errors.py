"""Errors of the CUDA target, and how the engine's answers become exceptions."""

from __future__ import annotations

import builtins
import json
import sys
from typing import Any

from kernelpad import _engine
from numba.core import errors
from numba.core.errors import LoweringError, UnsupportedBytecodeError
from numba.core.ir import Loc

__all__ = [
    "CudaLoweringError",
    "KernelRuntimeError",
    "UnsupportedBytecodeError",
    "exception_of",
    "finish",
    "raise_last_error",
]


class KernelRuntimeError(RuntimeError):
    """Something went wrong in a thread of a kernel.

    Parameters
    ----------
    msg : str
        What went wrong.
    tid, ctaid : tuple of int, optional
        The thread, and its block.
    """

    def __init__(self, msg: str, tid: Any = None, ctaid: Any = None) -> None:
        self.tid = tid
        self.ctaid = ctaid
        self.msg = msg
        super().__init__(f"tid={list(tid or ())} ctaid={list(ctaid or ())}: {msg}")


class CudaLoweringError(LoweringError):
    """A typed kernel could not be turned into code."""


def exception_of(error: dict[str, Any]) -> BaseException:
    """The exception for an error of the engine.

    Parameters
    ----------
    error : dict
        ``exception`` (Numba's class), ``message``, and for errors with a place in the
        source ``file``, ``line``, ``column``, ``endLine``, ``endColumn``; ``notes``,
        ``help``, ``text`` (Numba's own words).
    """
    name, message = error["exception"], error["message"]
    place = None
    if error.get("line"):
        place = {key: error[key] for key in ("file", "line", "column", "endLine", "endColumn")}
    loc = Loc(place["file"], place["line"], place["column"]) if place else None
    kind = getattr(errors, name, None)
    exception: BaseException
    if name == "CudaAPIError":
        from numba.cuda.cudadrv.driver import CudaAPIError

        exception = CudaAPIError(error.get("code", 1), message)
    elif isinstance(kind, type) and name != "NotDefinedError":
        exception = kind(message, loc=loc)
    else:
        builtin = getattr(builtins, name, None)
        exception = (
            builtin(message) if isinstance(builtin, type) else RuntimeError(f"{name}: {message}")
        )
    exception.kernelpad = {  # type: ignore[attr-defined]
        "message": message,
        "place": place,
        "function": error.get("function"),
        "notes": error.get("notes") or [],
        "help": error.get("help"),
        "numba": error.get("text"),
    }
    return exception


def raise_last_error() -> None:
    """Raise what the engine's last call failed with."""
    raise exception_of(json.loads(_engine.get().last_error())) from None


def finish() -> None:
    """Wait for all work of the device; show what kernels printed, raise what they raised."""
    settle(_engine.wait(_engine.get().finish()))


def settle(status: int) -> None:
    """Deal with the status of a wait: messages of kernels, errors of the device."""
    if not status:
        return
    if status & 2:
        messages = json.loads(_engine.get().take_messages())
        for text in messages["printed"]:
            sys.stdout.write(text)
        if messages["failure"]:
            raise exception_of(messages["failure"])
    if status & 1:
        raise_last_error()
