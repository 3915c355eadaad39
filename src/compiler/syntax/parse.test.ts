import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Source } from "../text/source.ts";
import { findFunction, parseFile } from "./parse.ts";
import { printExpr, printFunction, printStatement } from "./print-ast.ts";

const SCRIPTS = new URL("../../../tests/conformance/numba/", import.meta.url);

function parse(text: string) {
  const source = new Source("test.py", text);
  return { source, ...parseFile(source) };
}

describe("functions of a file", () => {
  const { source, file } = parse(`from numba import cuda

@cuda.jit
@other(lambda: 1)
def add(a, b):
    def inner(x):
        return x
    return inner(a)

class Tools:
    def method(self):
        pass

double, triple = cuda.jit(lambda x: x * 2), lambda x: x * 3
`);

  test("all are there, at any depth", () => {
    const names = file.functions.map((func) => func.name);
    expect(names).toEqual(["<lambda>", "add", "inner", "method", "<lambda>", "<lambda>"]);
  });

  test("a decorated one begins at its first decorator", () => {
    const func = findFunction(file, source, { line: 3, name: "add" });
    expect(func && source.slice(func.span).startsWith("@cuda.jit")).toBe(true);
    expect(func && source.slice(func.span).endsWith("return inner(a)")).toBe(true);
    expect(func?.decorators.map((decorator) => printExpr(decorator))).toEqual([
      "(. cuda jit)",
      "(call other (lambda () 1))",
    ]);
  });

  test("others are found by the line of their def or lambda", () => {
    expect(findFunction(file, source, { line: 6, name: "inner" })?.params[0]?.name).toBe("x");
    expect(findFunction(file, source, { line: 14, name: "<lambda>" })?.isLambda).toBe(true);
    expect(findFunction(file, source, { line: 14, name: "add" })).toBeUndefined();
  });

  test("an inner function is one node, wherever it is met", () => {
    const add = file.functions.find((func) => func.name === "add");
    const [first] = add?.body ?? [];
    expect(first?.kind === "nested-def" && first.func).toBe(
      file.functions.find((func) => func.name === "inner"),
    );
  });

  test("the function around one is known", () => {
    const inner = file.functions.find((func) => func.name === "inner");
    expect(inner && file.enclosing.get(inner)?.func.name).toBe("add");
  });
});

test("bindings of the module say what names stand for", () => {
  const { file } = parse(`import numpy as np, os.path
from numba.cuda import jit as j, grid
from math import *
N = M = 4
A, (B, C) = 1, (2, 3)
if N:
    D = 5
def f():
    global G
with open(N) as (h, i), x as k.l:
    pass
for o, p in q:
    pass
class R: s = 1
print(t := 3)
`);
  const words = file.bindings.map((binding) => {
    switch (binding.kind) {
      case "import":
        return `${binding.name}=${binding.module}`;
      case "import-member":
        return `${binding.name}=${binding.module}:${binding.member}`;
      case "import-all":
        return `*=${binding.module}`;
      case "assign":
        return `${binding.name}=${binding.value ? printExpr(binding.value) : "?"}`;
      default:
        return `${binding.kind} ${binding.name}`;
    }
  });
  expect(words.join(" ")).toBe(
    "np=numpy os=os j=numba.cuda:jit grid=numba.cuda:grid *=math N=4 M=4 A=1 B=2 C=3 D=? " +
      "function f G=? h=? i=? k=? l=? o=? p=? class R t=?",
  );
});

test("spans are those of the code, without comments and brackets", () => {
  const { source, file } = parse("def f():\n    if (a):  # why\n        (b) + c  # so\n\n    # end\nx\n");
  const [func] = file.functions;
  expect(func && source.slice(func.span)).toBe("def f():\n    if (a):  # why\n        (b) + c");
  const [branch] = func?.body ?? [];
  expect(branch?.kind === "if" && source.slice(branch.test.span)).toBe("a");
  const [sum] = branch?.kind === "if" ? branch.body : [];
  expect(sum && source.slice(sum.span)).toBe("(b) + c");
});

test("what is not Python becomes error nodes, and the rest stays", () => {
  const { file, diagnostics } = parse("def f():\n    a = = 1\n    b = 2\n");
  expect(diagnostics).toHaveLength(1);
  expect(file.functions[0]?.body.map((statement) => printStatement(statement))).toContain("(assign b 2)");
});

test("code nested very deeply does not exhaust the stack", () => {
  for (const text of [
    `${"(".repeat(3000)}1${")".repeat(3000)}`,
    `${"-".repeat(5000)}1`,
    Array(5000).fill("a").join(" + "),
    Array(5000).fill("a").join(" and "),
    Array(3000).fill("a").join(" if b else "),
  ]) {
    const { file } = parse(`def f():\n    return ${text}\n`);
    expect(file.functions).toHaveLength(1);
    expect(printFunction(file.functions[0]!)).toContain("return");
  }
  parse(`def f():\n${Array.from({ length: 120 }, (_, i) => `${" ".repeat(i + 1)}if a:`).join("\n")} pass\n`);
  parse(`def f():\n  if a: b\n${"  elif a: b\n".repeat(3000)}`);
});

describe("scripts", () => {
  const files = readdirSync(SCRIPTS).filter((name) => name.endsWith(".py"));
  test.each(files)("%s is Python", (name) => {
    const { diagnostics } = parse(readFileSync(new URL(name, SCRIPTS), "utf8"));
    expect(diagnostics).toEqual([]);
  });

  test("line ends of Windows and a byte order mark change nothing", () => {
    const text = readFileSync(new URL("matmul_tiled.py", SCRIPTS), "utf8");
    const plain = parse(text).file.functions.map((func) => printFunction(func));
    for (const other of [text.replaceAll("\n", "\r\n"), `\ufeff${text}`]) {
      const { file, diagnostics } = parse(other);
      expect(diagnostics).toEqual([]);
      expect(file.functions.map((func) => printFunction(func))).toEqual(plain);
    }
  });
});
