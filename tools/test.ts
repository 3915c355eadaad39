/**
 * `npm test`: every check there is, one after the other, then one line that adds them up. `npm test NAME...` runs only
 * the steps of these names.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runShown } from "./command.ts";
import { LOCAL_CACHE, ROOT } from "./paths.ts";

interface Counts {
  readonly passed: number;
  readonly failed: number;
}
interface Step {
  readonly name: string;
  readonly what: string;
  readonly run: () => Promise<Counts>;
}

/** Where runners leave their results. */
const RESULTS = join(LOCAL_CACHE, "results");

const STEPS: readonly Step[] = [
  {
    name: "setup",
    what: "Python wheels and a browser",
    run: () => command("tsx", ["tools/setup.ts", "--browser"]),
  },
  { name: "types", what: "TypeScript's types", run: () => command("tsc", ["-b", "--pretty", "false"]) },
  {
    name: "lint",
    what: "format, lint and import rules",
    run: () => command("biome", ["check", "--max-diagnostics=50"]),
  },
  { name: "unit", what: "unit tests", run: unitTests },
  { name: "build", what: "the built site", run: () => command("tsx", ["tools/build.ts"]) },
  {
    name: "conformance",
    what: "Python scripts on both devices",
    run: () => runner("tests/conformance/run.ts"),
  },
  { name: "e2e", what: "a person's paths, in a browser", run: browserTests },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !STEPS.some((step) => step.name === name));
if (unknown.length > 0) {
  process.stderr.write(
    `no step ${unknown.join(", ")}; there are ${STEPS.map((step) => step.name).join(", ")}\n`,
  );
  process.exit(2);
}

rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });
const totals = { passed: 0, failed: 0 };
const summary: string[] = [];
for (const step of STEPS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  process.stdout.write(`\n== ${step.name}: ${step.what}\n`);
  const started = Date.now();
  const { passed, failed } = await step.run();
  totals.passed += passed;
  totals.failed += failed;
  const seconds = ((Date.now() - started) / 1000).toFixed(0);
  summary.push(`${step.name.padEnd(12)} ${passed} passed, ${failed} failed  (${seconds} s)`);
}
process.stdout.write(`\n== all\n${summary.map((line) => `  ${line}\n`).join("")}`);
process.stdout.write(`${totals.passed} passed, ${totals.failed} failed\n`);
process.exitCode = totals.failed > 0 ? 1 : 0;

/** A check without counts of its own is one test. */
async function command(program: string, args: readonly string[]): Promise<Counts> {
  return counts((await runShown(binary(program), args)) === 0);
}

function counts(ok: boolean): Counts {
  return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

function binary(name: string): string {
  return join(ROOT, "node_modules", ".bin", name);
}

async function unitTests(): Promise<Counts> {
  const file = join(RESULTS, "unit.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const status = await runShown(binary("vitest"), ["run", ...reporters]);
  const result = readResult<{ numPassedTests: number; numFailedTests: number; numFailedTestSuites: number }>(
    file,
  );
  // A file that does not load has no tests: it is a failed suite only.
  const failed = result ? Math.max(result.numFailedTests, result.numFailedTestSuites > 0 ? 1 : 0) : 1;
  return withStatus({ passed: result?.numPassedTests ?? 0, failed }, status);
}

async function browserTests(): Promise<Counts> {
  if (!existsSync(join(ROOT, "e2e"))) return { passed: 0, failed: 0 };
  const file = join(RESULTS, "e2e.json");
  const status = await runShown(binary("playwright"), ["test"], { PLAYWRIGHT_JSON_OUTPUT_FILE: file });
  const result = readResult<{ stats: { expected: number; unexpected: number; flaky: number } }>(file);
  if (!result) return { passed: 0, failed: 1 };
  return withStatus(
    { passed: result.stats.expected, failed: result.stats.unexpected + result.stats.flaky },
    status,
  );
}

/** A script of ours that takes `--json FILE` and writes `{passed, failed}` there. */
async function runner(script: string): Promise<Counts> {
  if (!existsSync(join(ROOT, script))) return { passed: 0, failed: 0 };
  const file = join(RESULTS, `${script.replaceAll("/", "-")}.json`);
  const status = await runShown(binary("tsx"), [script, "--json", file]);
  const result = readResult<Counts>(file);
  return withStatus(result ?? { passed: 0, failed: 1 }, status);
}

/** A runner that ends badly has failed, whatever it counted. */
function withStatus({ passed, failed }: Counts, status: number): Counts {
  return { passed, failed: status !== 0 && failed === 0 ? 1 : failed };
}

function readResult<T>(file: string): T | null {
  if (!existsSync(file)) return null;
  return JSON.parse(readFileSync(file, "utf8")) as T;
}
