"""Live objects in the compiler's terms: what names outside a kernel stand for.

The compiler asks through ``src/python/names-live.ts`` while it compiles, and gets JSON
in the shape of ``Constant`` in ``src/compiler/names/constant.ts``. Whole numbers are
strings of digits, so that no bit is lost; arrays are given by address.
"""

from __future__ import annotations

import builtins
import cmath
import enum
import json
import linecache
import math
import operator
import sys
import types as python_types
from typing import Any

import numpy as np

from numba.core import types
from numba.core.types.abstract import Type
from numba.np.numpy_support import from_dtype

#: Python's own types where they stand for a Numba type.
_PYTHON_TYPES = {
    bool: types.boolean,
    int: types.int64,
    float: types.float64,
    complex: types.complex128,
}
#: Modules whose members the compiler knows by name.
_KNOWN_MODULES = (math, cmath, operator, builtins, np)

_functions: list[Any] = []
_function_ids: dict[int, int] = {}
_objects: list[Any] = []
_object_handles: dict[int, int] = {}
_builtin_names: dict[int, str] = {}
_kept: list[Any] = []


def reset() -> None:
    """Forget all functions and objects; the engine forgets its specialisations with them."""
    _functions.clear()
    _function_ids.clear()
    _objects.clear()
    _object_handles.clear()
    _kept.clear()


# Types


def type_json(ty: Type) -> dict[str, Any]:
    """A Numba type in the shape of ``Type`` in ``src/compiler/types/type.ts``."""
    if isinstance(ty, types.Array) and not isinstance(ty, types.NestedArray):
        return {
            "kind": "array",
            "element": type_json(ty.dtype),
            "ndim": ty.ndim,
            "layout": ty.layout,
            "readonly": ty.readonly,
            "space": "global",
        }
    if isinstance(ty, types.NestedArray):
        element = type_json(ty.dtype)
        shape = list(ty.shape)
        return {
            "kind": "array",
            "element": element,
            "ndim": ty.ndim,
            "layout": "C",
            "readonly": False,
            "space": "global",
            "shape": shape,
        }
    if isinstance(ty, types.NamedTuple):
        return {
            "kind": "tuple",
            "items": [type_json(item) for item in ty],
            "names": list(ty.fields),
        }
    if isinstance(ty, types.BaseTuple):
        return {"kind": "tuple", "items": [type_json(item) for item in ty]}
    if isinstance(ty, types.Record):
        fields = [
            {"name": name, "type": type_json(field.type), "offsetBytes": field.offset}
            for name, field in ty.fields.items()
        ]
        return {"kind": "record", "fields": fields, "sizeBytes": ty.size}
    if isinstance(ty, (types.EnumMember, types.IntEnumMember)):
        return type_json(ty.dtype)
    if isinstance(ty, (types.NPDatetime, types.NPTimedelta)):
        return {"kind": "scalar", "name": "int64"}
    if isinstance(ty, types.NoneType):
        return {"kind": "none"}
    return {"kind": "scalar", "name": ty.name}


# Values


def describe(obj: Any) -> dict[str, Any]:
    """What a live object is to the compiler."""
    number = _describe_number(obj)
    if number is not None:
        return number
    if obj is None:
        return {"kind": "none"}
    if isinstance(obj, str):
        return {"kind": "string", "value": obj}
    if isinstance(obj, tuple):
        items = [describe(item) for item in obj]
        names = getattr(obj, "_fields", None)
        return {"kind": "tuple", "items": items, **({"names": list(names)} if names else {})}
    if isinstance(obj, np.ndarray):
        return _describe_array(obj)
    as_type = _type_of_class(obj)
    if as_type is not None:
        return {"kind": "dtype", "type": type_json(as_type)}
    if isinstance(obj, python_types.ModuleType):
        return {"kind": "module", "name": _module_name(obj)}
    name = builtin_name(obj)
    if name is not None:
        return {"kind": "builtin", "name": name}
    if isinstance(obj, python_types.FunctionType) or hasattr(obj, "py_func"):
        return {
            "kind": "function",
            "id": function_id(obj),
            "name": getattr(obj, "__name__", "function"),
            "jitted": hasattr(obj, "py_func"),
        }
    return {"kind": "object", "handle": _handle_of(obj), "describe": _in_words(obj)}


