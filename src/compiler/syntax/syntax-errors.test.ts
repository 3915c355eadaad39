import { expect, test } from "vitest";
import { Source } from "../text/source.ts";
import { parseFile } from "./parse.ts";

/** Code, and what is said about it: line, message, and the code that it points at. */
const CASES: readonly (readonly [code: string, line: number, message: RegExp, at?: string])[] = [
  // Brackets
  ["x = (1 +\ny = 2\n", 1, /'\(' was never closed/, "("],
  ["f(a, [b, c)\n", 1, /closing bracket '\)' does not match opening bracket '\['/, ")"],
  ["x = 1)\n", 1, /unmatched '\)'/, ")"],
  ["a = f(g(1)\nb = 2\nc = 3)\n", 1, /'\(' was never closed/, "("],
  // Strings, numbers and characters
  ['x = "abc\ny = 1\n', 1, /unterminated string literal/, '"abc'],
  ['def f():\n    """doc\n    x = 1\n', 2, /unterminated triple-quoted string/, '"""'],
  ["x = 007\n", 1, /leading zeros/, "007"],
  ["x = 2y\n", 1, /invalid decimal literal/, "2y"],
  ["if !x: pass\n", 1, /invalid character '!'/, "!"],
  ["x = a ? b\n", 1, /invalid character '\?'/, "?"],
  ["print(“hi”)\n", 1, /invalid character/, "“"],
  // Colons and blocks
  ["def f(x)\n    return x\n", 1, /expected ':'/, ")"],
  ["while x\n    y\n", 1, /expected ':'/, "x"],
  ["for i in range(3)\n    y\n", 1, /expected ':'/],
  ["if a:\n    b\nelse\n    c\n", 3, /expected ':'/],
  ["if a:\n    b\nelse if c:\n    d\n", 3, /expected ':'/, "if"],
  ["def f():\nreturn 1\n", 2, /expected an indented block after function definition on line 1/, "return 1"],
  ["if a:\n", 1, /expected an indented block after 'if' statement on line 1/],
  ["for i in x:\n# only a comment\ny = 1\n", 3, /expected an indented block after 'for' statement/],
  // Indentation
  ["x = 1\n  y = 2\n", 2, /unexpected indent/, "y = 2"],
  ["if a:\n    x\n  y\n", 3, /unindent does not match/, "y"],
  ["if a:\n\tx\n        y\n", 3, /inconsistent use of tabs and spaces/, "y"],
  // What other languages write
  ["if x = 1:\n    pass\n", 1, /Maybe you meant '=='/, "="],
  ["if a && b:\n    pass\n", 1, /invalid syntax/],
  ["x++\n", 1, /invalid syntax/],
  ['print "hi"\n', 1, /missing parentheses in call to 'print'/, "print"],
  ["if a <> b: pass\n", 1, /invalid syntax/, "<>"],
  // What does not fit
  ["f(a b)\n", 1, /Perhaps you forgot a comma/, "b"],
  ["x = 5 6\n", 1, /invalid syntax/, "6"],
  ["x = 3 +\n", 1, /invalid syntax/, "+"],
  ["x =\n", 1, /invalid syntax/, "="],
  ["class = 3\n", 1, /invalid syntax/, "class"],
  ["x.in = 3\n", 1, /invalid syntax/, "in"],
  ["else:\n    x\n", 1, /invalid syntax/, "else"],
  // What means nothing where it stands
  ["f() = 3\n", 1, /cannot assign to function call/, "f()"],
  ["x + 1 = 3\n", 1, /cannot assign to expression/, "x + 1"],
  ["None = 3\n", 1, /cannot assign to None/, "None"],
  ["for 3 in x: pass\n", 1, /cannot assign to literal/, "3"],
  ["return 3\n", 1, /'return' outside function/, "return 3"],
  ["def f():\n    break\n", 2, /'break' outside loop/, "break"],
  ["def f():\n    if a: continue\n", 2, /'continue' not properly in loop/, "continue"],
  ["f(a=1, 2)\n", 1, /positional argument follows keyword argument/, "2"],
  ["def f(a, a): pass\n", 1, /duplicate argument 'a'/, "a"],
  ["def f(a=1, b): pass\n", 1, /parameter without a default/, "b"],
  ["try:\n    x\ny\n", 1, /expected 'except' or 'finally' block/, "try"],
];

const ROWS = CASES.map(([code, line, message, at]) => ({
  name: JSON.stringify(code),
  code,
  line,
  message,
  at,
}));

test.each(ROWS)("$name, line $line", ({ code, line, message, at }) => {
  const source = new Source("test.py", code);
  const [found, ...others] = parseFile(source).diagnostics;
  expect(others).toEqual([]);
  expect(found?.message).toMatch(message);
  expect(found && source.line(found.primary.span)).toBe(line);
  if (at !== undefined) expect(found && source.slice(found.primary.span)).toBe(at);
  expect(found?.numba?.exception).toBe("SyntaxError");
});

/** Valid Python that Lezer's grammar does not know, or reads in another way. */
const VALID: readonly string[] = [
  "x = 1. / 2.\n",
  "x = 1..real + 1.e3\n",
  "def f():\n    x = yield\n    yield\n",
  "with a as (b, c), d as e.f:\n    pass\n",
  "with (a as b, c as d,):\n    pass\n",
  "with (\n    a as b,  # why\n    c as d\n):\n    pass\n",
  "@a[0]\n@b(1)(2)\n@(c := d)\ndef f(): pass\n",
  "x = lambda a, /, b: a\n",
  "x = lambda a, /, : a\ny = lambda b,: b[c, :]\n",
  "x[*a, 1:2]\n",
  "print = 1\nprint >> x\n",
  'x = f"{a["b"]} {1.:>{w}} {c!r} {d=} {{"\n',
  "match x:\n    case A(): pass\n    case {}: pass\n    case {'a': 1, **k}: pass\n    case [1, *_]: pass\n    case []: pass\n    case (): pass\n",
  'match x, y:\n    case a, *b: pass\n    case "a" "b" if c: pass\n    case -1 + 2j: pass\n    case _: pass\n',
  "match = type = case = 1\n",
  "type X = int\n",
  "def f[T](x: T) -> T: pass\n",
  "try: pass\nexcept* E: pass\n",
  "if a:\n  b\n\n# comment in another column\n\n  c\n",
  "x = [\n  1,\n     2,\n]\n",
  "x = 1 if a else(2)\n",
  "x = 0xfor 1\n",
  "é = 1\n",
  "# %% cell\n\n%%time\n".replace("%%time", "x = 1"),
];

test.each(VALID)("%j is Python", (code) => {
  expect(parseFile(new Source("test.py", code)).diagnostics.map((found) => found.message)).toEqual([]);
});
