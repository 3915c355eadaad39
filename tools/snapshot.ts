/**
 * A picture of Python's memory just after it has started and imported common modules of the standard library: the
 * engine worker loads it instead of starting Python, which takes a fraction of the time. It fits one build of Pyodide
 * and browsers with the same WebAssembly features: Python asks for them once, at start (JSPI, and calls through a
 * WebAssembly trampoline). So it is made in Chromium, and a browser of another kind starts Python the long way.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright";
import { findChromium } from "./chromium.ts";
import { serveFolder } from "./serve.ts";

export const SNAPSHOT = "snapshot.bin.gz";
/** Says of which Pyodide and which imports the snapshot was made. */
const STAMP = "snapshot.stamp";
/** Changes where the way of making it changes. */
const FORMAT = "chromium 1";

/** What NumPy, matplotlib and the GPU packages import sooner or later. No package: with one a snapshot does not load. */
const MODULES = [
  "abc",
  "argparse",
  "ast",
  "asyncio",
  "base64",
  "bisect",
  "builtins",
  "codecs",
  "collections.abc",
  "contextlib",
  "copy",
  "csv",
  "ctypes",
  "dataclasses",
  "datetime",
  "decimal",
  "difflib",
  "enum",
  "functools",
  "fractions",
  "gc",
  "glob",
  "hashlib",
  "heapq",
  "importlib.metadata",
  "importlib.resources",
  "inspect",
  "io",
  "itertools",
  "json",
  "linecache",
  "locale",
  "logging",
  "math",
  "numbers",
  "operator",
  "os",
  "pathlib",
  "pickle",
  "platform",
  "pprint",
  "random",
  "re",
  "secrets",
  "shutil",
  "signal",
  "statistics",
  "string",
  "struct",
  "subprocess",
  "sysconfig",
  "tempfile",
  "textwrap",
  "threading",
  "time",
  "timeit",
  "tokenize",
  "traceback",
  "types",
  "typing",
  "unittest.mock",
  "urllib.parse",
  "urllib.request",
  "uuid",
  "warnings",
  "weakref",
  "zipfile",
  "zoneinfo",
];

/** Makes the snapshot in the folder where there is none of this version. A failure is told and costs only time. */
export async function makeSnapshot(folder: string, say: (text: string) => void): Promise<void> {
  const stamp = createHash("sha256")
    .update(readFileSync(join(folder, "pyodide.asm.wasm")))
    .update(MODULES.join())
    .update(FORMAT)
    .digest("hex");
  const target = join(folder, SNAPSHOT);
  if (
    existsSync(target) &&
    existsSync(join(folder, STAMP)) &&
    readFileSync(join(folder, STAMP), "utf8") === stamp
  )
    return;
  const browser = findChromium();
  if (browser === null) return;
  say("making the snapshot of Python's start");
  try {
    const partial = `${target}.${process.pid}.part`;
    writeFileSync(partial, await snapshotInBrowser(folder, browser));
    renameSync(partial, target);
    writeFileSync(join(folder, STAMP), stamp);
  } catch (error) {
    say(
      `no snapshot, Python will start the long way: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** The gzipped snapshot. */
async function snapshotInBrowser(folder: string, executablePath: string): Promise<Buffer> {
  const site = await serveFolder(folder, { port: 0, host: "localhost" });
  const browser = await chromium.launch({
    executablePath,
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  try {
    const page = await browser.newPage();
    // Any file of the server gives the page its origin; this one is small.
    await page.goto(new URL("pyodide-lock.json", site.url).href);
    const base64 = await page.evaluate<string>(inPage(site.url));
    return Buffer.from(base64, "base64");
  } finally {
    await browser.close();
    await site.close();
  }
}

/** Text, not a function: the code belongs to the page, and tools are compiled without its types. */
function inPage(base: string): string {
  return `(async () => {
    const { loadPyodide } = await import("${base}pyodide.mjs");
    const python = await loadPyodide({ indexURL: "${base}", _makeSnapshot: true });
    for (const module of ${JSON.stringify(MODULES)}) {
      python.runPython("try:\\n    import " + module + "\\nexcept ImportError:\\n    pass");
    }
    const bytes = python.makeMemorySnapshot();
    const packed = await new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"))).blob();
    return new Promise((resolve, reject) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(",") + 1));
      reader.onerror = () => reject(reader.error);
      reader.readAsDataURL(packed);
    });
  })()`;
}
