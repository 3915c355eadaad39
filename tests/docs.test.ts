/** Documents that claim something about the code are held to it. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import expectations from "./conformance/expectations.json" with { type: "json" };

const ROOT = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const notYet: Readonly<
  Record<string, { readonly devices: readonly string[]; readonly message: string } | undefined>
> = expectations["not-yet"];

test("docs/support.md says of each conformance script what the conformance run holds it to", () => {
  const rows = new Map(
    [...read("docs/support.md").matchAll(/^\| `(\w+)` \| (\w[\w ]*) \| (\w[\w ]*) \|/gm)].map(
      ([, name, gpu, cpu]) => [name, { gpu, cpu }],
    ),
  );
  const scripts = readdirSync(join(ROOT, "tests/conformance/numba"))
    .filter((name) => name.endsWith(".py"))
    .map((name) => basename(name, ".py"));
  for (const script of scripts) {
    const devices = notYet[script]?.devices ?? [];
    const state = (device: string) => (devices.includes(device) ? "not yet" : "runs");
    expect({ script, ...rows.get(script) }).toEqual({ script, gpu: state("gpu"), cpu: state("cpu") });
  }
});

test("docs/support.md quotes the message of everything that is not there yet", () => {
  const text = read("docs/support.md");
  for (const entry of Object.values(notYet)) expect(text).toContain(entry?.message);
});

test("docs/architecture.md names files that exist", () => {
  const missing = [...read("docs/architecture.md").matchAll(/`([\w-]+(?:\/[\w.-]+)+)`/g)]
    .map(([, path = ""]) => path)
    .filter(
      (path) =>
        !["", "src", "src/compiler", "src/python/packages", "src/python"].some((base) =>
          existsSync(join(ROOT, base, path)),
        ),
    );
  expect(missing).toEqual([]);
});

test("each example of the menu has a file, and each file is in the menu", () => {
  const listed = (JSON.parse(read("examples/index.json")) as { id: string }[]).map(
    (entry) => `${entry.id}.py`,
  );
  expect(listed.sort()).toEqual(
    readdirSync(join(ROOT, "examples"))
      .filter((name) => name.endsWith(".py"))
      .sort(),
  );
});
