/**
 * Allocations of the GPU: buffers from a pool by size class. A released buffer goes back to the pool and is cleared
 * when it is handed out again, so that `allocate` always gives zeros.
 */
import { InternalError } from "../../compiler/diagnostics/diagnostic.ts";
import { type BufferHandle, OutOfMemory } from "../device.ts";

/** Smallest allocation: bindings of 64-bit elements need 8 bytes, and a few words of slack cost nothing. */
const SMALLEST_BYTES = 256;
/** Bytes that may lie idle in the pool before buffers are destroyed instead of kept. */
const MOST_IDLE_BYTES = 256 * 1024 * 1024;

export interface GpuAllocation {
  readonly buffer: GPUBuffer;
  /** What was asked for. */
  readonly bytes: number;
  readonly classBytes: number;
  /** Unique for the life of the device, unlike a handle; keys of bind groups use it. */
  readonly id: number;
}

export class BufferPool {
  readonly #device: GPUDevice;
  /** Buffers from the pool hold old bytes: the device clears them in order with its other work. */
  readonly #clear: (buffer: GPUBuffer) => void;
  readonly #live = new Map<BufferHandle, GpuAllocation>();
  readonly #idle = new Map<number, { readonly buffer: GPUBuffer; readonly id: number }[]>();
  #idleBytes = 0;
  #nextHandle = 1;
  #nextId = 1;
  bytesInUse = 0;

  constructor(device: GPUDevice, clear: (buffer: GPUBuffer) => void) {
    this.#device = device;
    this.#clear = clear;
  }

  allocate(bytes: number): BufferHandle {
    const classBytes = sizeClass(bytes);
    const limit = Math.min(
      this.#device.limits.maxBufferSize,
      this.#device.limits.maxStorageBufferBindingSize,
    );
    if (classBytes > limit) throw new OutOfMemory(bytes, this.bytesInUse);
    const idle = this.#idle.get(classBytes)?.pop();
    if (idle) {
      this.#idleBytes -= classBytes;
      this.#clear(idle.buffer);
    }
    const { buffer, id } = idle ?? { buffer: this.#create(classBytes), id: this.#nextId++ };
    const handle = this.#nextHandle++;
    this.#live.set(handle, { buffer, bytes, classBytes, id });
    this.bytesInUse += bytes;
    return handle;
  }

  release(handle: BufferHandle): void {
    const { buffer, bytes, classBytes, id } = this.get(handle);
    this.#live.delete(handle);
    this.bytesInUse -= bytes;
    if (this.#idleBytes + classBytes > MOST_IDLE_BYTES) {
      buffer.destroy();
      return;
    }
    this.#idleBytes += classBytes;
    const list = this.#idle.get(classBytes);
    if (list) list.push({ buffer, id });
    else this.#idle.set(classBytes, [{ buffer, id }]);
  }

  get(handle: BufferHandle): GpuAllocation {
    const allocation = this.#live.get(handle);
    if (!allocation) throw new InternalError("runtime", `buffer ${handle} was released`);
    return allocation;
  }

  #create(classBytes: number): GPUBuffer {
    return this.#device.createBuffer({
      size: classBytes,
      usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST,
    });
  }
}

/** Rounds up to eighths of a power of two: at most an eighth is wasted, and sizes repeat. */
export function sizeClass(bytes: number): number {
  if (bytes <= SMALLEST_BYTES) return SMALLEST_BYTES;
  const step = Math.max(SMALLEST_BYTES, 2 ** (Math.floor(Math.log2(bytes)) - 3));
  return Math.ceil(bytes / step) * step;
}