def _describe_number(obj: Any) -> dict[str, Any] | None:
    if isinstance(obj, np.generic):
        return _describe_numpy_scalar(obj)
    if isinstance(obj, bool):
        return {"kind": "bool", "value": obj}
    if isinstance(obj, enum.Enum) and not isinstance(obj, int):
        return None
    if isinstance(obj, int):
        return {"kind": "int", "value": str(int(obj))}
    if isinstance(obj, float):
        return {"kind": "float", "value": _float_text(obj)}
    if isinstance(obj, complex):
        return {"kind": "complex", "re": _float_text(obj.real), "im": _float_text(obj.imag)}
    return None


def _describe_numpy_scalar(obj: np.generic) -> dict[str, Any] | None:
    kind = obj.dtype.kind
    if kind == "b":
        return {"kind": "bool", "value": bool(obj)}
    if kind in "iu":
        return {"kind": "numpy-scalar", "dtype": from_dtype(obj.dtype).name, "value": str(int(obj))}
    if kind == "f" and obj.dtype.itemsize <= 8:
        return {
            "kind": "numpy-scalar",
            "dtype": from_dtype(obj.dtype).name,
            "value": _float_text(float(obj)),
        }
    if kind == "c":
        return {
            "kind": "complex",
            "re": _float_text(float(obj.real)),
            "im": _float_text(float(obj.imag)),
        }
    return None


def _float_text(value: float) -> str:
    """The number as JavaScript's ``Number`` reads it back to the last bit."""
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    return repr(float(value))


def _describe_array(obj: np.ndarray) -> dict[str, Any]:
    try:
        ty = from_dtype(obj.dtype)
    except Exception:
        return {"kind": "object", "handle": _handle_of(obj), "describe": f"an array of {obj.dtype}"}
    if isinstance(ty, types.Record):
        return {
            "kind": "object",
            "handle": _handle_of(obj),
            "describe": f"an array of records {obj.dtype}",
        }
    whole = np.ascontiguousarray(obj)
    _kept.append(whole)
    return {
        "kind": "array",
        "dtype": ty.name,
        "shape": list(obj.shape),
        "address": whole.ctypes.data,
        "nbytes": whole.nbytes,
    }


def _type_of_class(obj: Any) -> Type | None:
    """The Numba type that an object stands for where it is used as one."""
    if isinstance(obj, Type):
        return obj if not isinstance(obj, types.UnicodeType) else None
    if isinstance(obj, np.dtype):
        try:
            return from_dtype(obj)
        except Exception:
            return None
    if isinstance(obj, type):
        if obj in _PYTHON_TYPES:
            return None  # `int` and its kin are functions first: `builtins.int`.
        if issubclass(obj, np.generic):
            try:
                return from_dtype(np.dtype(obj))
            except Exception:
                return None
    return None


def _module_name(module: python_types.ModuleType) -> str:
    """Its name as Numba's users know it: ``numba.core.types`` is ``numba.types``."""
    name = module.__name__
    return "numba.types" if name == "numba.core.types" else name


def builtin_name(obj: Any) -> str | None:
    """The full name of something that the compiler knows itself, or None."""
    stub = getattr(type(obj), "_kernelpad_stub", False)
    if stub:
        return obj._full_name
    if not _builtin_names:
        _fill_builtin_names()
    try:
        return _builtin_names.get(id(obj))
    except TypeError:
        return None


def _fill_builtin_names() -> None:
    for module in _KNOWN_MODULES:
        for name in dir(module):
            if name.startswith("_"):
                continue
            member = getattr(module, name, None)
            if callable(member) and not isinstance(member, python_types.ModuleType):
                _builtin_names.setdefault(id(member), f"{module.__name__}.{name}")
    import numba

    for name in ("prange", "literal_unroll", "literally"):
        _builtin_names[id(getattr(numba, name))] = f"numba.{name}"


def _handle_of(obj: Any) -> int:
    handle = _object_handles.get(id(obj))
    if handle is None:
        handle = _object_handles[id(obj)] = len(_objects)
        _objects.append(obj)
    return handle


