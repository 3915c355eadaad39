import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { DIST, ROOT } from "./tools/paths.ts";
import { HEADERS } from "./tools/serve.ts";
import { contentPolicy } from "./tools/vite-content-policy.ts";
import { pyodide, pyodideLoader } from "./tools/vite-pyodide.ts";
import { pythonPackages } from "./tools/vite-python-packages.ts";

const PAGES = ["index.html", "cli.html"];

export default defineConfig({
  root: ROOT,
  // The site works from any folder of any server.
  base: "./",
  plugins: [react(), pyodide(), pyodideLoader(), pythonPackages(), contentPolicy()],
  worker: { format: "es", plugins: () => [pyodideLoader(), pythonPackages()] },
  server: { headers: HEADERS, cors: { origin: "*" }, fs: { allow: [ROOT] } },
  preview: { headers: HEADERS, cors: { origin: "*" } },
  // Pyodide finds its own files by address, which pre-bundling would move.
  optimizeDeps: { exclude: ["pyodide"] },
  build: {
    target: "esnext",
    outDir: resolve(DIST),
    emptyOutDir: true,
    // Monaco is one chunk of about 3 MB, loaded after the first paint.
    chunkSizeWarningLimit: 4_000,
    rolldownOptions: {
      // The Python packages are zipped by a plugin; that this takes a second is no news.
      checks: { pluginTimings: false },
      input: PAGES.map((page) => join(ROOT, page)).filter((page) => existsSync(page)),
    },
  },
});
