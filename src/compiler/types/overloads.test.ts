/** The signature that real Numba chooses for every operator and function on all scalar types: `numba-signatures.json`. */
import { expect, test } from "vitest";
import answers from "../../../tests/oracle/numba-signatures.json" with { type: "json" };
import { builtinByName } from "../tables/builtins.ts";
import { BINARY_SIGNATURES, COMPARE_SIGNATURES, UNARY_SIGNATURES } from "../tables/operators.ts";
import type { SignatureSet } from "../tables/signatures.ts";
import { canConvert } from "./conversions.ts";
import { resolveOverload } from "./overloads.ts";
import { type ScalarName, scalar, type Type } from "./type.ts";
import { typeName } from "./type-names.ts";
import { unify } from "./unify.ts";

const TYPES: readonly Type[] = answers.types.map((name) => scalar(name as ScalarName));
const OPERATORS: Readonly<Record<string, readonly SignatureSet[]>> = {
  ...BINARY_SIGNATURES,
  ...COMPARE_SIGNATURES,
};

/** All rows of `count` types, the last one varying fastest. */
function combinations(count: number): readonly (readonly Type[])[] {
  if (count === 0) return [[]];
  return combinations(count - 1).flatMap((row) => TYPES.map((type) => [...row, type]));
}

function setsOf(name: string): readonly SignatureSet[] {
  const [first = "", second = "", third] = name.split(" ");
  if (third === "y") return OPERATORS[second] ?? [];
  if (second === "x") return UNARY_SIGNATURES[first as keyof typeof UNARY_SIGNATURES];
  const short = name.replace(/\(.*/, "");
  const full = short.startsWith("cuda.")
    ? `numba.${short}`
    : short.includes(".")
      ? short
      : `builtins.${short}`;
  const row = builtinByName(full);
  if (!row) throw new Error(`no row ${full}`);
  return row.signatures;
}

test.each(Object.entries(answers.functions))("%s takes the signature that Numba takes", (name, table) => {
  const sets = setsOf(name);
  const count = Math.round(Math.log(table.choice.length) / Math.log(TYPES.length));
  const wrong: string[] = [];
  combinations(count).forEach((types, i) => {
    const letter = table.choice[i] ?? ".";
    const wanted = letter === "." ? null : table.signatures[Number.parseInt(letter, 36)];
    const found = resolveOverload(sets, types);
    const got = found && `${found.args.map(typeName).join(" ")} -> ${typeName(found.result)}`;
    if (got !== wanted) wrong.push(`${name} ${types.map(typeName).join(" ")}: ${got}, not ${wanted}`);
  });
  expect(wrong).toEqual([]);
});

test("conversions are ranked as Numba ranks them, and types unify as Numba's do", () => {
  const pairs = combinations(2) as readonly (readonly [Type, Type])[];
  expect(pairs.map(([a, b]) => canConvert(a, b)?.[0] ?? ".").join("")).toBe(answers.conversions);
  const unified = pairs.map(([a, b]) => {
    const type = unify(a, b);
    return type ? TYPES.indexOf(type).toString(36) : ".";
  });
  expect(unified.join("")).toBe(answers.unified);
});

const array = (layout: "C" | "F" | "A", isReadonly = false, ndim = 2): Type => ({
  kind: "array",
  element: scalar("float32"),
  ndim,
  layout,
  readonly: isReadonly,
  space: "global",
});
const int = (value: bigint): Type => ({ kind: "literal", value });
const tuple = (...items: Type[]): Type => ({ kind: "tuple", items });
const [int64, float64] = [scalar("int64"), scalar("float64")];

// Asked of numba-cuda 0.30.4: unify_pairs(a, b), can_convert(a, b).
test.each<[string, Type, Type, string | null, string | null]>([
  ["C with F", array("C"), array("F"), "array(float32, 2d, A)", null],
  ["C with A", array("C"), array("A"), "array(float32, 2d, A)", "safe"],
  ["A with C", array("A"), array("C"), "array(float32, 2d, A)", null],
  ["C with readonly", array("C"), array("C", true), "readonly array(float32, 2d, C)", "safe"],
  ["one axis with two", array("C", false, 1), array("C"), null, null],
  ["two literals", int(1n), int(2n), "int64", null],
  ["literal with int32", int(1n), scalar("int32"), "int64", "unsafe"],
  ["literal with uint64", int(1n), scalar("uint64"), "float64", "unsafe"],
  ["literal with float32", int(1n), scalar("float32"), "float64", "unsafe"],
  ["tuples", tuple(int64, int64), tuple(float64, float64), "UniTuple(float64 x 2)", "safe"],
  [
    "tuples of several types",
    tuple(int64, scalar("float32")),
    tuple(float64, scalar("int8")),
    "Tuple(float64, float32)",
    "unsafe",
  ],
  ["tuples of two and three", tuple(int64, int64), tuple(int64, int64, int64), null, null],
  ["literals in tuples", tuple(int(1n), int(2n)), tuple(int64, int64), "UniTuple(int64 x 2)", "promote"],
  ["number with tuple", int64, tuple(int64), null, null],
])("%s", (_, a, b, unified, conversion) => {
  const type = unify(a, b);
  expect([type && typeName(type), canConvert(a, b)]).toEqual([unified, conversion]);
});
