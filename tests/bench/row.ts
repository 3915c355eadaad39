/** One line of the benchmark table: always a ratio of two things measured in the same run. */
export interface BenchRow {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What it is compared with, and its value. */
  readonly against: string;
  readonly ratio: number;
  /** The ratio to reach: at most this for costs, at least this for speed-ups. */
  readonly goal: number;
  readonly met: boolean;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

/** A cost: ours over theirs, which should be small. */
export function cost(
  name: string,
  ours: number,
  theirs: number,
  unit: string,
  what: string,
  goal: number,
): BenchRow {
  const ratio = ours / theirs;
  return {
    name,
    value: ours,
    unit,
    against: `${what}: ${theirs.toPrecision(3)} ${unit}`,
    ratio,
    goal,
    met: ratio <= goal,
  };
}

/** A speed-up: theirs over ours, which should be large. */
export function speedUp(
  name: string,
  ours: number,
  theirs: number,
  unit: string,
  what: string,
  goal: number,
): BenchRow {
  const ratio = theirs / ours;
  return {
    name,
    value: ours,
    unit,
    against: `${what}: ${theirs.toPrecision(3)} ${unit}`,
    ratio,
    goal,
    met: ratio >= goal,
  };
}
