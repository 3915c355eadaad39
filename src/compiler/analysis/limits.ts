/**
 * What every launch promises, whatever its arguments: the runtime checks it before it starts a kernel. The analyses
 * rely on it, so a limit here and the check in the runtime are one contract.
 */
import type { LaunchSource, LaunchValue } from "../ir/ir.ts";
import { type IntegerClass, type LaunchFacts, sourceKey } from "../ir/launch-facts.ts";
import { intersect, type Range, typeRange, union } from "./range.ts";

/**
 * Elements of an array, and threads of a grid along one axis: 30 bits, so that the sum of two still fits i32. Else
 * `i + stride` and `(n + 15) // 16` would need unsigned or 64-bit arithmetic for the sake of arrays that no browser holds.
 */
export const LARGEST_SIZE = 2n ** 30n;
export const MOST_THREADS = 2n ** 30n;

const CLASS_RANGE: Readonly<Record<IntegerClass, Range | null>> = {
  small: { lo: 0n, hi: typeRange("i32").hi },
  int32: typeRange("i32"),
  uint32: typeRange("u32"),
  any: null,
};

/** Every integer that any type holds. */
const ANY: Range = union(typeRange("i64"), typeRange("u64"));

/** The values that a launch value may take, by its own class and by those of the values that it is equal to. */
export function launchRange(value: LaunchValue, facts: LaunchFacts): Range {
  let range = typeRange(value.type);
  for (const source of equalSources(value.source, facts))
    range = intersect(range, sourceRange(source, facts)) ?? range;
  return range;
}

function sourceRange(source: LaunchSource, facts: LaunchFacts): Range {
  switch (source.what) {
    case "scalar": {
      const argument = facts.arguments[source.argument];
      return (argument?.kind === "scalar" ? CLASS_RANGE[argument.integer] : null) ?? ANY;
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

/** The axis along which the grid has as many blocks as the launch value says; undefined where none is known. */
export function gridAxisOf(value: LaunchValue, facts: LaunchFacts): number | undefined {
  const keys = equalSources(value.source, facts).map(sourceKey);
  const axis = (facts.gridSizes ?? []).findIndex((group) =>
    group.some((source) => keys.includes(sourceKey(source))),
  );
  return axis < 0 ? undefined : axis;
}

/** All sources known to be equal to `source`, itself included. */
function equalSources(source: LaunchSource, facts: LaunchFacts): readonly LaunchSource[] {
  const key = sourceKey(source);
  return facts.equal.find((group) => group.some((member) => sourceKey(member) === key)) ?? [source];
}
