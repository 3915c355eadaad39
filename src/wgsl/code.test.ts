import { describe, expect, test } from "vitest";
import { call, type Code, infix, prefix, primary, sum } from "./code.ts";
import { assignment } from "./memory-access.ts";
import { legalName, NameScope } from "./names.ts";
import { constantCode, f32Code } from "./types.ts";

const [a, b, c] = ["a", "b", "c"].map(primary) as [Code, Code, Code];

describe("parentheses as WGSL needs them", () => {
  test.each<[string, Code]>([
    ["a + b * c", infix(a, "+", infix(b, "*", c))],
    ["(a + b) * c", infix(infix(a, "+", b), "*", c)],
    ["a - (b - c)", infix(a, "-", infix(b, "-", c))],
    ["a - b - c", infix(infix(a, "-", b), "-", c)],
    ["a / (b * c)", infix(a, "/", infix(b, "*", c))],
    ["(a + b) << c", infix(infix(a, "+", b), "<<", c)],
    ["(a << b) << c", infix(infix(a, "<<", b), "<<", c)],
    ["a << b < c", infix(infix(a, "<<", b), "<", c)],
    ["a & b & c", infix(infix(a, "&", b), "&", c)],
    ["(a & b) | c", infix(infix(a, "&", b), "|", c)],
    ["(a + b) & c", infix(infix(a, "+", b), "&", c)],
    ["(a & b) == c", infix(infix(a, "&", b), "==", c)],
    ["(a < b) == c", infix(infix(a, "<", b), "==", c)],
    ["a < b && b < c", infix(infix(a, "<", b), "&&", infix(b, "<", c))],
    ["(a && b) || c", infix(infix(a, "&&", b), "||", c)],
    ["a && (b && c)", infix(a, "&&", infix(b, "&&", c))],
    ["-(-a)", prefix("-", prefix("-", a))],
    ["-(a + b)", prefix("-", infix(a, "+", b))],
    ["!(a && b)", prefix("!", infix(a, "&&", b))],
    ["f((a < b), b > c)", call("f", infix(a, "<", b), infix(b, ">", c))],
    ["a + b - c", sum(a, infix(b, "-", c))],
  ])("%s", (text, code) => {
    expect(code.text).toBe(text);
  });
});

test("an assignment to what it reads is compound, where that means the same", () => {
  expect(assignment("a", infix(a, "+", b))).toBe("a += b;");
  expect(assignment("a", infix(a, "-", infix(b, "*", c)))).toBe("a -= b * c;");
  expect(assignment("a", infix(infix(a, "+", b), "-", c))).toBe("a = a + b - c;");
  expect(assignment("a", infix(b, "+", a))).toBe("a = b + a;");
  expect(assignment("a", infix(a, ">>", b))).toBe("a >>= b;");
});

test("constants give the same number again", () => {
  expect(f32Code(Math.fround(0.1)).text).toBe("0.1");
  expect(f32Code(3).text).toBe("3.0");
  expect(f32Code(-0).text).toBe("-0.0");
  expect(f32Code(Math.fround(1e30)).text).toBe("1e30");
  expect(f32Code(Number.NaN).text).toBe("f32_from_bits(0x7fc00000u)");
  for (const value of [1 / 3, 16777217, 1.17549435e-38, 3.4028234e38, 123456.789, 2 ** -149].map(
    Math.fround,
  )) {
    expect(Math.fround(Number(f32Code(value).text))).toBe(value);
  }
  expect(constantCode("i64", -1n).text).toBe("vec2u(0xffffffffu, 0xffffffffu)");
  expect(constantCode("f64", 1).text).toBe("vec2u(0u, 0x3ff00000u /* 1 */)");
  expect(constantCode("u32", 7n).text).toBe("7u");
});

test("Python's names, as far as WGSL has them", () => {
  expect(["x", "loop", "min", "__hidden", "_", "größe"].map(legalName)).toEqual([
    "x",
    "loop_",
    "min_",
    "_hidden",
    "value",
    "größe",
  ]);
  const outer = new NameScope(null);
  const inner = new NameScope(outer);
  expect([outer.take("i"), inner.take("i"), inner.take("i"), new NameScope(outer).take("j")]).toEqual([
    "i",
    "i_1",
    "i_2",
    "j",
  ]);
});
