/** A static server for the built site, with the headers that it needs. */
import { createReadStream, type Stats, statSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize, sep } from "node:path";
import { DIST } from "./paths.ts";

/**
 * The first two make the page cross-origin isolated, so that Stop can reach Python through shared memory. The others
 * let the engine worker, whose origin is opaque, read the site's files.
 */
export const HEADERS: Readonly<Record<string, string>> = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Access-Control-Allow-Origin": "*",
  "X-Content-Type-Options": "nosniff",
};

export interface ServeOptions {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host: string;
  /** Try the ports after it where it is taken. */
  readonly orNext?: boolean;
}

export interface ServedSite {
  /** Ends with a slash. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

export function serveDist(options: ServeOptions): Promise<ServedSite> {
  return serveFolder(DIST, options);
}

export async function serveFolder(folder: string, options: ServeOptions): Promise<ServedSite> {
  const server = createServer((request, response) => answer(request, response, folder));
  await listen(server, options);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${options.host}:${port}/`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

/** Answers one request from `folder`; also what the development server uses for Pyodide's files. */
export function answer(request: IncomingMessage, response: ServerResponse, folder: string): void {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  if (request.method !== "GET" && request.method !== "HEAD") {
    end(response, 405);
    return;
  }
  const path = filePath(request.url ?? "/", folder);
  const stats = path === null ? null : fileStats(path);
  if (path === null || stats === null) {
    end(response, 404);
    return;
  }
  const tag = `"${stats.size.toString(16)}-${Math.trunc(stats.mtimeMs).toString(16)}"`;
  // Always asked again, so that a new build is seen at once; the tag makes the answer short.
  response.setHeader("Cache-Control", "no-cache");
  response.setHeader("ETag", tag);
  if (request.headers["if-none-match"] === tag) {
    end(response, 304);
    return;
  }
  response.setHeader("Content-Type", MIME_TYPES[extname(path)] ?? "application/octet-stream");
  response.setHeader("Content-Length", stats.size);
  response.writeHead(200);
  if (request.method === "HEAD") response.end();
  else
    createReadStream(path)
      .on("error", () => response.destroy())
      .pipe(response);
}

const MIME_TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".gz": "application/gzip",
  ".html": "text/html; charset=utf-8",
  ".ipynb": "application/json",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".py": "text/x-python; charset=utf-8",
  ".svg": "image/svg+xml",
  ".ttf": "font/ttf",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".whl": "application/zip",
  ".wgsl": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
  ".zip": "application/zip",
};

const HIGHEST_PORT = 65_535;

async function listen(server: Server, options: ServeOptions): Promise<void> {
  for (let port = options.port; ; port++) {
    const error = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
      server.once("error", resolve);
      server.listen(port, options.host, () => {
        server.off("error", resolve);
        resolve(null);
      });
    });
    if (error === null) return;
    if (error.code !== "EADDRINUSE" || !options.orNext || port >= HIGHEST_PORT) throw error;
  }
}

/** The file that a URL names; null where it would leave the folder. */
function filePath(url: string, folder: string): string | null {
  let path: string;
  try {
    path = decodeURIComponent(new URL(url, "http://localhost").pathname);
  } catch {
    return null;
  }
  if (path.includes("\0")) return null;
  const full = normalize(join(folder, path.endsWith("/") ? `${path}index.html` : path));
  return full.startsWith(folder + sep) ? full : null;
}

function fileStats(path: string): Stats | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() ? stats : null;
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status).end();
}
