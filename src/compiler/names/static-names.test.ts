import { describe, expect, test } from "vitest";
import { parseFile } from "../syntax/parse.ts";
import { Source } from "../text/source.ts";
import type { Constant, Names } from "./constant.ts";
import { StaticFile } from "./static-names.ts";

/** The names that the function `name` of a text sees. */
function namesOf(text: string, name = "kernel"): Names {
  const source = new Source("test.py", text);
  const { file } = parseFile(source);
  const func = file.functions.find((entry) => entry.name === name);
  if (!func) throw new Error(`no function ${name}`);
  return new StaticFile(source, file).namesOf(func);
}

/** A constant in a few words. */
function words(value: Constant | undefined): string {
  if (!value) return "no such name";
  switch (value.kind) {
    case "int":
    case "float":
    case "bool":
    case "string":
      return `${value.kind} ${value.value}`;
    case "numpy-scalar":
      return `${value.dtype} ${value.value}`;
    case "tuple":
      return `(${value.items.map(words).join(", ")})`;
    case "dtype":
      return value.type.kind === "scalar" ? `dtype ${value.type.name}` : "dtype";
    case "module":
    case "builtin":
      return `${value.kind} ${value.name}`;
    case "function":
      return `${value.jitted ? "jitted" : "plain"} ${value.name}`;
    default:
      return value.kind;
  }
}

describe("imports", () => {
  const names = namesOf(`import math, numpy as np, numba
import numba.cuda as nc
import os.path as osp
from numba import cuda, float32 as f4, njit
from numba.cuda import grid, jit as cj
from numba.cuda.random import xoroshiro128p_uniform_float32
from operator import *
from numpy import random
try:
    import cupy as xp
except ImportError:
    import numpy as xp
def kernel(): pass
`);
  test.each([
    ["math", "module math"],
    ["np", "module numpy"],
    ["numba", "module numba"],
    ["nc", "module numba.cuda"],
    ["osp", "module os.path"],
    ["cuda", "module numba.cuda"],
    ["f4", "dtype float32"],
    ["njit", "builtin numba.njit"],
    ["grid", "builtin numba.cuda.grid"],
    ["cj", "builtin numba.cuda.jit"],
    ["xoroshiro128p_uniform_float32", "unknown"],
    ["mul", "builtin operator.mul"],
    ["random", "module numpy.random"],
    ["xp", "unknown"],
    ["range", "builtin builtins.range"],
    ["ValueError", "builtin builtins.ValueError"],
    ["__name__", "unknown"],
    ["nothing", "no such name"],
  ])("%s is %s", (name, expected) => {
    expect(words(names.lookup(name))).toBe(expected);
  });
});

describe("values", () => {
  const names = namesOf(`from numba import uint64, float32
import numpy as np
N = 16
SIZE = N * (N + 1) // 2
PAIR = (N, 2.5)
NEG = -7 // 2, -7 % 3, 1 << 70, 2 ** -1
F = N / 3
A, B = 1, "b"
GOLDEN = uint64(0x9E3779B97F4A7C15)
SOFT = np.float32(0.1)
BIG = uint64(-1)
FLAG = not True
FIRST = PAIR[0]
LOOP = LATER
LATER = LOOP
TWICE = 1
TWICE = 2
TOUCHED = 1
TOUCHED += 1
HUGE = 10 ** 10 ** 10
C = 1j
NOTHING = None
ARRAY = np.zeros(3)
TYPE = np.int_
if N:
    MAYBE = 1
def kernel(): pass
def host():
    global SET
    SET = 1
`);
  test.each([
    ["N", "int 16"],
    ["SIZE", "int 136"],
    ["PAIR", "(int 16, float 2.5)"],
    ["NEG", "unknown"],
    ["F", `float ${16 / 3}`],
    ["A", "int 1"],
    ["B", "string b"],
    ["GOLDEN", "uint64 11400714819323198485"],
    ["SOFT", `float32 ${Math.fround(0.1)}`],
    ["BIG", "unknown"],
    ["FLAG", "bool false"],
    ["FIRST", "int 16"],
    ["LOOP", "unknown"],
    ["TWICE", "unknown"],
    ["TOUCHED", "unknown"],
    ["HUGE", "unknown"],
    ["C", "complex"],
    ["NOTHING", "none"],
    ["ARRAY", "unknown"],
    ["TYPE", "dtype int64"],
    ["MAYBE", "unknown"],
    ["SET", "unknown"],
  ])("%s is %s", (name, expected) => {
    expect(words(names.lookup(name))).toBe(expected);
  });

  test("floor division and remainder are Python's", () => {
    const found = namesOf("A = -7 // 2, -7 % 3, 7 % -3, ~5, 1 << 70\ndef kernel(): pass\n").lookup("A");
    expect(words(found)).toBe("(int -4, int 2, int -2, int -6, int 1180591620717411303424)");
  });
});

