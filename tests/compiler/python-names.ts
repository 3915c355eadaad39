/** Compiles functions from text, for tests: names come from the text as the language worker has them. */
import { type Compiled, compileFunction, inferOnly } from "../../src/compiler/compile.ts";
import type { Constant, FunctionSource, Names } from "../../src/compiler/names/constant.ts";
import { StaticFile } from "../../src/compiler/names/static-names.ts";
import { parseFile } from "../../src/compiler/syntax/parse.ts";
import { Source } from "../../src/compiler/text/source.ts";
import { type ScalarName, scalar, type Type } from "../../src/compiler/types/type.ts";

const PRELUDE = [
  "import math, cmath, operator",
  "import numpy as np",
  "from numba import cuda, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float32, float64, complex64, complex128",
  "",
].join("\n");

/** The named function of a file, or its last one. */
export function sourceOf(text: string, name?: string, globals: Globals = {}): FunctionSource {
  const source = new Source("test.py", text);
  const { file, diagnostics } = parseFile(source);
  const [broken] = diagnostics;
  if (broken) throw new Error(`${broken.message} in\n${text}`);
  const statics = new StaticFile(source, file);
  const outermost = file.functions.filter((func) => !func.isLambda && !file.enclosing.has(func));
  const ast = name === undefined ? outermost.at(-1) : file.functions.find((func) => func.name === name);
  if (!ast) throw new Error(`no function ${name} in\n${text}`);
  const options = statics.use(ast)?.options ?? {
    device: false,
    debug: false,
    fastmath: false,
    inline: false,
  };
  return { source, ast, names: withGlobals(statics.namesOf(ast), globals), options };
}

/** Globals that are live objects, such as arrays, which the text alone does not give. */
export type Globals = Readonly<Record<string, Constant>>;

function withGlobals(names: Names, globals: Globals): Names {
  return {
    lookup: (name) => globals[name] ?? names.lookup(name),
    attribute: (value, attr) => names.attribute(value, attr),
    candidates: () => names.candidates(),
    attributes: (value) => names.attributes(value),
    functionSource: (id) => {
      const found = names.functionSource(id);
      return found && { ...found, names: withGlobals(found.names, globals) };
    },
  };
}

/** `float32`, `float32[:]`, `float32[:,::1]`, `(int64, float32[:])`, as in Numba's signatures. */
export function typeOf(text: string): Type {
  const trimmed = text.trim();
  if (trimmed.startsWith("(")) {
    return { kind: "tuple", items: splitTypes(trimmed.slice(1, -1)).map(typeOf) };
  }
  const array = /^(\w+)\[(.*)\]$/.exec(trimmed);
  if (!array?.[1]) return trimmed === "none" ? { kind: "none" } : scalar(trimmed as ScalarName);
  const axes = (array[2] ?? ":").split(",").map((axis) => axis.trim());
  const layout = axes.at(-1) === "::1" ? "C" : axes[0] === "::1" ? "F" : "A";
  return {
    kind: "array",
    element: scalar(array[1] as ScalarName),
    ndim: axes.length,
    layout,
    readonly: false,
    space: "global",
  };
}

/** Types separated by commas outside of brackets. */
export function splitTypes(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = "";
  for (const letter of text) {
    if (letter === "[" || letter === "(") depth++;
    if (letter === "]" || letter === ")") depth--;
    if (letter === "," && depth === 0) {
      parts.push(part);
      part = "";
    } else {
      part += letter;
    }
  }
  if (part.trim() !== "") parts.push(part);
  return parts.map((entry) => entry.trim());
}

/** Compiles a kernel: `types` are separated by commas. */
export function compileText(text: string, types: string, name?: string, globals?: Globals): Compiled {
  return compileFunction({
    source: sourceOf(PRELUDE + text, name, globals),
    argumentTypes: splitTypes(types).map(typeOf),
  });
}

/** Compiles a kernel of a whole file, without the usual imports. */
export function compileFile(text: string, types: string, name: string): Compiled {
  return compileFunction({ source: sourceOf(text, name), argumentTypes: splitTypes(types).map(typeOf) });
}

/** Infers a device function with these parameters: `a`, `b`, `c`... */
export function inferText(body: string, types: string, before = ""): ReturnType<typeof inferOnly> {
  const argumentTypes = splitTypes(types).map(typeOf);
  const params = "abcdefgh".slice(0, argumentTypes.length).split("").join(", ");
  const indented = body.split("\n").map((line) => `    ${line}`);
  const text = `${PRELUDE}${before}\ndef f(${params}):\n${indented.join("\n")}\n`;
  return inferOnly({ source: sourceOf(text, "f"), argumentTypes });
}
