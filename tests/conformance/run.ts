/**
 * Runs the conformance scripts on both devices in one headless browser. Each script checks its own results and ends
 * with `ok`; each file of `errors/` must fail with the class on the line that its first line names. Scripts listed
 * under "not-yet" must fail with the message given there: a wrong answer, or a sudden pass, is a failure.
 *
 *   tsx tests/conformance/run.ts [--json FILE] [NAME...]
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { EnginePage } from "../../bin/engine-page.ts";
import { DEFAULT_SETTINGS, type RunError } from "../../src/session/messages.ts";
import expectations from "./expectations.json" with { type: "json" };
import { reportFaults } from "./schema.ts";

type DeviceName = "gpu" | "cpu";
interface Outcome {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

const FOLDER = join(import.meta.dirname, "numba");
const TIMEOUT_SECONDS = 120;
const NOT_YET: Readonly<
  Record<string, { readonly devices: readonly string[]; readonly message: string } | undefined>
> = expectations["not-yet"];

const args = process.argv.slice(2);
const jsonAt = args.indexOf("--json");
const jsonFile = jsonAt < 0 ? null : (args[jsonAt + 1] ?? null);
const wanted = args.filter((arg, i) => arg !== "--json" && i !== jsonAt + (jsonAt < 0 ? 0 : 1));

const engine = await EnginePage.open();
const outcomes: Outcome[] = [];
try {
  for (const device of ["gpu", "cpu"] as const) {
    for (const file of scripts(FOLDER)) outcomes.push(report(await runScript(file, device)));
    for (const file of scripts(join(FOLDER, "errors")))
      outcomes.push(report(await runErrorScript(file, device)));
  }
} finally {
  await engine.close();
}
const failed = outcomes.filter((outcome) => !outcome.ok).length;
if (jsonFile !== null) writeFileSync(jsonFile, JSON.stringify({ passed: outcomes.length - failed, failed }));
process.stdout.write(`${outcomes.length - failed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;

function scripts(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".py") && (wanted.length === 0 || wanted.includes(basename(name, ".py"))))
    .sort()
    .map((name) => join(folder, name));
}

function report(outcome: Outcome): Outcome {
  process.stdout.write(
    `${outcome.ok ? "pass" : "FAIL"} ${outcome.name}${outcome.detail ? `: ${outcome.detail}` : ""}\n`,
  );
  return outcome;
}

async function run(file: string, device: DeviceName) {
  let stdout = "";
  let stderr = "";
  let error: RunError | null = null;
  const finished = await engine.run({
    file,
    argv: [],
    settings: { ...DEFAULT_SETTINGS, device },
    compileOnly: false,
    timeoutSeconds: TIMEOUT_SECONDS,
    onMessage: (message) => {
      if (message.kind === "stream" && message.stream === "stdout") stdout += message.text;
      if (message.kind === "stream" && message.stream === "stderr") stderr += message.text;
      if (message.kind === "error") error = message.error;
    },
  });
  return { stdout, stderr, error: error as RunError | null, report: finished?.report ?? null };
}

async function runScript(file: string, device: DeviceName): Promise<Outcome> {
  const script = basename(file, ".py");
  const name = `${device} ${script}`;
  const { stdout, stderr, error, report } = await run(file, device);
  const passed = report?.exitCode === 0 && stdout.trimEnd().endsWith("ok");
  const notYet = NOT_YET[script];
  if (notYet?.devices.includes(device)) {
    const message = error ? `${error.exception}: ${error.message}` : stderr;
    if (passed)
      return { name, ok: false, detail: "passes now: take it off the list of what is not there yet" };
    const says = message.includes(notYet.message);
    return {
      name,
      ok: says,
      detail: says ? `not yet: ${notYet.message}` : `fails otherwise than listed: ${message.slice(0, 300)}`,
    };
  }
  if (!passed) return { name, ok: false, detail: failure(error, stderr, report === null) };
  const counted = report ? report.kernels.reduce((sum, kernel) => sum + kernel.launches, 0) : 0;
  const dispatched = report ? report.dispatches.length + report.moreDispatches.count : 0;
  if (counted !== dispatched)
    return { name, ok: false, detail: `the report has ${counted} launches and ${dispatched} dispatches` };
  const wrong = reportFaults(report);
  if (wrong.length > 0) return { name, ok: false, detail: `the report breaks its schema: ${wrong[0]}` };
  return { name, ok: true, detail: "" };
}

async function runErrorScript(file: string, device: DeviceName): Promise<Outcome> {
  const name = `${device} errors/${basename(file, ".py")}`;
  const header = /^# expect: (\w+) : line (\d+) : (.*)$/m.exec(readFileSync(file, "utf8"));
  if (!header) return { name, ok: false, detail: "the first line names no expectation" };
  const { error, stderr, report } = await run(file, device);
  if (!error) return { name, ok: false, detail: `no error came: ${failure(error, stderr, report === null)}` };
  const line = error.place?.line ?? error.frames.at(-1)?.line;
  const ok = error.exception === header[1] && line === Number(header[2]);
  return {
    name,
    ok,
    detail: ok
      ? ""
      : `expected ${header[1]} on line ${header[2]}, got ${error.exception} on line ${line}: ${error.message.slice(0, 200)}`,
  };
}

function failure(error: RunError | null, stderr: string, timedOut: boolean): string {
  if (timedOut) return "timed out";
  return (error ? `${error.exception}: ${error.message}` : stderr || "no ok at the end").slice(0, 400);
}
