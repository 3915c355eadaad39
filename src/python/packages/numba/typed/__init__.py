"""``numba.typed``: lists and dicts with declared item types; plain ones here."""

from __future__ import annotations

from typing import Any


class List(list):
    """A list; the declared type is kept but not enforced."""

    @classmethod
    def empty_list(cls, item_type: Any, allocated: int = 0) -> List:
        """An empty list for items of a type."""
        return cls()


class Dict(dict):
    """A dict; the declared types are kept but not enforced."""

    @classmethod
    def empty(cls, key_type: Any, value_type: Any, n_keys: int = 0) -> Dict:
        """An empty dict for keys and values of given types."""
        return cls()


__all__ = ["Dict", "List"]
