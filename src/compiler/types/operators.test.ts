import { expect, test } from "vitest";
import answers from "../../../tests/oracle/numba-typing.json" with { type: "json" };
import type { BinaryOperator, UnaryOperator } from "../syntax/ast.ts";
import { DTYPES } from "../tables/dtypes.ts";
import { binaryOperator, compareOperator, unaryOperator } from "./operators.ts";
import { type ScalarName, scalar } from "./type.ts";
import { promote } from "./unify.ts";

/** Real Numba's answers: `left op right`, `op operand`, `function(x, y) : x=..., y=...`. Null where it refuses. */
const numba: Readonly<Record<string, string | null | undefined>> = answers;
const asked = DTYPES.map((row) => row.name).filter((name) => name !== "float16");
const BINARY: readonly BinaryOperator[] = ["+", "-", "*", "/", "//", "%", "**", "<<", ">>", "&", "|", "^"];

test.each(BINARY)("x %s y is typed as Numba types it, for all pairs of scalars", (op) => {
  for (const left of asked) {
    for (const right of asked) {
      const result = binaryOperator(op, scalar(left), scalar(right))?.result ?? null;
      expect(`${left} ${op} ${right} -> ${result}`).toBe(
        `${left} ${op} ${right} -> ${numba[`${left} ${op} ${right}`]}`,
      );
    }
  }
});

test.each(["<", "=="] as const)("x %s y exists where Numba has it", (op) => {
  for (const left of asked) {
    for (const right of asked) {
      const found = compareOperator(op, scalar(left), scalar(right)) ? "bool" : null;
      expect(`${left} ${op} ${right} -> ${found}`).toBe(
        `${left} ${op} ${right} -> ${numba[`${left} ${op} ${right}`]}`,
      );
    }
  }
});

test.each(["-", "+", "~", "not"] as const)("%s x is typed as Numba types it", (op) => {
  for (const operand of asked) {
    const key = op === "not" ? `not ${operand}` : `${op}${operand}`;
    expect(`${key} -> ${unaryOperator(op as UnaryOperator, scalar(operand))?.result ?? null}`).toBe(
      `${key} -> ${numba[key]}`,
    );
  }
});

test("two assignments of one variable unify as Numba's do", () => {
  for (const left of asked) {
    for (const right of asked) {
      expect(`${left}, ${right}: ${promote(left, right)}`).toBe(
        `${left}, ${right}: ${numba[`x if x else y : x=${left}, y=${right}`]}`,
      );
    }
  }
});

test("comparisons work in a type that holds both sides", () => {
  const operand = (left: ScalarName, right: ScalarName): string | undefined =>
    compareOperator("<", scalar(left), scalar(right))?.operand;
  // A bool beside a uint64 above 2**63: int64 would make the uint64 negative.
  expect(operand("bool", "uint64")).toBe("uint64");
  expect(operand("uint8", "int8")).toBe("int64");
  expect(operand("int32", "float32")).toBe("float64");
  // Numba compares these as float64; `lower/arithmetic.ts` knows them by this answer.
  expect(operand("int64", "uint64")).toBe("int64");
});

test("float16 stays one beside bools and int8 only", () => {
  const sum = (right: ScalarName): string | undefined =>
    binaryOperator("+", scalar("float16"), scalar(right))?.result;
  expect(["bool", "int8", "int16", "float32"].map((name) => sum(name as ScalarName))).toEqual(
    "float16 float16 float32 float32".split(" "),
  );
});
