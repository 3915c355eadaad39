/**
 * The CPU device: WebAssembly modules that work in place on the memory where Python's arrays live. Everything is
 * done when the call returns, so nothing here waits.
 */
import { InternalError } from "../../compiler/diagnostics/diagnostic.ts";
import type { WasmProgram } from "../../compiler/ir/program.ts";
import type { DeviceReport, DispatchReport } from "../../session/run-report.ts";
import {
  type BufferHandle,
  type Device,
  type KernelMessages,
  type Launch,
  OutOfMemory,
  type SiteFailure,
} from "../device.ts";
import { decodeNotices, hasNotices } from "../kernel-messages.ts";
import { writeLaunchRecord } from "../launch-record.ts";

/** Where the device's memory comes from: Pyodide's heap, or a plain WebAssembly.Memory in tests. */
export interface Heap {
  readonly memory: WebAssembly.Memory;
  /** Address of that many bytes, aligned to 16, or 0 where there are none left. */
  malloc(bytes: number): number;
  free(address: number): void;
}

export interface CpuDeviceOptions {
  readonly heap: Heap;
  readonly mathImports: Readonly<Record<string, (...args: number[]) => number>>;
  readonly reason: string;
  /** Asked between slices of a long launch; true ends the launch. */
  readonly interrupted: () => boolean;
  readonly now: () => number;
}

/** A slice of blocks between two looks at `interrupted` should last about this long. */
const SLICE_MS = 50;
/** Pyodide's heap ends at 4 GiB, and an allocation needs half of it at most. */
const HEAP_LIMIT = 2 ** 31;
/** Dispatches whose timing is kept one by one until the host collects them. */
const KEPT_DISPATCHES = 4096;

interface LoadedProgram {
  readonly run: (record: number, firstBlock: number, blockCount: number) => void;
  readonly record: number;
  readonly notices: number;
}

export class Interrupted extends Error {
  constructor() {
    super("the launch was stopped");
    this.name = "Interrupted";
  }
}

export class CpuDevice implements Device {
  readonly kind = "cpu";
  readonly report: DeviceReport;
  readonly #options: CpuDeviceOptions;
  readonly #buffers = new Map<BufferHandle, { readonly address: number; readonly bytes: number }>();
  readonly #programs = new WeakMap<WasmProgram, LoadedProgram>();
  #nextHandle = 1;
  #bytesInUse = 0;
  #printed: string[] = [];
  #failures: SiteFailure[] = [];
  #dispatches: DispatchReport[] = [];

  constructor(options: CpuDeviceOptions) {
    this.#options = options;
    this.report = {
      kind: "cpu",
      name: "CPU device",
      reason: options.reason,
      limits: { maxThreadsPerBlock: 1024, maxSharedBytes: 49_152 },
      features: [],
      timestampNs: null,
    };
  }

  get bytesInUse(): number {
    return this.#bytesInUse;
  }

