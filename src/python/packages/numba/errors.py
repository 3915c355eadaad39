"""``numba.errors``: the old name of :mod:`numba.core.errors`."""

import sys

from numba.core import errors

sys.modules[__name__] = errors
