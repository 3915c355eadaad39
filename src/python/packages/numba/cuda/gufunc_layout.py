"""Layouts of generalised ufuncs, ``"(m,n),(n)->(m)"``, and the shapes that a call gives."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

Shape = tuple[int, ...]


class Plan(NamedTuple):
    """Shapes of one call: the outer loop, and the core of each operand."""

    outer: Shape
    input_cores: list[Shape]
    output_cores: list[Shape]


class Layout(NamedTuple):
    """Names of the core axes of inputs and outputs."""

    inputs: list[tuple[str, ...]]
    outputs: list[tuple[str, ...]]

    @classmethod
    def parse(cls, text: str) -> Layout:
        """Read a layout.

        Raises
        ------
        ValueError
            If it is not one.
        """
        sides = text.replace(" ", "").split("->")
        if len(sides) != 2 or not re.fullmatch(r"(\([\w,]*\),?)*", sides[0]):
            raise ValueError(f"invalid gufunc signature {text!r}; one looks like '(m,n),(n)->(m)'")
        operands = [
            [
                tuple(name for name in core.split(",") if name)
                for core in re.findall(r"\(([\w,]*)\)", side)
            ]
            for side in sides
        ]
        return cls(operands[0], operands[1])

    def plan(self, shapes: Sequence[Shape]) -> Plan:
        """Sizes for inputs of these shapes.

        Raises
        ------
        ValueError
            If the shapes do not fit the layout or one another.
        """
        if len(shapes) != len(self.inputs):
            raise ValueError(f"{len(self.inputs)} inputs are needed, {len(shapes)} given")
        sizes: dict[str, int] = {}
        outers, cores = [], []
        for number, (shape, names) in enumerate(zip(shapes, self.inputs, strict=True)):
            if len(shape) < len(names):
                raise ValueError(
                    f"input {number + 1} needs at least {len(names)} axes, but has {len(shape)}"
                )
            split = len(shape) - len(names)
            outers.append(shape[:split])
            cores.append(shape[split:])
            for name, size in zip(names, shape[split:], strict=True):
                if sizes.setdefault(name, size) != size:
                    raise ValueError(
                        f"axis {name} is {sizes[name]} in one input "
                        f"and {size} in input {number + 1}"
                    )
        try:
            outputs = [tuple(sizes[name] for name in names) for names in self.outputs]
        except KeyError as error:
            raise ValueError(f"axis {error.args[0]} of an output is in no input") from None
        return Plan(np.broadcast_shapes(*outers), cores, outputs)
