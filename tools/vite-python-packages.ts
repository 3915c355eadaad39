/**
 * Packs `src/python/packages/` into one zip. `import url from "virtual:kernelpad-python-packages"` gives its address,
 * in the page and in workers, in development and in the built site.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Zippable, zipSync } from "fflate";
import type { Plugin } from "vite";
import { ROOT } from "./paths.ts";

const MODULE = "virtual:kernelpad-python-packages";
const RESOLVED = `\0${MODULE}`;
const FOLDER = join(ROOT, "src", "python", "packages");
const DEVELOPMENT_PATH = "/@kernelpad/python-packages.zip";
/** Zip has no earlier date; a fixed one makes the same files give the same bytes. */
const FIXED_DATE = new Date(1980, 0, 1);

export function pythonPackages(): Plugin {
  let building = false;
  return {
    name: "kernelpad-python-packages",
    configResolved(config) {
      building = config.command === "build";
    },
    resolveId: (id) => (id === MODULE ? RESOLVED : null),
    load(id) {
      if (id !== RESOLVED) return null;
      const zip = packPackages();
      if (building) {
        const asset = this.emitFile({ type: "asset", name: "python-packages.zip", source: zip });
        return `export default import.meta.ROLLUP_FILE_URL_${asset};`;
      }
      const version = createHash("sha256").update(zip).digest("hex").slice(0, 12);
      // Absolute, since a worker with an opaque origin has no address that a relative one could start from.
      return `const path = "${DEVELOPMENT_PATH}?${version}"; export default new URL(path, import.meta.url).href;`;
    },
    configureServer(server) {
      server.watcher.add(FOLDER);
      server.watcher.on("all", (_event, file) => {
        if (!file.startsWith(FOLDER)) return;
        const module = server.moduleGraph.getModuleById(RESOLVED);
        if (module) server.moduleGraph.invalidateModule(module);
        server.ws.send({ type: "full-reload" });
      });
      server.middlewares.use(DEVELOPMENT_PATH, (_request, response) => {
        response.setHeader("Content-Type", "application/zip");
        response.setHeader("Access-Control-Allow-Origin", "*");
        response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
        response.end(packPackages());
      });
    },
  };
}

export function packPackages(): Uint8Array<ArrayBuffer> {
  const files: Zippable = {};
  for (const path of packagePaths(""))
    files[path] = [readFileSync(join(FOLDER, path)), { mtime: FIXED_DATE }];
  return zipSync(files, { level: 9 }) as Uint8Array<ArrayBuffer>;
}

/** Paths of what Python needs at run time, with `/`, sorted. */
function packagePaths(folder: string): string[] {
  const entries = readdirSync(join(FOLDER, folder), { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  return entries.flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory())
      return entry.name.startsWith(".") || entry.name === "__pycache__" ? [] : packagePaths(path);
    return folder !== "" && !entry.name.startsWith(".") && !entry.name.endsWith(".pyc") ? [path] : [];
  });
}
