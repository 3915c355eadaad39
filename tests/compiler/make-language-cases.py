"""Asks real Numba (njit, CPU) what small function bodies leave in their arrays, and stores it beside the bodies.

    python make-language-cases.py > language-cases.json      (numba 0.68.1; FACTS in the docs)

The bodies use nothing of numba.cuda, so njit's meaning is that of a kernel of one thread. What the CPU target types in
another way than the CUDA target (uint64 with int64) is left out.
"""
import json
import sys
import textwrap
import warnings

import numba
import numpy as np

warnings.simplefilter("ignore")


def f8(*values):
    return np.array(values, np.float64)


def f4(*values):
    return np.array(values, np.float32)


def i8(*values):
    return np.array(values, np.int64)


def i4(*values):
    return np.array(values, np.int32)


def u8(*values):
    return np.array(values, np.uint64)


def u1(*values):
    return np.array(values, np.uint8)


def i1(*values):
    return np.array(values, np.int8)


def z8():
    return np.zeros(8, np.float64)


def zi():
    return np.zeros(8, np.int64)


CASES = [
    # Assignment
    ("a[0], a[1] = a[1], a[0]", [i8(1, 2)]),
    ("x = y = a[1]\na[0] = x + y", [i8(1, 2)]),
    ("(x, y), z = (1, 2), 3\na[0] = x * 100 + y * 10 + z", [i8(0)]),
    ("i = 0\ni, a[i] = 1, 5", [i8(0, 0)]),
    ("i = 0\na[i], i = 5, 1\na[i] = 6", [i8(0, 0)]),
    ("x, y, z = a[0], a[1], a[2]\nx, y, z = y, z, x\na[0] = x\na[1] = y\na[2] = z", [i8(1, 2, 3)]),
    ("x = a[0]\nx += 1\nx *= 3\nx -= 2\nx //= 2\nx <<= 3\nx |= 1\nx ^= 6\nx %= 7\na[0] = x", [i8(5)]),
    ("a[0] += 2\na[1] *= 0.5\na[2] -= a[0]\na[3] /= 4", [f8(1, 2, 3, 4)]),
    ("a[a[0]] += a[a[1]]", [i8(1, 2, 3)]),
    ("if (n := a[0]) > 2:\n    a[1] = n", [i8(3, 0)]),
    ("while (n := a[0]) > 3:\n    a[0] -= 1\n    a[1] += n", [i8(7, 0)]),
    ("x = a[0] if (n := a[1]) > 2 else -1\na[2] = x + n", [i8(1, 5, 0)]),
    # Types of variables
    ("s = 0\nfor i in range(4):\n    a[i] = s / 3\n    s += 1.5", [z8()]),
    ("v = 1\na[0] = v // 2\nv = 2.5\na[1] = v", [z8()]),
    ("v = 7\nfor i in range(3):\n    a[i] = v // 2\n    v = v / 2", [z8()]),
    ("s = 0\nfor i in range(a.size):\n    s += b[i]\na[0] = s", [z8(), f4(*[0.1] * 8)]),
    ("s = np.float32(0)\nfor i in range(a.size):\n    s += b[i]\na[0] = s", [z8(), f4(*[0.1] * 8)]),
    ("if a[0] > 0:\n    v = 1\nelse:\n    v = 2.5\na[1] = v / 2\na[2] = v", [f8(1, 0, 0)]),
    ("v = 0\nfor i in range(3):\n    if i == 2:\n        v = 1.5\n        break\na[0] = v\na[1] = i", [z8()]),
    ("v = 0\nfor i in range(3):\n    if i == 5:\n        v = 1.5\n        break\na[0] = v\na[1] = i", [z8()]),
    ("v = 0\nwhile v < 3:\n    v += 1\n    if v == 2:\n        v = 2.5\n        continue\n    a[0] += v\na[1] = v", [z8()]),
    ("t = (1, 2)\nfor i in range(3):\n    t = (t[1], t[0] + t[1] * 0.5)\na[0] = t[0]\na[1] = t[1]", [z8()]),
    ("x = a[0]\ny = x and 5\nz = x or 7\na[1] = y\na[2] = z\na[3] = (x and 0) or 2.5", [f8(3, 0, 0, 0)]),
    # Control flow
    ("s = 0\nfor i in range(10):\n    if i == 5:\n        break\n    if i % 2:\n        continue\n    s += i\nelse:\n    s = 100\na[0] = s\na[1] = i", [zi()]),
    ("s = 0\nfor i in range(3):\n    s += i\nelse:\n    s += 100\na[0] = s", [zi()]),
    ("i = 10\nwhile i > 0:\n    i -= 3\nelse:\n    a[1] = 7\na[0] = i", [zi()]),
    ("i = 10\nwhile i > 0:\n    i -= 3\n    if i == 4:\n        break\nelse:\n    a[1] = 7\na[0] = i", [zi()]),
    ("i = 10\nwhile True:\n    i -= 3\n    if i < 0:\n        break\na[0] = i", [zi()]),
    ("for i in range(5, -6, -5):\n    a[0] += i * i\na[1] = i", [zi()]),
    ("for i in range(3, 3):\n    a[0] = 9\nfor i in range(0, 7, 3):\n    a[1] = a[1] * 10 + i", [zi()]),
    ("n = 3\nfor i in range(n):\n    n += 1\n    a[0] += i\na[1] = n", [zi()]),
    ("for i in range(a[0]):\n    a[0] += 1\na[1] = i", [i8(4, 0)]),
    ("for i in range(4):\n    i = i * 2\n    a[0] += i\na[1] = i", [zi()]),
    ("st = a[0]\nfor i in range(0, 6, st):\n    st = 1\n    a[1] = a[1] * 10 + i", [i8(2, 0)]),
    ("st = a[0]\nfor i in range(6, 0, st):\n    a[1] = a[1] * 10 + i", [i8(-2, 0)]),
    ("for i in range(3):\n    for j in range(3):\n        if j > i:\n            break\n        a[i] += j + 1\n    else:\n        a[7] = 5", [zi()]),
    ("for x in (3, 1, 4, 1, 5):\n    a[0] = a[0] * 10 + x", [zi()]),
    ("for x in (-1, 0, 1):\n    a[x + 1] = x\n    if x == 0:\n        continue\n    a[3] += 1", [zi()]),
    ("for x in (0.5, a[0], 2.0):\n    a[1] += x", [f8(4, 0)]),
    ("for x in a[1:4]:\n    a[0] += x", [i8(0, 1, 2, 3, 4)]),
    ("for i, x in enumerate(a):\n    a[i] = x * i", [i8(5, 6, 7)]),
    ("for i, x in enumerate((3, 1, 4), 10):\n    a[0] += i * x", [zi()]),
    ("for i, (x, y) in enumerate(zip(a, b)):\n    a[i] = x * y + i", [i8(1, 2, 3), i8(4, 5)]),
    ("for p in ((1, 2), (3, 4)):\n    a[0] = a[0] * 10 + p[0]\n    a[1] += p[1]", [zi()]),
    ("match a[0]:\n    case 1:\n        a[1] = 10\n    case 2 | 3:\n        a[1] = 20\n    case _:\n        a[1] = 30", [i8(3, 0)]),
    ("match a[0]:\n    case 1:\n        a[1] = 10\n    case -5:\n        a[1] = 20", [i8(-5, 0)]),
    ("if a[0] > 0 and a[1] > 0 or not a[2] > 0:\n    a[3] = 1", [i8(0, 1, 1, 0)]),
    ("if a[0] > 5:\n    a[1] = 1\nelif a[0] > 3:\n    a[1] = 2\nelse:\n    a[1] = 3", [i8(4, 0)]),
    ("x = a[0]\nif 0 < x < 10 <= a[1]:\n    a[2] = 1", [i8(3, 10, 0)]),
    # Evaluation only where Python evaluates
    ("i = a[0]\nif i < a.size and a[i] > 0:\n    a[0] = 7", [i8(100, 1)]),
    ("i = a[0]\na[1] = a[i] if i < a.size else -1", [i8(100, 1)]),
    ("d = a[0]\na[1] = 10 // d if d != 0 else -1", [i8(0, 1)]),
    # Functions inside
    ("f = lambda x, y=2: x * y + a[1]\na[0] = f(3) + f(1, 10)", [i8(0, 100)]),
    ("k = 5\ndef g(x):\n    return x + k\na[0] = g(1)\na[1] = g(2)", [zi()]),
    ("c = 3\ndef g(x):\n    for i in range(10):\n        if i * c > x:\n            return i\n    return -1\na[0] = g(7)\na[1] = g(100)", [zi()]),
    ("def g(x):\n    y = x * x\n    return y, y + 1\np, q = g(a[0])\na[1] = p\na[2] = q", [i8(3, 0, 0)]),
    # Numbers
    ("a[0] = -7 // 2\na[1] = -7 % 3\na[2] = 7 // -2\na[3] = 7 % -3\na[4] = b[0] // b[1]\na[5] = b[0] % b[1]", [zi(), i8(-7, 2)]),
    ("a[0] = b[0] // b[1]\na[1] = b[0] % b[1]\na[2] = b[2] // b[1]\na[3] = b[2] % b[1]", [z8(), f8(-7.5, 2, 7.5)]),
    ("q, r = divmod(b[0], b[1])\na[0] = q\na[1] = r", [zi(), i8(-17, 5)]),
    ("a[0] = b[0] ** 2\na[1] = b[0] ** 3\na[2] = b[0] ** -2\na[3] = b[0] ** 0\na[4] = b[0] ** 0.5\na[5] = 2 ** 10", [z8(), f8(1.7)]),
    ("n = c[0]\na[0] = b[0] ** n\na[1] = b[0] ** c[1]", [z8(), f8(1.7), i8(13, -5)]),
    ("a[0] = c[0] ** c[1]\na[1] = c[0] ** 5", [zi(), f8(0), i8(3, 7)]),
    ("a[0] = b[0] * b[0]\na[1] = b[0] * 2.0\na[2] = b[0] + 1\na[3] = b[0] / 3", [z8(), f4(0.1)]),
    ("a[0] = round(b[0])\na[1] = round(b[1])\na[2] = round(b[2])", [zi(), f8(2.5, 3.5, -0.5)]),
    ("a[0] = abs(b[0])\na[1] = min(b[0], 3, c[0])\na[2] = max(b[0], 2.5)\na[3] = min(c[0], c[1])", [z8(), f8(-1.5), i8(4, 9)]),
    ("a[0] = int(b[0])\na[1] = int(b[1])\na[2] = float(c[0])\na[3] = bool(b[0])\na[4] = int(c[0] > 2)", [z8(), f8(3.99, -3.99), i8(7)]),
    ("a[0] = np.int8(c[0])\na[1] = np.uint8(c[0])\na[2] = np.int32(c[1])\na[3] = np.uint32(c[1])", [zi(), f8(0), i8(300, 2**40 + 5)]),
    ("a[0] = c[0] * c[0]\na[1] = c[0] + c[0]\na[2] = -c[1]", [zi(), f8(0), i8(2**40, -(2**63))]),
    ("a[0] = c[0] << 3\na[1] = c[1] >> 2\na[2] = ~c[0]\na[3] = c[0] & 6\na[4] = c[0] | 9\na[5] = c[0] ^ 5", [zi(), f8(0), i8(12, -100)]),
    ("a[0] = b[0] + b[1]\na[1] = b[0] * b[1]\na[2] = -b[0]\na[3] = b[0] - b[1]", [zi(), u1(200, 100)]),
    ("a[0] = b[0] * b[1]", [zi(), i1(100, 100)]),
    ("a[0] = -b[0]\na[1] = ~b[0]\na[2] = -c[0]\na[3] = ~c[0]\na[4] = -b[1]\na[5] = abs(c[0])", [zi(), u1(200, 0), i1(-128)]),
    ("a[0] = -b[0]\na[1] = ~b[0]\na[2] = abs(b[0])\na[3] = -c[0]", [zi(), i4(-(2**31)), u8(5)]),
    ("a[0] = b[0] < c[0]\na[1] = b[0] == c[0]\na[2] = c[0] > 5\na[3] = b[0] > c[1]\na[4] = c[0] >= b[1]", [zi(), i8(-1, 2**62), u8(2**63, 2**62 + 1)]),
    ("b[0] = a[0]\nb[1] = a[1]\nb[2] = a[2]", [i8(-1, 300, 128), u1(0, 0, 0)]),
    ("b[0] = 300.7\nb[1] = a[0]", [f8(-1.5), i4(0, 0)]),
    ("a[0] = b[0] == b[1]\na[1] = b[0] != b[1]\na[2] = b[0] < b[1]\na[3] = not b[0]", [zi(), f8(np.nan, 1)]),
    ("a[0] = 5 in (1, 2, 5)\na[1] = 3 not in (1, 2)\na[2] = (1, 2) < (1, 3)\na[3] = (1, 2) == (1, 2)\na[4] = (2,) > (1, 5)", [zi()]),
    ("a[0] = True + True\na[1] = True & False\na[2] = (b[0] > 1) + (b[0] > 0)", [zi(), f8(2)]),
    ("a[0] = math.sqrt(b[0])\na[1] = math.floor(-1.5)\na[2] = math.ceil(1.2)\na[3] = math.trunc(-1.7)\na[4] = math.fabs(-3)\na[5] = math.copysign(3, -1)", [z8(), f8(2)]),
    ("a[0] = math.fmod(-7.5, 2)\na[1] = math.isnan(b[0])\na[2] = math.isinf(b[0])\na[3] = math.hypot(3, 4)\na[4] = math.ldexp(1.5, 3)", [z8(), f8(np.nan)]),
    ("x, e = math.frexp(b[0])\na[0] = x\na[1] = e\ny, w = math.modf(b[1])\na[2] = y\na[3] = w", [z8(), f8(10.5, -3.75)]),
    ("a[0] = math.degrees(b[0])\na[1] = math.radians(b[0])", [z8(), f8(1.5)]),
    ("a[0] = np.maximum(b[0], b[1])\na[1] = np.minimum(b[0], 2)\na[2] = np.fmax(b[2], 1.0)", [z8(), f8(1, 5, np.nan)]),
    # Complex
    ("z = complex(b[0], b[1])\nw = z * z + 1j\na[0] = w.real\na[1] = w.imag\nv = w / z\na[2] = v.real\na[3] = v.imag\na[4] = z.conjugate().imag", [z8(), f8(1.5, -0.5)]),
    ("z = 1 + 2j\nz -= 3\nz *= 2\na[0] = z.real\na[1] = z.imag\na[2] = z == (-4 + 4j)\na[3] = abs(3 + 4j)\nz = -z\na[4] = z.real", [z8()]),
    ("z = 0j\nfor i in range(5):\n    z = z * z + complex(b[0], b[1])\na[0] = z.real\na[1] = z.imag", [z8(), f8(0.3, 0.2)]),
    # Tuples
    ("t = (1, 2.5, 3)\na[0] = t[0] + t[1]\na[1] = len(t)\nu = t + (9,)\na[2] = u[-1]\nv = u[1:3]\na[3] = v[0]", [z8()]),
    ("t = (a[0], a[1], a[2])\ns = 0\nfor i in range(3):\n    s = s * 10 + t[i]\na[0] = s\na[1] = t[-1]", [i8(1, 2, 3)]),
    ("h, w = b.shape\na[0] = h\na[1] = w\na[2] = b.size\na[3] = b.ndim\na[4] = b.shape[1]", [zi(), np.arange(6.0).reshape(2, 3)]),
    # Arrays
    ("r = a[1:4]\nr[0] = 5\nr[-1] = 6\na[0] = len(r) + r.size", [zi()]),
    ("r = a[::-1]\nr[0] = 5\na[0] = r.size + r.strides[0]", [zi()]),
    ("r = a[::2]\nr[1] = 5\na[4] = r.shape[0]", [zi()]),
    ("r = a[1::3]\nr[1] = 5\na[0] = r.size", [zi()]),
    ("a[0] = a[-2:].size\na[1] = a[10:].size\na[2] = a[3:1].size\na[3] = a[-100:2].size\na[4] = a[5:-1].size\na[5] = a[::3].size\na[6] = a[6:1:-2].size", [zi()]),
    ("n = a[0]\nr = a[n:n + 3]\nr[1] = 9\na[0] = r.size", [i8(2, 0, 0, 0, 0)]),
    ("n = a[0]\na[1] = a[n:].size\na[2] = a[:n].size\na[3] = a[n::-1].size", [i8(-2, 0, 0, 0, 0)]),
    ("a[1:4] = 7\na[5:] = a[0]", [i8(3, 0, 0, 0, 0, 0, 0)]),
    ("a[:] = b", [z8(), i8(1, 2, 3, 4, 5, 6, 7, 8)]),
    ("b[1] = 5\nb[0, 1:] = 7\nr = b[1]\nr[2] = 8\na[0] = b[1][0] + b[0][2]", [z8(), np.zeros((2, 3))]),
    ("t = b.T\nt[2, 1] = 5\na[0] = t.shape[0]\na[1] = b[1, 2]", [z8(), np.zeros((2, 3))]),
    ("r = b[:, 1]\nr[0] = 5\na[0] = r.size\na[1] = b[..., 1][0]\nc = b[None, :, 0]\na[2] = c.shape[0]", [z8(), np.zeros((2, 3))]),
    ("s = 0.0\nfor row in b:\n    for v in row:\n        s = s * 2 + v\na[0] = s", [z8(), np.arange(6.0).reshape(2, 3)]),
    ("a[0] = b.sum()\na[1] = b.max()\na[2] = b.min()\na[3] = b.prod()\na[4] = b.mean()\na[5] = np.sum(b)", [z8(), np.arange(1.0, 7.0).reshape(2, 3)]),
    ("a[0] = b.sum()\na[1] = b.mean()\na[2] = max(b)\na[3] = sum(b)", [z8(), u1(200, 100, 50)]),
    ("r = b.reshape(3, 2)\na[0] = r[2, 1]\na[1] = r.shape[0]\nv = b.ravel()\na[2] = v[4]\nw = b.reshape(-1)\na[3] = w.size", [z8(), np.arange(6.0).reshape(2, 3)]),
    ("a[0] = b.itemsize\na[1] = b.nbytes\na[2] = b.strides[0]\na[3] = b.dtype.type(2.7)", [z8(), i4(1, 2, 3)]),
    ("a[0] = T[1]\na[1] = T[b[0]]\na[2] = len(T)", [zi(), i8(2)], "T = (7, 8, 9)"),
    ("a[0] = a[-1]\na[1] = a[-a.size]", [i8(1, 2, 3)]),
    ("assert a[0] == 0\nfor i in range(3):\n    pass\n\na[1] = 1", [zi()]),
]


def plain(array):
    if array.dtype.kind == "f":
        values = [repr(float(v)) for v in array.ravel()]
    else:
        values = [str(int(v)) for v in array.ravel()]
    return {"dtype": array.dtype.name, "shape": list(array.shape), "values": values}


def run(case):
    body, arrays, before = case if len(case) == 3 else (*case, "")
    names = ", ".join("abcdefgh"[: len(arrays)])
    text = f"import math\nimport numpy as np\n{before}\ndef f({names}):\n{textwrap.indent(body, '    ')}\n"
    scope = {}
    exec(text, scope)
    given = [plain(a) for a in arrays]
    try:
        numba.njit(scope["f"])(*arrays)
    except Exception as error:
        print(f"{body!r}: {type(error).__name__} {str(error)[:300]}", file=sys.stderr)
        return None
    return {"body": body, "before": before, "given": given, "after": [plain(a) for a in arrays]}


answers = [answer for answer in map(run, CASES) if answer is not None]
json.dump({"numba": numba.__version__, "cases": answers}, sys.stdout, indent=1)
print()
