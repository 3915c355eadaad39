"""Writes what the C library says of math functions: `python3 make-math-values.py > math-values.json`."""
import json
import math
import random

random.seed(7)
ONE = ["sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "exp", "expm1", "log", "log2",
       "log10", "log1p", "cbrt", "erf", "erfc", "gamma", "lgamma"]
TWO = ["hypot", "atan2", "pow", "fmod", "nextafter"]


def points():
    yield from (0.5, 1.0, 1.5, 2.0, 3.0, 10.0, 0.1, 1e-5, 20.25)
    for _ in range(60):
        yield random.uniform(-4, 4)
    for _ in range(20):
        yield random.uniform(-30, 30)
    for _ in range(20):
        yield math.ldexp(random.uniform(0.5, 1), random.randrange(-40, 10))


def ask(name, *args):
    try:
        return getattr(math, name)(*args)
    except (ValueError, OverflowError):
        return None


table = {}
for name in ONE:
    table[name] = [[x, r] for x in points() if (r := ask(name, x)) is not None]
for name in TWO:
    table[name] = [[x, y, r] for x in points() for y in (random.uniform(-3, 3),) if (r := ask(name, x, y)) is not None]
table["ldexp"] = [[x, e, math.ldexp(x, e)] for x in points() for e in (random.randrange(-1060, 900),)]
print(json.dumps(table))
