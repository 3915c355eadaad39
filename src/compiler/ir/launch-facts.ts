/**
 * What the compiler may rely on about a launch beyond the types of the arguments. The facts are classes, not values:
 * a new size does not compile again, a new class does. Two launches with equal facts share one compiled kernel
 * (`factsKey`); the runtime derives them from the arguments before each launch.
 */
import type { LaunchSource } from "./ir.ts";

/** `auto`, `exact`, `fast`: DESIGN, section 3. The CPU device always computes exactly. */
export type Float64Mode = "auto" | "exact" | "fast";

/** Of an integer argument: 0 <= v < 2**31; fits int32; fits uint32; anything. */
export type IntegerClass = "small" | "int32" | "uint32" | "any";

export interface ScalarFacts {
  readonly kind: "scalar";
  readonly integer: IntegerClass;
}
export interface ArrayFacts {
  readonly kind: "array";
  /** Item 0 stands at the start of the binding. */
  readonly offsetZero: boolean;
  /** Strides are those of C order for the shape: with one axis, the stride is 1. Always true for layout C. */
  readonly contiguous: boolean;
}
export type ArgumentFacts = ScalarFacts | ArrayFacts;

export interface LaunchFacts {
  /** Threads a block along x, y, z; known at compile time, since a pipeline has them too. */
  readonly block: readonly [number, number, number];
  /** By flattened argument. */
  readonly arguments: readonly ArgumentFacts[];
  /** Groups of array sizes and integer arguments whose values are equal at this launch: `[a.shape[0], out.shape[0], n]`. */
  readonly equal: readonly (readonly LaunchSource[])[];
  /** By axis, the array sizes and integer arguments that equal the number of blocks: `out.shape[0]` where each block writes one item. */
  readonly gridSizes?: readonly (readonly LaunchSource[])[];
  /** Groups of flattened array arguments that touch the same bytes. */
  readonly overlaps: readonly (readonly number[])[];
  readonly dynamicSharedBytes: number;
  /** The launch covers a window of the grid: a block offset is added to blockIdx. Grids beyond the adapter's limit, and long ones. */
  readonly windowed: boolean;
  readonly float64: Float64Mode;
  /** Iterations that all unbounded loops of one thread may make together; 0 switches the budget off. */
  readonly loopBudget: number;
}

/** Limits of the adapter that shape the code. */
export interface DeviceLimits {
  readonly maxThreadsPerWorkgroup: number;
  readonly maxWorkgroupBytes: number;
  readonly maxStorageBuffers: number;
  readonly subgroups: boolean;
}

export function sameSource(a: LaunchSource, b: LaunchSource): boolean {
  return sourceKey(a) === sourceKey(b);
}

/** A short text that is equal for equal sources. */
export function sourceKey(source: LaunchSource): string {
  switch (source.what) {
    case "scalar":
      return `v${source.argument}.${source.part}`;
    case "shape":
      return `n${source.argument}.${source.axis}`;
    case "stride":
      return `s${source.argument}.${source.axis}`;
    case "offset":
      return `o${source.argument}`;
    case "dynamic-shared-bytes":
      return "d";
  }
}

/** A text that is equal for equal facts: the key of a compiled kernel beside its argument types. */
export function factsKey(facts: LaunchFacts): string {
  const args = facts.arguments.map((a) =>
    a.kind === "scalar" ? a.integer[0] : `${a.offsetZero ? "z" : "o"}${a.contiguous ? "c" : "s"}`,
  );
  const equal = facts.equal.map((group) => group.map(sourceKey).join("="));
  const overlaps = facts.overlaps.map((group) => group.join("+"));
  return [
    facts.block.join("x"),
    args.join(","),
    equal.join(";"),
    (facts.gridSizes ?? []).map((group) => group.map(sourceKey).join("=")).join(";"),
    overlaps.join(";"),
    facts.dynamicSharedBytes,
    facts.windowed ? "w" : "",
    facts.float64,
    facts.loopBudget,
  ].join("|");
}
