import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkFile } from "./check.ts";
import { Source } from "./text/source.ts";

const SCRIPTS = new URL("../../tests/conformance/numba/", import.meta.url);
const ERRORS = new URL("errors/", SCRIPTS);
const PAGES = new URL("../../docs/messages/", import.meta.url);
const pythonFiles = (folder: URL): string[] => readdirSync(folder).filter((name) => name.endsWith(".py"));

const HEAD =
  "import math, random, time\nimport numpy as np\nfrom numba import cuda, float32, njit\nTPB = 32\n";

/** What is said about a kernel's body: `line: code: message`, the first line of the body being 1. */
function inKernel(body: string, head = "@cuda.jit\ndef kernel(x, n):\n"): string[] {
  const lines = body.split("\n").map((line) => `    ${line}`);
  const source = new Source("test.py", `${HEAD}${head}${lines.join("\n")}\n`);
  const before = `${HEAD}${head}`.split("\n").length - 1;
  return checkFile(source).map(
    ({ code, message, primary, help, numba }) =>
      `${source.line(primary.span) - before}: ${code}: ${message}${help ? ` (${help.text})` : ""} ${numba?.exception ?? "-"}`,
  );
}

describe("scripts that run have no errors", () => {
  test.each(pythonFiles(SCRIPTS))("%s", (name) => {
    const source = new Source(name, readFileSync(new URL(name, SCRIPTS), "utf8"));
    expect(checkFile(source)).toEqual([]);
  });
});

/** Mistakes that show only when types or arguments are known. */
const NEED_TYPES = new Set([
  ...["cannot_unify.py", "no_configuration.py", "out_of_bounds_debug.py", "string_concat.py"],
  ...["too_many_threads.py", "wrong_argument_count.py", "wrong_dimensions.py"],
]);

describe("scripts with a mistake", () => {
  test.each(pythonFiles(ERRORS))("%s", (name) => {
    const text = readFileSync(new URL(name, ERRORS), "utf8");
    const source = new Source(name, text);
    const [first] = checkFile(source);
    if (NEED_TYPES.has(name)) {
      expect(first).toBeUndefined();
      return;
    }
    const [, exception, line] = /^# expect: (\w+) : line (\d+)/.exec(text) ?? [];
    expect(first?.numba?.exception).toBe(exception);
    expect(first && source.line(first.primary.span)).toBe(Number(line));
  });
});

test.each([
  // Names
  ["x[0] = offest", ["1: undefined-name: the name `offest` is not defined TypingError"]],
  ["idx = 1\nx[idx] = lenght(x)", ["2: undefined-name: the name `lenght` is not defined TypingError"]],
  ["x[0] = TPd", ["1: undefined-name: the name `TPd` is not defined (did you mean `TPB`?) TypingError"]],
  ["a: Unknown = 1\nx[0] = a", []],
  ["x[0] = y\nx[1] = y", ["1: undefined-name: the name `y` is not defined TypingError"]],
  // Attributes
  [
    "i = cuda.threadidx.x\nx[i] = 1",
    ["1: unknown-attribute: `cuda` has no attribute `threadidx` (did you mean `threadIdx`?) AttributeError"],
  ],
  [
    "cuda.atomic.ad(x, 0, 1)",
    ["1: unknown-attribute: `cuda.atomic` has no attribute `ad` (did you mean `add`?) AttributeError"],
  ],
  ["x[0] = cuda.threadIdx.w", ["1: unknown-attribute: `cuda.threadIdx` has no attribute `w` TypingError"]],
  [
    "x[0] = math.sqroot(n)",
    ["1: unknown-attribute: `math` has no attribute `sqroot` (did you mean `sqrt`?) AttributeError"],
  ],
  ["x[0] = np.sqroot(n) + x.sizes", []],
  ["cuda = n\nx[0] = cuda.threadidx", []],
  // Python that kernels do not have
  [
    "t = {1: 2}\ns = [1, 2]",
    [
      "1: unsupported-syntax: a dict display is not supported in a kernel (use a tuple, or an array indexed by small integers) TypingError",
      "2: unsupported-syntax: a list display is not supported in a kernel (use a tuple, or an array from cuda.local.array(shape, dtype)) NumbaRuntimeError",
    ],
  ],
  [
    "try:\n    x[0] = 1\nexcept ValueError:\n    pass",
    [
      "1: unsupported-syntax: try is not supported in a kernel (test with if beforehand what could go wrong) AttributeError",
    ],
  ],
  [
    "global TPB\nTPB = 1",
    [
      "1: unsupported-syntax: assigning to a global is not supported in a kernel (pass an array to the kernel and write into it) UnsupportedBytecodeError",
    ],
  ],
  ["global TPB\nx[0] = TPB", []],
  [
    "a, *b = x, n, n",
    [
      "1: unsupported-syntax: a starred target is not supported in a kernel (take the items by their index) UnsupportedBytecodeError",
    ],
  ],
  // Returns
  ["return", []],
  ["return None", []],
  ["def inner(a): return a\nf = lambda: 1\nx[0] = inner(f())", []],
  // Calls of the host
  [
    "x[0] = any((n, 1))",
    [
      "1: not-callable-in-kernel: `any` cannot be called in a kernel (write a loop that stops at the first true item) TypingError",
    ],
  ],
  [
    "cuda.synchronize()",
    [
      "1: not-callable-in-kernel: `cuda.synchronize` cannot be called in a kernel (cuda.syncthreads() waits for the threads of a block) TypingError",
    ],
  ],
  [
    "x[0] = random.random()",
    [
      "1: not-callable-in-kernel: `random.random` cannot be called in a kernel (use numba.cuda.random: xoroshiro128p_uniform_float32(states, i)) TypingError",
    ],
  ],
  ["any = n\nx[0] = any(1)", []],
  // Shapes
  [
    "a = cuda.shared.array(TPB, float32)\nb = cuda.local.array((TPB, 4 * 4), float32)\nx[0] = a[0] + b[0, 0]",
    [],
  ],
  ["m = 4\na = cuda.shared.array(shape=m, dtype=float32)\nx[0] = a[0]", []],
  ["a = cuda.shared.array(x.ndim, float32)\nx[0] = a[0]", []],
  ["a = cuda.shared.array(0, float32)[n:]\nx[0] = a[0]", []],
  // Reads before assignments
  [
    "x[0] = y\ny = 1",
    [
      "1: used-before-assignment: `y` is used before it has a value (assign to `y` above this line, or pass it as an argument) -",
    ],
  ],
  [
    "s += n\nx[0] = s",
    [
      "1: used-before-assignment: `s` is used before it has a value (assign to `s` above this line, or pass it as an argument) -",
    ],
  ],
  ["if n:\n    y = 1\nx[0] = y", []],
  ["for i in range(n):\n    if i:\n        x[0] = y\n    y = i", []],
  ["for i in range(n):\n    x[i] = i and y\n    y = i", []],
  ["for i in range(n):\n    y = i\n    x[i] = y", []],
  ["while n:\n    if n == 3:\n        y = 0\n        continue\n    y += 1\nx[0] = y", []],
  ["def f(): return y\ny = 1\nx[0] = f()", []],
] as const)("%j", (body, expected) => {
  expect(inKernel(body)).toEqual(expected);
});