def _in_words(obj: Any) -> str:
    """What the object is, for messages: `a dict`, `an instance of Counter`."""
    if isinstance(obj, type):
        return f"the class {obj.__name__}"
    name = type(obj).__name__
    article = "an" if name[:1].lower() in "aeiou" else "a"
    return f"{article} {name}"


# Functions


def function_id(func: Any) -> int:
    """A number for a Python or jitted function, by which the compiler asks for its source."""
    key = id(getattr(func, "py_func", func))
    number = _function_ids.get(key)
    if number is None:
        number = _function_ids[key] = len(_functions)
        _functions.append(func)
    return number


def function(number: int) -> str:
    """JSON about a function: where its source is, and its options."""
    func = _functions[number]
    py_func = getattr(func, "py_func", func)
    code = py_func.__code__
    options = getattr(func, "targetoptions", {})
    return json.dumps(
        {
            "name": py_func.__name__,
            "file": code.co_filename,
            "line": code.co_firstlineno,
            "lambda": py_func.__name__ == "<lambda>",
            "position": _position(code),
            "parameters": list(code.co_varnames[: code.co_argcount]),
            "options": {
                "device": bool(options.get("device")),
                "debug": bool(options.get("debug")),
                "fastmath": bool(options.get("fastmath")),
                "inline": bool(options.get("inline")),
            },
        }
    )


def _position(code: python_types.CodeType) -> list[int] | None:
    """Line and column (from 0, UTF-8 bytes) of the first expression, to tell lambdas apart."""
    for start_line, _, column, _ in code.co_positions():
        if (
            start_line is not None
            and column is not None
            and (start_line, column) != (code.co_firstlineno, 0)
        ):
            return [start_line, column]
    return None


def source(filename: str) -> str | None:
    """The text of a source file, or None where there is none."""
    lines = linecache.getlines(filename)
    return "".join(lines) if lines else None


# What the compiler asks


def _answer(obj: Any) -> str:
    return json.dumps(describe(obj))


def lookup(number: int, name: str) -> str | None:
    """A name as the function sees it: closure cell, global, builtin; None if undefined."""
    py_func = getattr(_functions[number], "py_func", _functions[number])
    code = py_func.__code__
    if name in code.co_freevars:
        cell = py_func.__closure__[code.co_freevars.index(name)]
        try:
            return _answer(cell.cell_contents)
        except ValueError:  # The cell is still empty.
            return None
    if name in py_func.__globals__:
        return _answer(py_func.__globals__[name])
    if hasattr(builtins, name):
        return _answer(getattr(builtins, name))
    return None


def _object_of(constant: dict[str, Any]) -> Any:
    """The live object of a module, builtin, object or dtype constant."""
    kind = constant["kind"]
    if kind == "object":
        return _objects[constant["handle"]]
    if kind == "function":
        return _functions[constant["id"]]
    if kind == "module":
        return sys.modules[constant["name"]]
    if kind == "builtin":
        return _by_full_name(constant["name"])
    raise AttributeError(kind)


def _by_full_name(name: str) -> Any:
    """Walk from the longest module in a dotted name to its member."""
    parts = name.split(".")
    for length in range(len(parts) - 1, 0, -1):
        module = sys.modules.get(".".join(parts[:length]))
        if module is not None:
            found: Any = module
            for part in parts[length:]:
                found = getattr(found, part)
            return found
    raise AttributeError(name)


def attribute(constant_json: str, name: str) -> str | None:
    """An attribute of a constant, or None where there is none."""
    try:
        return _answer(getattr(_object_of(json.loads(constant_json)), name))
    except (AttributeError, KeyError, IndexError):
        return None


def attributes(constant_json: str) -> str:
    """JSON list of the attributes of a constant, for "did you mean"."""
    try:
        names = dir(_object_of(json.loads(constant_json)))
    except (AttributeError, KeyError, IndexError):
        names = []
    return json.dumps([name for name in names if not name.startswith("_")])


def candidates(number: int) -> str:
    """JSON list of the names that the function can see, for "did you mean"."""
    py_func = getattr(_functions[number], "py_func", _functions[number])
    names = [*py_func.__code__.co_freevars, *py_func.__globals__, *dir(builtins)]
    return json.dumps([name for name in names if not name.startswith("_")])
