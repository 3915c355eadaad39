import { expect, test } from "vitest";
import fuzz from "../../tests/compiler/fuzz-cases.json" with { type: "json" };
import language from "../../tests/compiler/language-cases.json" with { type: "json" };
import { compileText } from "../../tests/compiler/python-names.ts";
import { type NumberArray, runKernel } from "../../tests/compiler/run-kernel.ts";
import { factsFor, runModule, runProgram } from "../../tests/run-on-cpu.ts";
import { emitWasm } from "../wasm/emit.ts";
import { printModule } from "./ir/print.ts";
import { verifyModule } from "./ir/verify.ts";
import { blockProgram } from "./passes/block-program.ts";
import { optimise } from "./passes/pipeline.ts";

interface Case {
  readonly body: string;
  readonly before: string;
  readonly given: readonly PlainArray[];
  readonly after: readonly PlainArray[];
}
interface PlainArray {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly values: readonly string[];
}

const ARRAYS: Readonly<Record<string, (values: readonly string[]) => NumberArray>> = {
  float64: (values) => Float64Array.from(values, number),
  float32: (values) => Float32Array.from(values, number),
  int64: (values) => BigInt64Array.from(values, BigInt),
  uint64: (values) => BigUint64Array.from(values, BigInt),
  int32: (values) => Int32Array.from(values, Number),
  int8: (values) => Int8Array.from(values, Number),
  uint8: (values) => Uint8Array.from(values, Number),
};

function number(text: string): number {
  return text === "nan" ? Number.NaN : Number(text.replace("inf", "Infinity"));
}

function arrayOf(plain: PlainArray): NumberArray {
  const make = ARRAYS[plain.dtype];
  if (!make) throw new Error(`no array of ${plain.dtype}`);
  return make(plain.values);
}

function typeOf(plain: PlainArray): string {
  return `${plain.dtype}[${plain.shape.map((_, i) => (i === plain.shape.length - 1 ? "::1" : ":")).join(",")}]`;
}

function compiled(entry: Case) {
  const names = "abcdefgh".slice(0, entry.given.length).split("").join(", ");
  const body = entry.body.split("\n").map((line) => `    ${line}`);
  const text = `${entry.before}\n@cuda.jit\ndef kernel(${names}):\n${body.join("\n")}\n`;
  return compileText(text, entry.given.map(typeOf).join(", "), "kernel");
}

const bits = (array: NumberArray): string => {
  if (array instanceof Float64Array || array instanceof Float32Array) {
    return [...array].map((value) => (Object.is(value, -0) ? "-0" : String(value))).join(" ");
  }
  return [...array].map(String).join(" ");
};

test.each(language.cases.map((entry) => [entry.body, entry] as const))("as Numba: %s", (_, entry) =>
  check(entry),
);

test.each(fuzz.cases.map((entry, i) => [i, entry] as const))(
  "random program %i leaves what Numba leaves",
  (_, entry) => check(entry),
);

/** Runs a kernel as it is and after the passes; both must leave the bits that Numba leaves. */
function check(entry: Case): void {
  const { module, diagnostics } = compiled(entry);
  expect(diagnostics.map((diagnostic) => diagnostic.message)).toEqual([]);
  if (!module) throw new Error("no module");
  expect(verifyModule(module), printModule(module)).toEqual([]);
  const wanted = entry.after.map(arrayOf).map(bits);

  const shapes = entry.given.map((plain) => plain.shape);
  const plainRun = entry.given.map(arrayOf);
  const launch = { block: [1, 1, 1], grid: [1, 1, 1] } as const;
  const args = (arrays: readonly NumberArray[]) =>
    arrays.map((array, i) => ({ array, shape: shapes[i] ?? [] }));
  runModule(module, { ...launch, args: args(plainRun) });
  expect(plainRun.map(bits), printModule(module)).toEqual(wanted);

  const passedRun = entry.given.map(arrayOf);
  const run = { ...launch, args: args(passedRun) };
  const facts = factsFor(run);
  const better = optimise(module, facts, "cpu");
  runProgram(emitWasm(blockProgram(better.module), facts, "kernel"), run, facts);
  expect(passedRun.map(bits), `after the passes:\n${printModule(better.module)}`).toEqual(wanted);
}

test("the interpreter agrees, with an array that is neither at the start of its memory nor contiguous", () => {
  const { module } = compileText(
    "@cuda.jit\ndef k(a):\n    for i in range(a.size):\n        a[i] = i + a[-1]\n",
    "int64[:]",
  );
  if (!module) throw new Error("no module");
  const data = BigInt64Array.from([9n, 9n, 9n, 9n, 9n, 9n, 9n]);
  runKernel(module, [{ data, shape: [3], strides: [2], offset: 1 }]);
  expect([...data]).toEqual([9n, 9n, 9n, 10n, 9n, 11n, 9n]);
});