test.each([
  ["n", "`n` is an argument, known only at launch"],
  ["(4, n)", "`n` is an argument, known only at launch"],
  ["2 * TPB", "calculated when the kernel runs: Numba takes a number or one name here"],
  ["x.shape[0]", "depends on the argument `x`, known only at launch"],
  ["int(4)", "known only when the kernel runs"],
  ["4 if n else 5", "known only when the kernel runs"],
  ["m", "`m` is known only when the kernel runs"],
])("the shape %s is not constant", (shape, because) => {
  const source = new Source(
    "test.py",
    `${HEAD}@cuda.jit\ndef kernel(x, n):\n    m = n + 1\n    a = cuda.shared.array(${shape}, float32)\n    x[0] = a[0]\n`,
  );
  const [found, ...others] = checkFile(source);
  expect(others).toEqual([]);
  expect(found?.code).toBe("shape-not-constant");
  expect(found?.primary.label).toBe(because);
});

test("a kernel returns nothing, a device function may", () => {
  expect(inKernel("return x[0]")).toHaveLength(1);
  expect(inKernel("return x[0]", "@cuda.jit(device=True)\ndef helper(x, n):\n")).toEqual([]);
  expect(inKernel("return helper(x, n)", "@cuda.jit\ndef helper(x, n):\n")).toEqual([]);
});

test("functions for the CPU and plain ones are CPython's business", () => {
  for (const head of ["def host(x, n):\n", "@njit\ndef host(x, n):\n", "@other\ndef host(x, n):\n"])
    expect(inKernel("return [open(y) for y in undefined]", head)).toEqual([]);
});

test("kernels made in functions see the names around them", () => {
  const text = `${HEAD}def make(scale):
    from numba import cuda as gpu
    width = 4
    @gpu.jit
    def kernel(x):
        tile = gpu.shared.array(width, float32)
        x[gpu.gird(1)] = scale + tile[0]
    return kernel
`;
  const source = new Source("test.py", text);
  expect(checkFile(source).map(({ help }) => help?.text)).toEqual(["did you mean `grid`?"]);
});

test("a plain function that a kernel calls is found, one that something else gets hold of is not", () => {
  const call = "@cuda.jit\ndef kernel(x):\n    x[0] = helper(1)\n";
  const check = (before: string) => checkFile(new Source("test.py", `${HEAD}${before}${call}`));
  expect(check("def helper(v): return v\n").map(({ help }) => help?.text)).toEqual([
    "put @cuda.jit(device=True) above `def helper`",
  ]);
  expect(check("def helper(v): return v\nregister(helper)\n")).toEqual([]);
  expect(check("def helper(v): return v\nhelper = cuda.jit(helper)\n")).toEqual([]);
});

test("where a file is no Python, that is all that is said", () => {
  const found = checkFile(new Source("test.py", `${HEAD}@cuda.jit\ndef kernel(x):\n    x[0] = (undefined\n`));
  expect(found.map(({ code }) => code)).toEqual(["syntax-error"]);
});

describe("each code has a page, with an example that has it and one that has not", () => {
  test.each([
    ...["syntax-error", "undefined-name", "unknown-attribute", "unsupported-syntax", "kernel-returns-value"],
    ...["not-callable-in-kernel", "shape-not-constant", "used-before-assignment"],
  ])("%s", (code) => {
    const page = readFileSync(new URL(`${code}.md`, PAGES), "utf8");
    const examples = [...page.matchAll(/```python\n([\s\S]*?)```/g)].map(([, text]) => `${HEAD}${text}`);
    const codes = examples.map((text) => checkFile(new Source("page.py", text)).map((found) => found.code));
    expect(codes).toEqual([[code], []]);
  });
});
