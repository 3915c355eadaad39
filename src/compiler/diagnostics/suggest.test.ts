import * as fc from "fast-check";
import { expect, test } from "vitest";
import { editDistance, nearest } from "./suggest.ts";

test.each([
  ["offest", ["offset", "x", "cuda"], "offset"],
  ["threadidx", ["blockIdx", "threadIdx", "threadfence"], "threadIdx"],
  ["sync_threads", ["syncthreads", "syncwarp"], "syncthreads"],
  ["sqroot", ["sqrt", "floor"], "sqrt"],
  ["lenght", ["len", "length"], "length"],
])("%s among %j is %s", (name, candidates, expected) => {
  expect(nearest(name, candidates)).toBe(expected);
});

test.each([
  ["x", ["y", "i"]],
  ["foo", ["bar", "threadIdx"]],
  ["abc", ["abc"]],
  ["alpha", []],
])("%s among %j has nothing near", (name, candidates) => {
  expect(nearest(name, candidates)).toBeUndefined();
});

test("neighbours that changed places are one edit", () => {
  expect(editDistance("offest", "offset")).toBe(1);
  expect(editDistance("kitten", "sitting")).toBe(3);
});

test("the distance is symmetric, zero for equals only, and no longer than the longer word", () => {
  const word = fc.string({ maxLength: 8 });
  void fc.assert(
    fc.property(word, word, (a, b) => {
      const distance = editDistance(a, b);
      expect(distance).toBe(editDistance(b, a));
      expect(distance === 0).toBe(a === b);
      expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
    }),
  );
});

test("with a limit the distance is the same, or the limit", () => {
  const word = fc.string({ maxLength: 8 });
  void fc.assert(
    fc.property(word, word, fc.integer({ min: 1, max: 6 }), (a, b, limit) => {
      expect(editDistance(a, b, limit)).toBe(Math.min(limit, editDistance(a, b)));
    }),
  );
});
