import { expect, test } from "vitest";
import { readNumber, readString } from "./literals.ts";

test.each([
  ["0", "int", 0n],
  ["1_000", "int", 1000n],
  ["18446744073709551616", "int", 18446744073709551616n],
  ["0xdead_BEEF", "int", 0xdeadbeefn],
  ["0XFF", "int", 255n],
  ["0b1_01", "int", 5n],
  ["0O17", "int", 15n],
  ["1.", "float", 1],
  [".5", "float", 0.5],
  ["1_0.2_5e-0_1", "float", 1.025],
  ["1e400", "float", Number.POSITIVE_INFINITY],
  ["2.5J", "imaginary", 2.5],
  ["0777j", "imaginary", 777],
] as const)("%s", (text, form, value) => {
  expect(readNumber(text)).toEqual({ form, value });
});

test.each([
  ["'a'", "", "a"],
  ['"""a\nb"""', "", "a\nb"],
  ["'a\\\r\nb\\\nc'", "", "abc"],
  ["'\\x41\\u00e9\\U0001f600\\101\\0'", "", "Aé😀A\0"],
  ["'\\q\\N{DASH}'", "", "\\q\\N{DASH}"],
  ["'\\U00110000'", "", "\\U00110000"],
  ["rB'\\n'", "rb", "\\n"],
  ["'not closed", "", "not closed"],
])("%s", (text, prefix, value) => {
  expect(readString(text)).toEqual({ prefix, value });
});
