/** Compiles a kernel from IR, launches it as the runtime would, and gives back its arrays. */
import type { Module } from "../../src/compiler/ir/ir.ts";
import type { DeviceLimits, LaunchFacts } from "../../src/compiler/ir/launch-facts.ts";
import type { WgslProgram } from "../../src/compiler/ir/program.ts";
import { blockProgram } from "../../src/compiler/passes/block-program.ts";
import type { ArgumentValue, Launch } from "../../src/runtime/device.ts";
import { type DecodedNotices, decodeNotices } from "../../src/runtime/kernel-messages.ts";
import { writeLaunchRecord } from "../../src/runtime/launch-record.ts";
import { emitWgsl } from "../../src/wgsl/emit.ts";
import { type GpuBuffer, type GpuJob, runJobs } from "./run-wgsl.ts";

/** The software adapter's limits: FACTS. */
export const LIMITS: DeviceLimits = {
  maxThreadsPerWorkgroup: 256,
  maxWorkgroupBytes: 32768,
  maxStorageBuffers: 10,
  subgroups: false,
};

export type TypedArray =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array
  | BigInt64Array
  | BigUint64Array;
/** By flattened argument: an array, or a scalar. */
export type Argument = TypedArray | number | bigint;

export interface KernelRun {
  readonly program: WgslProgram;
  /** The contents of each argument's array after the run; arguments that are no arrays, or not written, as they were. */
  readonly after: readonly Argument[];
  readonly notices: DecodedNotices;
}

export interface KernelCase {
  readonly module: Module;
  readonly facts: LaunchFacts;
  readonly grid: readonly [number, number, number];
  readonly arguments: readonly Argument[];
  readonly window?: readonly [number, number, number];
  readonly limits?: DeviceLimits;
  /** Elements along the axis, from item to item, and before item 0; otherwise the whole array. */
  readonly layout?: (argument: number) => {
    readonly size: number;
    readonly stride: number;
    readonly offset: number;
  };
}

/** Runs cases in one go; one whose WGSL is refused throws with the text. */
export async function runKernels(cases: readonly KernelCase[]): Promise<KernelRun[]> {
  const programs = cases.map(({ module, facts, limits }) =>
    emitWgsl(blockProgram(module), facts, limits ?? LIMITS, module.kernel.name),
  );
  const results = await runJobs(cases.map((item, i) => jobOf(item, programs[i]!)));
  return cases.map((item, i): KernelRun => {
    const program = programs[i]!;
    const result = results[i]!;
    if (result.errors.length > 0) throw new Error(`${result.errors.join("\n")}\n${numbered(program.text)}`);
    const after = item.arguments.map((argument, position) => {
      const binding = program.bindings.find((b) => b.kind === "array" && b.arguments.includes(position));
      const bytes = binding && result.outputs.get(binding.binding);
      return bytes && typeof argument === "object" ? viewOf(argument, bytes) : argument;
    });
    const noticeBinding = program.bindings.find((b) => b.kind === "notices");
    const words = noticeBinding && result.outputs.get(noticeBinding.binding);
    const notices = words
      ? decodeNotices(
          new Uint32Array(words.buffer, words.byteOffset, words.length / 4),
          program,
          0,
          item.grid,
          item.facts.block,
        )
      : { printed: [], failures: [] };
    return { program, after, notices };
  });
}

export async function runKernel(item: KernelCase): Promise<KernelRun> {
  const [run] = await runKernels([item]);
  return run!;
}

function jobOf(item: KernelCase, program: WgslProgram): GpuJob {
  const values = item.arguments.map((argument, buffer): ArgumentValue => {
    if (typeof argument !== "object") return { kind: "scalar", value: argument };
    const itemBytes = argument.BYTES_PER_ELEMENT;
    const { size, stride, offset } = item.layout?.(buffer) ?? { size: argument.length, stride: 1, offset: 0 };
    return {
      kind: "array",
      buffer,
      offsetBytes: offset * itemBytes,
      shape: [size],
      stridesBytes: [stride * itemBytes],
      itemBytes,
    };
  });
  const launch: Launch = {
    program,
    grid: item.grid,
    block: item.facts.block,
    arguments: values,
    dynamicSharedBytes: item.facts.dynamicSharedBytes,
    kernel: 0,
  };
  const buffers = program.bindings.map((binding): GpuBuffer => {
    switch (binding.kind) {
      case "uniform": {
        const record = new Uint8Array(Math.max(16, program.recordBytes));
        writeLaunchRecord(new DataView(record.buffer), program.fields, launch, item.window ?? [0, 0, 0]);
        return { binding: binding.binding, kind: "uniform", data: record };
      }
      case "array": {
        const argument = item.arguments[binding.arguments[0] ?? 0];
        const data = typeof argument === "object" ? bytesOf(argument) : new Uint8Array();
        return { binding: binding.binding, kind: binding.access, data };
      }
      case "constants":
        return { binding: binding.binding, kind: "read", data: binding.data };
      case "notices":
        return {
          binding: binding.binding,
          kind: "read_write",
          data: new Uint8Array((program.notices?.totalWords ?? 4) * 4),
        };
    }
  });
  return { code: program.text, entryPoint: program.entryPoint, groups: item.grid, buffers };
}

const bytesOf = (array: TypedArray): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

function viewOf(like: TypedArray, bytes: Uint8Array): TypedArray {
  const copy = bytes.slice(0, like.byteLength).buffer;
  const make = like.constructor as new (buffer: ArrayBuffer) => TypedArray;
  return new make(copy);
}

export function numbered(code: string): string {
  return code
    .split("\n")
    .map((line, i) => `${String(i + 1).padStart(4)}  ${line}`)
    .join("\n");
}
