/** Members of modules as constants, by the tables of `module-members.ts` and `scalar-names.ts`. */
import { scalar } from "../types/type.ts";
import type { Constant } from "./constant.ts";
import {
  BUILTIN_EXCEPTIONS,
  BUILTIN_FUNCTIONS,
  CG_MEMBERS,
  CMATH_FUNCTIONS,
  CUDA_HOST,
  CUDA_INTRINSICS,
  CUDA_MODULES,
  CUDA_PARTS,
  HOST_BUILTINS,
  HOST_MATH,
  MATH_FUNCTIONS,
  NUMBA_MEMBERS,
  NUMPY_FUNCTIONS,
  OPERATOR_FUNCTIONS,
} from "./module-members.ts";
import { NUMBA_SCALARS, NUMBA_TYPES_SCALARS, NUMPY_SCALARS } from "./scalar-names.ts";

const UNKNOWN: Constant = { kind: "unknown" };

interface KnownModule {
  readonly members: ReadonlyMap<string, Constant>;
  /** True where the table has everything, so that any other name is a mistake. */
  readonly isClosed: boolean;
}

function builtins(module: string, names: readonly string[]): [string, Constant][] {
  return names.map((name) => [name, { kind: "builtin", name: `${module}.${name}` }]);
}

function floats(values: Readonly<Record<string, number>>): [string, Constant][] {
  return Object.entries(values).map(([name, value]) => [name, { kind: "float", value }]);
}

function dtypes(names: typeof NUMPY_SCALARS): [string, Constant][] {
  return Object.entries(names).map(([name, type]) => [name, { kind: "dtype", type: scalar(type) }]);
}

function submodules(module: string, names: readonly string[]): [string, Constant][] {
  return names.map((name) => [name, { kind: "module", name: `${module}.${name}` }]);
}

const CONSTANTS = { pi: Math.PI, e: Math.E, inf: Number.POSITIVE_INFINITY, nan: Number.NaN };
/** `float32x4`, `int3` and their kin, which are built when `numba.cuda` is imported. */
const VECTOR_TYPE =
  /^(?:u?(?:char|short|int|long|longlong)|float|double)[1-4]$|^(?:u?int(?:8|16|32|64)|float(?:32|64))x[1-4]$/;

const module = (isClosed: boolean, ...parts: [string, Constant][][]): KnownModule => ({
  members: new Map(parts.flat()),
  isClosed,
});

const MODULES: ReadonlyMap<string, KnownModule> = new Map([
  ["builtins", module(true, builtins("builtins", [...BUILTIN_FUNCTIONS, ...BUILTIN_EXCEPTIONS]))],
  ["math", module(true, builtins("math", MATH_FUNCTIONS), floats({ ...CONSTANTS, tau: 2 * Math.PI }))],
  [
    "cmath",
    module(true, builtins("cmath", CMATH_FUNCTIONS), floats({ ...CONSTANTS, tau: 2 * Math.PI }), [
      ["infj", { kind: "complex", re: 0, im: Number.POSITIVE_INFINITY }],
      ["nanj", { kind: "complex", re: 0, im: Number.NaN }],
    ]),
  ],
  ["operator", module(true, builtins("operator", OPERATOR_FUNCTIONS))],
  [
    "numpy",
    module(
      false,
      builtins("numpy", NUMPY_FUNCTIONS),
      dtypes(NUMPY_SCALARS),
      floats({ ...CONSTANTS, euler_gamma: 0.5772156649015329 }),
      [
        ["newaxis", { kind: "none" }],
        ["random", { kind: "module", name: "numpy.random" }],
      ],
    ),
  ],
  [
    "numba",
    module(true, builtins("numba", NUMBA_MEMBERS), dtypes(NUMBA_SCALARS), [
      ...submodules("numba", ["cuda", "types", "errors", "extending", "typed", "core", "config"]),
      ["np", { kind: "module", name: "numpy" }],
      ["__version__", UNKNOWN],
      ["none", UNKNOWN],
    ]),
  ],
  ["numba.types", module(false, dtypes(NUMBA_TYPES_SCALARS))],
  [
    "numba.cuda",
    module(
      true,
      builtins("numba.cuda", [...CUDA_INTRINSICS, ...CUDA_HOST]),
      submodules("numba.cuda", CUDA_MODULES),
      dtypes(NUMBA_SCALARS),
      [["types", { kind: "module", name: "numba.types" }]],
    ),
  ],
  ["numba.cuda.cg", module(false, builtins("numba.cuda.cg", CG_MEMBERS))],
]);

/** `value.attr`: `unknown` where nothing is known of it, undefined where there is certainly no such member. */
export function memberOf(value: Constant, attr: string): Constant | undefined {
  if (value.kind === "builtin") {
    const parts = CUDA_PARTS[value.name];
    if (parts) return parts.includes(attr) ? { kind: "builtin", name: `${value.name}.${attr}` } : undefined;
    return UNKNOWN;
  }
  if (value.kind !== "module") return UNKNOWN;
  const known = MODULES.get(value.name);
  const member = known?.members.get(attr);
  if (member) return member;
  if (value.name === "numba.cuda" && VECTOR_TYPE.test(attr))
    return { kind: "builtin", name: `numba.cuda.${attr}` };
  if (value.name === "numba.types" && VECTOR_TYPE.test(attr)) return UNKNOWN;
  if (!known?.isClosed || attr.startsWith("_")) return UNKNOWN;
  // Error and warning classes of Numba are many.
  return value.name === "numba" && /(?:Error|Warning)$/.test(attr) ? UNKNOWN : undefined;
}

/** The known members of a module or a part of one. */
export function membersOf(value: Constant): readonly string[] {
  if (value.kind === "builtin") return CUDA_PARTS[value.name] ?? [];
  if (value.kind !== "module") return [];
  return [...(MODULES.get(value.name)?.members.keys() ?? [])];
}

/** A member of `builtins`; undefined where Python has no such builtin. */
export function builtinNamed(name: string): Constant | undefined {
  return MODULES.get("builtins")?.members.get(name);
}

/** Whether something that the compiler knows by its full name exists for the host only. */
export function isHostOnly(fullName: string): boolean {
  const dot = fullName.lastIndexOf(".");
  const owner = fullName.slice(0, dot);
  const name = fullName.slice(dot + 1);
  if (owner === "builtins") return HOST_BUILTINS.has(name);
  if (owner === "math") return HOST_MATH.has(name);
  return owner === "numba.cuda" && CUDA_HOST.includes(name);
}
