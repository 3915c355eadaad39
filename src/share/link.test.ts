import { deflateSync } from "fflate";
import { expect, test } from "vitest";
import { DICTIONARY_1 } from "./dictionary.ts";
import { decodeLink, encodeLink, type SharedDocument } from "./link.ts";

const script: SharedDocument = {
  name: "add.py",
  code: 'import numpy as np\nfrom numba import cuda\n\n\n@cuda.jit\ndef add(a, b, out):\n    i = cuda.grid(1)\n    if i < out.size:\n        out[i] = a[i] + b[i]\n\nprint("größe 😀")\n',
  device: "cpu",
  float64: "exact",
};

test("a document survives the round trip", () => {
  expect(decodeLink(`#${encodeLink(script)}`)).toEqual({ ok: true, document: script });
  const plain = { ...script, name: "", device: "auto", float64: "auto" } as const;
  expect(decodeLink(encodeLink(plain))).toEqual({ ok: true, document: plain });
});

test("the dictionary makes a short script at least a fifth shorter", () => {
  const plain = deflateSync(new TextEncoder().encode(script.code), { level: 9 });
  expect(encodeLink(script).length).toBeLessThan(((plain.length * 4) / 3) * 0.8);
});

test("damage gives a message, never an exception", () => {
  const good = encodeLink(script);
  let seed = 1;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 8) % below;
  };
  for (let i = 0; i < 3000; i++) {
    const at = random(good.length);
    const bad =
      i % 3 === 0
        ? good.slice(0, at)
        : good.slice(0, at) + String.fromCharCode(32 + random(95)) + good.slice(at + 1);
    const result = decodeLink(bad);
    if (!result.ok) expect(result.message.length).toBeGreaterThan(10);
  }
});

test("a bomb is refused by size", () => {
  const bomb = deflateSync(new Uint8Array(16_000_000), { level: 9, dictionary: DICTIONARY_1 });
  const text = btoa(String.fromCharCode(...bomb))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
  expect(decodeLink(`1.${text}`)).toEqual({
    ok: false,
    message: "the program in the link is larger than 1 MB",
  });
});

test("a newer format says so", () => {
  expect(decodeLink("#7.abc")).toMatchObject({ ok: false, message: expect.stringContaining("newer") });
});
