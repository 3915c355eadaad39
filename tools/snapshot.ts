/**
 * A picture of Python's memory just after it has started and imported common modules of the standard library: the
 * engine worker loads it instead of starting Python, which takes a tenth of the time. It fits one build of Pyodide.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { pyodideVersion } from "./paths.ts";

export const SNAPSHOT = "snapshot.bin.gz";
/** Says of which Pyodide and which imports the snapshot was made. */
const STAMP = "snapshot.stamp";
/** Changes where the way of making it changes. */
const FORMAT = "2";

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

interface PyodideWithSnapshot {
  runPython(code: string): unknown;
  makeMemorySnapshot(): Uint8Array;
}

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
  say("making the snapshot of Python's start");
  try {
    pretendStackSwitching();
    const { loadPyodide } = await import("pyodide");
    const options = { indexURL: folder, _makeSnapshot: true, stderr: () => undefined };
    const python = (await loadPyodide(options)) as unknown as PyodideWithSnapshot;
    for (const module of MODULES)
      python.runPython(`try:\n    import ${module}\nexcept ImportError:\n    pass`);
    const partial = `${target}.${process.pid}.part`;
    writeFileSync(partial, gzipSync(python.makeMemorySnapshot(), { level: 9 }));
    renameSync(partial, target);
    writeFileSync(join(folder, STAMP), stamp);
  } catch (error) {
    say(
      `no snapshot of Pyodide ${pyodideVersion()}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/**
 * Whether WebAssembly can wait for a promise (JSPI) is asked once, at start, and the answer is part of the memory.
 * Node 20 has no JSPI while browsers do, so the snapshot is made with stand-ins; nothing waits while it is made. A
 * browser without JSPI must start Python the long way.
 */
function pretendStackSwitching(): void {
  const wasm = WebAssembly as unknown as Record<string, unknown>;
  wasm["Suspending"] ??= function Suspending(implementation: unknown) {
    return implementation;
  };
  wasm["promising"] ??= (exported: unknown) => exported;
}
