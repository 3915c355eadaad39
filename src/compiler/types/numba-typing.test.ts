/**
 * Real Numba's answers in `tests/oracle/numba-typing.json` (4,355 questions to numba-cuda 0.30.4), reproduced by the tables:
 * operators, casts, functions, attributes, unification. 52 of them are no answers: without a driver Numba-CUDA cannot type
 * these calls, and the file has null for them as it has for a refusal. `numba-signatures.json` says which, and what the
 * CPU target says instead.
 */
import { expect, test } from "vitest";
import signatures from "../../../tests/oracle/numba-signatures.json" with { type: "json" };
import answers from "../../../tests/oracle/numba-typing.json" with { type: "json" };
import type { BinaryOperator, CompareOperator, UnaryOperator } from "../syntax/ast.ts";
import { attributeType } from "../tables/attributes.ts";
import { builtinByName } from "../tables/builtins.ts";
import { dtypeByName } from "../tables/dtypes.ts";
import { builtinSignature, constructed } from "./builtin-signatures.ts";
import { binaryOperator, compareOperator, unaryOperator } from "./operators.ts";
import { scalar, type Type } from "./type.ts";
import { typeName } from "./type-names.ts";
import { unify } from "./unify.ts";

const COMPARISONS = new Set(["<", "=="]);

/** `int8`, or a literal as it is written. */
function operandType(text: string, params: ReadonlyMap<string, Type>): Type {
  const param = params.get(text);
  if (param) return param;
  if (/^\d+$/.test(text)) return { kind: "literal", value: BigInt(text) };
  if (/^\d+\.\d+$/.test(text)) return scalar("float64");
  const row = dtypeByName(text);
  if (!row) throw new Error(`no type ${text}`);
  return scalar(row.name);
}

/** The type of an expression of the form that the questions have; null where it has none. */
function typed(expression: string, params: ReadonlyMap<string, Type>): Type | null {
  const type = (text: string | undefined): Type => operandType(text ?? "", params);
  const conditional = /^(\w+) if (\w+) else (\w+)$/.exec(expression);
  if (conditional) return unify(type(conditional[1]), type(conditional[3]));
  const call = /^([\w.]+)\((.*)\)$/.exec(expression);
  if (call?.[1]) return called(call[1], (call[2] ?? "").split(", ").map(type));
  const attribute = /^(\w)\.(\w+)$/.exec(expression);
  if (attribute?.[2]) return attributeType(type(attribute[1]), attribute[2]);
  const unary = /^(not |[-+~])(\w+)$/.exec(expression);
  if (unary?.[1]) {
    const found = unaryOperator(unary[1].trim() as UnaryOperator, type(unary[2]));
    return found && scalar(found.result);
  }
  const [, left, op = "", right] = /^(\S+) (\S+) (\S+)$/.exec(expression) ?? [];
  if (COMPARISONS.has(op)) {
    return compareOperator(op as CompareOperator, type(left), type(right)) && scalar("bool");
  }
  const found = binaryOperator(op as BinaryOperator, type(left), type(right));
  return found && scalar(found.result);
}

function called(name: string, args: readonly Type[]): Type | null {
  const full = name.includes(".") ? name.replace(/^np\./, "numpy.") : `builtins.${name}`;
  const row = builtinByName(full);
  if (row) return builtinSignature(row, args)?.result ?? null;
  const to = dtypeByName(full.replace(/^numpy\./, ""));
  const [first] = args;
  return to && first ? constructed(first, scalar(to.name)) : null;
}

/** The type that a question asks for, as Numba writes it. */
function typeAsked(question: string): string | null {
  const [expression = "", given = ""] = question.split(" : ");
  const params = new Map<string, Type>();
  for (const [, name = "", type = ""] of given.matchAll(/(\w)=(\w+)/g)) {
    params.set(name, operandType(type, params));
  }
  const type = typed(expression, params);
  return type && typeName(type);
}

const cpu: Readonly<Record<string, string | null>> = signatures.cpu;

test("all of Numba's 4,303 answers are given by the tables", () => {
  const wrong: string[] = [];
  let asked = 0;
  for (const [question, answer] of Object.entries(answers as Record<string, string | null>)) {
    if (question in cpu) continue;
    const got = typeAsked(question);
    asked++;
    if (got !== answer) wrong.push(`${question} -> ${got}, not ${answer}`);
  }
  expect(wrong).toEqual([]);
  expect(asked).toBe(4303);
});

test("min and max of bools, which Numba-CUDA types with a driver only, are typed as on the CPU", () => {
  const asked = Object.keys(cpu).filter((question) => /^(min|max)/.test(question));
  expect(asked.map((question) => [question, typeAsked(question)])).toEqual(
    asked.map((question) => [question, cpu[question]]),
  );
  expect(asked.length).toBe(50);
});
