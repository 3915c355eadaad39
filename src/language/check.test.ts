import { expect, test } from "vitest";
import { checkText } from "./check.ts";

test("a problem has its range in lines and columns, and what helps", () => {
  const text = [
    "from numba import cuda",
    "@cuda.jit",
    "def kernel(x, offset):",
    "    x[cuda.grid(1)] += offest",
  ].join("\n");
  expect(checkText("script.py", text)).toEqual([
    {
      severity: "error",
      code: "undefined-name",
      message: "the name `offest` is not defined",
      line: 4,
      column: 24,
      endLine: 4,
      endColumn: 30,
      notes: ["nothing in this file gives this name a value"],
      help: "did you mean `offset`?",
    },
  ]);
});

test("related places are told by their lines", () => {
  const [problem] = checkText("script.py", "if a:\nb\n");
  expect(problem?.line).toBe(2);
  expect(problem?.notes).toContain("line 1: opens a block");
});

test("an empty text has no problems", () => {
  expect(checkText("script.py", "")).toEqual([]);
});
