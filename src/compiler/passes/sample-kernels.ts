/** Kernels as `lower/` makes them, by hand: the subjects of the tests of passes. */
import { binary, compare, convert, int, local, position, read } from "../ir/builder.ts";
import type {
  Access,
  Expr,
  LaunchSource,
  LaunchValue,
  Local,
  Memory,
  Module,
  PositionKind,
  Scalar,
  Site,
  Stmt,
} from "../ir/ir.ts";
import type { ArgumentFacts, IntegerClass, LaunchFacts } from "../ir/launch-facts.ts";
import { NO_SPAN as span } from "../text/span.ts";

/** Collects what a kernel uses while its body is written down. */
export class KernelSketch {
  readonly #locals: Local[] = [];
  readonly #memories: Memory[] = [];
  readonly #values: LaunchValue[] = [];
  readonly #sites: Site[] = [];
  readonly #facts: ArgumentFacts[] = [];

  local(name: string, type: Scalar = "i64"): Local {
    const made = local(name, type);
    this.#locals.push(made);
    return made;
  }

  /** The next array argument, contiguous and from the start of its memory. */
  array(name: string, element: Scalar, dimensions = 1): SketchedArray {
    const argument = this.#facts.length;
    this.#facts.push({ kind: "array", offsetZero: true, contiguous: true });
    const memory: Memory = {
      kind: "memory",
      name,
      space: "global",
      element,
      length: null,
      argument,
      data: null,
      dynamic: false,
      span,
    };
    this.#memories.push(memory);
    const sizes: Expr[] = [];
    const strides: Expr[] = [];
    for (let axis = 0; axis < dimensions; axis++) {
      sizes.push(this.#launch(`${name}_shape_${axis}`, { what: "shape", argument, axis }));
      strides.push(this.#launch(`${name}_stride_${axis}`, { what: "stride", argument, axis }));
    }
    const offset = this.#launch(`${name}_offset`, { what: "offset", argument });
    return new SketchedArray(memory, offset, sizes, strides, this.#sites);
  }

  shared(name: string, element: Scalar, ...sizes: readonly number[]): SketchedArray {
    const length = sizes.reduce((a, b) => a * b, 1);
    const memory: Memory = {
      kind: "memory",
      name,
      space: "shared",
      element,
      length,
      argument: null,
      data: null,
      dynamic: false,
      span,
    };
    this.#memories.push(memory);
    const strides = sizes.map((_, axis) => int(sizes.slice(axis + 1).reduce((a, b) => a * b, 1)));
    return new SketchedArray(
      memory,
      int(0),
      sizes.map((size) => int(size)),
      strides,
      this.#sites,
    );
  }

  /** The next scalar argument. */
  scalar(name: string, type: Scalar = "i64", integer: IntegerClass = "small"): Expr {
    const argument = this.#facts.length;
    this.#facts.push({ kind: "scalar", integer });
    return this.#launch(name, { what: "scalar", argument, part: 0 }, type);
  }

  /** A loop that lower/ gave a budget. */
  whileLoop(condition: Expr | null, body: readonly Stmt[]): Stmt {
    this.#sites.push({ kind: "loop-budget", span, name: "", message: "" });
    return { kind: "loop", condition, body, budget: this.#sites.length - 1, span };
  }

  #launch(name: string, source: LaunchSource, type: Scalar = "i64"): Expr {
    const value: LaunchValue = { kind: "launch-value", name, type, source };
    this.#values.push(value);
    return { kind: "launch", value, type, span };
  }

  module(body: readonly Stmt[]): Module {
    return {
      kernel: { name: "kernel", params: [], results: [], locals: this.#locals, body, span },
      functions: [],
      memories: this.#memories,
      launchValues: this.#values,
      sites: this.#sites,
      debug: false,
    };
  }

  /** `equal`: arrays whose sizes agree along the axes named, and scalars. */
  facts(
    block: readonly [number, number, number],
    equal: readonly (readonly Expr[])[] = [],
    rest: Partial<LaunchFacts> = {},
  ): LaunchFacts {
    return {
      block,
      arguments: this.#facts,
      equal: equal.map((group) =>
        group.flatMap((expr) => (expr.kind === "launch" ? [expr.value.source] : [])),
      ),
      overlaps: [],
      dynamicSharedBytes: 0,
      windowed: false,
      float64: "auto",
      loopBudget: 1_000_000,
      ...rest,
    };
  }
}

export class SketchedArray {
  readonly memory: Memory;
  readonly sizes: readonly Expr[];
  readonly #offset: Expr;
  readonly #strides: readonly Expr[];
  readonly #sites: Site[];

  constructor(memory: Memory, offset: Expr, sizes: readonly Expr[], strides: readonly Expr[], sites: Site[]) {
    this.memory = memory;
    this.sizes = sizes;
    this.#offset = offset;
    this.#strides = strides;
    this.#sites = sites;
  }

  size(axis = 0): Expr {
    return this.sizes[axis] ?? int(0);
  }

  #at(indices: readonly Expr[]): Access {
    this.#sites.push({ kind: "bounds", span, name: this.memory.name, message: "" });
    const axes = indices.map((index, axis) => ({
      index,
      size: this.size(axis),
      stride: this.#strides[axis] ?? int(1),
      wraps: true,
      checked: true,
    }));
    return { memory: this.memory, offset: this.#offset, axes, site: this.#sites.length - 1, span };
  }

  load(...indices: readonly Expr[]): Expr {
    return { kind: "load", type: this.memory.element, access: this.#at(indices), span };
  }

  store(indices: readonly Expr[], value: Expr): Stmt {
    return { kind: "store", access: this.#at(indices), value: convert(this.memory.element, value), span };
  }

  /** For statements that this sketch has no short way for. */
  storeAccess(...indices: readonly Expr[]): Access {
    return this.#at(indices);
  }
}

/** A position as Numba types arithmetic with it. */
export const wide = (which: PositionKind, axis: 0 | 1 | 2 = 0): Expr => convert("i64", position(which, axis));
export const both = (left: Expr, right: Expr): Expr => ({
  kind: "logical",
  op: "and",
  type: "bool",
  left,
  right,
  span,
});
export const add = (left: Expr, right: Expr): Expr => binary("add", left, right);
export const mul = (left: Expr, right: Expr): Expr => binary("mul", left, right);
export const less = (left: Expr, right: Expr): Expr => compare("lt", left, right);
/** `variable op= value` */
export const update = (
  variable: Local,
  op: "add" | "sub" | "mul" | "floor-div" | "xor" | "and",
  value: Expr,
): Stmt => ({
  kind: "assign",
  local: variable,
  value: binary(op, read(variable), value),
  span,
});
