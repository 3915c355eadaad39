/**
 * The engine as Python sees it: the methods of `Engine` in `packages/kernelpad/_engine.py`, by the same names. Numbers
 * and strings cross, nothing else. A method that fails gives a status and keeps the error for `last_error`; nothing is
 * thrown into Python.
 */
import type { BufferHandle, KernelMessages } from "../runtime/device.ts";
import type { FallbackReport } from "../session/run-report.ts";
import type { CompiledVariant, CompileService } from "./compile-service.ts";
import type { ChosenDevice } from "./devices.ts";
import { asEngineError, type EngineErrorJson } from "./engine-error.ts";
import { EventClock } from "./event-clock.ts";
import { readArguments, readHeader } from "./launch-decoder.ts";
import { launchFacts } from "./launch-facts.ts";
import { checkLaunchLimits } from "./launch-limits.ts";
import type { ArgumentTypes } from "./names-live.ts";
import type { RunRecorder } from "./run-recorder.ts";
import { failureError, failureNotice } from "./site-messages.ts";

const OK = 0;
const FAILED = 1;
const MESSAGES = 2;

/** What a run needs of the outside. */
export interface BridgeOptions {
  readonly memory: WebAssembly.Memory;
  readonly now: () => number;
  /** Called before the engine may be busy for long, so that text printed so far is seen. */
  readonly flushOutput: () => void;
  readonly onDisplay: (data: Readonly<Record<string, string>>, id: string | null) => void;
  /** Clears a pending interrupt that has been turned into an exception. */
  readonly interruptSeen: () => void;
}

/** What changes from run to run. */
export interface RunContext {
  readonly chosen: ChosenDevice;
  readonly service: CompileService;
  readonly recorder: RunRecorder;
  readonly float64: "auto" | "exact" | "fast";
  readonly loopBudget: number;
  readonly compileOnly: boolean;
}

/** Longest launch record: 61 slots of header and arguments per kilobyte; a kernel has at most some hundred arguments. */
const RECORD_VIEW_BYTES = 65_536;

export class EngineBridge {
  readonly #options: BridgeOptions;
  #run: RunContext | null = null;
  #error: EngineErrorJson | null = null;
  #printed: string[] = [];
  #failure: EngineErrorJson | null = null;
  #clock = new EventClock();
  #variantOfKernel = new Map<number, CompiledVariant>();

  constructor(options: BridgeOptions) {
    this.#options = options;
  }

  begin(run: RunContext): void {
    this.#run = run;
    this.#error = null;
    this.#printed = [];
    this.#failure = null;
    this.#clock = new EventClock();
    this.#variantOfKernel = new Map();
    run.chosen.device.takeMessages();
    run.chosen.device.takeDispatches();
  }

  /** The object for `registerJsModule`. */
  asModule(): Readonly<Record<string, (...args: never[]) => unknown>> {
    return {
      device_info: () => this.#deviceInfo(),
      allocate: (bytes: number) => this.#allocate(bytes),
      release: (handle: number) => this.#release(handle),
      write: (handle: number, offset: number, address: number, bytes: number) =>
        this.#write(handle, offset, address, bytes),
      read: (handle: number, offset: number, address: number, bytes: number) =>
        this.#read(handle, offset, address, bytes),
      copy: (from: number, fromAt: number, to: number, toAt: number, bytes: number) =>
        this.#guard(() => this.#context.chosen.device.copy(from, fromAt, to, toAt, bytes)),
      specialise: (functionId: number, types: string) => this.#specialise(functionId, types),
      launch: (address: number) => this.#launch(address),
      finish: () => this.finish(),
      take_messages: () => this.#takeMessages(),
      last_error: () =>
        JSON.stringify(this.#error ?? { exception: "InternalError", message: "no error was kept" }),
      event_record: () => this.#eventRecord(),
      event_elapsed: (begin: number, end: number) => this.#clock.elapsed(begin, end),
      now_ms: () => this.#options.now(),
      fallback: (text: string) => this.#context.recorder.fallback(JSON.parse(text) as FallbackReport),
      display: (text: string) => {
        const { data, id } = JSON.parse(text) as { data: Record<string, string>; id: string | null };
        this.#options.onDisplay(data, id);
      },
    };
  }

  get #context(): RunContext {
    if (!this.#run) throw new Error("the engine was used outside a run");
    return this.#run;
  }

  #deviceInfo(): string {
    const { device } = this.#context.chosen;
    return JSON.stringify({ ...device.report, bytesInUse: device.bytesInUse });
  }

