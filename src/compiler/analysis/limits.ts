/**
 * What every launch promises, whatever its arguments: the runtime checks it before it starts a kernel. The analyses
 * rely on it, so a limit here and the check in the runtime are one contract.
 */
import type { LaunchSource, LaunchValue, Scalar } from "../ir/ir.ts";
import { type IntegerClass, type LaunchFacts, sourceKey } from "../ir/launch-facts.ts";
import { type Range, typeRange } from "./range.ts";

/** Sizes, offsets and counts of elements fit 31 bits; so do the threads of a grid along one axis. */
export const LARGEST_SIZE = 2n ** 31n - 1n;
export const MOST_THREADS = 2n ** 31n - 1n;

const CLASS_RANGE: Readonly<Record<IntegerClass, Range | null>> = {
  small: { lo: 0n, hi: 2n ** 31n - 1n },
  int32: typeRange("i32"),
  uint32: typeRange("u32"),
  any: null,
};

/** The values that a launch value may take. */
export function launchRange(value: LaunchValue, facts: LaunchFacts): Range {
  const wanted = sourceRange(value.source, value.type, facts);
  const limit = typeRange(value.type);
  return { lo: wanted.lo > limit.lo ? wanted.lo : limit.lo, hi: wanted.hi < limit.hi ? wanted.hi : limit.hi };
}

function sourceRange(source: LaunchSource, type: Scalar, facts: LaunchFacts): Range {
  switch (source.what) {
    case "scalar": {
      const argument = facts.arguments[source.argument];
      const range = argument?.kind === "scalar" ? CLASS_RANGE[argument.integer] : null;
      return range ?? typeRange(type);
    }
    case "stride":
      return { lo: -LARGEST_SIZE, hi: LARGEST_SIZE };
    case "shape":
    case "offset":
    case "dynamic-shared-bytes":
      return { lo: 0n, hi: LARGEST_SIZE };
  }
}

/** Threads a block along an axis. */
export const blockSize = (facts: LaunchFacts, axis: 0 | 1 | 2): bigint => BigInt(facts.block[axis]);

/** All sources known to be equal to `source`, itself included. */
export function equalSources(source: LaunchSource, facts: LaunchFacts): readonly LaunchSource[] {
  const key = sourceKey(source);
  return facts.equal.find((group) => group.some((member) => sourceKey(member) === key)) ?? [source];
}
