/**
 * The GPU device: launches are recorded and go to the queue in batches; only `read` and `finish` wait. Everything
 * that reaches the queue (writes, copies, clears) first submits the recorded batch, so that order is kept.
 */
import { InternalError } from "../../compiler/diagnostics/diagnostic.ts";
import type { WgslProgram } from "../../compiler/ir/program.ts";
import type { DeviceReport, DispatchReport } from "../../session/run-report.ts";
import {
  type BufferHandle,
  type Device,
  DeviceLost,
  type KernelMessages,
  type Launch,
  type SiteFailure,
} from "../device.ts";
import { decodeNotices, hasNotices } from "../kernel-messages.ts";
import { writeLaunchRecord } from "../launch-record.ts";
import type { OpenedGpu } from "./adapter.ts";
import { BufferPool } from "./buffers.ts";
import { ByteCopier } from "./byte-copy.ts";
import { type LoadedPipeline, PipelineCache } from "./pipelines.ts";
import { MOST_TIMED, type TimedDispatch, Timestamps } from "./timestamps.ts";
import { gridWindows } from "./windows.ts";

/** Launches recorded before a batch is submitted on its own, to keep the GPU fed while Python goes on. */
const BATCH_LAUNCHES = 256;
/** Launch records of one batch lie in one uniform buffer, each at a multiple of the alignment. */
const RECORD_ALIGNMENT = 256;
/** Bind groups kept; beyond it the cache starts anew. */
const MOST_BIND_GROUPS = 4096;
/** Dispatches that are timed one by one until the host has collected them; the rest run in shared passes, untimed. */
const MOST_TIMED_UNCOLLECTED = 2048;

interface Recorded {
  readonly pipeline: LoadedPipeline;
  readonly bindGroup: GPUBindGroup;
  readonly recordOffset: number | null;
  readonly groups: readonly [number, number, number];
  readonly timed: TimedDispatch;
}
interface NoticeBuffer {
  readonly buffer: GPUBuffer;
  readonly program: WgslProgram;
  launch: Launch;
  used: boolean;
}

export class WebGpuDevice implements Device {
  readonly kind = "gpu";
  readonly report: DeviceReport;
  readonly #device: GPUDevice;
  readonly #pool: BufferPool;
  readonly #pipelines: PipelineCache;
  readonly #timestamps: Timestamps;
  readonly #copier: ByteCopier;
  readonly #now: () => number;
  readonly #notices = new Map<WgslProgram, NoticeBuffer>();
  readonly #bindGroups = new Map<string, GPUBindGroup>();
  #records = new Uint8Array(BATCH_LAUNCHES * RECORD_ALIGNMENT);
  #recordBytes = 0;
  #recordBuffer: GPUBuffer;
  #batch: Recorded[] = [];
  #timedUncollected = 0;
  #errors: string[] = [];
  #lost: string | null = null;
  #printed: string[] = [];
  #failures: SiteFailure[] = [];
  #dispatches: DispatchReport[] = [];

