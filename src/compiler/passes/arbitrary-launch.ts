/** A random launch: arrays with their contents, scalars, and the facts that are true of them. */
import { writeScalar } from "../analysis/arithmetic.ts";
import { type LaunchSource, type LaunchValue, type Memory, SCALAR_BITS, type Scalar } from "../ir/ir.ts";
import { type ArgumentFacts, type IntegerClass, type LaunchFacts, sourceKey } from "../ir/launch-facts.ts";
import { NO_SPAN } from "../text/span.ts";
import type { Choice } from "./arbitrary-choice.ts";
import { shapeOf } from "./arbitrary-expression.ts";

/** Loops of random kernels run for less than this, or the case is not used. */
export const LOOP_BUDGET = 2000;
/** Element types of the array arguments. */
export const ARRAYS: readonly Scalar[] = ["u8", "i32", "i64", "u64"];
/** Length of the shared array. */
export const SHARED_LENGTH = 8;
const LONGEST_ARRAY = 9;

export class ArbitraryLaunch {
  readonly #choice: Choice;
  readonly memories: Memory[] = [];
  readonly values: LaunchValue[] = [];
  readonly sources = new Map<string, bigint>();
  readonly bytes = new Map<Memory, Uint8Array>();
  readonly facts: LaunchFacts;

  constructor(choice: Choice) {
    this.#choice = choice;
    const facts: ArgumentFacts[] = ARRAYS.map((element, argument) => this.#array(element, argument));
    this.memories.push(memoryOf("shared", "i32", "shared", null, SHARED_LENGTH));
    for (let scalar = 0; scalar < 2; scalar++) facts.push(this.#scalar(ARRAYS.length + scalar));
    const [first, second] = [shapeOf(1), shapeOf(2)];
    const same = this.sources.get(sourceKey(first)) === this.sources.get(sourceKey(second));
    this.facts = {
      block: [choice.pick([1, 4, 32]), 1, 1],
      arguments: facts,
      equal: same ? [[first, second]] : [],
      overlaps: [],
      dynamicSharedBytes: 0,
      windowed: false,
      float64: "auto",
      loopBudget: LOOP_BUDGET,
    };
  }

  /** An array of a few elements; some are views, that start inside their memory and step through it. */
  #array(element: Scalar, argument: number): ArgumentFacts {
    const size = this.#choice.below(LONGEST_ARRAY);
    const stride = this.#choice.chance(70) ? 1 : this.#choice.pick([2, -1]);
    const offset = stride === 1 ? 0 : size;
    const length = stride === 1 ? size : 3 * size;
    const memory = memoryOf(`array_${element}`, element, "global", argument, null);
    this.memories.push(memory);
    const elementBytes = SCALAR_BITS[element] / 8;
    const view = new DataView(new ArrayBuffer(length * elementBytes));
    for (let i = 0; i < length; i++)
      writeScalar(view, i * elementBytes, element, this.#choice.number(element));
    this.bytes.set(memory, new Uint8Array(view.buffer));
    this.#value(`${memory.name}_shape_0`, shapeOf(argument), BigInt(size));
    this.#value(`${memory.name}_stride_0`, { what: "stride", argument, axis: 0 }, BigInt(stride));
    this.#value(`${memory.name}_offset`, { what: "offset", argument }, BigInt(offset));
    return { kind: "array", offsetZero: offset === 0, contiguous: stride === 1 };
  }

  #scalar(argument: number): ArgumentFacts {
    const value = this.#choice.chance(50) ? BigInt(this.#choice.below(12)) : this.#choice.number("i64");
    this.#value(`n${argument}`, { what: "scalar", argument, part: 0 }, value);
    const bounds: readonly (readonly [IntegerClass, bigint, bigint])[] = [
      ["small", 0n, 2n ** 31n],
      ["int32", -(2n ** 31n), 2n ** 31n],
      ["uint32", 0n, 2n ** 32n],
    ];
    const known = bounds.find(([, lo, hi]) => value >= lo && value < hi);
    return { kind: "scalar", integer: known?.[0] ?? "any" };
  }

  #value(name: string, source: LaunchSource, value: bigint): void {
    this.values.push({ kind: "launch-value", name, type: "i64", source });
    this.sources.set(sourceKey(source), value);
  }
}

function memoryOf(
  name: string,
  element: Scalar,
  space: Memory["space"],
  argument: number | null,
  length: number | null,
): Memory {
  return {
    kind: "memory",
    name,
    space,
    element,
    length,
    argument,
    data: null,
    dynamic: false,
    span: NO_SPAN,
  };
}
