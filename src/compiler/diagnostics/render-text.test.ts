import { expect, test } from "vitest";
import { Source } from "../text/source.ts";
import type { Diagnostic } from "./diagnostic.ts";
import { renderAll, renderText, toJson } from "./render-text.ts";

const source = new Source("shift.py", "def shift(x, offset):\n    i = 0\n    x[i] += offest\n");

/** The span of the n-th place where a text stands. */
function at(text: string, nth = 0) {
  let start = source.text.indexOf(text);
  for (let i = 0; i < nth; i++) start = source.text.indexOf(text, start + 1);
  return { start, end: start + text.length };
}

const diagnostic: Diagnostic = {
  code: "undefined-name",
  severity: "error",
  message: "the name `offest` is not defined",
  primary: { span: at("offest"), label: "nothing gives this name a value" },
  related: [{ span: at("offset"), label: "this name is near" }],
  notes: ["names are looked up when the kernel is compiled"],
  help: { text: "did you mean `offset`?", edit: { span: at("offest"), text: "offset" } },
  numba: { exception: "TypingError" },
};

test("a diagnostic with its lines, labels, notes and help", () => {
  expect(renderText(diagnostic, source)).toMatchInlineSnapshot(`
    "error: the name \`offest\` is not defined [undefined-name]
     --> shift.py:3:13
      |
    1 | def shift(x, offset):
      |              ------ this name is near
    ...
    3 |     x[i] += offest
      |             ^^^^^^ nothing gives this name a value
      |
      = note: names are looked up when the kernel is compiled
      = help: did you mean \`offset\`?"
  `);
});

test("two places of one line stand below each other, the last first", () => {
  const both = { ...diagnostic, related: [{ span: at("x[i]"), label: "stored here" }], notes: [] };
  expect(renderText(both, source).split("\n").slice(3, 6)).toEqual([
    "3 |     x[i] += offest",
    "  |             ^^^^^^ nothing gives this name a value",
    "  |     ---- stored here",
  ]);
});

test("tabs and wide letters keep the underline below what it means", () => {
  const wide = new Source("wide.py", "\t幅 = größe\n");
  const start = wide.text.indexOf("größe");
  const drawn = renderText(
    { ...diagnostic, primary: { span: { start, end: start + 5 }, label: "" }, related: [], notes: [] },
    wide,
  ).split("\n");
  expect(drawn[3]).toBe("1 |     幅 = größe");
  expect(drawn[4]).toBe(`  | ${" ".repeat(4 + 2 + 3)}^^^^^`);
});

test("a span over several lines is underlined on its first", () => {
  const long = {
    ...diagnostic,
    primary: { span: { start: at("x[i]").start, end: source.text.length }, label: "" },
  };
  expect(renderText({ ...long, related: [] }, source)).toContain("  |     ^^^^^^^^^^^^^^\n");
});

test("a long line is cut around the place", () => {
  const text = `${"a + ".repeat(100)}offest\n`;
  const long = new Source("long.py", text);
  const start = text.indexOf("offest");
  const [, , , line = "", mark = ""] = renderText(
    { ...diagnostic, primary: { span: { start, end: start + 6 }, label: "" }, related: [] },
    long,
  ).split("\n");
  expect(line.length).toBeLessThan(180);
  expect(line.slice(mark.indexOf("^"))).toBe("offest");
});

test("an empty text can be pointed at", () => {
  const empty = new Source("empty.py", "");
  const nothing = { ...diagnostic, primary: { span: { start: 0, end: 0 }, label: "here" }, related: [] };
  expect(renderText(nothing, empty)).toContain("^ here");
});

test("colours are there when asked for, and only then", () => {
  expect(renderText(diagnostic, source)).not.toContain("\x1b[");
  expect(renderText(diagnostic, source, { color: true })).toContain("\x1b[1;31m");
});

test("several diagnostics have an empty line between them", () => {
  expect(renderAll([diagnostic, diagnostic], source).split("\n\n")).toHaveLength(2);
});

test("JSON has lines and columns from 1, and columns past the end", () => {
  expect(toJson(diagnostic, source)).toEqual({
    code: "undefined-name",
    severity: "error",
    message: "the name `offest` is not defined",
    label: "nothing gives this name a value",
    file: "shift.py",
    line: 3,
    column: 13,
    endLine: 3,
    endColumn: 19,
    related: [{ line: 1, column: 14, endLine: 1, endColumn: 20, label: "this name is near" }],
    notes: ["names are looked up when the kernel is compiled"],
    help: "did you mean `offset`?",
    edit: { line: 3, column: 13, endLine: 3, endColumn: 19, text: "offset" },
    exception: "TypingError",
  });
});
