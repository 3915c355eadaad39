/** "Did you mean": the known name that a mistyped one is most likely to stand for. */

/** Letters that may differ: a third of the name, as a longer distance finds names that have nothing to do with it. */
const LETTERS_PER_EDIT = 3;

/**
 * The candidate nearest to `name` by edit distance, the first of several equals; undefined where none is near.
 * Names that differ only in case or underscores are always near: `threadidx` and `threadIdx`.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const most = Math.max(1, Math.floor(name.length / LETTERS_PER_EDIT));
  let best: string | undefined;
  let bestDistance = most + 1;
  const folded = fold(name);
  for (const candidate of candidates) {
    if (candidate === name || candidate === "") continue;
    const sameWord = fold(candidate) === folded && folded !== "";
    const distance = sameWord ? 0 : editDistance(name, candidate, bestDistance);
    // One letter cannot stand for another: `x` is no misspelling of `y`.
    if (!sameWord && distance >= Math.min(name.length, candidate.length)) continue;
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll("_", "");
}

/**
 * Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b` (optimal string alignment);
 * `limit` or more where there are at least that many.
 */
export function editDistance(a: string, b: string, limit = Number.POSITIVE_INFINITY): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, k) => k);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let k = 1; k <= b.length; k++) {
      const same = a[i - 1] === b[k - 1];
      let least = Math.min((last[k] ?? 0) + 1, (row[k - 1] ?? 0) + 1, (last[k - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && k > 1 && a[i - 1] === b[k - 2] && a[i - 2] === b[k - 1]) {
        least = Math.min(least, (before[k - 2] ?? 0) + 1);
      }
      row.push(least);
    }
    if (Math.min(...row) >= limit) return limit;
    before = last;
    last = row;
  }
  return Math.min(limit, last[b.length] ?? 0);
}
