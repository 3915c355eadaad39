/** Pyodide's lock file: which wheels the site carries, with their hashes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PYODIDE_PACKAGE } from "./paths.ts";

export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  readonly file_name: string;
  readonly sha256: string;
  readonly depends: readonly string[];
}
export interface PyodideLock {
  readonly info: unknown;
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** What a script may import without asking for it; what these need comes along. */
export const PACKAGES = [
  "numpy",
  "matplotlib",
  "pandas",
  "scipy",
  "scikit-learn",
  "networkx",
  "pillow",
] as const;

/** The lock file with `PACKAGES` and what they depend on, nothing else. */
export function readLock(): PyodideLock {
  const lock = JSON.parse(readFileSync(join(PYODIDE_PACKAGE, "pyodide-lock.json"), "utf8")) as PyodideLock;
  const kept = new Map<string, LockedPackage>();
  const keep = (name: string): void => {
    if (kept.has(name)) return;
    const entry = lock.packages[name];
    if (!entry) throw new Error(`Pyodide's lock file has no package ${name}`);
    kept.set(name, entry);
    entry.depends.forEach(keep);
  };
  PACKAGES.forEach(keep);
  const sorted = [...kept].sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...lock, packages: Object.fromEntries(sorted) };
}
