import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import type { BenchRow } from "./row.ts";

/**
 * Source to WGSL, with the compiler bundled as the site ships it: the loader that runs TypeScript files adds a call to
 * every function expression, which doubles these times.
 */
export async function measureCompileTime(): Promise<BenchRow[]> {
  const outfile = join(mkdtempSync(join(tmpdir(), "kernelpad-")), "compile-time.mjs");
  await build({
    entryPoints: [join(import.meta.dirname, "compile-time-rounds.ts")],
    bundle: true,
    format: "esm",
    platform: "node",
    logLevel: "error",
    outfile,
  });
  const bundled = (await import(pathToFileURL(outfile).href)) as { measureCompileTime(): BenchRow[] };
  return bundled.measureCompileTime();
}
