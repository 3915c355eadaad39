/** What the tables say of a builtin is what the compiler does: each row's example is tried. */
import { expect, test } from "vitest";
import { inferText } from "../../../tests/compiler/python-names.ts";
import { membersOf } from "../names/modules.ts";
import { builtinSignature } from "../types/builtin-signatures.ts";
import { sameType } from "../types/type-names.ts";
import { attributesOf, attributeType } from "./attributes.ts";
import type { Builtin } from "./builtin.ts";
import { BUILTINS, builtinByName, moduleMembers } from "./builtins.ts";
import { constantByName, MODULE_CONSTANTS } from "./constants.ts";
import { dtypeByName } from "./dtypes.ts";
import { typeOf } from "../../../tests/compiler/python-names.ts";

/** The example as the body of a function: the last line that is no statement comes back. */
function tried(row: Builtin): ReturnType<typeof inferText> {
  const [value = "", ...statements] = row.example.split("\n");
  return inferText([...statements, `return ${value}`].join("\n"), row.exampleTypes);
}

test("names are unique, and every function that runs is described in a line", () => {
  expect(new Set(BUILTINS.map((row) => row.name)).size).toBe(BUILTINS.length);
  for (const row of BUILTINS) {
    expect(row.doc).not.toMatch(/[\n.]$/);
    if (row.status === "supported") expect(row.doc, row.name).not.toBe("");
    if (row.status === "refused") expect(row.reason, row.name).not.toBe("");
  }
});

test("examples of what is supported have no errors", () => {
  const wrong = BUILTINS.filter((row) => row.status === "supported").flatMap((row) => {
    const { diagnostics } = tried(row);
    return diagnostics[0] ? [`${row.name}: ${diagnostics[0].message}`] : [];
  });
  expect(wrong).toEqual([]);
});

test("examples of what comes later or never are refused", () => {
  const wrong = BUILTINS.filter((row) => row.status !== "supported" && tried(row).diagnostics.length === 0);
  expect(wrong.map((row) => row.name)).toEqual([]);
});

test("the type of an example is the one that the row's signatures give", () => {
  const wrong: string[] = [];
  for (const row of BUILTINS) {
    const args = /\(([abc, ]*)\)$/.exec(row.example)?.[1]?.split(", ") ?? [];
    const types = row.exampleTypes.split(", ").filter(Boolean).map(typeOf);
    const actuals = args.flatMap((name) => types["abc".indexOf(name)] ?? []);
    const signature = args.length > 0 ? builtinSignature(row, actuals) : null;
    if (signature && !sameType(signature.result, tried(row).returnType)) wrong.push(row.name);
  }
  expect(wrong).toEqual([]);
});

test("every row is a member of its module", () => {
  const missing = BUILTINS.filter((row) => {
    const owner = row.name.slice(0, row.name.lastIndexOf("."));
    const kind = /\.(shared|local|const|atomic)$/.test(owner) ? "builtin" : "module";
    return !membersOf({ kind, name: owner }).includes(row.name.slice(owner.length + 1));
  });
  expect(missing.map((row) => row.name)).toEqual([]);
});

test("rows, members and constants are found by name", () => {
  expect(builtinByName("math.sqrt")?.doc).toBe("square root");
  expect(builtinByName("math.nothing")).toBeUndefined();
  expect(moduleMembers("numba.cuda.atomic")).toContain("compare_and_swap");
  expect(moduleMembers("numba.cuda")).toEqual(expect.arrayContaining(["atomic", "grid", "shared"]));
  expect(moduleMembers("math")).toEqual(expect.arrayContaining(["pi", "sqrt"]));
  expect(moduleMembers("math")).not.toContain("factorial");
  expect(constantByName("math.tau")?.value).toBe(2 * Math.PI);
  expect(MODULE_CONSTANTS.length).toBe(15);
});

test("dtypes are found by the names and strings that scripts use", () => {
  const names = ["intp", "single", "boolean", "bool_", "<f8", "|u1", "=i4", "double", "csingle"];
  expect(names.map((name) => dtypeByName(name)?.name)).toEqual(
    "int64 float32 bool bool float64 uint8 int32 float64 complex64".split(" "),
  );
  expect(dtypeByName(">f4")).toBeUndefined();
});

test("attributes that have a type are those of the rows, and have inference's types", () => {
  for (const text of ["float32[:,::1]", "complex64[:]", "complex128", "int16"]) {
    const type = typeOf(text);
    for (const row of attributesOf(type)) {
      const wanted = attributeType(type, row.name);
      if (!wanted || wanted.kind === "static" || wanted.kind === "iterator") continue;
      const { returnType, diagnostics } = inferText(`x = a.${row.name}\nreturn x`, text);
      if (diagnostics.length > 0 || row.name === "ndim") continue;
      expect(sameType(returnType, wanted), `${text}.${row.name}`).toBe(true);
    }
  }
});
