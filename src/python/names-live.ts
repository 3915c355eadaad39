/**
 * The compiler's `Names` over live Python objects: asks `numba.cuda.describe`, which answers in JSON. Answers are kept
 * for one compilation only, since globals may change between two.
 */
import type { Constant, FunctionSource, Names } from "../compiler/names/constant.ts";
import type { FunctionDef } from "../compiler/syntax/ast.ts";
import { Source } from "../compiler/text/source.ts";
import type { ScalarName, Type } from "../compiler/types/type.ts";
import { type FunctionPlace, findFunction } from "./find-function.ts";

/** `numba.cuda.describe`, as a Python proxy: all arguments and results are numbers and strings. */
export interface Describer {
  lookup(functionId: number, name: string): string | undefined;
  attribute(constant: string, name: string): string | undefined;
  attributes(constant: string): string;
  candidates(functionId: number): string;
  function(functionId: number): string;
  source(file: string): string | undefined;
  reset(): void;
}

/** What `describe.function` says. */
export interface FunctionInfo extends FunctionPlace {
  readonly file: string;
  readonly options: {
    readonly device: boolean;
    readonly debug: boolean;
    readonly fastmath: boolean;
    readonly inline: boolean;
  };
}

/** `Constant` as JSON has it: whole numbers and floats as text, arrays by address. */
type ConstantJson =
  | { readonly kind: "int" | "float"; readonly value: string }
  | { readonly kind: "complex"; readonly re: string; readonly im: string }
  | { readonly kind: "numpy-scalar"; readonly dtype: ScalarName; readonly value: string }
  | { readonly kind: "tuple"; readonly items: readonly ConstantJson[]; readonly names?: readonly string[] }
  | {
      readonly kind: "array";
      readonly dtype: ScalarName;
      readonly shape: readonly number[];
      readonly address: number;
      readonly nbytes: number;
    }
  | Exclude<Constant, { kind: "int" | "float" | "complex" | "numpy-scalar" | "tuple" | "array" | "unknown" }>;

/** Parses a file once a version. */
export type ParseFile = (source: Source) => readonly FunctionDef[];

export class NamesSource {
  readonly #describer: Describer;
  readonly #memory: WebAssembly.Memory;
  readonly #parse: ParseFile;
  readonly #files = new Map<
    string,
    { readonly source: Source; readonly functions: readonly FunctionDef[] }
  >();

  constructor(describer: Describer, memory: WebAssembly.Memory, parse: ParseFile) {
    this.#describer = describer;
    this.#memory = memory;
    this.#parse = parse;
  }

  /** The source of a function and its own names; undefined where Python has no text of it. */
  functionSource(id: number): FunctionSource | undefined {
    const info = this.functionInfo(id);
    const file = this.#file(info.file);
    const ast = file && findFunction(file.source, file.functions, info);
    if (!file || !ast) return undefined;
    return {
      source: file.source,
      ast,
      names: new LiveNames(id, this, this.#describer),
      options: info.options,
    };
  }

  functionInfo(id: number): FunctionInfo {
    return JSON.parse(this.#describer.function(id)) as FunctionInfo;
  }

  /** A Python answer as a constant. */
  constant(json: ConstantJson): Constant {
    switch (json.kind) {
      case "int":
        return { kind: "int", value: BigInt(json.value) };
      case "float":
        return { kind: "float", value: Number(json.value) };
      case "complex":
        return { kind: "complex", re: Number(json.re), im: Number(json.im) };
      case "numpy-scalar": {
        const value = json.dtype.startsWith("float") ? Number(json.value) : BigInt(json.value);
        return { kind: "numpy-scalar", dtype: json.dtype, value };
      }
      case "tuple": {
        const items = json.items.map((item) => this.constant(item));
        return json.names ? { kind: "tuple", items, names: json.names } : { kind: "tuple", items };
      }
      case "array": {
        const bytes = new Uint8Array(this.#memory.buffer, json.address, json.nbytes).slice();
        return { kind: "array", dtype: json.dtype, shape: json.shape, bytes };
      }
      default:
        return json;
    }
  }

  /** What the describer needs to find the live object of a constant again. */
  reference(value: Constant): string | undefined {
    switch (value.kind) {
      case "module":
      case "builtin":
      case "object":
      case "function":
        return JSON.stringify(value);
      default:
        return undefined;
    }
  }

  #file(name: string): { readonly source: Source; readonly functions: readonly FunctionDef[] } | undefined {
    const text = this.#describer.source(name);
    if (text === undefined) return undefined;
    const known = this.#files.get(name);
    if (known && known.source.text === text) return known;
    const source = new Source(name, text);
    const file = { source, functions: this.#parse(source) };
    this.#files.set(name, file);
    return file;
  }
}

/** The names that one function sees. */
class LiveNames implements Names {
  readonly #id: number;
  readonly #from: NamesSource;
  readonly #describer: Describer;
  readonly #known = new Map<string, Constant | undefined>();

  constructor(id: number, from: NamesSource, describer: Describer) {
    this.#id = id;
    this.#from = from;
    this.#describer = describer;
  }

  lookup(name: string): Constant | undefined {
    if (!this.#known.has(name)) this.#known.set(name, this.#answer(this.#describer.lookup(this.#id, name)));
    return this.#known.get(name);
  }

  attribute(value: Constant, attr: string): Constant | undefined {
    const reference = this.#from.reference(value);
    return reference === undefined ? undefined : this.#answer(this.#describer.attribute(reference, attr));
  }

  candidates(): readonly string[] {
    return JSON.parse(this.#describer.candidates(this.#id)) as string[];
  }

  attributes(value: Constant): readonly string[] {
    const reference = this.#from.reference(value);
    return reference === undefined ? [] : (JSON.parse(this.#describer.attributes(reference)) as string[]);
  }

  functionSource(id: number): FunctionSource | undefined {
    return this.#from.functionSource(id);
  }

  #answer(json: string | undefined): Constant | undefined {
    return json === undefined ? undefined : this.#from.constant(JSON.parse(json) as ConstantJson);
  }
}

/** The argument types that Python sends with a specialisation: `types` in the compiler's terms, `names` in Numba's. */
export interface ArgumentTypes {
  readonly types: readonly Type[];
  readonly names: readonly string[];
}
