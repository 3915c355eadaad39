/**
 * One Python interpreter and what it takes to run scripts in it. Used by the worker, and by tests in Node: it knows
 * nothing of workers or pages, only of a function that takes messages.
 */
import type { PyodideAPI } from "pyodide";
import type { FromEngine, RunError, RunRequest, RunSettings } from "../session/messages.ts";
import type { RunReport } from "../session/run-report.ts";
import { EngineBridge } from "./bridge.ts";
import { CompileService, type KernelPipeline } from "./compile-service.ts";
import { type ChosenDevice, DEFAULT_GPU_LIMITS, DeviceShelf } from "./devices.ts";
import { asEngineError } from "./engine-error.ts";
import type { Interrupt } from "./interrupt.ts";
import { type Describer, NamesSource, type ParseFile } from "./names-live.ts";
import { OutputStream } from "./output.ts";
import { kernelReport, RunRecorder } from "./run-recorder.ts";
import { Wheels } from "./wheels.ts";

export interface SessionOptions {
  readonly python: PyodideAPI;
  readonly pipeline: KernelPipeline;
  readonly parse: ParseFile;
  readonly mathImports: Readonly<Record<string, (...args: number[]) => number>>;
  readonly gpu: GPU | undefined;
  readonly jspi: boolean;
  readonly interrupt: Interrupt;
  readonly post: (message: FromEngine) => void;
  readonly now: () => number;
  /** The zip of `packages/`. */
  readonly packages: ArrayBuffer;
}

const PACKAGES_FOLDER = "/lib/kernelpad-packages";
const WORK_FOLDER = "/home/pyodide/work";
/** `timeout`, Unix and the command line's contract: no such device. */
const EXIT_NO_DEVICE = 3;
const EXIT_ERROR = 1;
/** A script may ask for a float64 mode in a comment, before the settings of the page. */
const FLOAT64_COMMENT = /^[ \t]*#[ \t]*kernelpad:[ \t]*float64[ \t]*=[ \t]*(auto|exact|fast)\b/m;

/** `kernelpad._run`, as a Python proxy. */
interface Runner {
  prepare(folder: string): void;
  write_files(files: string): void;
  imports_of(files: string): string;
  run: ((file: string, argv: string) => string) & {
    callPromising(file: string, argv: string): Promise<string>;
  };
  clean_up(): void;
}
interface RunOutcome {
  readonly status: RunReport["status"];
  readonly exitCode: number;
  readonly error: RunError | null;
}
/** Emscripten's parts that the CPU device works with; the typings leave them out. */
interface PythonMemory {
  readonly memory: WebAssembly.Memory;
  _malloc(bytes: number): number;
  _free(address: number): void;
}

export class PythonSession {
  readonly #options: SessionOptions;
  readonly #output: OutputStream;
  readonly #wheels: Wheels;
  readonly #shelf: DeviceShelf;
  readonly #bridge: EngineBridge;
  readonly #memory: WebAssembly.Memory;
  readonly #runner: Runner;
  #describer: Describer | null = null;
  #run = 0;

  private constructor(options: SessionOptions) {
    this.#options = options;
    const { python, post, now, interrupt } = options;
    const heap = (python as unknown as { readonly _module: PythonMemory })._module;
    this.#memory = heap.memory;
    this.#output = new OutputStream(
      (stream, text) => post({ kind: "stream", run: this.#run, stream, text }),
      now,
    );
    for (const stream of ["stdout", "stderr"] as const) {
      const write = (bytes: Uint8Array): number => {
        this.#output.write(stream, bytes);
        return bytes.length;
      };
      if (stream === "stdout") python.setStdout({ write, isatty: false });
      else python.setStderr({ write, isatty: false });
    }
    this.#wheels = new Wheels(python);
    this.#bridge = new EngineBridge({
      memory: this.#memory,
      now,
      flushOutput: () => this.#output.flush(),
      onDisplay: (data, displayId) => {
        this.#output.flush();
        post({ kind: "display", run: this.#run, data, displayId });
      },
      interruptSeen: () => interrupt.clear(),
    });
    this.#shelf = new DeviceShelf({
      gpu: options.gpu,
      heap: {
        memory: this.#memory,
        malloc: (bytes) => heap._malloc(bytes),
        free: (address) => heap._free(address),
      },
      mathImports: options.mathImports,
      interrupted: () => interrupt.requested,
      now,
      canWait: options.jspi,
    });
    python.registerJsModule("_kernelpad_engine", this.#bridge.asModule());
    python.unpackArchive(options.packages, "zip", { extractDir: PACKAGES_FOLDER });
    python.runPython(`import sys; sys.path.append(${JSON.stringify(PACKAGES_FOLDER)})`);
    this.#runner = python.pyimport("kernelpad._run") as unknown as Runner;
    this.#runner.prepare(WORK_FOLDER);
    interrupt.attach(python);
  }

  /** Sets up the interpreter and loads NumPy, which every kernel needs, and what else is asked for. */
  static async open(
    options: SessionOptions,
    preload: readonly string[],
    say: (text: string) => void,
  ): Promise<PythonSession> {
    const session = new PythonSession(options);
    await session.#wheels.load(["numpy", ...preload], say);
    return session;
  }

