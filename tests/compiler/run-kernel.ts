/** Runs a compiled kernel thread by thread in the interpreter, for tests of meaning. Threads run one after the other. */
import { interpret, type Outcome, type Triple } from "../../src/compiler/ir/interpret.ts";
import {
  type LaunchSource,
  type LaunchValue,
  type Memory,
  type Module,
  type Scalar,
  SCALAR_BITS,
} from "../../src/compiler/ir/ir.ts";

export type NumberArray =
  | Int8Array
  | Int16Array
  | Int32Array
  | BigInt64Array
  | Uint8Array
  | Uint16Array
  | Uint32Array
  | BigUint64Array
  | Float32Array
  | Float64Array;

/** An array argument: its items, and how they are laid out; C order from item 0 where nothing is said. */
export interface ArrayArgument {
  readonly data: NumberArray;
  readonly shape?: readonly number[];
  /** In items. */
  readonly strides?: readonly number[];
  readonly offset?: number;
}
export type Argument =
  | number
  | bigint
  | boolean
  | ArrayArgument
  | { readonly re: number; readonly im: number };

export interface Launch {
  readonly grid?: Triple;
  readonly block?: Triple;
  readonly sharedBytes?: number;
}

/** Runs every thread; arrays are changed in place. Answers with what the threads printed and which sites failed. */
export function runKernel(module: Module, args: readonly Argument[], launch: Launch = {}): Outcome {
  const grid = launch.grid ?? [1, 1, 1];
  const block = launch.block ?? [1, 1, 1];
  const values = new Map<LaunchValue, bigint | number | boolean>();
  for (const value of module.launchValues)
    values.set(value, launchValue(value.source, value.type, args, launch));
  const global = new Map<Memory, Uint8Array>();
  for (const memory of module.memories) {
    const arg = memory.argument === null ? undefined : args[memory.argument];
    if (isArray(arg))
      global.set(memory, new Uint8Array(arg.data.buffer, arg.data.byteOffset, arg.data.byteLength));
  }
  const failures = new Set<string>();
  const prints: string[] = [];
  for (const blockIndex of positions(grid)) {
    const shared = new Map<Memory, Uint8Array>();
    for (const memory of module.memories) {
      if (memory.space !== "shared") continue;
      const bytes =
        memory.length === null
          ? (launch.sharedBytes ?? 0)
          : (memory.length * SCALAR_BITS[memory.element]) / 8;
      shared.set(memory, new Uint8Array(bytes));
    }
    for (const thread of positions(block)) {
      const outcome = interpret(module, {
        launch: values,
        memories: new Map([...global, ...shared]),
        thread,
        block: blockIndex,
        blockSize: block,
        gridSize: grid,
        loopBudget: 100_000,
      });
      for (const failure of outcome.failures) failures.add(failure);
      prints.push(...outcome.prints);
    }
  }
  return { failures: [...failures], prints };
}

function* positions([x, y, z]: Triple): Iterable<Triple> {
  for (let k = 0; k < z; k++) for (let j = 0; j < y; j++) for (let i = 0; i < x; i++) yield [i, j, k];
}

function isArray(arg: Argument | undefined): arg is ArrayArgument {
  return typeof arg === "object" && "data" in arg;
}

function launchValue(
  source: LaunchSource,
  type: Scalar,
  args: readonly Argument[],
  launch: Launch,
): bigint | number | boolean {
  if (source.what === "dynamic-shared-bytes") return BigInt(launch.sharedBytes ?? 0);
  const arg = args[source.argument];
  if (source.what === "scalar") return scalarOf(arg, type, source.part);
  if (!isArray(arg)) throw new Error(`argument ${source.argument} is no array`);
  const shape = arg.shape ?? [arg.data.length];
  if (source.what === "offset") return BigInt(arg.offset ?? 0);
  if (source.what === "shape") return BigInt(shape[source.axis] ?? 0);
  const inner = shape.slice(source.axis + 1).reduce((product, size) => product * size, 1);
  return BigInt(arg.strides?.[source.axis] ?? inner);
}

function scalarOf(arg: Argument | undefined, type: Scalar, part: 0 | 1): bigint | number | boolean {
  if (typeof arg === "object" && "re" in arg) return part === 0 ? arg.re : arg.im;
  if (typeof arg === "object" || arg === undefined) throw new Error("a number is missing");
  if (type === "bool") return Boolean(arg);
  return type.startsWith("f") ? Number(arg) : BigInt(arg);
}
