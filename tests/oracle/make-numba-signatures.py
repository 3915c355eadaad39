"""Ask real Numba-CUDA which signature it chooses for every operator and function on every scalar type. No GPU is needed.

    python make-numba-signatures.py > numba-signatures.json      (numba-cuda 0.30.4, Python 3.11 or later)

Its typing context is asked directly, so the answers name the types that the arguments are converted to. For each function
and number of arguments there is one letter a combination of types (the last argument varies fastest): the place of
the chosen signature in `signatures`, in base 36, or `.` where Numba has none. `conversions` has one letter a pair
of types: exact, promote, safe, unsafe or `.`; `unified` the place of the common type in `types`.

`cpu` holds the answers of `njit` to the questions of numba-typing.json that Numba-CUDA cannot answer without a driver,
and has as null.
"""
import itertools
import json
import math
import operator
import pathlib
import re
import sys
import warnings

import numpy  # noqa: F401  (named in the questions)
from numba import cuda, njit
from numba.cuda import types
from numba.cuda.target import CUDATypingContext

warnings.simplefilter("ignore")
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
SCALARS = [types.boolean, types.int8, types.int16, types.int32, types.int64, types.uint8, types.uint16, types.uint32,
           types.uint64, types.float16, types.float32, types.float64, types.complex64, types.complex128]
BINARY = {"+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod", "**": "pow", "<<": "lshift",
          ">>": "rshift", "&": "and_", "|": "or_", "^": "xor", "<": "lt", "<=": "le", ">": "gt", ">=": "ge",
          "==": "eq", "!=": "ne"}
UNARY = {"-": "neg", "+": "pos", "~": "invert", "not": "not_"}
MATH1 = "acos acosh asin asinh atan atanh ceil cos cosh degrees erf erfc exp exp2 expm1 fabs floor frexp gamma isfinite " \
    "isinf isnan lgamma log log10 log1p log2 modf radians sin sinh sqrt tan tanh trunc"
MATH2 = "atan2 copysign fmod hypot ldexp nextafter pow remainder"


def resolver():
    context = CUDATypingContext()
    context.refresh()

    def chosen(function, arguments):
        try:
            found = context.resolve_function_type(function, arguments, {})
        except Exception as error:
            if type(error).__name__ not in ("TypingError", "NumbaTypeError", "NumbaValueError"):
                raise
            return None
        return found and "%s -> %s" % (" ".join(map(str, found.args)), found.return_type)

    return context, chosen


def table(chosen, function, count):
    answers = [chosen(function, arguments) for arguments in itertools.product(SCALARS, repeat=count)]
    signatures = sorted({answer for answer in answers if answer})
    choice = "".join("." if answer is None else DIGITS[signatures.index(answer)] for answer in answers)
    return {"signatures": signatures, "choice": choice}


def cpu_answers():
    by_name = {str(scalar): scalar for scalar in SCALARS}
    path = pathlib.Path(__file__).with_name("numba-typing.json")
    found = {}
    for question, answer in json.loads(path.read_text()).items():
        if answer is not None or " : " not in question:
            continue
        expression, given = question.split(" : ")
        arguments = tuple(by_name[name] for name in re.findall(r"\w=(\w+)", given))
        function = eval("lambda %s: %s" % (", ".join("xy"[:len(arguments)]), expression), {"np": numpy, "math": math})
        try:
            cuda.compile_ptx(function, arguments, device=True, cc=(8, 0))
        except Exception as error:
            if type(error).__name__ != "CudaSupportError":
                continue
            try:
                on_cpu = njit(function)
                on_cpu.compile(arguments)
                found[question] = str(on_cpu.overloads[arguments].signature.return_type)
            except Exception:
                found[question] = None
    return found


def main():
    context, chosen = resolver()
    value = context.resolve_value_type
    module = types.Module(cuda)
    functions = {}
    for op, name in BINARY.items():
        functions["x %s y" % op] = table(chosen, value(getattr(operator, name)), 2)
    for op, name in UNARY.items():
        functions["%s x" % op] = table(chosen, value(getattr(operator, name)), 1)
    for name in MATH1.split():
        functions["math.%s" % name] = table(chosen, value(getattr(math, name)), 1)
    for name in MATH2.split():
        functions["math.%s" % name] = table(chosen, value(getattr(math, name)), 2)
    for name, function, count in [("abs", abs, 1), ("round", round, 1), ("round(x, n)", round, 2), ("pow", pow, 2),
                                  ("divmod", divmod, 2)]:
        functions[name] = table(chosen, value(function), count)
    for name, count in [("popc", 1), ("clz", 1), ("brev", 1), ("cbrt", 1), ("fma", 3)]:
        functions["cuda.%s" % name] = table(chosen, context.resolve_getattr(module, name), count)
    pairs = list(itertools.product(SCALARS, repeat=2))
    conversions = [context.can_convert(a, b) for a, b in pairs]
    unified = [context.unify_pairs(a, b) for a, b in pairs]
    answers = {
        "types": [str(scalar) for scalar in SCALARS],
        "functions": functions,
        "conversions": "".join("." if found is None else found.name[0] for found in conversions),
        "unified": "".join("." if found is None else DIGITS[SCALARS.index(found)] for found in unified),
        "cpu": cpu_answers(),
    }
    json.dump(answers, sys.stdout, indent=0)
    print()


if __name__ == "__main__":
    main()
