import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { DEFAULT_SETTINGS, type FromEngine, type RunSettings } from "../src/session/messages.ts";
import type { RunReport } from "../src/session/run-report.ts";
import { EnginePage } from "./engine-page.ts";
import { EXIT } from "./exit-status.ts";

export interface RunArguments {
  readonly files: readonly string[];
  readonly argv: readonly string[];
  readonly device: RunSettings["device"];
  readonly float64: RunSettings["float64"];
  readonly report: string | null;
  readonly images: string | null;
  readonly timeoutSeconds: number;
}

/** Runs each file; its streams are ours. With several files, stderr says which is which, and the first failure is the status. */
export async function runCommand(args: RunArguments): Promise<number> {
  for (const file of args.files) {
    if (existsSync(file)) continue;
    process.stderr.write(`kernelpad: there is no file ${file}\n`);
    return EXIT.usage;
  }
  const engine = await EnginePage.open();
  const reports: { readonly file: string; readonly report: RunReport | null; readonly exitStatus: number }[] =
    [];
  try {
    for (const file of args.files) reports.push(await runFile(engine, file, args));
  } finally {
    await engine.close();
  }
  if (args.report !== null) {
    const content = args.files.length === 1 ? (reports[0]?.report ?? null) : reports;
    writeFileSync(args.report, `${JSON.stringify(content, null, 2)}\n`);
  }
  return reports.find((entry) => entry.exitStatus !== 0)?.exitStatus ?? EXIT.ok;
}

async function runFile(engine: EnginePage, file: string, args: RunArguments) {
  const several = args.files.length > 1;
  if (several) process.stderr.write(`== ${file}\n`);
  const images = new ImageWriter(args.images, several ? basename(file, ".py") : "figure");
  const finished = await engine.run({
    file,
    argv: args.argv,
    settings: { ...DEFAULT_SETTINGS, device: args.device, float64: args.float64 },
    compileOnly: false,
    timeoutSeconds: args.timeoutSeconds,
    onMessage: (message) => show(message, images),
  });
  const exitStatus = finished?.report.exitCode ?? EXIT.timedOut;
  if (!finished) process.stderr.write(`kernelpad: ${file} was ended after ${args.timeoutSeconds} s\n`);
  if (several) process.stderr.write(`== ${file}: exit status ${exitStatus}\n`);
  return { file, report: finished?.report ?? null, exitStatus };
}

function show(message: FromEngine, images: ImageWriter): void {
  switch (message.kind) {
    case "stream":
      (message.stream === "stdout" ? process.stdout : process.stderr).write(message.text);
      break;
    case "display":
      images.write(message.data["image/png"]);
      break;
    case "error": {
      const { text, notes, help } = message.error;
      process.stderr.write(text.endsWith("\n") ? text : `${text}\n`);
      for (const note of notes) process.stderr.write(`  ${note}\n`);
      if (help) process.stderr.write(`  help: ${help}\n`);
      break;
    }
    case "notice": {
      const { notice } = message;
      process.stderr.write(`${notice.file}:${notice.line ?? 1}: notice: ${notice.message}\n`);
      break;
    }
    default:
      break;
  }
}

class ImageWriter {
  readonly #folder: string | null;
  readonly #stem: string;
  #count = 0;
  constructor(folder: string | null, stem: string) {
    this.#folder = folder;
    this.#stem = stem;
  }
  write(base64: string | undefined): void {
    if (this.#folder === null || base64 === undefined) return;
    mkdirSync(this.#folder, { recursive: true });
    this.#count++;
    writeFileSync(join(this.#folder, `${this.#stem}-${this.#count}.png`), Buffer.from(base64, "base64"));
  }
}
