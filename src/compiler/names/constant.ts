/**
 * What a name outside the function stands for. Globals and closure cells are constants of a compilation, as in
 * Numba; the host describes the live objects in these terms (`packages/numba/cuda/describe.py`), the language
 * worker makes what it can from the text alone.
 */
import type { ScalarName, Type } from "../types/type.ts";

export type Constant =
  | { readonly kind: "int"; readonly value: bigint }
  | { readonly kind: "float"; readonly value: number }
  | { readonly kind: "complex"; readonly re: number; readonly im: number }
  | { readonly kind: "bool"; readonly value: boolean }
  | { readonly kind: "none" }
  | { readonly kind: "string"; readonly value: string }
  /** A NumPy scalar or a call of a Numba type such as `uint64(7)` at module level. */
  | { readonly kind: "numpy-scalar"; readonly dtype: ScalarName; readonly value: bigint | number }
  | { readonly kind: "tuple"; readonly items: readonly Constant[]; readonly names?: readonly string[] }
  /** A NumPy array: constant memory. `bytes` are little-endian, C order. */
  | {
      readonly kind: "array";
      readonly dtype: ScalarName;
      readonly shape: readonly number[];
      readonly bytes: Uint8Array;
    }
  /** A dtype, a Numba type or a Python type used as one: `float32`, `np.int8`, `float`, record types. */
  | { readonly kind: "dtype"; readonly type: Type }
  /** A module: `math`, `numpy`, `numba`, `numba.cuda`, `numba.cuda.random`... */
  | { readonly kind: "module"; readonly name: string }
  /**
   * Something that the compiler knows by its full name: `numba.cuda.grid`, `numba.cuda.atomic.add`,
   * `numba.cuda.threadIdx`, `math.sqrt`, `numpy.sin`, `builtins.range`, `operator.add`.
   */
  | { readonly kind: "builtin"; readonly name: string }
  /** A function that was jitted (`device=True`, `njit`...) or a plain Python function; `id` asks the host for its source. */
  | { readonly kind: "function"; readonly id: number; readonly name: string; readonly jitted: boolean }
  /** Any other live object; `describe` names it in messages. `handle` lets `attribute` ask the host. */
  | { readonly kind: "object"; readonly handle: number; readonly describe: string }
  /** In the language worker: a name that exists, of which nothing more is known. Never an error. */
  | { readonly kind: "unknown" };

/** Where the names of one function come from. */
export interface Names {
  /** A closure cell, global or builtin; undefined where there is no such name. */
  lookup(name: string): Constant | undefined;
  /** `value.attr`; undefined where there is no such attribute. */
  attribute(value: Constant, attr: string): Constant | undefined;
  /** Names in scope, for "did you mean". */
  candidates(): readonly string[];
  /** Attributes of a value, for "did you mean". */
  attributes(value: Constant): readonly string[];
  /** The source of a function constant: where it stands and its own names. */
  functionSource(id: number): FunctionSource | undefined;
}

/** A live function's source: the file, and how to find the definition in it. */
export interface FunctionSource {
  readonly source: import("../text/source.ts").Source;
  readonly ast: import("../syntax/ast.ts").FunctionDef;
  readonly names: Names;
  readonly options: FunctionOptions;
}

export interface FunctionOptions {
  readonly device: boolean;
  readonly debug: boolean;
  readonly fastmath: boolean;
  readonly inline: boolean;
}
