/**
 * Runs scripts on the CPU device in Node: `tsx tests/engine/run-in-node.ts [--report] [--quiet] FILE.py...`
 * Exit status: that of the first script that failed.
 */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { NodeSession } from "./node-session.ts";

const args = process.argv.slice(2);
const options = new Set(args.filter((arg) => arg.startsWith("--")));
const files = args.filter((arg) => !arg.startsWith("--"));

const session = await NodeSession.open();
let exitCode = 0;
for (const file of files) {
  const name = basename(file);
  const started = performance.now();
  const { stdout, stderr, error, report } = await session.run(name, { [name]: readFileSync(file, "utf8") });
  if (!options.has("--quiet")) process.stdout.write(stdout);
  process.stderr.write(stderr);
  if (error) {
    process.stderr.write(error.text.endsWith("\n") ? error.text : `${error.text}\n`);
    for (const note of error.notes) process.stderr.write(`  ${note}\n`);
    if (error.help) process.stderr.write(`  help: ${error.help}\n`);
  }
  if (options.has("--report")) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  if (files.length > 1) {
    const ms = (performance.now() - started).toFixed(0);
    process.stderr.write(`== ${name}: ${report.exitCode === 0 ? "passed" : "FAILED"} in ${ms} ms\n`);
  }
  if (exitCode === 0) exitCode = report.exitCode;
}
process.exitCode = exitCode;