  allocate(bytes: number): BufferHandle {
    const address = this.#malloc(Math.max(bytes, 1));
    new Uint8Array(this.#options.heap.memory.buffer, address, bytes).fill(0);
    const handle = this.#nextHandle++;
    this.#buffers.set(handle, { address, bytes });
    this.#bytesInUse += bytes;
    return handle;
  }

  release(buffer: BufferHandle): void {
    const { address, bytes } = this.#buffer(buffer);
    this.#options.heap.free(address);
    this.#bytesInUse -= bytes;
    this.#buffers.delete(buffer);
  }

  /** Address of an allocation in the heap, so that Python can make an array over it. */
  address(buffer: BufferHandle): number {
    return this.#buffer(buffer).address;
  }

  write(buffer: BufferHandle, offsetBytes: number, data: Uint8Array): void {
    this.#bytes(buffer, offsetBytes, data.length).set(data);
  }

  read(buffer: BufferHandle, offsetBytes: number, target: Uint8Array): undefined {
    target.set(this.#bytes(buffer, offsetBytes, target.length));
    return undefined;
  }

  copy(from: BufferHandle, fromBytes: number, to: BufferHandle, toBytes: number, bytes: number): void {
    this.#bytes(to, toBytes, bytes).set(this.#bytes(from, fromBytes, bytes));
  }

  launch(launch: Launch): void {
    const program = launch.program;
    if (program.target !== "wasm") throw new InternalError("runtime", "the CPU device got a WGSL program");
    const loaded = this.#load(program);
    const { now } = this.#options;
    const started = now();
    const record = new DataView(this.#options.heap.memory.buffer, loaded.record, program.recordBytes);
    writeLaunchRecord(record, program.fields, launch, [0, 0, 0]);
    for (const { memory, offsetBytes } of program.addresses) {
      if (memory.argument === null) continue;
      const value = launch.arguments[memory.argument];
      if (value?.kind !== "array")
        throw new InternalError("runtime", `argument ${memory.argument} is no array`);
      record.setInt32(offsetBytes, this.#buffer(value.buffer).address, true);
    }
    try {
      this.#runBlocks(loaded, launch);
    } finally {
      this.#collect(program, loaded, launch);
      this.#keepTiming(launch, started, now() - started);
    }
  }

  finish(): undefined {
    return undefined;
  }

  takeMessages(): KernelMessages {
    const messages = { printed: this.#printed, failures: this.#failures };
    this.#printed = [];
    this.#failures = [];
    return messages;
  }

  takeDispatches(): readonly DispatchReport[] {
    const dispatches = this.#dispatches;
    this.#dispatches = [];
    return dispatches;
  }

  /** Runs the blocks in slices, so that a long launch can be stopped. */
  #runBlocks(loaded: LoadedProgram, launch: Launch): void {
    const { now, interrupted } = this.#options;
    const blocks = launch.grid[0] * launch.grid[1] * launch.grid[2];
    let slice = 1;
    for (let first = 0; first < blocks; ) {
      const count = Math.min(slice, blocks - first);
      const sliceStart = now();
      loaded.run(loaded.record, first, count);
      first += count;
      const took = now() - sliceStart;
      if (took < SLICE_MS / 4) slice = Math.min(slice * 4, 0x4000_0000);
      else if (took > SLICE_MS) slice = Math.max(1, slice >> 1);
      if (first < blocks && interrupted()) throw new Interrupted();
    }
  }

  #load(program: WasmProgram): LoadedProgram {
    const known = this.#programs.get(program);
    if (known) return known;
    const { memory } = this.#options.heap;
    const math: Record<string, (...args: number[]) => number> = {};
    for (const name of program.mathImports) {
      const fn = this.#options.mathImports[name];
      if (!fn) throw new InternalError("runtime", `no math function ${name}`);
      math[name] = fn;
    }
    // `.slice()` gives the module bytes of their own: the buffer's kind is then known to be a plain one.
    const module = new WebAssembly.Module(program.bytes.slice());
    const instance = new WebAssembly.Instance(module, { env: { memory }, math });
    const scratch = this.#malloc(Math.max(program.scratchBytes, 16));
    const notices = program.notices ? this.#malloc(program.notices.totalWords * 4) : 0;
    const record = this.#malloc(Math.max(program.recordBytes, 16));
    const bytes = new Uint8Array(memory.buffer);
    bytes.fill(0, scratch, scratch + program.scratchBytes);
    if (program.notices) bytes.fill(0, notices, notices + program.notices.totalWords * 4);
    for (const { offsetBytes, data } of program.scratchData) bytes.set(data, scratch + offsetBytes);
    const view = new DataView(memory.buffer, record, program.recordBytes);
    if (program.scratchAt >= 0) view.setInt32(program.scratchAt, scratch, true);
    if (program.noticesAt >= 0) view.setInt32(program.noticesAt, notices, true);
    const loaded = { run: instance.exports["run"] as LoadedProgram["run"], record, notices };
    this.#programs.set(program, loaded);
    return loaded;
  }

  /** Reads and clears what the kernel left in its notice buffer. */
  #collect(program: WasmProgram, loaded: LoadedProgram, launch: Launch): void {
    if (!program.notices) return;
    const words = new Uint32Array(
      this.#options.heap.memory.buffer,
      loaded.notices,
      program.notices.totalWords,
    );
    if (!hasNotices(words)) return;
    const decoded = decodeNotices(words, program, launch.kernel, launch.grid, launch.block);
    this.#printed.push(...decoded.printed);
    this.#failures.push(...decoded.failures);
    words.fill(0);
  }

  #keepTiming(launch: Launch, startMs: number, gpuMs: number): void {
    if (this.#dispatches.length >= KEPT_DISPATCHES) return;
    this.#dispatches.push({ kernel: launch.kernel, grid: launch.grid, block: launch.block, gpuMs, startMs });
  }

  #malloc(bytes: number): number {
    // The heap is addressed by 32 bits: a larger number would wrap.
    if (bytes >= HEAP_LIMIT) throw new OutOfMemory(bytes, this.#bytesInUse);
    const address = this.#options.heap.malloc(bytes);
    if (address === 0) throw new OutOfMemory(bytes, this.#bytesInUse);
    return address;
  }

  #buffer(handle: BufferHandle): { readonly address: number; readonly bytes: number } {
    const buffer = this.#buffers.get(handle);
    if (!buffer) throw new InternalError("runtime", `buffer ${handle} was released`);
    return buffer;
  }

  #bytes(handle: BufferHandle, offsetBytes: number, length: number): Uint8Array {
    const { address, bytes } = this.#buffer(handle);
    if (offsetBytes < 0 || offsetBytes + length > bytes) {
      throw new InternalError(
        "runtime",
        `bytes ${offsetBytes} to ${offsetBytes + length} of a buffer of ${bytes}`,
      );
    }
    return new Uint8Array(this.#options.heap.memory.buffer, address + offsetBytes, length);
  }
}
