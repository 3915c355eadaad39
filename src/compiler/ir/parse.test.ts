import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryKernel } from "../passes/arbitrary-kernel.ts";
import { parseModule } from "./parse.ts";
import { printModule } from "./print.ts";
import { verifyModule } from "./verify.ts";

const HEADER = `
  global a: f32[] = argument 0
  shared buf: i64[32]
  shared more: u8[dynamic]
  constant table: u8[3] = bytes 1 2 255
  local own: f64[4]
  launch n: i64 = scalar 1
  launch z: f64 = scalar 2 part 1
  launch a_shape_0: i64 = shape 0 axis 0
  launch a_stride_0: i64 = stride 0 axis 0
  launch a_offset: i64 = offset 0
  launch bytes: i64 = dynamic-shared-bytes
  site bounds "a" ""
  site exception "ValueError" "n is \\"wrong\\""
`;

/** One statement, or lines of them, as a kernel's body. */
const kernel = (...lines: readonly string[]): string => `${HEADER}
  device pair(x: i64, y: f32) -> i64, f32
    return x, y
  device again(x: i64) -> i64
    var r: i64
    if le.i64(x, 0:i64)
      return 0:i64
    r = call again(sub.i64(x, 1:i64))
    return add.i64(r, x)
  kernel k()
    var i: i64
    var i.1: i64
    var f: f32
    var d: f64
    var b: bool
    var loop: i64
    var größe: i64
${lines.map((line) => `    ${line}`).join("\n")}
`;

const LINES: readonly string[] = [
  "i = 5:i64",
  "i.1 = -9223372036854775808:i64",
  "d = -0:f64",
  "d = 1.5e-7:f64",
  "d = NaN:f64",
  "d = -Infinity:f64",
  "b = and(lt.i64(i, @n), or(b, not.bool(b)))",
  "loop = größe",
  "i = convert.i64(thread.x:i32)",
  "i = convert.i64(linear-thread.x:i32)",
  "i = bits.i64(d)",
  "i = select(b, i, i.1)",
  "f = a[i~? of @a_shape_0 by 1:i64] site 0",
  "f = a[i of 2:i64 by 3:i64; i.1? of 4:i64 by 1:i64] at @a_offset site 0",
  "a[i of @a_shape_0 by 1:i64] = sqrt.f32(f)",
  "d = pow.f64(d, d)",
  "i = pow.i64(i, i)",
  "d = frexp-fraction.f64(@z)",
  "i = floor-mod.i64(neg.i64(i), bit-reverse.i64(i))",
  "i = atomic add buf[i of 32:i64 by 1:i64], 1:i64",
  "atomic compare-exchange buf[i of 32:i64 by 1:i64], 1:i64, 2:i64",
  "i, f = call pair(i, f)",
  "i = call again(i)",
  "if b\n      i = 1:i64\n    else\n      if b\n        i = 2:i64",
  "for i from 0:i64 up to @n by 1:i64\n      continue",
  "loop while b budget 1\n      break",
  "loop\n      return",
  "barrier block",
  "barrier warp",
  "i = barrier block count lt.i64(i, 3:i64)",
  "i = warp shfl-idx -1:i32, i, 3:i32",
  'print "x", i, "=", add.f32(f, f)',
  "print",
  "fail 1",
  "return",
];

describe("printed and read again, a statement is the same", () => {
  test.each(LINES)("%s", (line) => {
    const module = parseModule(kernel(line));
    const text = printModule(module, "full");
    for (const one of line.split("\n")) expect(text).toContain(one.trim());
    expect(printModule(parseModule(text), "full")).toBe(text);
  });
});

test("random kernels are the same after printing and reading", () => {
  fc.assert(
    fc.property(arbitraryKernel(), ({ module }) => {
      const text = printModule(module, "full");
      const again = parseModule(text);
      expect(printModule(again, "full")).toBe(text);
      expect(printModule(again)).toBe(printModule(module));
      expect(verifyModule(again)).toEqual(verifyModule(module));
    }),
    { numRuns: 200, seed: 5 },
  );
});

test.each([
  ["an undeclared local", "j = 1:i64", "no local j: j = 1:i64"],
  ["an unknown memory", "q[i of 1:i64 by 1:i64] = i", "no memory q"],
  ["an unknown type", "i = add.i128(i, i)", "no type i128"],
  ["too few operands", "i = add.i64(i)", "add has too few operands"],
  ["something behind the end", "i = 1:i64 2:i64", 'nothing more expected at " 2:i64"'],
  ["a wrong margin", "i = 1:i64\n        i = 2:i64", "too far to the right"],
])("%s is refused with its line", (_, line, message) => {
  expect(() => parseModule(kernel(line))).toThrow(message);
});

test("what is left out of the text has a default", () => {
  const module = parseModule(`
    global a: i32[] = argument 0
    launch n: i64
    kernel k()
      a[@n? of @n by 1:i64] site 1 = 1:i32
  `);
  expect(module.launchValues[0]?.source).toEqual({ what: "scalar", argument: 0, part: 0 });
  expect(module.sites.map((site) => `${site.kind} ${site.name}`)).toEqual(["bounds ", "bounds a"]);
});
