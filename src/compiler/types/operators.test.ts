import { expect, test } from "vitest";
import answers from "../../../tests/oracle/numba-typing.json" with { type: "json" };
import type { BinaryOperator, UnaryOperator } from "../syntax/ast.ts";
import { DTYPES } from "../tables/dtypes.ts";
import { binaryOperator, compareOperator, unaryOperator } from "./operators.ts";
import { scalar } from "./type.ts";
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
