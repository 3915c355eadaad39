"""Random function bodies and what real Numba (njit, CPU) leaves in their arrays, in the form of language-cases.json.

    python make-fuzz-cases.py SEED COUNT > fuzz-cases.json      (numba 0.68.1)

Integer variables `i0`, `i1` and variables of changing type `m0`..`m2`, the arrays `a` (float64) and `b` (int64); loops with
break, continue and else, conditions that decide what is evaluated, assignments in all forms. Values are read back through
the arrays. What the CPU target types in another way than CUDA (uint64) is left out.
"""
import json
import random
import sys
import textwrap
import warnings

import numba
import numpy as np

warnings.simplefilter("ignore")
DEEPEST_EXPRESSION = 3
DEEPEST_STATEMENT = 3
INTS = ("i0", "i1")
MIXED = ("m0", "m1", "m2")


class Writer:
    """Writes one body."""

    def __init__(self, chance):
        self.chance = chance
        self.loops = 0
        self.counters = 0

    def pick(self, *options):
        return self.chance.choice(options)

    def percent(self, limit):
        return self.chance.random() * 100 < limit

    def whole(self, depth=0):
        """An int64 expression."""
        c, inner = self.chance.random(), depth + 1
        if depth > DEEPEST_EXPRESSION or c < 0.25:
            return self.pick(self.pick("0", "1", "2", "3", "-1", "-2", "5", "7", "10"), *INTS, *INTS, f"b[{self.chance.randrange(4)}]")
        if c < 0.55:
            return f"({self.whole(inner)} {self.pick(*'+-*&|^')} {self.whole(inner)})"
        if c < 0.65:
            return f"({self.whole(inner)} {self.pick('//', '%')} {self.pick('3', '7', '-2', '-5', '2')})"
        if c < 0.70:
            return f"({self.whole(inner)} {self.pick('<<', '>>')} {self.pick('1', '2', '3')})"
        if c < 0.78:
            return f"({self.whole(inner)} if {self.test(inner)} else {self.whole(inner)})"
        if c < 0.84:
            return f"{self.pick('min', 'max')}({self.whole(inner)}, {self.whole(inner)})"
        if c < 0.88:
            return f"abs({self.whole(inner)})"
        if c < 0.92:
            return f"(-{self.whole(inner)})"
        if c < 0.95:
            return f"b[{self.whole(inner)} % 4]"
        return f"({self.whole(inner)} {self.pick('and', 'or')} {self.whole(inner)})"

    def number(self, depth=0):
        """An expression of int64 or float64."""
        c, inner = self.chance.random(), depth + 1
        if depth > DEEPEST_EXPRESSION or c < 0.30:
            return self.pick(*MIXED, *MIXED, "0.5", "1.5", "2", "-1", "3", f"a[{self.chance.randrange(4)}]", *INTS)
        if c < 0.65:
            return f"({self.number(inner)} {self.pick(*'+-*')} {self.number(inner)})"
        if c < 0.72:
            return f"({self.number(inner)} {self.pick('/', '//', '%')} {self.pick('3', '2.5', '-2', '-0.5')})"
        if c < 0.82:
            return f"({self.number(inner)} if {self.test(inner)} else {self.number(inner)})"
        if c < 0.86:
            return f"abs({self.number(inner)})"
        if c < 0.90:
            return f"(-{self.number(inner)})"
        if c < 0.94:
            return f"({self.number(inner)} {self.pick('and', 'or')} {self.number(inner)})"
        return f"{self.number(inner)} ** 2" if c < 0.97 else self.whole(inner)

    def test(self, depth=0):
        c, inner = self.chance.random(), depth + 1
        if c < 0.5 or depth > DEEPEST_EXPRESSION:
            left = self.whole(inner) if self.percent(60) else self.number(inner)
            return f"{left} {self.pick('<', '<=', '>', '>=', '==', '!=')} {self.whole(inner)}"
        if c < 0.60:
            return f"{self.whole(inner)} < {self.whole(inner)} <= {self.whole(inner)}"
        if c < 0.90:
            return f"({self.test(inner)} {self.pick('and', 'or')} {self.test(inner)})"
        return f"not {self.test(inner)}" if c < 0.95 else f"{self.whole(inner)} in (1, 2, {self.whole(inner)})"

    def block(self, depth):
        return [line for _ in range(self.chance.randrange(1, 4)) for line in self.statement(depth)]

    def statement(self, depth):
        c = self.chance.random()
        if c < 0.20:
            return [f"{self.pick(*INTS)} = {self.whole()}"]
        if c < 0.40:
            return [f"{self.pick(*MIXED)} = {self.number()}"]
        if c < 0.48:
            return [f"{self.pick(*MIXED)} {self.pick('+=', '-=', '*=')} {self.number()}"]
        if c < 0.54:
            return [f"{self.pick(*INTS)} {self.pick('+=', '-=', '*=', '//=', '%=')} {self.pick('3', '2', '-7')}"]
        if c < 0.60:
            return [f"a[{self.whole(2)} % 4] {self.pick('=', '+=')} {self.number()}"]
        if c < 0.64:
            return [f"b[{self.whole(2)} % 4] {self.pick('=', '+=')} {self.whole()}"]
        if c < 0.67:
            first, second = self.chance.sample(MIXED, 2)
            return [f"{first}, {second} = {self.number()}, {self.number()}"]
        if c < 0.70:
            return [f"b[{self.chance.randrange(4)}], i0, b[i0 % 4] = {self.whole()}, {self.whole()}, {self.whole()}"]
        if c < 0.85 and depth < DEEPEST_STATEMENT:
            return self.branches(depth)
        if c < 0.97 and depth < DEEPEST_STATEMENT and self.loops < 2:
            return self.loop(depth)
        return [f"m1 = {self.number()}"]

    def branches(self, depth):
        lines = [f"if {self.test()}:", *indented(self.block(depth + 1))]
        if self.percent(30):
            lines += [f"elif {self.test()}:", *indented(self.block(depth + 1))]
        if self.percent(60):
            lines += ["else:", *indented(self.block(depth + 1))]
        return lines

    def loop(self, depth):
        self.loops += 1
        self.counters += 1
        k = f"k{self.counters}"
        body = self.block(depth + 1)
        if self.percent(40):
            extra = self.statement(DEEPEST_STATEMENT) if self.percent(40) else []
            body += [f"if {self.test()}:", *indented([*extra, self.pick("break", "continue")])]
        body += self.block(depth + 1)
        form = self.chance.random()
        if form < 0.5:
            count = self.pick("3", "4", "1, 4", "5, 0, -2", "i0 % 4", "0, 4, (i1 % 3) + 1")
            lines = [f"for {k} in range({count}):", *indented([f"i1 = {k}"] if self.percent(40) else []), *indented(body)]
        elif form < 0.7:
            lines = [f"for {k} in (1, {self.whole()}, 3):", *indented([f"i0 += {k}", *body])]
        elif form < 0.8:
            stop = self.pick("3", "i0 % 5", "-1")
            lines = [f"for {k}, x{k} in enumerate(a[:{stop}]):", *indented([f"m0 = x{k} + {k}", *body])]
        else:
            more = self.pick(f" and {self.test(2)}", "")
            lines = [f"{k} = 0", f"while {k} < {self.pick('3', '4')}{more}:", *indented([f"{k} += 1", *body])]
        if self.percent(25):
            lines += ["else:", *indented(self.block(depth + 1))]
        self.loops -= 1
        return lines

    def body(self):
        lines = ["i0 = b[0]", "i1 = 2", "m0 = a[0]", "m1 = 1", "m2 = 0"]
        for _ in range(self.chance.randrange(3, 7)):
            lines += self.statement(0)
        return "\n".join([*lines, "a[4] = i0", "a[5] = m0", "a[6] = m1", "a[7] = m2", "a[3] += i1"])


def indented(lines):
    return [f"    {line}" for line in lines]


def plain(array):
    as_text = (lambda v: repr(float(v))) if array.dtype.kind == "f" else (lambda v: str(int(v)))
    return {"dtype": array.dtype.name, "shape": list(array.shape), "values": [as_text(v) for v in array]}


def main(seed, count):
    chance = random.Random(seed)
    cases = []
    while len(cases) < count:
        body = Writer(chance).body()
        a = np.array([chance.choice([0.5, -1.5, 2.0, 3.25, 0.0, -2.0]) for _ in range(4)] + [0.0] * 4)
        b = np.array([chance.randrange(-6, 9) for _ in range(4)], np.int64)
        given = [plain(a), plain(b)]
        scope = {}
        exec(f"def f(a, b):\n{textwrap.indent(body, '    ')}", scope)
        try:
            numba.njit(scope["f"])(a, b)
        except numba.core.errors.NumbaError:
            continue
        cases.append({"body": body, "before": "", "given": given, "after": [plain(a), plain(b)]})
    json.dump({"numba": numba.__version__, "seed": seed, "cases": cases}, sys.stdout, indent=0)
    print()


main(int(sys.argv[1]), int(sys.argv[2]))
