/** Serves the cached Pyodide folder as `pyodide/` in development, and copies it into the built site. */
import { constants, copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { pyodideFolder } from "./paths.ts";
import { pyodideFiles } from "./pyodide-folder.ts";
import { answer } from "./serve.ts";

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
