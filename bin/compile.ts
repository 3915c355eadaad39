import { existsSync } from "node:fs";
import { DEFAULT_SETTINGS, type RunError, type RunSettings } from "../src/session/messages.ts";
import type { KernelReport } from "../src/session/run-report.ts";
import { EnginePage } from "./engine-page.ts";
import { EXIT } from "./exit-status.ts";

export interface CompileArguments {
  readonly file: string;
  readonly kernel: string | null;
  readonly emit: "wgsl" | "ir" | "wat" | "json";
  readonly float64: RunSettings["float64"];
}

const COMPILE_TIMEOUT_SECONDS = 120;

/**
 * Prints what each specialisation becomes, and diagnostics as `FILE:LINE:COL: severity: message`. The host code runs
 * with launches compiled but not executed, so a script may stop where it checks results: that is no error here.
 */
export async function compileCommand(args: CompileArguments): Promise<number> {
  if (!existsSync(args.file)) {
    process.stderr.write(`kernelpad: there is no file ${args.file}\n`);
    return EXIT.usage;
  }
  const engine = await EnginePage.open();
  const errors: RunError[] = [];
  try {
    const finished = await engine.run({
      file: args.file,
      argv: [],
      settings: { ...DEFAULT_SETTINGS, device: "gpu", float64: args.float64 },
      compileOnly: true,
      timeoutSeconds: COMPILE_TIMEOUT_SECONDS,
      onMessage: (message) => {
        if (message.kind === "error") errors.push(message.error);
      },
    });
    const all = finished?.report.kernels ?? [];
    const kernels = args.kernel === null ? all : all.filter((kernel) => kernel.name === args.kernel);
    printKernels(kernels, args.emit);
    for (const kernel of kernels) {
      for (const notice of kernel.notices)
        process.stderr.write(`${args.file}:${notice.line ?? 1}:1: notice: ${notice.message}\n`);
    }
    // Nothing was computed, so a script's own checks of its results fail; that says nothing about its kernels.
    const told = errors.filter((error) => error.exception !== "AssertionError");
    for (const error of told) printError(args.file, error);
    if (!finished) return EXIT.timedOut;
    if (kernels.length === 0 && errors.length === 0) {
      process.stderr.write(
        `kernelpad: no kernel${args.kernel ? ` named ${args.kernel}` : ""} was launched\n`,
      );
    }
    return kernels.length > 0 && told.length === 0 ? EXIT.ok : EXIT.exception;
  } finally {
    await engine.close();
  }
}

function printKernels(kernels: readonly KernelReport[], emit: CompileArguments["emit"]): void {
  if (emit === "json") {
    process.stdout.write(`${JSON.stringify(kernels, null, 2)}\n`);
    return;
  }
  for (const kernel of kernels) {
    if (kernels.length > 1) process.stdout.write(`// ${kernel.name}(${kernel.argumentTypes.join(", ")})\n`);
    process.stdout.write(`${kernel[emit] ?? ""}\n`);
  }
}

function printError(file: string, error: RunError): void {
  const line = error.place?.line ?? error.frames.at(-1)?.line ?? 1;
  process.stderr.write(
    `${file}:${line}:${error.place?.column ?? 1}: error: ${error.exception}: ${error.message.split("\n", 1)[0]}\n`,
  );
}
