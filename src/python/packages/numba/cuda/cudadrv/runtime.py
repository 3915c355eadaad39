"""The CUDA runtime's version, as far as programs ask for it."""

from __future__ import annotations

#: The toolkit that real numba-cuda 0.30 is made for.
_VERSION = (13, 0)


class Runtime:
    """Answers version questions."""

    def get_version(self) -> tuple[int, int]:
        """Major and minor version of the toolkit whose language is compiled here."""
        return _VERSION

    @property
    def supported_versions(self) -> tuple[tuple[int, int], ...]:
        """Versions of which programs may make use."""
        return ((12, 0), (12, 9), _VERSION)

    def is_supported_version(self) -> bool:
        """True."""
        return True


runtime = Runtime()
