"""``numba.cuda.types``: Numba's types."""

import sys

from numba.core import types

sys.modules[__name__] = types
