import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EnginePage } from "../../bin/engine-page.ts";
import { DEFAULT_SETTINGS } from "../../src/session/messages.ts";

/** Runs a text as a script and gives what it printed. Throws with its traceback where it fails. */
export async function runText(engine: EnginePage, text: string, device: "gpu" | "cpu"): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), "kernelpad-")), "bench.py");
  writeFileSync(file, text);
  let stdout = "";
  let failure = "";
  const finished = await engine.run({
    file,
    argv: [],
    settings: { ...DEFAULT_SETTINGS, device },
    compileOnly: false,
    timeoutSeconds: 300,
    onMessage: (message) => {
      if (message.kind === "stream" && message.stream === "stdout") stdout += message.text;
      if (message.kind === "error") failure = message.error.text;
    },
  });
  if (finished?.report.status !== "ok") throw new Error(failure || "the script was ended");
  return stdout;
}
