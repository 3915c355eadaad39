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

/** Named by the lock file for older versions of NetworkX; 3.6 needs neither, and a script does not wait for them. */
const NOT_NEEDED: ReadonlySet<string> = new Set(["decorator", "setuptools"]);

/**
 * Pyodide rebuilds some pure wheels without their tests, so that its hash is not that of the authors' own file on
 * PyPI. Where the CDN does not answer, that file is taken; its hash is pinned here.
 */
export const AUTHORS_OWN: Readonly<Record<string, string>> = {
  "networkx-3.6.1-py3-none-any.whl": "d47fbf302e7d9cbbb9e2555a0d267983d2aa476bac30e90dfbe5669bd57f3762",
};

/** The lock file with `PACKAGES` and what they depend on, nothing else. */
export function readLock(): PyodideLock {
  const lock = JSON.parse(readFileSync(join(PYODIDE_PACKAGE, "pyodide-lock.json"), "utf8")) as PyodideLock;
  const kept = new Map<string, LockedPackage>();
  const keep = (name: string): void => {
    if (kept.has(name)) return;
    const entry = lock.packages[name];
    if (!entry) throw new Error(`Pyodide's lock file has no package ${name}`);
    const depends = entry.depends.filter((needed) => !NOT_NEEDED.has(needed));
    kept.set(name, { ...entry, depends });
    depends.forEach(keep);
  };
  PACKAGES.forEach(keep);
  const sorted = [...kept].sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...lock, packages: Object.fromEntries(sorted) };
}
