/** Builds the site where its inputs have changed since the last build. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { withLock } from "./lock.ts";
import { DIST, LOCAL_CACHE, ROOT } from "./paths.ts";
import { pyodideFiles } from "./pyodide-folder.ts";
import { say, setUp } from "./setup.ts";

const INPUTS = [
  "src",
  "examples",
  "public",
  "tools",
  "index.html",
  "cli.html",
  "vite.config.ts",
  "package-lock.json",
];
const STAMP = join(LOCAL_CACHE, "build-stamp");

/** Sets up and builds where that is needed; quick and silent where it is not. */
export async function ensureBuilt(): Promise<void> {
  if (isFresh()) return;
  await withLock(join(LOCAL_CACHE, "build.lock"), async () => {
    if (isFresh()) return;
    await setUp({ browser: false });
    say("building the site");
    const inputs = fingerprint();
    await build({ root: ROOT, configFile: join(ROOT, "vite.config.ts"), logLevel: "warn" });
    mkdirSync(LOCAL_CACHE, { recursive: true });
    writeFileSync(STAMP, inputs);
  });
}

function isFresh(): boolean {
  if (!existsSync(join(DIST, "index.html")) || !existsSync(STAMP)) return false;
  return readFileSync(STAMP, "utf8") === fingerprint();
}

/** Hash of all names and bytes that the built site depends on. */
function fingerprint(): string {
  const hash = createHash("sha256");
  for (const input of INPUTS) {
    for (const path of filesIn(input)) {
      const bytes = readFileSync(join(ROOT, path));
      hash.update(`${path}\0${bytes.length}\0`).update(bytes);
    }
  }
  // A snapshot that could be made only later belongs into the site too.
  hash.update(pyodideFiles().join());
  return hash.digest("hex");
}

function filesIn(path: string): string[] {
  const full = join(ROOT, path);
  if (!existsSync(full)) return [];
  const entries = readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.name === path);
  if (entries[0]?.isFile()) return [path];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$|\.pyc$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
    .sort();
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await ensureBuilt().catch((error: unknown) => {
    say(`the build failed: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  });
}
