/** The folder that the site serves as `pyodide/`: interpreter, standard library, trimmed lock file, wheels, snapshot. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "./lock.ts";
import { CACHE, PYODIDE_PACKAGE, pyodideFolder } from "./paths.ts";
import { type PyodideLock, readLock } from "./pyodide-lock.ts";
import { makeSnapshot, SNAPSHOT } from "./snapshot.ts";
import { bringWheels, sha256 } from "./wheels.ts";

const INTERPRETER = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"] as const;

/** Makes the folder complete and checks it; gives its path. */
export async function bringPyodide(say: (text: string) => void): Promise<string> {
  const folder = pyodideFolder();
  mkdirSync(folder, { recursive: true });
  await withLock(join(CACHE, "setup.lock"), async () => {
    for (const name of INTERPRETER) copyIfDifferent(join(PYODIDE_PACKAGE, name), join(folder, name));
    const lock = readLock();
    await bringWheels(folder, Object.values(lock.packages), say);
    writeIfDifferent(
      join(folder, "pyodide-lock.json"),
      Buffer.from(JSON.stringify(withRealHashes(folder, lock))),
    );
    await makeSnapshot(folder, say);
  });
  return folder;
}

/** Pyodide checks each wheel against its lock file again, in the browser. */
function withRealHashes(folder: string, lock: PyodideLock): PyodideLock {
  const packages = Object.entries(lock.packages).map(([name, entry]) => {
    return [name, { ...entry, sha256: sha256(readFileSync(join(folder, entry.file_name))) }] as const;
  });
  return { ...lock, packages: Object.fromEntries(packages) };
}

/** What of that folder goes into the site: only what this version's lock file and snapshot name. */
export function pyodideFiles(): string[] {
  const wheels = Object.values(readLock().packages).map((entry) => entry.file_name);
  const names = [...INTERPRETER, "pyodide-lock.json", ...wheels, SNAPSHOT];
  return names.filter((name) => existsSync(join(pyodideFolder(), name)));
}

function copyIfDifferent(from: string, to: string): void {
  if (existsSync(to) && readFileSync(to).equals(readFileSync(from))) return;
  const partial = `${to}.${process.pid}.part`;
  copyFileSync(from, partial);
  renameSync(partial, to);
}

function writeIfDifferent(path: string, bytes: Buffer): void {
  if (existsSync(path) && readFileSync(path).equals(bytes)) return;
  const partial = `${path}.${process.pid}.part`;
  writeFileSync(partial, bytes);
  renameSync(partial, path);
}
