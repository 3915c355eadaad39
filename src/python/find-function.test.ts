import { expect, test } from "vitest";
import { parseFile } from "../compiler/syntax/parse.ts";
import { Source } from "../compiler/text/source.ts";
import { findFunction, type FunctionPlace } from "./find-function.ts";

const TEXT = `from numba import cuda
@cuda.jit
@other
def add(a, b):
    pass

def make(k):
    def add(x):
        return x * k
    return add

pair = (cuda.jit(device=True)(lambda x, y: x + y), cuda.jit(device=True)(lambda x, y: x - y))
`;

function find(place: Partial<FunctionPlace> & Pick<FunctionPlace, "line">) {
  const source = new Source("test.py", TEXT);
  const full = { name: "add", lambda: false, position: null, parameters: [], ...place };
  return findFunction(source, parseFile(source).file.functions, full);
}

test("a decorated function is found by the line of its first decorator", () => {
  expect(find({ line: 2 })?.params.map((param) => param.name)).toEqual(["a", "b"]);
});

test("functions of one name are told apart by their lines", () => {
  expect(find({ line: 8 })?.params.map((param) => param.name)).toEqual(["x"]);
  expect(find({ line: 40 })).toBeUndefined();
});

test("lambdas of one line are told apart by their columns", () => {
  const line = 12;
  const text = TEXT.split("\n")[line - 1] ?? "";
  for (const body of ["x + y", "x - y"]) {
    const found = find({
      line,
      name: "<lambda>",
      lambda: true,
      parameters: ["x", "y"],
      position: [line, text.indexOf(body)],
    });
    expect(found && TEXT.slice(found.span.start, found.span.end)).toContain(body);
  }
});
