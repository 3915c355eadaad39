/** Where things lie: in the checkout, and in the cache that all checkouts of one user share. */
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "..");
export const DIST = join(ROOT, "dist");
/** What only this checkout needs and git ignores: type checker state, test results, the build's stamp. */
export const LOCAL_CACHE = join(ROOT, ".cache");

/** Downloads, kept between checkouts. `KERNELPAD_CACHE` names another folder. */
export const CACHE =
  process.env["KERNELPAD_CACHE"] ??
  join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "kernelpad");

export const PYODIDE_PACKAGE = join(ROOT, "node_modules", "pyodide");

export function pyodideVersion(): string {
  const { version } = JSON.parse(readFileSync(join(PYODIDE_PACKAGE, "package.json"), "utf8")) as {
    version: string;
  };
  return version;
}

/** What the site serves as `pyodide/`: the interpreter, its standard library, its lock file and the wheels. */
export function pyodideFolder(): string {
  return join(CACHE, `pyodide-${pyodideVersion()}`);
}
