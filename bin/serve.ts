import { ensureBuilt } from "../tools/build.ts";
import { serveDist } from "../tools/serve.ts";

/** Serves the built site until the process is ended; prints its address. */
export async function serveCommand(port: number | null): Promise<number> {
  await ensureBuilt();
  const server = await serveDist({ port: port ?? 5173, host: "localhost" });
  process.stdout.write(`${server.url}\n`);
  return new Promise<number>((resolve) => {
    process.once("SIGINT", () => void server.close().then(() => resolve(0)));
  });
}
