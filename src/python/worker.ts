/** The engine worker: CPython, the compiler and the devices, behind the messages of `session/messages.ts`. */
import packagesUrl from "virtual:kernelpad-python-packages";
import type { FromEngine, RunSettings, ToEngine } from "../session/messages.ts";
import { BootFailed, bootPython } from "./boot.ts";
import { Interrupt } from "./interrupt.ts";
import { mathImports, parseFile, pipeline } from "./kernel-pipeline.ts";
import { PythonSession } from "./run.ts";

/** Runs wait for one another and for the start. */
let queue: Promise<void> = Promise.resolve();
let session: PythonSession | null = null;

function post(message: FromEngine): void {
  self.postMessage(message);
}

self.onmessage = (event: MessageEvent<ToEngine>): void => {
  const message = event.data;
  switch (message.kind) {
    case "boot":
      queue = queue.then(() => boot(message));
      break;
    case "run":
      queue = queue.then(() => session?.run(message));
      break;
    case "describe-device":
      queue = queue.then(() => describeDevice(message.device));
      break;
    case "interrupt":
      // The shared byte has said it already; a worker without one is ended by the page.
      break;
  }
};

async function boot(message: Extract<ToEngine, { kind: "boot" }>): Promise<void> {
  const started = performance.now();
  const jspi = "Suspending" in WebAssembly;
  const say = (phase: string, loadedBytes = 0, totalBytes = 0): void =>
    post({ kind: "boot-progress", phase, loadedBytes, totalBytes });
  try {
    say("starting");
    const zip = fetchBytes(packagesUrl);
    // Python may fail first; the failure of this download is then of no interest.
    zip.catch(() => undefined);
    const python = await bootPython({
      base: message.base,
      jspi,
      onProgress: say,
      onNote: (text) => console.info(`kernelpad: ${text}`),
    });
    const interrupt = new Interrupt(message.interrupt);
    session = await PythonSession.open(
      {
        python,
        pipeline,
        parse: parseFile,
        mathImports,
        gpu: navigator.gpu,
        jspi,
        interrupt,
        post,
        now: () => performance.now(),
        packages: await zip,
      },
      message.preload,
      say,
    );
    post({ kind: "ready", bootMs: performance.now() - started, jspi, interruptible: interrupt.available });
    session.warmUp();
  } catch (error) {
    const help =
      error instanceof BootFailed ? error.help : "Reload the page; please report it if it happens again.";
    post({ kind: "boot-failed", message: error instanceof Error ? error.message : String(error), help });
  }
}

async function describeDevice(wish: RunSettings["device"]): Promise<void> {
  if (!session) return;
  try {
    const { device } = await session.device(wish);
    const { name, reason, limits } = device.report;
    post({ kind: "device", name, device: device.kind, reason, limits });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    post({ kind: "device", name: "none", device: "gpu", reason, limits: {} });
  }
}

async function fetchBytes(url: string): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: status ${response.status}`);
  return response.arrayBuffer();
}
