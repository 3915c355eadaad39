/** Runs programs: quietly, with the output in the error where one fails, or with the output shown. */
import { spawn } from "node:child_process";
import { ROOT } from "./paths.ts";

/** Standard output; throws with the last lines of both streams where the status is not 0. */
export function runQuietly(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
    let stdout = "";
    let all = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
      all += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      all += text;
    });
    child.on("error", (error) => reject(new Error(`${program} could not be started: ${error.message}`)));
    child.on("close", (status) => {
      if (status === 0) resolve(stdout);
      else reject(new Error(`${program} ${args.join(" ")}: exit status ${status}\n${lastLines(all)}`));
    });
  });
}

/** Exit status of a program that shows its output itself. */
export function runShown(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, ...env },
    });
    child.on("error", (error) => {
      process.stderr.write(`${program} could not be started: ${error.message}\n`);
      resolve(127);
    });
    child.on("close", (status) => resolve(status ?? 1));
  });
}

const LINES_IN_ERROR = 15;

function lastLines(text: string): string {
  return text.trimEnd().split("\n").slice(-LINES_IN_ERROR).join("\n");
}
