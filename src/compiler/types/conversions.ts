/**
 * How well a value of one type goes where another is wanted, in Numba's four words. The steps are those of
 * numba_cuda/numba/cuda/typeconv/rules.py; everything else follows by chaining them.
 */
import { DTYPES } from "../tables/dtypes.ts";
import { type ScalarName, scalar, type Type } from "./type.ts";
import { sameType } from "./type-names.ts";

/** `promote`: same kind, wider. `safe`: another kind that holds the value. `unsafe`: the value may change. */
export type Conversion = "exact" | "promote" | "safe" | "unsafe";

/** From best to worst. */
const ORDER: readonly Conversion[] = ["exact", "promote", "safe", "unsafe"];

type Step = readonly [from: ScalarName, to: ScalarName, there: Conversion, back: Conversion | null];
const STEPS: readonly Step[] = [
  ["bool", "int8", "safe", "unsafe"],
  ["bool", "uint8", "safe", "unsafe"],
  ["int8", "int16", "promote", "unsafe"],
  ["uint8", "uint16", "promote", "unsafe"],
  ["int16", "int32", "promote", "unsafe"],
  ["uint16", "uint32", "promote", "unsafe"],
  ["int32", "int64", "promote", "unsafe"],
  ["uint32", "uint64", "promote", "unsafe"],
  ["uint8", "int16", "safe", "unsafe"],
  ["uint16", "int32", "safe", "unsafe"],
  ["uint32", "int64", "safe", "unsafe"],
  ["int8", "float16", "safe", "unsafe"],
  ["int16", "float32", "safe", "unsafe"],
  ["int32", "float64", "safe", "unsafe"],
  ["int16", "float16", "unsafe", "unsafe"],
  ["int32", "float32", "unsafe", "unsafe"],
  // Not exact, but Numba wants float64 for a mixture of int64 and float64.
  ["int64", "float64", "safe", "unsafe"],
  ["uint64", "float64", "safe", "unsafe"],
  ["float16", "float32", "promote", "unsafe"],
  ["float32", "float64", "promote", "unsafe"],
  ["float32", "complex64", "safe", null],
  ["float64", "complex128", "safe", null],
  ["complex64", "complex128", "promote", "unsafe"],
];

/** The best chain from each type to each other; a chain is as good as its worst step. */
const CHAINS: ReadonlyMap<ScalarName, ReadonlyMap<ScalarName, Conversion>> = chains();

function chains(): Map<ScalarName, Map<ScalarName, Conversion>> {
  const best = new Map<ScalarName, Map<ScalarName, Conversion>>();
  const names = DTYPES.map((row) => row.name);
  for (const name of names) best.set(name, new Map([[name, "exact"]]));
  for (const [from, to, there, back] of STEPS) {
    best.get(from)?.set(to, there);
    if (back) best.get(to)?.set(from, back);
  }
  // Floyd and Warshall's closure, with the worse of two steps for their sum.
  for (const middle of names) {
    for (const from of names) {
      for (const to of names) {
        const first = best.get(from)?.get(middle);
        const second = best.get(middle)?.get(to);
        if (!first || !second) continue;
        const chain = worse(first, second);
        const known = best.get(from)?.get(to);
        if (!known || rank(chain) < rank(known)) best.get(from)?.set(to, chain);
      }
    }
  }
  return best;
}

function rank(conversion: Conversion): number {
  return ORDER.indexOf(conversion);
}

function worse(a: Conversion, b: Conversion): Conversion {
  return rank(a) >= rank(b) ? a : b;
}

/** Numba's conversion between two scalar types; null where there is none (complex to real). */
export function convertScalar(from: ScalarName, to: ScalarName): Conversion | null {
  return CHAINS.get(from)?.get(to) ?? null;
}

/**
 * Whether and how well `from` can be passed where `to` is declared, or stored there; null where it cannot. Which memory
 * an array lies in plays no part: a signature does not say it.
 */
export function canConvert(from: Type, to: Type): Conversion | null {
  if (sameType(from, to)) return "exact";
  if (from.kind === "literal") {
    const plain = scalar(typeof from.value === "bigint" ? "int64" : "bool");
    const found = to.kind === "scalar" ? convertScalar(plain.name, to.name) : null;
    return found && worse(found, "promote");
  }
  if (from.kind === "scalar" && to.kind === "scalar") return convertScalar(from.name, to.name);
  if (from.kind === "tuple" && to.kind === "tuple") return convertTuple(from.items, to.items, from.names);
  if (from.kind === "string" && to.kind === "string") return to.value === null ? "safe" : null;
  if (from.kind === "array" && to.kind === "array") {
    const alike = from.ndim === to.ndim && sameType(from.element, to.element);
    const fits = (to.layout === "A" || to.layout === from.layout) && (!from.readonly || to.readonly);
    if (!alike || !fits) return null;
    return from.layout === to.layout && from.readonly === to.readonly ? "exact" : "safe";
  }
  return null;
}

/** A named tuple is itself only. */
function convertTuple(
  from: readonly Type[],
  to: readonly Type[],
  names: readonly string[] | undefined,
): Conversion | null {
  if (names || from.length !== to.length) return null;
  if (from.length === 0) return "safe";
  let worst: Conversion = "exact";
  for (const [i, item] of from.entries()) {
    const wanted = to[i];
    const found = wanted ? canConvert(item, wanted) : null;
    if (!found) return null;
    worst = worse(worst, found);
  }
  return worst;
}
