import fc from "fast-check";
import { expect, test } from "vitest";
import { Numbering, PersistentMap } from "./persistent-map.ts";

type Box = { readonly n: number };
const operations = fc.array(
  fc.record({
    key: fc.integer({ min: 0, max: 700 }),
    remove: fc.boolean(),
    branch: fc.integer({ min: 0, max: 5 }),
  }),
  { maxLength: 300 },
);

/** Several maps that grow out of one another, each beside an ordinary map of the same entries. */
function grow(steps: readonly { key: number; remove: boolean; branch: number }[]) {
  const versions = [
    { real: PersistentMap.empty<string, Box>(new Numbering()), model: new Map<string, Box>() },
  ];
  steps.forEach(({ key, remove, branch }, n) => {
    const from = versions[Math.max(0, versions.length - 1 - branch)];
    if (!from) return;
    const model = new Map(from.model);
    const name = `k${key}`;
    if (remove) model.delete(name);
    else model.set(name, { n });
    const value = model.get(name);
    versions.push({ model, real: value ? from.real.set(name, value) : from.real.delete(name) });
  });
  return versions;
}

test("a persistent map holds what a map holds, and old ones keep their entries", () => {
  fc.assert(
    fc.property(operations, (steps) => {
      for (const { real, model } of grow(steps)) {
        const seen = new Map<string, Box>();
        real.forEach((value, key) => seen.set(key, value));
        expect(seen).toEqual(model);
        for (const [key, value] of model) expect(real.get(key)).toBe(value);
        expect(real.has("absent")).toBe(false);
      }
    }),
    { numRuns: 30 },
  );
});

test("differences are exactly the keys whose values are not the same", () => {
  fc.assert(
    fc.property(operations, fc.nat(), fc.nat(), (steps, i, j) => {
      const versions = grow(steps);
      const a = versions[i % versions.length];
      const b = versions[j % versions.length];
      if (!a || !b) return;
      const found = new Map<string, [Box | undefined, Box | undefined]>();
      a.real.forEachDifference(b.real, (key, mine, theirs) => found.set(key, [mine, theirs]));
      const expected = new Map<string, [Box | undefined, Box | undefined]>();
      for (const key of new Set([...a.model.keys(), ...b.model.keys()])) {
        if (a.model.get(key) !== b.model.get(key)) expected.set(key, [a.model.get(key), b.model.get(key)]);
      }
      expect(found).toEqual(expected);
    }),
    { numRuns: 100 },
  );
});
