"""matplotlib's backend: ``plt.show()`` puts figures into the output, as PNG.

A script that asks for another backend, ``agg`` above all, still gets this one: it draws
with Agg as well, and a figure that nobody sees helps nobody.
"""

from __future__ import annotations

import base64
import io
from typing import Any

from matplotlib import _pylab_helpers
from matplotlib.backend_bases import FigureManagerBase
from matplotlib.backends.backend_agg import FigureCanvasAgg

from kernelpad.display import show_bundle

_NAME = "module://kernelpad._matplotlib"


class FigureManager(FigureManagerBase):
    """Shows its figure in the output."""

    def show(self) -> None:
        """Show this figure."""
        show_figure(self.canvas.figure)

    @classmethod
    def pyplot_show(cls, *, block: bool | None = None) -> None:
        """Show all open figures and close them, as closing their windows would."""
        for manager in _pylab_helpers.Gcf.get_all_fig_managers():
            show_figure(manager.canvas.figure)
        _pylab_helpers.Gcf.destroy_all()


class FigureCanvas(FigureCanvasAgg):
    """Draws with Agg."""

    manager_class = FigureManager


def show_figure(figure: Any) -> None:
    """Put a figure into the output."""
    if not figure.get_axes() and not figure.lines and not figure.texts and not figure.images:
        return
    picture = io.BytesIO()
    figure.savefig(picture, format="png", bbox_inches="tight")
    data = base64.b64encode(picture.getvalue()).decode("ascii")
    show_bundle({"image/png": data, "text/plain": repr(figure)})


def install() -> None:
    """Keep this backend whatever the script asks for. Imports matplotlib."""
    import matplotlib

    if getattr(matplotlib.use, "_kernelpad", False):
        return
    original = matplotlib.use

    def use(backend: str, *, force: bool = True) -> None:
        """Take any backend; this one stays."""
        original(_NAME, force=force)

    use._kernelpad = True  # type: ignore[attr-defined]
    matplotlib.use = use
    matplotlib.rcParams["backend"] = _NAME
