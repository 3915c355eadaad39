"""``numba.types``: another name of :mod:`numba.core.types`."""

import sys

from numba.core import types

sys.modules[__name__] = types
