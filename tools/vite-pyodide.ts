/** Pyodide in the site: its folder of files, and its loader inside our bundles. */
import { constants, copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { pyodideFolder } from "./paths.ts";
import { pyodideFiles } from "./pyodide-folder.ts";
import { answer } from "./serve.ts";

/** Serves the cached Pyodide folder as `pyodide/` in development, and copies it into the built site. */
export function pyodide(): Plugin {
  let outDir = "";
  return {
    name: "kernelpad-pyodide",
    configResolved(config) {
      outDir = config.build.outDir;
    },
    configureServer(server) {
      server.middlewares.use("/pyodide", (request, response) => answer(request, response, pyodideFolder()));
    },
    closeBundle() {
      const target = join(outDir, "pyodide");
      mkdirSync(target, { recursive: true });
      for (const name of pyodideFiles()) {
        copyFileSync(join(pyodideFolder(), name), join(target, name), constants.COPYFILE_FICLONE);
      }
    },
  };
}

const NOTHING = "\0kernelpad-not-in-browsers";

/**
 * Pyodide's loader imports Node's modules where it runs in Node. In a browser they are never asked for; an empty
 * module keeps them, and a warning about each, out of the build.
 */
export function pyodideLoader(): Plugin {
  return {
    name: "kernelpad-pyodide-loader",
    enforce: "pre",
    resolveId(id, importer) {
      return id.startsWith("node:") && importer?.includes("/pyodide/pyodide.mjs") ? NOTHING : null;
    },
    load: (id) => (id === NOTHING ? "export default {};" : null),
  };
}
