"""Arithmetic of strided views: shapes, strides and offsets, without any memory.

Strides and offsets are in bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

Shape = tuple[int, ...]


class View(NamedTuple):
    """A strided view: item ``(i, j)`` is at ``offset + i * strides[0] + j * strides[1]``."""

    offset: int
    shape: Shape
    strides: Shape


def strides_of(shape: Sequence[int], itemsize: int, order: str = "C") -> Shape:
    """Strides of a gapless array in C or F order."""
    strides = [itemsize] * len(shape)
    axes = range(len(shape) - 2, -1, -1) if order == "C" else range(1, len(shape))
    step = 1 if order == "C" else -1
    for axis in axes:
        strides[axis] = strides[axis + step] * max(1, shape[axis + step])
    return tuple(strides)


def is_contiguous(shape: Shape, strides: Shape, itemsize: int, order: str) -> bool:
    """Whether the view is gapless in C or F order; axes of one item do not matter."""
    if 0 in shape:
        return True
    wanted = itemsize
    axes = range(len(shape) - 1, -1, -1) if order == "C" else range(len(shape))
    for axis in axes:
        if shape[axis] != 1:
            if strides[axis] != wanted:
                return False
            wanted *= shape[axis]
    return True


def extent(shape: Shape, strides: Shape, itemsize: int) -> tuple[int, int]:
    """First byte and the byte after the last that the view touches, from its item 0."""
    if 0 in shape:
        return 0, 0
    low = high = 0
    for count, stride in zip(shape, strides, strict=True):
        reach = (count - 1) * stride
        low += min(0, reach)
        high += max(0, reach)
    return low, high + itemsize


def size_of(shape: Shape) -> int:
    """Items of an array of that shape."""
    size = 1
    for count in shape:
        size *= count
    return size


def subscript(view: View, key: Any) -> View:
    """The view that ``array[key]`` is.

    Parameters
    ----------
    view : View
        Of the whole array.
    key : int, slice, Ellipsis or tuple of them
        As in NumPy; no ``newaxis`` and no arrays of indices.

    Raises
    ------
    IndexError
        If an index is out of range or there are too many.
    """
    keys = _expand(key, len(view.shape))
    offset, shape, strides = view.offset, [], []
    for axis, (part, count, stride) in enumerate(zip(keys, view.shape, view.strides, strict=True)):
        if isinstance(part, slice):
            start, stop, step = part.indices(count)
            length = len(range(start, stop, step))
            if length:
                offset += start * stride
            shape.append(length)
            strides.append(stride * step)
        else:
            index = _index(part, axis, count)
            offset += index * stride
    return View(offset, tuple(shape), tuple(strides))


def _expand(key: Any, ndim: int) -> list[Any]:
    """One int or slice for each axis."""
    keys = list(key) if isinstance(key, tuple) else [key]
    dots = [position for position, part in enumerate(keys) if part is Ellipsis]
    if len(dots) > 1:
        raise IndexError("an index can only have a single ellipsis ('...')")
    missing = ndim - (len(keys) - len(dots))
    if missing < 0:
        raise IndexError(
            f"too many indices: the array is {ndim}-dimensional, "
            f"but {len(keys) - len(dots)} were indexed"
        )
    at = dots[0] if dots else len(keys)
    keys[at : at + len(dots)] = [slice(None)] * missing
    return keys


def _index(part: Any, axis: int, count: int) -> int:
    try:
        index = part.__index__()
    except AttributeError:
        raise IndexError(
            f"device arrays take integers, slices and '...' as indices, not {type(part).__name__}"
        ) from None
    if not -count <= index < count:
        raise IndexError(f"index {index} is out of bounds for axis {axis} with size {count}")
    return index + count if index < 0 else index


def resolve_shape(size: int, newshape: Sequence[int]) -> Shape:
    """The shape asked for, with -1 worked out.

    Raises
    ------
    ValueError
        If the sizes differ, or more than one axis is -1.
    """
    shape = [int(count) for count in newshape]
    unknown = [axis for axis, count in enumerate(shape) if count == -1]
    if len(unknown) > 1:
        raise ValueError("can only specify one unknown dimension")
    if unknown:
        rest = size_of(tuple(count for count in shape if count != -1))
        if rest == 0 or size % rest:
            raise ValueError("cannot infer valid shape for unknown dimension")
        shape[unknown[0]] = size // rest
    if size_of(tuple(shape)) != size:
        raise ValueError(f"cannot reshape an array of size {size} into shape {tuple(shape)}")
    return tuple(shape)
