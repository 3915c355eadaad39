/** Starts Python: from the memory snapshot where there is one that fits, else the long way; bytes are counted for the page. */
import { loadPyodide, type PyodideAPI } from "pyodide";

export interface BootOptions {
  /** Absolute URL of the site's folder, with a slash at the end. */
  readonly base: string;
  readonly jspi: boolean;
  readonly onProgress: (phase: string, loadedBytes: number, totalBytes: number) => void;
  /** Text of a start that did not go as planned, such as a snapshot that did not fit. */
  readonly onNote: (text: string) => void;
}

/** Why Python did not start, and what would help. */
export class BootFailed extends Error {
  readonly help: string;
  constructor(message: string, help: string) {
    super(message);
    this.name = "BootFailed";
    this.help = help;
  }
}

/** A page policy without `wasm-unsafe-eval` stops Pyodide without an error: silence for this long means failure. */
const SILENCE_MS = 60_000;
/** Often enough for a moving bar. */
const PROGRESS_MS = 40;
const SNAPSHOT = "snapshot.bin.gz";

export async function bootPython(options: BootOptions): Promise<PyodideAPI> {
  const counted = new CountedFetch(`${options.base}pyodide/`, options.onProgress);
  counted.install();
  try {
    const snapshot = options.jspi ? await fetchSnapshot(options.base).catch(() => null) : null;
    if (snapshot) {
      try {
        return await withoutSilence(start(options.base, snapshot), counted);
      } catch (error) {
        if (error instanceof BootFailed) throw error;
        options.onNote(
          `the snapshot of Python did not load (${messageOf(error)}); Python starts the long way`,
        );
      }
    } else if (options.jspi) {
      options.onNote("there is no snapshot of Python; it starts the long way");
    }
    return await withoutSilence(start(options.base, null), counted);
  } catch (error) {
    if (error instanceof BootFailed) throw error;
    throw new BootFailed(
      `Python did not start: ${messageOf(error)}`,
      "Reload the page; if that does not help, the files under pyodide/ may be missing from the server.",
    );
  } finally {
    counted.uninstall();
  }
}

async function start(base: string, snapshot: Uint8Array | null): Promise<PyodideAPI> {
  const pyodide = await loadPyodide({
    indexURL: `${base}pyodide/`,
    env: { HOME: "/home/pyodide", MPLBACKEND: "module://kernelpad._matplotlib" },
    ...(snapshot ? { _loadSnapshot: snapshot } : {}),
  });
  // The snapshot holds the state of `random` too: without this every visit would draw the same numbers.
  if (snapshot) pyodide.runPython("import random; random.seed()");
  return pyodide;
}

async function fetchSnapshot(base: string): Promise<Uint8Array | null> {
  const response = await fetch(`${base}pyodide/${SNAPSHOT}`);
  if (!response.ok || !response.body) return null;
  const bytes = new Uint8Array(await response.arrayBuffer());
  // Some servers unpack `.gz` on the way and say so in a header that scripts cannot always read.
  if (bytes[0] !== GZIP_MAGIC[0] || bytes[1] !== GZIP_MAGIC[1]) return isSnapshot(bytes) ? bytes : null;
  const unpacked = new Response(bytes).body?.pipeThrough(new DecompressionStream("gzip"));
  return unpacked ? new Uint8Array(await new Response(unpacked).arrayBuffer()) : null;
}

/** RFC 1952, section 2.3.1. */
const GZIP_MAGIC = [0x1f, 0x8b] as const;

/** A page that a server gives for a missing file begins with `<`. */
function isSnapshot(bytes: Uint8Array): boolean {
  return bytes.length > 1_000_000 && bytes[0] !== "<".charCodeAt(0);
}

async function withoutSilence(booting: Promise<PyodideAPI>, counted: CountedFetch): Promise<PyodideAPI> {
  let timer: ReturnType<typeof setInterval> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      if (performance.now() - counted.lastByteMs < SILENCE_MS) return;
      reject(
        new BootFailed(
          `Python did not start within ${SILENCE_MS / 1000} s`,
          "The page's Content-Security-Policy must allow 'wasm-unsafe-eval', and the server must serve the folder pyodide/.",
        ),
      );
    }, 1000);
  });
  try {
    return await Promise.race([booting, silence]);
  } finally {
    clearInterval(timer);
  }
}

/** Counts the bytes of downloads under a folder, without keeping them back. */
class CountedFetch {
  readonly #folder: string;
  readonly #onProgress: BootOptions["onProgress"];
  readonly #original = globalThis.fetch;
  #loaded = 0;
  #total = 0;
  #toldMs = 0;
  lastByteMs = performance.now();

  constructor(folder: string, onProgress: BootOptions["onProgress"]) {
    this.#folder = folder;
    this.#onProgress = onProgress;
  }

  install(): void {
    globalThis.fetch = async (input, init) => {
      const response = await this.#original.call(globalThis, input, init);
      const url = typeof input === "string" ? input : input instanceof URL ? input.href : input.url;
      return url.startsWith(this.#folder) && response.ok && response.body
        ? this.#counted(response)
        : response;
    };
  }

  uninstall(): void {
    globalThis.fetch = this.#original;
  }

  #tell(): void {
    this.#toldMs = performance.now();
    this.#onProgress("downloading Python", this.#loaded, Math.max(this.#total, this.#loaded));
  }

  #counted(response: Response): Response {
    const length = Number(response.headers.get("content-length") ?? 0);
    this.#total += length;
    const count = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        this.#loaded += chunk.length;
        this.lastByteMs = performance.now();
        if (this.lastByteMs - this.#toldMs >= PROGRESS_MS) this.#tell();
        controller.enqueue(chunk);
      },
      flush: () => this.#tell(),
    });
    const { status, statusText, headers } = response;
    return new Response(response.body?.pipeThrough(count) ?? null, { status, statusText, headers });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
