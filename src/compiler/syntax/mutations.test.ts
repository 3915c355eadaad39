import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkFile } from "../check.ts";
import { Source } from "../text/source.ts";

const SCRIPTS = new URL("../../../tests/conformance/numba/", import.meta.url);
const MUTATIONS = 2000;
/** A text is checked while it is typed. A slow run may be the machine's fault, so the fastest of several counts. */
const MOST_MS = 50;
const MOST_TRIES = 5;
const INSERTED = "()[]{}:=,.+-*\"'#\n \t\\@!$;x0é\ud83d";

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test("mutated scripts neither throw nor take long", { timeout: 120_000 }, () => {
  const seed = Number(process.env["SEED"] ?? 1);
  const random = numbers(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const texts = readdirSync(SCRIPTS)
    .filter((name) => name.endsWith(".py"))
    .map((name) => readFileSync(new URL(name, SCRIPTS), "utf8"));
  const check = (text: string): number => {
    const started = performance.now();
    checkFile(new Source("mutated.py", text));
    return performance.now() - started;
  };
  for (const text of texts) check(text);
  for (let i = 0; i < MUTATIONS; i++) {
    let text = texts[below(texts.length)] ?? "";
    for (let changes = 1 + below(3); changes > 0; changes--) {
      const at = below(text.length);
      const end = at + 1 + below(20);
      const inserted = [INSERTED.charAt(below(INSERTED.length)), text.slice(at, end), ""][below(3)] ?? "";
      text = text.slice(0, at) + inserted + text.slice(inserted === "" ? end : at);
    }
    let ms = check(text);
    for (let tries = 0; ms > MOST_MS && tries < MOST_TRIES; tries++) ms = Math.min(ms, check(text));
    expect(ms, `mutation ${i} of seed ${seed}`).toBeLessThan(MOST_MS);
  }
});
