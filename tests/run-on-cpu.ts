/** Runs kernels on the CPU device in Node: typed arrays in, typed arrays out, in place. */
import type { Module } from "../src/compiler/ir/ir.ts";
import type { LaunchFacts } from "../src/compiler/ir/launch-facts.ts";
import type { WasmProgram } from "../src/compiler/ir/program.ts";
import { blockProgram } from "../src/compiler/passes/block-program.ts";
import { type Heap, CpuDevice } from "../src/runtime/cpu/device.ts";
import type { ArgumentValue, KernelMessages } from "../src/runtime/device.ts";
import { emitWasm } from "../src/wasm/emit.ts";
import { MATH_IMPORTS } from "../src/wasm/math-library.ts";

type TypedArray =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array
  | Float32Array
  | Float64Array;

export interface CpuRun {
  readonly block: readonly [number, number, number];
  readonly grid: readonly [number, number, number];
  /** Arrays (one axis, or with `shape`) and scalars, in the order of the arguments. */
  readonly args: readonly (
    | TypedArray
    | { readonly array: TypedArray; readonly shape: readonly number[] }
    | bigint
    | number
  )[];
  readonly facts?: Partial<LaunchFacts>;
}

const PAGE = 65_536;

/** A heap that only grows; enough for a test. */
export class TestHeap implements Heap {
  readonly memory = new WebAssembly.Memory({ initial: 16 });
  #next = 16;

  malloc(bytes: number): number {
    const address = this.#next;
    this.#next = Math.ceil((address + bytes) / 16) * 16;
    const missing = this.#next - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE));
    return address;
  }

  free(): void {
    // Memory is given back with the whole heap.
  }
}

export function factsFor(run: CpuRun): LaunchFacts {
  return {
    block: run.block,
    arguments: run.args.map((arg) =>
      typeof arg === "bigint" || typeof arg === "number"
        ? { kind: "scalar", integer: "any" }
        : { kind: "array", offsetZero: true, contiguous: true },
    ),
    equal: [],
    overlaps: [],
    dynamicSharedBytes: 0,
    windowed: false,
    float64: "auto",
    loopBudget: 100_000_000,
    ...run.facts,
  };
}

/** Runs a module as it is (no passes but the block program); arrays are changed in place. */
export function runModule(module: Module, run: CpuRun): KernelMessages {
  const facts = factsFor(run);
  return runProgram(emitWasm(blockProgram(module), facts, module.kernel.name), run, facts);
}

export function runProgram(
  program: WasmProgram,
  run: CpuRun,
  facts: LaunchFacts = factsFor(run),
): KernelMessages {
  const device = new CpuDevice({
    heap: new TestHeap(),
    mathImports: MATH_IMPORTS,
    reason: "test",
    interrupted: () => false,
    now: () => performance.now(),
  });
  const arrays: { readonly array: TypedArray; readonly buffer: number }[] = [];
  const values = run.args.map((arg): ArgumentValue => {
    if (typeof arg === "bigint" || typeof arg === "number") return { kind: "scalar", value: arg };
    const { array, shape } = "array" in arg ? arg : { array: arg, shape: [arg.length] };
    const buffer = device.allocate(array.byteLength);
    device.write(buffer, 0, bytesOf(array));
    arrays.push({ array, buffer });
    return {
      kind: "array",
      buffer,
      offsetBytes: 0,
      shape,
      stridesBytes: contiguous(shape, array.BYTES_PER_ELEMENT),
      itemBytes: array.BYTES_PER_ELEMENT,
    };
  });
  device.launch({
    program,
    grid: run.grid,
    block: run.block,
    arguments: values,
    dynamicSharedBytes: facts.dynamicSharedBytes,
    kernel: 0,
  });
  for (const { array, buffer } of arrays) device.read(buffer, 0, bytesOf(array));
  return device.takeMessages();
}

function bytesOf(array: TypedArray): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

function contiguous(shape: readonly number[], itemBytes: number): number[] {
  const strides: number[] = [];
  let stride = itemBytes;
  for (const size of [...shape].reverse()) {
    strides.unshift(stride);
    stride *= size;
  }
  return strides;
}
