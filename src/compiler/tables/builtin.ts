/** What a row of the tables of callables says: `builtins.ts`, `math.ts`, `cuda.ts`, `atomics.ts`, `numpy.ts`. */
import type { BinaryOperation, UnaryOperation } from "../ir/ir.ts";
import { declared, type SignatureSet } from "./signatures.ts";

/** Rules of typing that signatures cannot express; inference knows each by name. */
export type Special =
  | "array-reduction"
  | "atomic"
  | "bits"
  | "bool"
  | "cached-access"
  | "complex"
  | "const-array"
  | "enumerate"
  | "extreme"
  | "float"
  | "grid"
  | "grid-group"
  | "int"
  | "len"
  | "memory"
  | "part"
  | "print"
  | "range"
  | "shuffle"
  | "sum"
  | "selp"
  | "synchronize"
  | "tuple"
  | "ufunc"
  | "vote"
  | "zip";

/** What it becomes. `own` is made of several operations in `lower/`. */
export type BuiltinIr =
  | { readonly kind: "math"; readonly fn: string }
  | { readonly kind: "unary"; readonly op: UnaryOperation }
  | { readonly kind: "binary"; readonly op: BinaryOperation }
  | { readonly kind: "own" };

export interface Builtin {
  /** `math.sqrt`, `builtins.abs`, `numba.cuda.atomic.add`. */
  readonly name: string;
  /** One line for hover and docs, from lower case, without a full stop. */
  readonly doc: string;
  /** `later`: real Numba has it, and it will come. `refused`: it has no place in a kernel. */
  readonly status: "supported" | "later" | "refused";
  /** For `later` and `refused`: what to do instead, or why; empty where there is nothing to say. */
  readonly reason: string;
  /** Empty where `special` says how it is typed. */
  readonly signatures: readonly SignatureSet[];
  readonly special: Special | null;
  readonly ir: BuiltinIr;
  /** A use of it, on parameters `a`, `b`, `c` of the types of `exampleTypes`, as in `float32[:], int64`. */
  readonly example: string;
  readonly exampleTypes: string;
}

const OWN: BuiltinIr = { kind: "own" };

/** A supported function with declared signatures. */
export function plain(
  name: string,
  text: string,
  doc: string,
  example: string,
  exampleTypes: string,
  ir: BuiltinIr = OWN,
): Builtin {
  const signatures = declared(text);
  return { name, doc, status: "supported", reason: "", signatures, special: null, ir, example, exampleTypes };
}

/** A supported function with a rule of its own. */
export function special(
  name: string,
  rule: Special,
  doc: string,
  example: string,
  exampleTypes: string,
  ir: BuiltinIr = OWN,
): Builtin {
  return {
    name,
    doc,
    status: "supported",
    reason: "",
    signatures: [],
    special: rule,
    ir,
    example,
    exampleTypes,
  };
}

/** Functions that do not run in a kernel, now or ever. */
export function missing(
  status: "later" | "refused",
  module: string,
  names: string,
  reason: string,
  doc = "",
): readonly Builtin[] {
  const owner = module.split(".").at(-1);
  return names.split(/\s+/).map((member) => ({
    name: `${module}.${member}`,
    doc,
    status,
    reason,
    signatures: [],
    special: null,
    ir: OWN,
    example: `${owner === "builtins" ? "" : `${owner === "numpy" ? "np" : owner}.`}${member}(a)`,
    exampleTypes: "float64",
  }));
}
