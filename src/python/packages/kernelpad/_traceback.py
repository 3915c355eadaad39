"""Exceptions as the page shows them: the user's own frames, and the place to mark in the editor."""

from __future__ import annotations

import json
import linecache
import traceback
from typing import Any


def run_error(error: BaseException, user_files: set[str]) -> str:
    """JSON of ``RunError`` in ``src/session/messages.ts``.

    Parameters
    ----------
    error : BaseException
        What ended the run.
    user_files : set of str
        Files of the run, as code objects name them.
    """
    known = getattr(error, "kernelpad", None) or {}
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename in user_files
    ]
    kernel_frame = _kernel_frame(known)
    place = known.get("place")
    if isinstance(error, SyntaxError) and error.filename in user_files:
        place = _syntax_place(error)
    elif place is None and frames:
        place = _frame_place(frames[-1])
    message = known.get("message", _message(error))
    shown = [*frames, kernel_frame] if kernel_frame else frames
    return json.dumps(
        {
            "exception": type(error).__name__,
            "message": message,
            "text": _text(error, user_files, kernel_frame),
            "frames": [
                {
                    "file": frame.filename,
                    "line": frame.lineno or 0,
                    "functionName": frame.name,
                    "code": (frame.line or "").strip(),
                }
                for frame in shown
            ],
            "place": place,
            "notes": [*known.get("notes", []), *getattr(error, "__notes__", [])],
            "help": known.get("help"),
            "numba": known.get("numba"),
        }
    )


def _message(error: BaseException) -> str:
    if isinstance(error, SyntaxError):
        return error.msg or "invalid syntax"
    msg = getattr(error, "msg", None)
    return (
        msg if isinstance(msg, str) and type(error).__module__.startswith("numba") else str(error)
    )


def _text(
    error: BaseException, user_files: set[str], kernel_frame: traceback.FrameSummary | None
) -> str:
    """The traceback as CPython prints it, with the user's frames only."""
    whole = traceback.TracebackException.from_exception(error)
    current: traceback.TracebackException | None = whole
    seen: set[int] = set()
    pending = [whole]
    while pending:
        current = pending.pop()
        if current is None or id(current) in seen:
            continue
        seen.add(id(current))
        kept = [frame for frame in current.stack if frame.filename in user_files]
        current.stack = traceback.StackSummary.from_list(kept)
        pending += [current.__cause__, current.__context__]
    known = getattr(error, "kernelpad", None)
    if known:
        if kernel_frame:
            whole.stack.append(kernel_frame)
        # CPython keeps the printed message here; the place is a frame already.
        whole._str = known["message"]  # type: ignore[attr-defined]
    return "".join(whole.format())


def _kernel_frame(known: dict[str, Any]) -> traceback.FrameSummary | None:
    """The kernel's line as the innermost frame."""
    place = known.get("place")
    if not place:
        return None
    line = linecache.getline(place["file"], place["line"])
    end = place["endColumn"] if place["endLine"] == place["line"] else place["column"] + 1
    return traceback.FrameSummary(
        place["file"],
        place["line"],
        known.get("function") or "kernel",
        end_lineno=place["line"],
        colno=_bytes_before(line, place["column"]),
        end_colno=max(_bytes_before(line, end), _bytes_before(line, place["column"]) + 1),
    )


def _bytes_before(line: str, column: int) -> int:
    """Bytes of UTF-8 before a column that counts UTF-16 units from 1."""
    units = line.encode("utf-16-le")[: (column - 1) * 2]
    return len(units.decode("utf-16-le", "ignore").encode())


def _column(line: str, nbytes: int) -> int:
    """Column in UTF-16 units from 1 of an offset in bytes of UTF-8."""
    return len(line.encode()[:nbytes].decode("utf-8", "ignore").encode("utf-16-le")) // 2 + 1


def _frame_place(frame: traceback.FrameSummary) -> dict[str, Any]:
    """The expression that a frame was at."""
    lineno, end_lineno = frame.lineno or 1, frame.end_lineno or frame.lineno or 1
    first = linecache.getline(frame.filename, lineno)
    last = linecache.getline(frame.filename, end_lineno)
    column = _column(first, frame.colno) if frame.colno is not None else 1
    end = _column(last, frame.end_colno) if frame.end_colno is not None else len(last.rstrip()) + 1
    return {
        "file": frame.filename,
        "line": lineno,
        "column": column,
        "endLine": end_lineno,
        "endColumn": end,
    }


def _syntax_place(error: SyntaxError) -> dict[str, Any]:
    """Where the parser stopped; its columns count characters from 1."""
    line, column = error.lineno or 1, max(error.offset or 1, 1)
    end_line = error.end_lineno or line
    end = error.end_offset or column + 1
    if end_line == line and end <= column:
        end = column + 1
    return {
        "file": error.filename,
        "line": line,
        "column": column,
        "endLine": end_line,
        "endColumn": end,
    }
