import { expect, test } from "vitest";
import verdicts from "../../../tests/compiler/numba-verdicts.json" with { type: "json" };
import {
  type Globals,
  inferText,
  sourceOf,
  splitTypes,
  typeOf,
} from "../../../tests/compiler/python-names.ts";
import { inferOnly } from "../compile.ts";
import { typeName } from "./type-names.ts";

interface Question {
  readonly body: string;
  readonly types: string;
  readonly params?: string;
  readonly before?: string;
  readonly returns?: string;
  readonly raises?: string;
}

/** `N` in questions that define it as an array, which the text alone does not give. */
const ARRAYS: Globals = { N: { kind: "array", dtype: "float64", shape: [3], bytes: new Uint8Array(24) } };

function answer(question: Question): {
  readonly type: string;
  readonly refused: string | null;
  readonly code: string;
} {
  const types = splitTypes(question.types).map(typeOf);
  const params = question.params ?? "abcdefgh".slice(0, types.length).split("").join(", ");
  const body = question.body.split("\n").map((line) => `    ${line}`);
  const imports =
    "import math, cmath, operator\nimport numpy as np\nfrom numba import cuda, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float32, float64, complex64, complex128\n";
  const text = `${imports}${question.before ?? ""}\ndef f(${params}):\n${body.join("\n")}\n`;
  const globals = question.before?.includes("np.zeros") ? ARRAYS : {};
  const { returnType, diagnostics } = inferOnly({
    source: sourceOf(text, "f", globals),
    argumentTypes: types,
  });
  const [first] = diagnostics;
  return {
    type: typeName(returnType),
    refused: first ? (first.numba?.exception ?? "?") : null,
    code: first?.code ?? "",
  };
}

/** Where we know better, or do not reach yet: the reason for each. */
const DIFFERENT: Readonly<Record<string, string>> = {
  "return a.ravel().size": "Numba loses ravel() to a rule about returned arrays; here it is a view",
  "return cuda.atomic.add(a,(b,),2)": "Numba cannot cast a tuple of one; here it is an index",
  "return cuda.atomic.add(a,b,2)":
    "Numba takes a float for an index, and a single index for two axes, silently",
  "return cmath.log(a,b)": "later",
  "return a[0]": "asked with too many arguments, too",
};

const questions: readonly Question[] = verdicts.questions;
const kept = questions.filter((question) => DIFFERENT[question.body] === undefined);

test("return types are those of real Numba", () => {
  const wrong: string[] = [];
  for (const question of kept) {
    if (question.returns === undefined) continue;
    const { type, refused, code } = answer(question);
    if (code === "not-supported-yet") continue;
    const got = refused === null ? type : `${refused} (${code})`;
    if (got !== question.returns)
      wrong.push(`${question.body} | ${question.types} -> ${got}, not ${question.returns}`);
  }
  expect(wrong).toEqual([]);
});

test("what real Numba refuses is refused", () => {
  const wrong: string[] = [];
  for (const question of kept) {
    if (question.raises === undefined) continue;
    const { type, refused } = answer(question);
    if (refused === null)
      wrong.push(`${question.body} | ${question.types} -> ${type}, not ${question.raises}`);
  }
  expect(wrong).toEqual([]);
});

test("not more than a handful of Numba's answers are still out of reach", () => {
  const later = questions.filter(
    (question) => answer(question).code === "not-supported-yet" && question.returns,
  );
  expect(later.map((question) => question.body)).toMatchInlineSnapshot(`
    [
      "if a>0:
      return 1",
      "return a if a else None",
      "return cmath.acos(a)",
      "return cmath.asin(a)",
      "return cmath.asinh(a)",
      "return cmath.atan(a)",
      "return cmath.atanh(a)",
    ]
  `);
});

const returns = (body: string, types: string, before = ""): string => {
  const { returnType, diagnostics } = inferText(body, types, before);
  return diagnostics[0]?.message ?? typeName(returnType);
};

test("each assignment of a variable has a type of its own", () => {
  expect(returns("v = 1\nb = v // 2\nv = 2.0\nreturn b", "int64")).toBe("int64");
  expect(returns("v = 1\nfor i in range(a):\n  b = v // 2\n  v = 2.0\nreturn b", "int64")).toBe("float64");
});

test("a name that is assigned further down only has no value yet", () => {
  expect(returns("b = v\nv = 2.0\nreturn b", "int64")).toBe("`v` is used before it has a value");
});

test("versions that nothing uses together need no common type", () => {
  expect(returns("if a > 0:\n  t = 1\nelse:\n  t = (1, 2)\nreturn a", "int64")).toBe("int64");
  expect(returns("if a > 0:\n  t = 1\nelse:\n  t = (1, 2)\nreturn t", "int64")).toBe(
    "`t` is a tuple of 2 here and an int elsewhere",
  );
});

test("device functions are typed by their arguments, recursion by the branch that ends it", () => {
  const before = [
    "@cuda.jit(device=True)",
    "def twice(x, factor=2):",
    "    return x * factor",
    "@cuda.jit(device=True)",
    "def factorial(n):",
    "    if n <= 1:",
    "        return 1",
    "    return n * factorial(n - 1)",
    "@cuda.jit(device=True)",
    "def forever(n):",
    "    return forever(n - 1)",
    "@cuda.jit(device=True)",
    "def apply(f, x):",
    "    return f(x)",
    "@cuda.jit(device=True)",
    "def even(n):",
    "    if n == 0:",
    "        return True",
    "    return odd(n - 1)",
    "@cuda.jit(device=True)",
    "def odd(n):",
    "    if n == 0:",
    "        return False",
    "    return even(n - 1)",
  ].join("\n");
  expect(returns("return twice(a)", "float32", before)).toBe("float64");
  expect(returns("return twice(a), twice(factor=1.5, x=a)", "int32", before)).toBe("Tuple(int64, float64)");
  expect(returns("return twice()", "int32", before)).toBe("`twice` takes 1 to 2 arguments, 0 given");
  expect(returns("return factorial(a)", "int32", before)).toBe("int64");
  expect(returns("return forever(a)", "int64", before)).toContain("cannot be found out");
  expect(returns("return apply(twice, a)", "float64", before)).toBe("float64");
  expect(returns("return even(a)", "int64", before)).toBe("bool");
});

test("names of which nothing is known are no mistake", () => {
  const { returnType, diagnostics } = inferText(
    "return secret(a) + other.thing",
    "int64",
    "from elsewhere import secret, other",
  );
  expect([typeName(returnType), diagnostics]).toEqual(["undefined", []]);
});