  #allocate(bytes: number): BufferHandle {
    try {
      return this.#context.chosen.device.allocate(bytes);
    } catch (error) {
      this.#keep(error);
      return 0;
    }
  }

  /** Buffers of an earlier run may be freed late, when their device is no longer in use. */
  #release(handle: number): void {
    try {
      this.#run?.chosen.device.release(handle);
    } catch {
      // The handle belongs to a device that was replaced; its memory went with it.
    }
  }

  #write(handle: number, offset: number, address: number, bytes: number): number {
    return this.#guard(() => {
      const { chosen, recorder } = this.#context;
      chosen.device.write(handle, offset, new Uint8Array(this.#options.memory.buffer, address, bytes));
      recorder.toDevice(bytes);
    });
  }

  #read(handle: number, offset: number, address: number, bytes: number): number | Promise<number> {
    const { chosen, recorder, compileOnly } = this.#context;
    recorder.toHost(bytes);
    if (compileOnly) {
      new Uint8Array(this.#options.memory.buffer, address, bytes).fill(0);
      return OK;
    }
    if (chosen.device.kind === "cpu") {
      return this.#waitFor(() => {
        const target = new Uint8Array(this.#options.memory.buffer, address, bytes);
        return chosen.device.read(handle, offset, target);
      });
    }
    // Python's memory may have grown, and its buffer been replaced, by the time the GPU answers.
    const target = new Uint8Array(bytes);
    return this.#waitFor(
      () => chosen.device.read(handle, offset, target),
      () => new Uint8Array(this.#options.memory.buffer, address, bytes).set(target),
    );
  }

  /** Waits for all work; 0, or bits: 1 an error, 2 messages. A promise on the GPU. */
  finish(): number | Promise<number> {
    const { chosen, compileOnly } = this.#context;
    return compileOnly ? OK : this.#waitFor(() => chosen.device.finish());
  }

  #waitFor(
    start: () => Promise<void> | undefined,
    done: () => void = () => undefined,
  ): number | Promise<number> {
    this.#options.flushOutput();
    const { recorder } = this.#context;
    const started = this.#options.now();
    const settled = (): number => {
      recorder.waited(this.#options.now() - started);
      return this.#collect();
    };
    const failed = (error: unknown): number => {
      this.#keep(error);
      return settled() | FAILED;
    };
    try {
      const pending = start();
      if (pending === undefined) {
        done();
        return settled();
      }
      return pending
        .then(() => {
          done();
          return settled();
        })
        .catch(failed);
    } catch (error) {
      return failed(error);
    }
  }

  /** Takes over what the device has to tell. */
  #collect(): number {
    const { chosen, recorder } = this.#context;
    const dispatches = chosen.device.takeDispatches();
    recorder.dispatched(dispatches);
    this.#clock.dispatched(dispatches);
    this.#sort(chosen.device.takeMessages());
    return this.#printed.length > 0 || this.#failure ? MESSAGES : OK;
  }

  /** Prints and exceptions are for Python; other failures are notices. */
  #sort(messages: KernelMessages): void {
    this.#printed.push(...messages.printed);
    for (const failure of messages.failures) {
      const variant = this.#variantOfKernel.get(failure.kernel);
      if (!variant) continue;
      const error = failure.program.debug ? failureError(failure, variant.specialisation) : null;
      if (error) {
        this.#failure ??= error;
        continue;
      }
      const notice = failureNotice(failure, variant.specialisation);
      if (notice) this.#context.recorder.notice(notice);
    }
  }

  #takeMessages(): string {
    const text = JSON.stringify({ printed: this.#printed, failure: this.#failure });
    this.#printed = [];
    this.#failure = null;
    return text;
  }

  #specialise(functionId: number, types: string): string {
    try {
      const specialisation = this.#context.service.specialise(functionId, JSON.parse(types) as ArgumentTypes);
      return JSON.stringify({ id: specialisation.id, ...memoryUse(specialisation.module.memories) });
    } catch (error) {
      return JSON.stringify({ error: asEngineError(error) });
    }
  }

  #launch(address: number): number {
    return this.#guard(() => {
      const { chosen, service, recorder, float64, loopBudget, compileOnly } = this.#context;
      const { buffer } = this.#options.memory;
      const view = new DataView(buffer, address, Math.min(RECORD_VIEW_BYTES, buffer.byteLength - address));
      const header = readHeader(view);
      const specialisation = service.specialisation(header.specialisation);
      const values = readArguments(view, specialisation.parameters);
      checkLaunchLimits(header, values);
      const facts = launchFacts(header, specialisation.parameters, values, {
        float64,
        loopBudget,
        mostBlocks: chosen.mostBlocks,
      });
      const variant = service.variant(specialisation, facts, chosen.target, chosen.limits, compileOnly);
      if (!this.#variantOfKernel.has(variant.kernel)) {
        this.#variantOfKernel.set(variant.kernel, variant);
        for (const notice of variant.notices) recorder.notice(notice);
      }
      if (compileOnly) return;
      variant.launches++;
      this.#clock.launched();
      chosen.device.launch({
        program: variant.program,
        grid: header.grid,
        block: header.block,
        arguments: values,
        dynamicSharedBytes: header.dynamicSharedBytes,
        kernel: variant.kernel,
      });
    });
  }

  /** With a GPU clock an event is a place between launches; without one, everything before is waited for. */
  #eventRecord(): number | Promise<number> {
    const { device } = this.#context.chosen;
    if (device.kind === "cpu" || device.report.timestampNs !== null)
      return this.#clock.record(this.#options.now());
    const waited = this.finish();
    return typeof waited === "number"
      ? this.#clock.record(this.#options.now())
      : waited.then(() => this.#clock.record(this.#options.now()));
  }

  #guard(work: () => void): number {
    try {
      work();
      return OK;
    } catch (error) {
      this.#keep(error);
      return FAILED;
    }
  }

  #keep(error: unknown): void {
    this.#error = asEngineError(error);
    if (this.#error.exception === "KeyboardInterrupt") this.#options.interruptSeen();
  }
}

/** Bytes of a kernel's own memories, by space. */
function memoryUse(
  memories: readonly { readonly space: string; readonly element: string; readonly length: number | null }[],
) {
  const bytes = (space: string): number =>
    memories
      .filter((memory) => memory.space === space)
      .reduce((sum, memory) => sum + (memory.length ?? 0) * ELEMENT_BYTES(memory.element), 0);
  return { sharedBytes: bytes("shared"), localBytes: bytes("local"), constantBytes: bytes("constant") };
}

const ELEMENT_BYTES = (element: string): number => (element === "bool" ? 1 : Number(element.slice(1)) / 8);