  /** Imports what nearly every script does, in the time that nobody waits for. */
  warmUp(): void {
    this.#options.python.runPython("import numpy, numba.cuda, numba.cuda.describe");
  }

  /** The device that a wish gives here. Throws `NoGpu`. */
  async device(wish: RunSettings["device"]): Promise<ChosenDevice> {
    return this.#shelf.take(wish);
  }

  /** Runs a script; the last message is `finished`. Never throws. */
  async run(request: RunRequest): Promise<void> {
    const { post, now, interrupt } = this.#options;
    this.#run = request.run;
    this.#output.begin();
    const recorder = new RunRecorder(now, (notice) => {
      this.#output.flush();
      post({ kind: "notice", run: request.run, notice });
    });
    const float64 = float64Of(request);
    let chosen: ChosenDevice | null = null;
    let service: CompileService | null = null;
    let outcome: RunOutcome;
    try {
      chosen = await this.#shelf.take(request.settings.device);
      this.#post("device", chosen);
      await this.#loadImports(request);
      service = this.#compileService();
      const { loopBudget } = request.settings;
      const { compileOnly } = request;
      this.#bridge.begin({ chosen, service, recorder, float64, loopBudget, compileOnly });
      outcome = await this.#runScript(request);
    } catch (error) {
      outcome = failedBefore(error);
      interrupt.clear();
    }
    this.#output.end();
    if (outcome.error) post({ kind: "error", run: request.run, error: outcome.error });
    const device = chosen?.device.report ?? NO_DEVICE;
    const kernels = service ? this.#kernelReports(service, chosen) : [];
    post({ kind: "finished", run: request.run, report: recorder.report(device, float64, kernels, outcome) });
    this.#cleanUp();
  }

  #post(kind: "device", chosen: ChosenDevice): void {
    const { name, reason, limits } = chosen.device.report;
    this.#options.post({ kind, name, device: chosen.device.kind, reason, limits });
  }

  async #loadImports(request: RunRequest): Promise<void> {
    const files = JSON.stringify(request.files);
    this.#runner.write_files(files);
    const modules = JSON.parse(this.#runner.imports_of(files)) as string[];
    await this.#wheels.load(modules, (text) =>
      this.#options.post({ kind: "progress", run: request.run, text }),
    );
    if (modules.some((name) => name === "matplotlib" || name === "pylab" || name === "seaborn")) {
      this.#options.python.runPython("import kernelpad._matplotlib; kernelpad._matplotlib.install()");
    }
  }

  #compileService(): CompileService {
    const { python, pipeline, parse, now } = this.#options;
    this.#describer ??= python.pyimport("numba.cuda.describe") as unknown as Describer;
    return new CompileService(pipeline, new NamesSource(this.#describer, this.#memory, parse), now);
  }

  /** With JSPI the script may wait for the GPU anywhere; without, only the CPU device is there, which never waits. */
  async #runScript(request: RunRequest): Promise<RunOutcome> {
    const argv = JSON.stringify(request.argv);
    const { run } = this.#runner;
    const text = this.#options.jspi
      ? await run.callPromising(request.fileName, argv)
      : run(request.fileName, argv);
    return JSON.parse(text) as RunOutcome;
  }

  #kernelReports(service: CompileService, chosen: ChosenDevice | null): RunReport["kernels"] {
    const limits = chosen?.target === "wgsl" ? chosen.limits : DEFAULT_GPU_LIMITS;
    return service.variants.map((variant) => {
      try {
        return kernelReport(variant, service.wgslFor(variant, limits));
      } catch {
        // WGSL for a kernel that ran on the CPU is only shown; a kernel that has none ran all the same.
        return kernelReport(variant, null);
      }
    });
  }

  #cleanUp(): void {
    try {
      this.#runner.clean_up();
    } catch (error) {
      this.#output.text("stderr", `[kernelpad: clean-up failed: ${String(error)}]\n`);
    }
    this.#options.interrupt.clear();
    this.#output.flush();
  }
}

function float64Of(request: RunRequest): RunSettings["float64"] {
  const text = request.files[request.fileName] ?? "";
  return (FLOAT64_COMMENT.exec(text)?.[1] as RunSettings["float64"] | undefined) ?? request.settings.float64;
}

const NO_DEVICE: RunReport["device"] = {
  kind: "cpu",
  name: "none",
  reason: "no device was opened",
  limits: {},
  features: [],
  timestampNs: null,
};

/** The script did not begin: no such device, or a package that does not load. */
function failedBefore(error: unknown): RunOutcome {
  const noGpu = error instanceof Error && error.name === "NoGpu";
  const message = noGpu || error instanceof Error ? error.message : asEngineError(error).message;
  const exception = noGpu ? "CudaSupportError" : "RuntimeError";
  const help = noGpu ? "choose the CPU device, which runs the same kernels" : null;
  return {
    status: "error",
    exitCode: noGpu ? EXIT_NO_DEVICE : EXIT_ERROR,
    error: {
      exception,
      message,
      text: `${exception}: ${message}\n`,
      frames: [],
      place: null,
      notes: [],
      help,
      numba: null,
    },
  };
}
