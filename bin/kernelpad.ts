/** The command line: reads arguments, calls one command. What each command does is in the file of its name. */
import { parseArgs } from "node:util";
import { compileCommand } from "./compile.ts";
import { EXIT } from "./exit-status.ts";
import { linkCommand } from "./link.ts";
import { runCommand } from "./run.ts";
import { serveCommand } from "./serve.ts";

const USAGE = `usage: kernelpad COMMAND

  run FILE.py... [options] [-- ARGS]   run scripts; several share one browser
      --device gpu|cpu                 where kernels run (default: the GPU, the CPU device if the GPU is a software one)
      --float64 auto|exact|fast        how float64 is computed on the GPU (default: auto)
      --report FILE.json               write the run report
      --images DIR                     write figures as PNG
      --timeout SECONDS                end a script after this long (default: 600)
  compile FILE.py [options]            print what each kernel becomes; nothing is executed on a device
      --kernel NAME                    this kernel only
      --emit wgsl|ir|wat|json          what to print (default: wgsl)
      --float64 auto|exact|fast
  link FILE.py                         print the share link
  serve [--port N]                     serve the built site
  bench [--json]                       measure, and compare with the goals

exit status: 0, the script's own, 1 uncaught exception, 2 wrong usage, 3 no such device, 124 timed out
`;

class UsageError extends Error {}

async function main(argv: readonly string[]): Promise<number> {
  const [command, ...rest] = argv;
  switch (command) {
    case "run":
      return runCommand(runArguments(rest));
    case "compile":
      return compileCommand(compileArguments(rest));
    case "link":
      return linkCommand(oneFile(rest));
    case "serve":
      return serveCommand(servePort(rest));
    case "bench": {
      const { benchCommand } = await import("./bench.ts");
      return benchCommand({ json: rest.includes("--json") });
    }
    case "help":
    case "--help":
    case "-h":
      process.stdout.write(USAGE);
      return EXIT.ok;
    default:
      throw new UsageError(command === undefined ? "no command given" : `there is no command ${command}`);
  }
}

function runArguments(args: readonly string[]): Parameters<typeof runCommand>[0] {
  const dashes = args.indexOf("--");
  const own = dashes < 0 ? args : args.slice(0, dashes);
  const { values, positionals } = parsed(
    own,
    ["device", "float64", "report", "images", "timeout"],
    ["check"],
  );
  if (positionals.length === 0) throw new UsageError("run needs a file");
  if (values["check"]) throw new UsageError("--check is not there yet");
  return {
    files: positionals,
    argv: dashes < 0 ? [] : args.slice(dashes + 1),
    device: choice(values["device"], ["auto", "gpu", "cpu"] as const, "device") ?? "auto",
    float64: choice(values["float64"], ["auto", "exact", "fast"] as const, "float64") ?? "auto",
    report: text(values["report"]),
    images: text(values["images"]),
    timeoutSeconds: positive(values["timeout"], "timeout") ?? 600,
  };
}

function compileArguments(args: readonly string[]): Parameters<typeof compileCommand>[0] {
  const { values, positionals } = parsed(args, ["kernel", "emit", "float64"], []);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError("compile needs one file");
  return {
    file,
    kernel: text(values["kernel"]),
    emit: choice(values["emit"], ["wgsl", "ir", "wat", "json"] as const, "emit") ?? "wgsl",
    float64: choice(values["float64"], ["auto", "exact", "fast"] as const, "float64") ?? "auto",
  };
}

function servePort(args: readonly string[]): number | null {
  const { values } = parsed(args, ["port"], []);
  return positive(values["port"], "port");
}

function oneFile(args: readonly string[]): string {
  const [file, ...more] = args;
  if (file === undefined || more.length > 0) throw new UsageError("link needs one file");
  return file;
}

type Values = Readonly<Record<string, string | boolean | undefined>>;

function parsed(
  args: readonly string[],
  strings: readonly string[],
  flags: readonly string[],
): { values: Values; positionals: string[] } {
  const options: Record<string, { type: "string" | "boolean" }> = {};
  for (const name of strings) options[name] = { type: "string" };
  for (const name of flags) options[name] = { type: "boolean" };
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { values: values as Values, positionals };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function text(value: string | boolean | undefined): string | null {
  return typeof value === "string" ? value : null;
}

function choice<T extends string>(
  value: string | boolean | undefined,
  known: readonly T[],
  name: string,
): T | null {
  if (value === undefined) return null;
  const found = known.find((candidate) => candidate === value);
  if (!found) throw new UsageError(`--${name} is one of ${known.join(", ")}, not ${value}`);
  return found;
}

function positive(value: string | boolean | undefined, name: string): number | null {
  if (value === undefined) return null;
  const number = Number(value);
  if (!(number > 0)) throw new UsageError(`--${name} is a positive number, not ${value}`);
  return number;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof UsageError) {
    process.stderr.write(`kernelpad: ${error.message}\n\n${USAGE}`);
    process.exitCode = EXIT.usage;
  } else {
    process.stderr.write(
      `kernelpad: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    process.exitCode = EXIT.exception;
  }
}
