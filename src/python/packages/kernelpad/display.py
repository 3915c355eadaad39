"""Show rich objects in the output: figures, tables, pictures."""

from __future__ import annotations

import base64
import json
from typing import Any

from kernelpad import _engine

#: Methods that objects offer for showing themselves, as in Jupyter, richest first.
_METHODS = (
    ("_repr_html_", "text/html"),
    ("_repr_svg_", "image/svg+xml"),
    ("_repr_png_", "image/png"),
    ("_repr_jpeg_", "image/jpeg"),
    ("_repr_latex_", "text/latex"),
    ("_repr_markdown_", "text/markdown"),
    ("_repr_json_", "application/json"),
)


def mime_bundle(obj: Any) -> dict[str, str]:
    """MIME types and data of an object; binary data is base64.

    Parameters
    ----------
    obj : object
        Anything; ``repr`` is always there as ``text/plain``.
    """
    bundle: dict[str, str] = {}
    whole = getattr(obj, "_repr_mimebundle_", None)
    if callable(whole) and not isinstance(obj, type):
        data = whole()
        if isinstance(data, tuple):
            data = data[0]
        bundle.update({mime: _text(value) for mime, value in data.items()})
    for method, mime in _METHODS:
        show = getattr(obj, method, None)
        if mime in bundle or not callable(show) or isinstance(obj, type):
            continue
        value = show()
        if value is not None:
            bundle[mime] = _text(value)
    bundle.setdefault("text/plain", repr(obj))
    return bundle


def _text(value: Any) -> str:
    if isinstance(value, (bytes, bytearray)):
        return base64.b64encode(value).decode("ascii")
    return value if isinstance(value, str) else json.dumps(value)


def display(*objects: Any, display_id: str | None = None) -> None:
    """Show objects in the output, each in its richest form.

    Parameters
    ----------
    *objects : object
        What to show.
    display_id : str, optional
        Shown again under the same id, an object takes the earlier one's place.
    """
    for obj in objects:
        show_bundle(mime_bundle(obj), display_id)


def show_bundle(bundle: dict[str, str], display_id: str | None = None) -> None:
    """Show a ready MIME bundle."""
    _engine.get().display(json.dumps({"data": bundle, "id": display_id}))
