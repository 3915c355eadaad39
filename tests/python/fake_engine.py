"""An engine without a compiler: memory is real, launches are only recorded."""

from __future__ import annotations

import ctypes
import json
import struct
from typing import Any

HEADER_SLOTS = 8


class FakeEngine:
    """Implements ``kernelpad._engine.Engine`` with plain bytes."""

    def __init__(self) -> None:
        self.memory: dict[int, bytearray] = {}
        self.specialisations: list[tuple[int, dict[str, Any]]] = []
        self.launches: list[list[int]] = []
        self.fallbacks: list[dict[str, Any]] = []
        self.shown: list[dict[str, Any]] = []
        self.messages: dict[str, Any] = {"printed": [], "failure": None}
        self.error: dict[str, Any] | None = None
        self.answer_error: dict[str, Any] | None = None
        self.finishes = 0
        self._next = 1
        self._marks = 0

    def device_info(self) -> str:
        used = sum(len(block) for block in self.memory.values())
        info = {"kind": "cpu", "name": "Fake", "reason": "test", "limits": {}, "features": []}
        return json.dumps({**info, "bytesInUse": used})

    def allocate(self, nbytes: int) -> int:
        if nbytes > 1 << 30:
            self.error = {"exception": "MemoryError", "message": f"{nbytes} bytes"}
            return 0
        self.memory[self._next] = bytearray(nbytes)
        self._next += 1
        return self._next - 1

    def release(self, handle: int) -> None:
        del self.memory[handle]

    def write(self, handle: int, offset: int, address: int, nbytes: int) -> int:
        self.memory[handle][offset : offset + nbytes] = ctypes.string_at(address, nbytes)
        return 0

    def read(self, handle: int, offset: int, address: int, nbytes: int) -> int:
        ctypes.memmove(address, bytes(self.memory[handle][offset : offset + nbytes]), nbytes)
        return self.finish()

    def copy(
        self, source: int, source_offset: int, target: int, target_offset: int, nbytes: int
    ) -> int:
        part = bytes(self.memory[source][source_offset : source_offset + nbytes])
        self.memory[target][target_offset : target_offset + nbytes] = part
        return 0

    def specialise(self, function_id: int, types_json: str) -> str:
        if self.answer_error:
            return json.dumps({"error": self.answer_error})
        self.specialisations.append((function_id, json.loads(types_json)))
        return json.dumps({"id": len(self.specialisations) - 1, "sharedBytes": 0})

    def launch(self, address: int) -> int:
        number = struct.unpack("<q", ctypes.string_at(address, 8))[0]
        slots = HEADER_SLOTS + sum(_slots(ty) for ty in self.specialisations[number][1]["types"])
        self.launches.append(
            list(struct.unpack(f"<{slots}q", ctypes.string_at(address, 8 * slots)))
        )
        return 0

    def finish(self) -> int:
        self.finishes += 1
        return 2 if self.messages["printed"] or self.messages["failure"] else 0

    def take_messages(self) -> str:
        text = json.dumps(self.messages)
        self.messages = {"printed": [], "failure": None}
        return text

    def last_error(self) -> str:
        return json.dumps(self.error)

    def event_record(self) -> int:
        self._marks += 1
        return self._marks

    def event_elapsed(self, begin: int, end: int) -> float:
        return float(end - begin)

    def now_ms(self) -> float:
        return 0.0

    def fallback(self, text: str) -> None:
        self.fallbacks.append(json.loads(text))

    def display(self, text: str) -> None:
        self.shown.append(json.loads(text))


def _slots(ty: dict[str, Any]) -> int:
    """Slots of an argument in a launch record."""
    if ty["kind"] == "array":
        return 3 + 2 * ty["ndim"]
    if ty["kind"] == "tuple":
        return sum(_slots(item) for item in ty["items"])
    if ty["kind"] == "none":
        return 0
    return 2 if ty["name"].startswith("complex") else 1
