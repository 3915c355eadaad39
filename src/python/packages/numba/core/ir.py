"""Places in source files, as errors carry them."""

from __future__ import annotations

import linecache


class Loc:
    """A place in a source file.

    Parameters
    ----------
    filename : str
        The file.
    line : int
        From 1.
    col : int, optional
        From 1.
    """

    def __init__(self, filename: str, line: int, col: int | None = None) -> None:
        self.filename = filename
        self.line = line
        self.col = col

    def strformat(self) -> str:
        """The place with its line of code, for messages."""
        code = linecache.getline(self.filename, self.line).strip()
        return f'\nFile "{self.filename}", line {self.line}:\n    {code}'

    def __repr__(self) -> str:
        return f"Loc(filename={self.filename}, line={self.line}, col={self.col})"

    def __str__(self) -> str:
        return f"{self.filename} ({self.line}{'' if self.col is None else f':{self.col}'})"
