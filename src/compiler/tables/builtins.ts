/** All callables that the compiler knows by name, for inference, hover, docs and "did you mean". */
import { ATOMICS } from "./atomics.ts";
import type { Builtin } from "./builtin.ts";
import { CUDA_INTRINSICS } from "./cuda.ts";
import { CMATH, HOST_MATH, MATH } from "./math.ts";
import { MODULE_CONSTANTS } from "./constants.ts";
import { NUMPY_FUNCTIONS } from "./numpy.ts";
import { PYTHON } from "./python.ts";

export const BUILTINS: readonly Builtin[] = [
  ...PYTHON,
  ...MATH,
  ...HOST_MATH,
  ...CMATH,
  ...NUMPY_FUNCTIONS,
  ...CUDA_INTRINSICS,
  ...ATOMICS,
];

const byName = new Map(BUILTINS.map((row) => [row.name, row]));

/** The row of `math.sqrt`, `builtins.abs`, `numba.cuda.grid`; undefined where there is none. */
export function builtinByName(fullName: string): Builtin | undefined {
  return byName.get(fullName);
}

/** What a module or a part of one offers to kernels, in alphabetical order: `math`, `numba.cuda`, `numba.cuda.atomic`. */
export function moduleMembers(module: string): readonly string[] {
  const prefix = `${module}.`;
  const offered = BUILTINS.filter((row) => row.status !== "refused").map((row) => row.name);
  const names = [...offered, ...MODULE_CONSTANTS.map((row) => row.name)]
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length).split(".")[0] ?? "");
  return [...new Set(names)].sort();
}