  constructor(opened: OpenedGpu, now: () => number) {
    this.#device = opened.device;
    this.report = opened.report;
    this.#now = now;
    this.#pool = new BufferPool(this.#device, (buffer) => this.#clear(buffer));
    this.#pipelines = new PipelineCache(this.#device);
    this.#timestamps = new Timestamps(this.#device);
    this.#copier = new ByteCopier(this.#device);
    this.#recordBuffer = this.#createRecordBuffer(this.#records.length);
    this.#device.addEventListener("uncapturederror", (event) => this.#errors.push(event.error.message));
    void this.#device.lost.then((info) => {
      this.#lost = info.message || info.reason;
    });
  }

  get bytesInUse(): number {
    return this.#pool.bytesInUse;
  }

  get lost(): boolean {
    return this.#lost !== null;
  }

  allocate(bytes: number): BufferHandle {
    return this.#pool.allocate(bytes);
  }

  release(buffer: BufferHandle): void {
    // A destroyed or reused buffer must not be named by launches that are still only recorded.
    this.#submit();
    this.#pool.release(buffer);
  }

  write(handle: BufferHandle, offsetBytes: number, data: Uint8Array): void {
    if (data.length === 0) return;
    this.#submit();
    const { buffer, bytes } = this.#pool.get(handle);
    const wholeWords = offsetBytes % 4 === 0 && data.length % 4 === 0;
    if (wholeWords) {
      this.#device.queue.writeBuffer(buffer, offsetBytes, data as Uint8Array<ArrayBuffer>);
    } else if (offsetBytes === 0 && data.length === bytes) {
      // Whole allocation: the padding behind it belongs to nobody.
      this.#device.queue.writeBuffer(buffer, 0, padded(data));
    } else {
      const staging = this.#device.createBuffer({
        size: Math.ceil(data.length / 4) * 4,
        usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST,
      });
      this.#device.queue.writeBuffer(staging, 0, padded(data));
      this.#copier.copy(staging, 0, buffer, offsetBytes, data.length);
    }
  }

  async read(handle: BufferHandle, offsetBytes: number, target: Uint8Array): Promise<void> {
    if (target.length > 0) {
      this.#submit();
      const { buffer } = this.#pool.get(handle);
      const start = offsetBytes - (offsetBytes % 4);
      const bytes = Math.ceil((offsetBytes + target.length - start) / 4) * 4;
      const data = await this.#readWords(buffer, start, bytes);
      target.set(data.subarray(offsetBytes - start, offsetBytes - start + target.length));
    }
    await this.#settle();
  }

  copy(from: BufferHandle, fromBytes: number, to: BufferHandle, toBytes: number, bytes: number): void {
    if (bytes === 0) return;
    this.#submit();
    const source = this.#pool.get(from).buffer;
    const target = this.#pool.get(to).buffer;
    const aligned = fromBytes % 4 === 0 && toBytes % 4 === 0 && bytes % 4 === 0;
    if (aligned && source !== target) {
      const encoder = this.#device.createCommandEncoder();
      encoder.copyBufferToBuffer(source, fromBytes, target, toBytes, bytes);
      this.#device.queue.submit([encoder.finish()]);
      return;
    }
    // Within one buffer, or at odd bytes: by way of a buffer between.
    const between = this.#device.createBuffer({
      size: Math.ceil(bytes / 4) * 4 + 4,
      usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC,
    });
    this.#copier.copy(source, fromBytes, between, 0, bytes);
    this.#copier.copy(between, 0, target, toBytes, bytes);
  }

  launch(launch: Launch): void {
    const program = launch.program;
    if (program.target !== "wgsl") throw new InternalError("runtime", "the GPU got a WebAssembly program");
    if (this.#lost !== null) throw new DeviceLost(this.#lost);
    const pipeline = this.#pipelines.get(program);
    const startMs = this.#now();
    const most = this.#device.limits.maxComputeWorkgroupsPerDimension;
    for (const window of gridWindows(launch.grid, most)) {
      const recordOffset = this.#addRecord(program, launch, window.first);
      const bindGroup = this.#bindGroup(program, pipeline, launch);
      const timed = { kernel: launch.kernel, grid: launch.grid, block: launch.block, startMs };
      this.#batch.push({ pipeline, bindGroup, recordOffset, groups: window.count, timed });
    }
    if (this.#batch.length >= BATCH_LAUNCHES) this.#submit();
  }

  async finish(): Promise<void> {
    this.#submit();
    await this.#device.queue.onSubmittedWorkDone();
    await this.#settle();
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

  /** Puts one launch's scalars into the batch's records; null where the program reads none. */
  #addRecord(program: WgslProgram, launch: Launch, window: readonly [number, number, number]): number | null {
    if (program.recordBytes === 0) return null;
    const size = Math.ceil(program.recordBytes / RECORD_ALIGNMENT) * RECORD_ALIGNMENT;
    if (this.#recordBytes + size > this.#records.length) {
      this.#submit();
      if (size > this.#records.length) this.#growRecords(size);
    }
    const offset = this.#recordBytes;
    this.#recordBytes += size;
    writeLaunchRecord(new DataView(this.#records.buffer, offset, size), program.fields, launch, window);
    return offset;
  }

  #growRecords(bytes: number): void {
    this.#records = new Uint8Array(bytes);
    this.#recordBuffer.destroy();
    this.#recordBuffer = this.#createRecordBuffer(bytes);
    this.#bindGroups.clear();
  }

  #createRecordBuffer(size: number): GPUBuffer {
    return this.#device.createBuffer({ size, usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST });
  }

  #bindGroup(program: WgslProgram, pipeline: LoadedPipeline, launch: Launch): GPUBindGroup {
    const resources = new Map<number, GPUBufferBinding>();
    let key = `${pipeline.id}`;
    for (const binding of program.bindings) {
      switch (binding.kind) {
        case "uniform":
          resources.set(binding.binding, {
            buffer: this.#recordBuffer,
            size: Math.max(16, program.recordBytes),
          });
          break;
        case "array": {
          const value = launch.arguments[binding.arguments[0] ?? -1];
          if (value?.kind !== "array")
            throw new InternalError("runtime", `binding ${binding.binding} has no array`);
          const { buffer, id } = this.#pool.get(value.buffer);
          resources.set(binding.binding, { buffer });
          key += `,${id}`;
          break;
        }
        case "constants": {
          const buffer = pipeline.constants.get(binding.binding);
          if (!buffer) throw new InternalError("runtime", `binding ${binding.binding} has no constants`);
          resources.set(binding.binding, { buffer });
          break;
        }
        case "notices": {
          const notices = this.#noticeBuffer(program, launch);
          notices.used = true;
          notices.launch = launch;
          resources.set(binding.binding, { buffer: notices.buffer });
          break;
        }
      }
    }
    let group = this.#bindGroups.get(key);
    if (!group) {
      if (this.#bindGroups.size >= MOST_BIND_GROUPS) this.#bindGroups.clear();
      const entries = [...resources].map(([binding, resource]) => ({ binding, resource }));
      group = this.#device.createBindGroup({ layout: pipeline.layout, entries });
      this.#bindGroups.set(key, group);
    }
    return group;
  }

  #noticeBuffer(program: WgslProgram, launch: Launch): NoticeBuffer {
    let notices = this.#notices.get(program);
    if (!notices) {
      const words = program.notices?.totalWords ?? 0;
      const buffer = this.#device.createBuffer({
        size: Math.max(16, words * 4),
        usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST,
      });
      notices = { buffer, program, launch, used: false };
      this.#notices.set(program, notices);
    }
    return notices;
  }

  /** Sends the recorded launches to the queue: those that are timed in a pass each, the rest in one. */
  #submit(): void {
    const batch = this.#batch;
    if (batch.length === 0) return;
    this.#batch = [];
    this.#device.queue.writeBuffer(this.#recordBuffer, 0, this.#records, 0, this.#recordBytes);
    this.#recordBytes = 0;
    const room = Math.min(MOST_TIMED, MOST_TIMED_UNCOLLECTED - this.#timedUncollected);
    const timed = this.#timestamps.available ? Math.min(batch.length, Math.max(0, room)) : 0;
    this.#timedUncollected += timed;
    const encoder = this.#device.createCommandEncoder();
    for (let i = 0; i < timed; i++) {
      const writes = this.#timestamps.passWrites(i);
      const pass = encoder.beginComputePass(writes ? { timestampWrites: writes } : {});
      dispatch(pass, batch[i]);
      pass.end();
    }
    if (timed < batch.length) {
      const pass = encoder.beginComputePass();
      for (const recorded of batch.slice(timed)) dispatch(pass, recorded);
      pass.end();
    }
    this.#timestamps.resolve(
      encoder,
      batch.slice(0, timed).map((recorded) => recorded.timed),
    );
    this.#device.queue.submit([encoder.finish()]);
    if (!this.#timestamps.available) {
      for (const { timed: dispatched } of batch) this.#dispatches.push({ ...dispatched, gpuMs: null });
    } else {
      for (const { timed: dispatched } of batch.slice(timed))
        this.#dispatches.push({ ...dispatched, gpuMs: null });
    }
  }

  /** After a wait: collects timings and messages, and throws what went wrong on the device. */
  async #settle(): Promise<void> {
    if (this.#lost !== null) throw new DeviceLost(this.#lost);
    this.#dispatches.push(...(await this.#timestamps.collect()));
    this.#timedUncollected = 0;
    for (const notices of this.#notices.values()) {
      if (notices.used) await this.#collectNotices(notices);
    }
    const error = this.#errors[0];
    if (error !== undefined) {
      this.#errors = [];
      throw new InternalError("webgpu", "the browser refused what Kernelpad asked of the GPU", error);
    }
  }

  async #collectNotices(notices: NoticeBuffer): Promise<void> {
    notices.used = false;
    const { program, launch, buffer } = notices;
    const bytes = await this.#readWords(buffer, 0, (program.notices?.totalWords ?? 0) * 4);
    const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
    if (!hasNotices(words)) return;
    const decoded = decodeNotices(words, program, launch.kernel, launch.grid, launch.block);
    this.#printed.push(...decoded.printed);
    this.#failures.push(...decoded.failures);
    this.#clear(buffer);
  }

  async #readWords(buffer: GPUBuffer, offset: number, bytes: number): Promise<Uint8Array> {
    const staging = this.#device.createBuffer({
      size: bytes,
      usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ,
    });
    const encoder = this.#device.createCommandEncoder();
    encoder.copyBufferToBuffer(buffer, offset, staging, 0, bytes);
    this.#device.queue.submit([encoder.finish()]);
    try {
      await staging.mapAsync(GPUMapMode.READ);
    } catch (error) {
      throw new DeviceLost(this.#lost ?? String(error));
    }
    const data = new Uint8Array(staging.getMappedRange().slice(0));
    staging.destroy();
    return data;
  }

  #clear(buffer: GPUBuffer): void {
    this.#submit();
    const encoder = this.#device.createCommandEncoder();
    encoder.clearBuffer(buffer);
    this.#device.queue.submit([encoder.finish()]);
  }
}

function dispatch(pass: GPUComputePassEncoder, recorded: Recorded | undefined): void {
  if (!recorded) return;
  pass.setPipeline(recorded.pipeline.pipeline);
  pass.setBindGroup(0, recorded.bindGroup, recorded.recordOffset === null ? [] : [recorded.recordOffset]);
  pass.dispatchWorkgroups(...recorded.groups);
}

/** The bytes with zeros up to a whole word. */
function padded(data: Uint8Array): Uint8Array<ArrayBuffer> {
  const words = new Uint8Array(Math.ceil(data.length / 4) * 4);
  words.set(data);
  return words;
}
