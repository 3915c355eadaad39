/**
 * The page's end of the engine: starts the worker, sends runs, stops them, and starts a new worker where the old one
 * no longer answers. Knows nothing of React or the editor.
 */
import engineUrl from "../python/worker.ts?worker&url";
import type { FromEngine, RunRequest, ToEngine } from "./messages.ts";

export type EngineState = "starting" | "ready" | "running" | "stopping" | "failed";

export interface EngineClientOptions {
  /** Absolute URL of the site's folder, with a slash at the end. */
  readonly base: string;
  readonly onMessage: (message: FromEngine) => void;
  readonly onState: (state: EngineState, detail: string) => void;
  /** Packages to load while Python starts, by import name. */
  readonly preload?: readonly string[];
}

/** How long Stop waits for Python to answer the interrupt before the worker is replaced. */
const STOP_GRACE_MS = 1000;
/** A worker in an opaque origin that has said nothing after this long could not load its script. */
const FIRST_WORD_MS = 8000;

export class EngineClient {
  readonly #options: EngineClientOptions;
  #worker: Worker | null = null;
  #state: EngineState = "starting";
  #interrupt: Uint8Array | null = null;
  #nextRun = 1;
  #current: number | null = null;
  #queued: RunRequest | null = null;
  #stopTimer: ReturnType<typeof setTimeout> | undefined;
  /** The worker shares the page's origin only where a separate one could not load. */
  #opaque = true;

  constructor(options: EngineClientOptions) {
    this.#options = options;
    this.#start();
  }

  get state(): EngineState {
    return this.#state;
  }

  /** Runs a script; a run that is still going on is stopped first. Returns the number that its messages carry. */
  run(request: Omit<RunRequest, "kind" | "run">): number {
    const full: RunRequest = { ...request, kind: "run", run: this.#nextRun++ };
    if (this.#state === "ready") this.#send(full);
    else {
      this.#queued = full;
      if (this.#state === "running") this.stop();
      else if (this.#state === "failed") this.restart("starting Python again");
    }
    return full.run;
  }

  /** Interrupts Python; replaces the worker if that brings no answer within a second. */
  stop(): void {
    if (this.#state !== "running") return;
    this.#setState("stopping", "");
    if (this.#interrupt) this.#interrupt[0] = 2;
    this.#post({ kind: "interrupt" });
    clearTimeout(this.#stopTimer);
    this.#stopTimer = setTimeout(() => {
      if (this.#state === "stopping") this.restart("Python did not answer and was started again");
    }, STOP_GRACE_MS);
  }

  describeDevice(device: "auto" | "gpu" | "cpu"): void {
    this.#post({ kind: "describe-device", device });
  }

  /** Ends the worker and starts another; the page and everything on it stays. */
  restart(reason: string): void {
    this.#worker?.terminate();
    if (this.#current !== null) this.#finishAbandoned(this.#current, reason);
    this.#start();
  }

  dispose(): void {
    clearTimeout(this.#stopTimer);
    this.#worker?.terminate();
    this.#worker = null;
  }

  #start(): void {
    clearTimeout(this.#stopTimer);
    this.#current = null;
    this.#setState("starting", "");
    const worker = this.#createWorker();
    this.#worker = worker;
    let spoken = false;
    const retryInOrigin = () => {
      if (spoken || this.#worker !== worker || !this.#opaque) return false;
      this.#opaque = false;
      worker.terminate();
      this.#start();
      return true;
    };
    const firstWord = setTimeout(retryInOrigin, FIRST_WORD_MS);
    worker.onmessage = (event: MessageEvent<FromEngine>) => {
      spoken = true;
      clearTimeout(firstWord);
      if (this.#worker === worker) this.#receive(event.data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      clearTimeout(firstWord);
      if (this.#worker !== worker || retryInOrigin()) return;
      this.#died(event.message || "the worker ended");
    };
    const shared = globalThis.crossOriginIsolated ? new SharedArrayBuffer(4) : null;
    this.#interrupt = shared ? new Uint8Array(shared) : null;
    this.#post({
      kind: "boot",
      base: this.#options.base,
      interrupt: shared,
      preload: this.#options.preload ?? [],
    });
  }

  /**
   * A `data:` module worker has an opaque origin: the program, which may be somebody else's, reaches no storage of
   * the site. The site's files must then come with `Access-Control-Allow-Origin`; where they do not, the worker
   * shares the page's origin.
   */
  #createWorker(): Worker {
    const url = new URL(engineUrl, this.#options.base).href;
    const source = this.#opaque
      ? `data:text/javascript,${encodeURIComponent(`import ${JSON.stringify(url)};`)}`
      : url;
    return new Worker(source, { type: "module", name: "kernelpad-engine" });
  }

  #receive(message: FromEngine): void {
    this.#options.onMessage(message);
    switch (message.kind) {
      case "ready":
        this.#setState("ready", "");
        this.#sendQueued();
        break;
      case "boot-failed":
        this.#setState("failed", message.message);
        break;
      case "finished":
        clearTimeout(this.#stopTimer);
        this.#current = null;
        this.#setState("ready", "");
        this.#sendQueued();
        break;
      default:
        break;
    }
  }

  #sendQueued(): void {
    const queued = this.#queued;
    this.#queued = null;
    if (queued) this.#send(queued);
  }

  #send(request: RunRequest): void {
    if (this.#interrupt) this.#interrupt[0] = 0;
    this.#current = request.run;
    this.#setState("running", "");
    this.#post(request);
  }

  #died(detail: string): void {
    const run = this.#current;
    this.#setState("failed", detail);
    if (run !== null) this.#finishAbandoned(run, `Python ended: ${detail}`);
  }

  /** The worker can no longer end this run itself, so the page hears it from here. */
  #finishAbandoned(run: number, reason: string): void {
    this.#current = null;
    this.#options.onMessage({ kind: "stream", run, stream: "stderr", text: `${reason}\n` });
    this.#options.onMessage({ kind: "finished", run, report: abandonedReport() });
  }

  #post(message: ToEngine): void {
    this.#worker?.postMessage(message);
  }

  #setState(state: EngineState, detail: string): void {
    this.#state = state;
    this.#options.onState(state, detail);
  }
}

function abandonedReport(): Extract<FromEngine, { kind: "finished" }>["report"] {
  return {
    version: 1,
    device: {
      kind: "cpu",
      name: "none",
      reason: "the worker was ended",
      limits: {},
      features: [],
      timestampNs: null,
    },
    float64: "auto",
    kernels: [],
    dispatches: [],
    moreDispatches: { count: 0, gpuMs: null },
    transfers: { toDeviceBytes: 0, toDeviceCount: 0, toHostBytes: 0, toHostCount: 0, waitMs: 0 },
    hostMs: 0,
    totalMs: 0,
    fallbacks: [],
    notices: [],
    status: "stopped",
    exitCode: 130,
  };
}
