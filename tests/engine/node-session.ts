/**
 * The engine in Node, without a browser: Pyodide, the real packages, the compiler and the CPU device. For tests that
 * run many scripts; the browser stays the judge of everything that Node has not (WebGPU, JSPI, workers).
 */
import { loadPyodide } from "pyodide";
import { mathImports, parseFile, pipeline } from "../../src/python/kernel-pipeline.ts";
import { Interrupt } from "../../src/python/interrupt.ts";
import { PythonSession } from "../../src/python/run.ts";
import {
  DEFAULT_SETTINGS,
  type FromEngine,
  type RunError,
  type RunSettings,
} from "../../src/session/messages.ts";
import type { RunReport } from "../../src/session/run-report.ts";
import { bringPyodide } from "../../tools/pyodide-folder.ts";
import { packPackages } from "../../tools/vite-python-packages.ts";

export interface NodeRun {
  readonly stdout: string;
  readonly stderr: string;
  readonly error: RunError | null;
  readonly report: RunReport;
  readonly displays: readonly Readonly<Record<string, string>>[];
}

export class NodeSession {
  readonly #session: PythonSession;
  #listener: (message: FromEngine) => void = () => undefined;
  #run = 0;

  private constructor(session: PythonSession, listen: (receive: (message: FromEngine) => void) => void) {
    this.#session = session;
    listen((message) => this.#listener(message));
  }

  static async open(): Promise<NodeSession> {
    const folder = await bringPyodide((text) => process.stderr.write(`${text}\n`));
    const python = await loadPyodide({
      indexURL: `${folder}/`,
      env: { MPLBACKEND: "module://kernelpad._matplotlib" },
    });
    let receive: (message: FromEngine) => void = () => undefined;
    const session = await PythonSession.open(
      {
        python,
        pipeline,
        parse: parseFile,
        mathImports,
        gpu: undefined,
        jspi: false,
        interrupt: new Interrupt(null),
        post: (message) => receive(message),
        now: () => performance.now(),
        packages: packPackages().buffer,
      },
      [],
      () => undefined,
    );
    return new NodeSession(session, (listener) => {
      receive = listener;
    });
  }

  /** Runs a script on the CPU device. */
  async run(
    fileName: string,
    files: Readonly<Record<string, string>>,
    options: {
      readonly argv?: readonly string[];
      readonly settings?: Partial<RunSettings>;
      readonly compileOnly?: boolean;
    } = {},
  ): Promise<NodeRun> {
    const texts = { stdout: "", stderr: "" };
    let error: RunError | null = null;
    let report: RunReport | null = null;
    const displays: Readonly<Record<string, string>>[] = [];
    this.#listener = (message) => {
      if (message.kind === "stream") texts[message.stream] += message.text;
      else if (message.kind === "display") displays.push(message.data);
      else if (message.kind === "error") error = message.error;
      else if (message.kind === "finished") report = message.report;
    };
    await this.#session.run({
      kind: "run",
      run: ++this.#run,
      fileName,
      files,
      argv: options.argv ?? [],
      settings: { ...DEFAULT_SETTINGS, ...options.settings, device: "cpu" },
      compileOnly: options.compileOnly ?? false,
    });
    if (!report) throw new Error("the run did not finish");
    return { ...texts, error, report, displays };
  }
}
