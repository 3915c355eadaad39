/**
 * Which of a function's declared signatures a call gets, as Numba chooses: fewest unsafe conversions, then fewest safe
 * ones, then fewest promotions; of equals the first declared (numba_cuda/numba/cuda/typing/context.py, resolve_overload).
 */
import type { Signature, SignatureSet } from "../tables/signatures.ts";
import { canConvert, type Conversion } from "./conversions.ts";
import type { Type } from "./type.ts";
import { unliteral } from "./unify.ts";

/** No call has so many arguments that conversions of one sort could add up to one of the next. */
const WEIGHTS: Readonly<Record<Conversion, number>> = { exact: 0, promote: 1, safe: 100, unsafe: 10_000 };

/** The signature for arguments of these types, or null where Numba has no match. Literals count as int64 and bool. */
export function resolveOverload(sets: readonly SignatureSet[], actuals: readonly Type[]): Signature | null {
  const plain = actuals.map(unliteral);
  for (const set of sets) {
    const { requires } = set;
    if (requires && !plain.some((type) => type.kind === "scalar" && type.name === requires)) continue;
    const found = best(set, plain);
    if (found) return found;
  }
  return null;
}

function best(set: SignatureSet, actuals: readonly Type[]): Signature | null {
  let chosen: Signature | null = null;
  let lowest = Number.POSITIVE_INFINITY;
  for (const signature of set.signatures) {
    const distance = distanceTo(signature, actuals, set.allowsUnsafe);
    if (distance < lowest) {
      lowest = distance;
      chosen = signature;
    }
  }
  return chosen;
}

/** Infinite where an argument does not fit. */
function distanceTo(signature: Signature, actuals: readonly Type[], allowsUnsafe: boolean): number {
  if (signature.args.length !== actuals.length) return Number.POSITIVE_INFINITY;
  let sum = 0;
  for (const [i, formal] of signature.args.entries()) {
    const actual = actuals[i];
    const conversion = actual ? canConvert(actual, formal) : null;
    if (!conversion || (conversion === "unsafe" && !allowsUnsafe)) return Number.POSITIVE_INFINITY;
    sum += WEIGHTS[conversion];
  }
  return sum;
}