describe("functions", () => {
  const text = `from numba import cuda, njit, vectorize
@cuda.jit(device=True, inline=True)
def helper(a): return a
@cuda.jit
def kernel(x): helper(x)
@njit
def cpu(a): return a
@vectorize(["float32(float32)"], target="cuda")
def ufunc(a): return a
@something
def wrapped(a): return a
def plain(a): return a
def passed(a): return a
lifted = cuda.jit(device=True)(passed)
`;
  const names = namesOf(text);

  test.each([
    ["helper", "jitted helper"],
    ["kernel", "jitted kernel"],
    ["cpu", "jitted cpu"],
    ["ufunc", "jitted ufunc"],
    ["wrapped", "unknown"],
    ["plain", "plain plain"],
    ["passed", "unknown"],
    ["lifted", "unknown"],
  ])("%s is %s", (name, expected) => {
    expect(words(names.lookup(name))).toBe(expected);
  });

  test("their source and options are known", () => {
    const helper = names.lookup("helper");
    const found = helper?.kind === "function" ? names.functionSource(helper.id) : undefined;
    expect(found?.ast.name).toBe("helper");
    expect(found?.options).toEqual({ device: true, debug: false, fastmath: false, inline: true });
    expect(words(found?.names.lookup("cuda"))).toBe("module numba.cuda");
  });
});

test("the names of functions around one are closure cells, those of classes are not seen", () => {
  const names = namesOf(`N = 1
class Tools:
    M = 2
    def make(self, cuda, scale):
        from math import pi
        TILE = 8
        N = 3
        def kernel(): pass
        return kernel
`);
  expect(["cuda", "scale", "pi", "TILE", "N", "M"].map((name) => words(names.lookup(name)))).toEqual([
    "unknown",
    "unknown",
    `float ${Math.PI}`,
    "int 8",
    "int 3",
    "no such name",
  ]);
  expect(names.candidates()).toEqual(expect.arrayContaining(["scale", "TILE", "Tools", "range"]));
});

test("after a star import of an unknown module any name may exist", () => {
  const names = namesOf("from somewhere import *\ndef kernel(): pass\n");
  expect(words(names.lookup("anything"))).toBe("unknown");
  expect(words(names.lookup("range"))).toBe("builtin builtins.range");
});

describe("attributes", () => {
  const names = namesOf("import math, numpy, numba\nfrom numba import cuda\ndef kernel(): pass\n");
  const dotted = (path: string): string => {
    const [root = "", ...rest] = path.split(".");
    let value = names.lookup(root);
    for (const attr of rest) value = value && names.attribute(value, attr);
    return words(value);
  };
  test.each([
    ["cuda.threadIdx.x", "builtin numba.cuda.threadIdx.x"],
    ["cuda.threadIdx.w", "no such name"],
    ["cuda.threadidx", "no such name"],
    ["cuda.atomic.add", "builtin numba.cuda.atomic.add"],
    ["cuda.atomic.plus", "no such name"],
    ["cuda.shared.array", "builtin numba.cuda.shared.array"],
    ["cuda.float32x4", "builtin numba.cuda.float32x4"],
    ["cuda.libdevice.sinf", "unknown"],
    ["cuda.float32", "dtype float32"],
    ["cuda.to_device", "builtin numba.cuda.to_device"],
    ["numba.cuda.grid", "builtin numba.cuda.grid"],
    ["numba.types.float16", "dtype float16"],
    ["numba.byte", "dtype uint8"],
    ["numpy.byte", "dtype int8"],
    ["numpy.pi", `float ${Math.PI}`],
    ["numpy.whatever", "unknown"],
    ["math.sqrt", "builtin math.sqrt"],
    ["math.sqroot", "no such name"],
    ["math.inf", "float Infinity"],
    ["range.start", "unknown"],
  ])("%s is %s", (path, expected) => {
    expect(dotted(path)).toBe(expected);
  });

  test("those of a module are listed for suggestions", () => {
    expect(names.attributes({ kind: "module", name: "numba.cuda" })).toContain("threadIdx");
    expect(names.attributes({ kind: "unknown" })).toEqual([]);
  });
});
