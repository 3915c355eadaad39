/** Brings what npm does not: the Python wheels and, with `--browser`, a Chromium for tests. Does nothing where all is there. */
import { pathToFileURL } from "node:url";
import { ensureChromium } from "./chromium.ts";
import { bringPyodide } from "./pyodide-folder.ts";

/** Progress goes to standard error: standard output belongs to the command that needed the set-up. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

export async function setUp(options: { readonly browser: boolean }): Promise<void> {
  await bringPyodide(say);
  if (options.browser) await ensureChromium(say);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await setUp({ browser: process.argv.includes("--browser") }).catch((error: unknown) => {
    say(`set-up failed: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  });
}
