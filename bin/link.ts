import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { encodeLink } from "../src/share/link.ts";
import { EXIT } from "./exit-status.ts";

/** Where `npm start` serves the site; a deployed one is named by the environment. */
const SITE = process.env["KERNELPAD_SITE"] ?? "http://localhost:5173/";

export async function linkCommand(file: string): Promise<number> {
  if (!existsSync(file)) {
    process.stderr.write(`kernelpad: there is no file ${file}\n`);
    return EXIT.usage;
  }
  const fragment = encodeLink({
    name: basename(file),
    code: readFileSync(file, "utf8"),
    device: "auto",
    float64: "auto",
  });
  process.stdout.write(`${SITE}#${fragment}\n`);
  return EXIT.ok;
}
