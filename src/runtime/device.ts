/**
 * What a device can do, the same for the GPU (`webgpu/`) and the CPU (`cpu/`). Work is queued and runs in order; only
 * `read` and `finish` wait. The CPU device answers at once, without a promise, so that it needs no JSPI.
 */
import type { Program } from "../compiler/ir/program.ts";
import type { DeviceReport, DispatchReport } from "../session/run-report.ts";

/** A positive number that names one allocation of a device. */
export type BufferHandle = number;

/** An array argument as the host holds it. Strides in bytes, as NumPy has them. */
export interface ArrayValue {
  readonly kind: "array";
  readonly buffer: BufferHandle;
  readonly offsetBytes: number;
  readonly shape: readonly number[];
  readonly stridesBytes: readonly number[];
  readonly itemBytes: number;
}
/** int64 and uint64 as bigint in the type's range, floats as number, bool as 0n or 1n; complex as two. */
export interface ScalarValue {
  readonly kind: "scalar";
  readonly value: bigint | number;
  readonly imaginary?: number;
}
/** Arguments flattened over tuples, in the order that `LaunchSource.argument` counts. */
export type ArgumentValue = ArrayValue | ScalarValue;

export interface Launch {
  readonly program: Program;
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  readonly arguments: readonly ArgumentValue[];
  readonly dynamicSharedBytes: number;
  /** `KernelReport.id`. */
  readonly kernel: number;
}

/** What kernels said since the last time: after `finish` or `read`. */
export interface KernelMessages {
  readonly printed: readonly string[];
  readonly failures: readonly SiteFailure[];
}
export interface SiteFailure {
  readonly program: Program;
  readonly kernel: number;
  readonly site: number;
  readonly index: number;
  readonly size: number;
  readonly axis: number;
  readonly block: readonly [number, number, number];
  readonly thread: readonly [number, number, number];
}

export interface Device {
  readonly kind: "gpu" | "cpu";
  readonly report: DeviceReport;
  /** Zeroed bytes. Throws `OutOfMemory` with the size asked for and the bytes in use. */
  allocate(bytes: number): BufferHandle;
  release(buffer: BufferHandle): void;
  write(buffer: BufferHandle, offsetBytes: number, data: Uint8Array): void;
  /** Fills `target` after all work queued before is done. */
  read(buffer: BufferHandle, offsetBytes: number, target: Uint8Array): Promise<void> | undefined;
  copy(from: BufferHandle, fromBytes: number, to: BufferHandle, toBytes: number, bytes: number): void;
  launch(launch: Launch): void;
  /** Waits for all queued work. Errors of the device (a rejected kernel, a lost device) are thrown here and by `read`. */
  finish(): Promise<void> | undefined;
  /** Messages gathered by the last `read` or `finish`; empties the list. */
  takeMessages(): KernelMessages;
  /** Timings gathered since the last call, in launch order. */
  takeDispatches(): readonly DispatchReport[];
  readonly bytesInUse: number;
}

export class OutOfMemory extends Error {
  readonly bytes: number;
  readonly bytesInUse: number;
  constructor(bytes: number, bytesInUse: number) {
    super(`${bytes} bytes asked for, ${bytesInUse} in use`);
    this.name = "OutOfMemory";
    this.bytes = bytes;
    this.bytesInUse = bytesInUse;
  }
}
/** The device was lost; everything on it is gone and the next run gets a new one. */
export class DeviceLost extends Error {}
