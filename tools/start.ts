/** `npm start`: sets up, builds, serves, prints one address. `--port N` takes that port or fails. */
import { parseArgs } from "node:util";
import { ensureBuilt } from "./build.ts";
import { serveDist } from "./serve.ts";

const FIRST_PORT = 5173;

const { values } = parseArgs({ options: { port: { type: "string" } } });
try {
  await ensureBuilt();
  const named = values.port === undefined ? null : Number(values.port);
  const site = await serveDist({ port: named ?? FIRST_PORT, host: "localhost", orNext: named === null });
  process.stdout.write(`${site.url}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
