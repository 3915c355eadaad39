"""The base of the tests: each gets an engine of its own."""

from __future__ import annotations

import sys
import unittest
from pathlib import Path

PACKAGES = Path(__file__).parents[2] / "src" / "python" / "packages"
if PACKAGES.exists() and str(PACKAGES) not in sys.path:
    sys.path.insert(0, str(PACKAGES))

from fake_engine import FakeEngine  # noqa: E402

from kernelpad import _engine  # noqa: E402


class EngineCase(unittest.TestCase):
    """A test with a fake engine."""

    engine: FakeEngine

    def setUp(self) -> None:
        before = _engine._engine
        self.engine = FakeEngine()
        _engine.use(self.engine)
        self.addCleanup(_engine.use, before)
        self.addCleanup(_free_everything)


def _free_everything() -> None:
    """Arrays that outlive a test must not free what the next test has under their handles."""
    from numba.cuda.cudadrv import driver
    from numba.cuda.dispatcher import forget_compiled

    driver.release_all()
    forget_compiled()
