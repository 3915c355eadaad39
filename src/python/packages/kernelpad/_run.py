"""Runs a script as ``__main__``, each time as if Python had just started."""

from __future__ import annotations

import builtins
import gc
import json
import linecache
import os
import sys
import types
from typing import Any

from kernelpad import _traceback
from kernelpad.display import display

#: What Unix shells give for a program that ended by an interrupt.
_INTERRUPTED = 130

_folder = "/home/pyodide/work"
_before: set[str] = set()


def _no_input(prompt: object = "") -> str:
    """Refuse to read from the keyboard: nobody could answer while Python runs."""
    raise RuntimeError(
        "input() cannot ask anything here, since the script runs without a keyboard; "
        "set the value in the script, or pass it as an argument and read sys.argv"
    )


def prepare(folder: str) -> None:
    """Set up the interpreter once, after it has started.

    Parameters
    ----------
    folder : str
        Where scripts and the files that they write live.
    """
    global _folder
    _folder = folder
    os.makedirs(folder, exist_ok=True)
    os.chdir(folder)
    os.environ.setdefault("MPLBACKEND", "module://kernelpad._matplotlib")
    builtins.input = _no_input
    builtins.display = display  # type: ignore[attr-defined]  (as notebooks have it)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    if folder not in sys.path:
        sys.path.insert(0, folder)


def write_files(files_json: str) -> None:
    """Write the run's files into the working folder; those of earlier runs are gone."""
    files: dict[str, str] = json.loads(files_json)
    for name in _before - files.keys():
        path = os.path.join(_folder, name)
        if os.path.exists(path):
            os.remove(path)
    _before.clear()
    _before.update(files)
    for name, text in files.items():
        path = os.path.join(_folder, name)
        os.makedirs(os.path.dirname(path) or _folder, exist_ok=True)
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)
    linecache.clearcache()
    _forget_modules(files)


def _forget_modules(files: dict[str, str]) -> None:
    """The user's own modules are imported anew in each run."""
    import importlib

    names = {name.removesuffix(".py").split("/")[0] for name in files if name.endswith(".py")}
    for name in list(sys.modules):
        if name.split(".")[0] in names and name != "__main__":
            origin = getattr(sys.modules[name], "__file__", None) or ""
            if origin.startswith(_folder) or not os.path.isabs(origin):
                del sys.modules[name]
    importlib.invalidate_caches()


def imports_of(files_json: str) -> str:
    """JSON list of the top-level modules that the files import and that are not among them."""
    from pyodide.code import find_imports

    files: dict[str, str] = json.loads(files_json)
    own = {name.removesuffix(".py").split("/")[0] for name in files}
    found: set[str] = set()
    for name, text in files.items():
        if name.endswith(".py"):
            found.update(find_imports(text))
    return json.dumps(sorted(found - own))


def run(file_name: str, argv_json: str) -> str:
    """Run a script.

    Returns
    -------
    str
        JSON: ``status`` (ok, error, stopped, exit), ``exitCode``, ``error`` (RunError or null).
    """
    os.chdir(_folder)
    sys.argv = [file_name, *json.loads(argv_json)]
    main = types.ModuleType("__main__")
    main.__dict__.update(__file__=file_name, __builtins__=builtins)
    sys.modules["__main__"] = main
    status: tuple[str, int, BaseException | None]
    try:
        with open(file_name, encoding="utf-8") as file:
            text = file.read()
        exec(compile(text, file_name, "exec", dont_inherit=True), main.__dict__)
        _finish_device()
        status = ("ok", 0, None)
    except SystemExit as exit_:
        status = _settle(("exit", _exit_code(exit_), None))
    except KeyboardInterrupt as error:
        status = ("stopped", _INTERRUPTED, error)
    except BaseException as error:
        status = _settle(("error", 1, error))
    _flush()
    name, code, failure = status
    described = None
    if failure is not None:
        described = json.loads(_traceback.run_error(failure, _user_files()))
        failure.__traceback__ = None
    return json.dumps({"status": name, "exitCode": code, "error": described})


def _settle(status: tuple[str, int, BaseException | None]) -> tuple[str, int, BaseException | None]:
    """Let kernels that are still running end, so that what they print is seen."""
    try:
        _finish_device()
    except BaseException as error:
        return status if status[2] is not None else ("error", 1, error)
    return status


def _user_files() -> set[str]:
    return {*_before, *(os.path.join(_folder, name) for name in _before)}


def _finish_device() -> None:
    errors = sys.modules.get("numba.cuda.errors")
    if errors is not None:
        errors.finish()


def _exit_code(exit_: SystemExit) -> int:
    code = exit_.code
    if code is None:
        return 0
    if isinstance(code, int):
        return code & 0xFF
    print(code, file=sys.stderr)
    return 1


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:
            # The script closed or replaced the stream; there is nothing left to show.
            continue


def clean_up() -> None:
    """After a run: drop its objects, so that their device memory is free for the next."""
    main = sys.modules.get("__main__")
    if main is not None:
        main.__dict__.clear()
    sys.modules["__main__"] = types.ModuleType("__main__")
    sys.last_exc = None  # type: ignore[attr-defined]
    for stream, original in (("stdout", sys.__stdout__), ("stderr", sys.__stderr__)):
        setattr(sys, stream, original)
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is not None:
        pyplot.close("all")
    gc.collect()
    driver = sys.modules.get("numba.cuda.cudadrv.driver")
    if driver is not None:
        driver.release_all()
        _module("numba.cuda.dispatcher").forget_compiled()
        _module("numba.cuda.describe").reset()


def _module(name: str) -> Any:
    return sys.modules[name]
