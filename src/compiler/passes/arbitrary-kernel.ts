/**
 * Random integer kernels with a launch that fits them, for property tests of passes and back ends. They end, stay
 * inside `ir.ts` (no checked load or division inside a select), and favour values near the limits of the types.
 */
import type { GeneratorValue } from "fast-check";
import * as fc from "fast-check";
import { typeBounds, writeScalar } from "../analysis/arithmetic.ts";
import type { Surroundings } from "../ir/interpret.ts";
import {
  type Access,
  type BinaryOperation,
  type Comparison,
  type Expr,
  type LaunchSource,
  type LaunchValue,
  type Local,
  type Memory,
  type Module,
  type PositionKind,
  SCALAR_BITS,
  type Scalar,
  type Stmt,
} from "../ir/ir.ts";
import { type IntegerClass, type LaunchFacts, sourceKey } from "../ir/launch-facts.ts";
import { NO_SPAN } from "../text/span.ts";

export interface ArbitraryKernel {
  readonly module: Module;
  readonly facts: LaunchFacts;
  /** The value of each launch source, by its key. */
  readonly sources: ReadonlyMap<string, bigint>;
  readonly thread: number;
  readonly block: number;
  readonly gridSize: number;
  /** Bytes of the global memories before the launch. */
  readonly bytes: ReadonlyMap<Memory, Uint8Array>;
}

/** Loops of random kernels run for less than this, or the case is not used. */
export const LOOP_BUDGET = 2000;
const ARRAYS: readonly Scalar[] = ["u8", "i32", "i64", "u64"];
const LONGEST_ARRAY = 9;
const SHARED_LENGTH = 8;
const DEEPEST_EXPR = 3;
const DEEPEST_STMT = 3;
const INTERESTING: readonly bigint[] = [
  0n,
  1n,
  2n,
  3n,
  5n,
  7n,
  8n,
  16n,
  31n,
  32n,
  63n,
  64n,
  255n,
  256n,
  65535n,
  -1n,
  -2n,
  -3n,
  -8n,
  2n ** 31n - 1n,
  2n ** 31n,
  2n ** 32n - 1n,
  2n ** 32n,
  2n ** 63n - 1n,
  -(2n ** 31n),
  -(2n ** 31n) - 1n,
  -(2n ** 63n),
];

export const arbitraryKernel = (): fc.Arbitrary<ArbitraryKernel> =>
  fc.gen().map((gen) => new KernelMaker(gen).make());

/** What the interpreter needs to run the module, or one that passes made of it. */
export function surroundingsOf(kernel: ArbitraryKernel, module: Module): Surroundings {
  const launch = new Map<LaunchValue, bigint>();
  for (const value of module.launchValues)
    launch.set(value, kernel.sources.get(sourceKey(value.source)) ?? 0n);
  const memories = new Map<Memory, Uint8Array>();
  for (const [memory, bytes] of kernel.bytes) memories.set(memory, bytes.slice());
  return {
    launch,
    memories,
    thread: [kernel.thread, 0, 0],
    block: [kernel.block, 0, 0],
    blockSize: kernel.facts.block,
    gridSize: [kernel.gridSize, 1, 1],
    loopBudget: LOOP_BUDGET,
  };
}

class KernelMaker {
  readonly #gen: GeneratorValue;
  readonly #locals: Local[] = [];
  readonly #memories: Memory[] = [];
  readonly #launch: LaunchValue[] = [];
  readonly #sources = new Map<string, bigint>();
  readonly #bytes = new Map<Memory, Uint8Array>();
  /** Counters of the loops around, which must not be assigned. */
  readonly #counters: Local[] = [];
  readonly #finished: Local[] = [];
  #sites = 0;
  #inLoop = 0;

  constructor(gen: GeneratorValue) {
    this.#gen = gen;
  }

  #pick<T>(items: readonly T[]): T {
    return items[this.#below(items.length)] ?? (items[0] as T);
  }
  #below(count: number): number {
    return this.#gen(fc.nat, { max: Math.max(0, count - 1) });
  }
  #chance(percent: number): boolean {
    return this.#below(100) >= 100 - percent;
  }

  make(): ArbitraryKernel {
    const block = this.#pick([1, 4, 32]);
    for (const type of ["i64", "i64", "i64", "u64", "i32", "bool"] as const) {
      this.#locals.push({ kind: "local-variable", name: `${type}_${this.#locals.length}`, type });
    }
    const sizes = ARRAYS.map((element, argument) => this.#array(element, argument));
    this.#memories.push({
      kind: "memory",
      name: "shared",
      space: "shared",
      element: "i32",
      length: SHARED_LENGTH,
      argument: null,
      data: null,
      dynamic: false,
      span: NO_SPAN,
    });
    const scalars = [this.#scalar(ARRAYS.length), this.#scalar(ARRAYS.length + 1)];
    const equal = sizes.length > 1 && sizes[1] === sizes[2] ? [[shapeOf(1), shapeOf(2)]] : [];
    const body = this.#statements(0, 6);
    const facts: LaunchFacts = {
      block: [block, 1, 1],
      arguments: [
        ...ARRAYS.map(() => ({ kind: "array", offsetZero: true, contiguous: true }) as const),
        ...scalars.map((integer) => ({ kind: "scalar", integer }) as const),
      ],
      equal,
      overlaps: [],
      dynamicSharedBytes: 0,
      windowed: false,
      float64: "auto",
      loopBudget: LOOP_BUDGET,
    };
    const sites = Array.from(
      { length: this.#sites },
      () => ({ kind: "bounds", span: NO_SPAN, name: "", message: "" }) as const,
    );
    const gridSize = this.#pick([1, 3, 1000]);
    return {
      module: {
        kernel: {
          name: "k",
          params: [],
          results: [],
          locals: [...this.#locals, ...this.#finished],
          body,
          span: NO_SPAN,
        },
        functions: [],
        memories: this.#memories,
        launchValues: this.#launch,
        sites,
        debug: false,
      },
      facts,
      sources: this.#sources,
      thread: this.#below(block),
      block: this.#below(gridSize),
      gridSize,
      bytes: this.#bytes,
    };
  }

  #array(element: Scalar, argument: number): number {
    const size = this.#below(LONGEST_ARRAY);
    const memory: Memory = {
      kind: "memory",
      name: `array_${element}`,
      space: "global",
      element,
      length: null,
      argument,
      data: null,
      dynamic: false,
      span: NO_SPAN,
    };
    this.#memories.push(memory);
    const view = new DataView(new ArrayBuffer((size * SCALAR_BITS[element]) / 8));
    for (let i = 0; i < size; i++)
      writeScalar(view, (i * SCALAR_BITS[element]) / 8, element, this.#number(element));
    this.#bytes.set(memory, new Uint8Array(view.buffer));
    this.#value(`${memory.name}_shape_0`, shapeOf(argument), BigInt(size));
    this.#value(`${memory.name}_stride_0`, { what: "stride", argument, axis: 0 }, 1n);
    this.#value(`${memory.name}_offset`, { what: "offset", argument }, 0n);
    return size;
  }

  #scalar(argument: number): IntegerClass {
    const value = this.#chance(50) ? BigInt(this.#below(12)) : this.#number("i64");
    this.#value(`n${argument}`, { what: "scalar", argument, part: 0 }, value);
    const classes: readonly IntegerClass[] = ["small", "int32", "uint32", "any"];
    const bounds: Readonly<Record<IntegerClass, readonly [bigint, bigint]>> = {
      small: [0n, 2n ** 31n],
      int32: [-(2n ** 31n), 2n ** 31n],
      uint32: [0n, 2n ** 32n],
      any: [-(2n ** 63n), 2n ** 63n],
    };
    return classes.find((name) => value >= bounds[name][0] && value < bounds[name][1]) ?? "any";
  }

  #value(name: string, source: LaunchSource, value: bigint): void {
    this.#launch.push({ kind: "launch-value", name, type: "i64", source });
    this.#sources.set(sourceKey(source), value);
  }

  #number(type: Scalar): bigint {
    const { lo, hi } = typeBounds(type);
    const value = this.#chance(70) ? this.#pick(INTERESTING) : BigInt(this.#below(20)) - 5n;
    return value < lo || value > hi ? BigInt(this.#below(5)) : value;
  }

  #statements(depth: number, most: number): Stmt[] {
    const count = 1 + this.#below(most);
    return Array.from({ length: count }, () => this.#statement(depth));
  }

  #statement(depth: number): Stmt {
    const kinds = ["assign", "assign", "load", "store", "store", "accumulate", "accumulate"];
    if (depth < DEEPEST_STMT) kinds.push("if", "guarded", "guarded", "for", "for", "loop", "while");
    if (this.#inLoop > 0) kinds.push("leave");
    switch (this.#pick(kinds)) {
      case "load":
        return this.#load();
      case "store":
        return this.#store();
      case "if": {
        const condition = this.#expr("bool", 0);
        const guard = this.#chance(20);
        const then: Stmt[] = guard
          ? [{ kind: "return", values: [], span: NO_SPAN }]
          : this.#statements(depth + 1, 3);
        const otherwise = this.#chance(40) ? this.#statements(depth + 1, 3) : [];
        return { kind: "if", condition, ["then"]: then, otherwise, span: NO_SPAN };
      }
      case "accumulate":
        return this.#accumulate();
      case "guarded":
        return this.#guarded(depth);
      case "for":
        return this.#for(depth);
      case "loop":
        return this.#whileLoop(depth);
      case "while":
        return this.#countingLoop(depth);
      case "leave":
        return {
          kind: "if",
          condition: this.#expr("bool", 1),
          ["then"]: [{ kind: this.#pick(["break", "continue"] as const), span: NO_SPAN }],
          otherwise: [],
          span: NO_SPAN,
        };
      default:
        return this.#assign();
    }
  }

  #assignable(): readonly Local[] {
    return this.#locals.filter((local) => !this.#counters.includes(local));
  }

  #assign(): Stmt {
    const local = this.#pick(this.#assignable());
    return { kind: "assign", local, value: this.#expr(local.type, 0), span: NO_SPAN };
  }

  #load(): Stmt {
    const local = this.#pick(this.#assignable().filter((l) => l.type !== "bool"));
    const access = this.#access();
    const value: Expr = { kind: "load", type: access.memory.element, access, span: NO_SPAN };
    return { kind: "assign", local, value: convert(value, local.type), span: NO_SPAN };
  }

  /** Adds something small to a local, as counting and summing do. */
  #accumulate(): Stmt {
    const local = this.#pick(this.#assignable().filter((l) => l.type === "i64" || l.type === "u64"));
    const access = this.#access();
    const load: Expr = { kind: "load", type: access.memory.element, access, span: NO_SPAN };
    const small = this.#chance(50)
      ? constant(local.type, BigInt(this.#below(4)))
      : convert(convert(load, "u8"), local.type);
    const value = binary(this.#pick(["add", "add", "sub"]), local.type, localExpr(local), small);
    return { kind: "assign", local, value, span: NO_SPAN };
  }

  /** Uses an index where it was compared with the size before, or nearly so. */
  #guarded(depth: number): Stmt {
    const access = this.#access();
    const [axis] = access.axes;
    const local = this.#pick(this.#locals.filter((l) => l.type === "i64"));
    const read = localExpr(local);
    const size = axis?.size ?? read;
    const compare = (op: Comparison, left: Expr, right: Expr): Expr => ({
      kind: "compare",
      op,
      type: "bool",
      left,
      right,
      span: NO_SPAN,
    });
    const shift = (expr: Expr): Expr =>
      this.#chance(40)
        ? binary(this.#pick(["add", "sub"]), "i64", expr, constant("i64", BigInt(this.#below(3))))
        : expr;
    const above = compare(
      this.#pick(["ge", "gt"]),
      shift(read),
      constant("i64", BigInt(this.#below(3)) - 1n),
    );
    const below = compare(this.#pick(["lt", "le", "ne"]), shift(read), shift(size));
    const left = this.#chance(15) ? this.#expr("bool", 2) : above;
    const condition: Expr = {
      kind: "logical",
      op: this.#chance(80) ? "and" : "or",
      type: "bool",
      left,
      right: below,
      span: NO_SPAN,
    };
    const indices: readonly Expr[] = [
      shift(read),
      shift(read),
      binary("floor-mod", "i64", shift(read), size),
      binary("min", "i64", shift(read), shift(size)),
      binary("sub", "i64", size, shift(read)),
      binary("floor-div", "i64", shift(read), constant("i64", 2n)),
    ];
    const used: Access = { ...access, axes: access.axes.map((a) => ({ ...a, index: this.#pick(indices) })) };
    const store: Stmt = {
      kind: "store",
      access: used,
      value: convert(read, access.memory.element),
      span: NO_SPAN,
    };
    const body = [store, ...(this.#chance(30) ? this.#statements(depth + 1, 2) : [])];
    if (this.#chance(30)) {
      // The other way round: leave where the index is wrong, and use it after that.
      const not: Expr = { kind: "unary", op: "not", type: "bool", value: condition, span: NO_SPAN };
      const leave: Stmt =
        this.#inLoop > 0
          ? { kind: "continue", span: NO_SPAN }
          : { kind: "return", values: [], span: NO_SPAN };
      const guard: Stmt = { kind: "if", condition: not, ["then"]: [leave], otherwise: [], span: NO_SPAN };
      return {
        kind: "if",
        condition: this.#expr("bool", 2),
        ["then"]: [guard, ...body],
        otherwise: [],
        span: NO_SPAN,
      };
    }
    return { kind: "if", condition, ["then"]: body, otherwise: [], span: NO_SPAN };
  }

  #store(): Stmt {
    const access = this.#access();
    const source = this.#pick(["i64", "u64", "i32"] as const);
    return {
      kind: "store",
      access,
      value: convert(this.#expr(source, 0), access.memory.element),
      span: NO_SPAN,
    };
  }

  #for(depth: number): Stmt {
    const counter: Local = { kind: "local-variable", name: `c${this.#locals.length}`, type: "i64" };
    const step = this.#pick([1n, 1n, 1n, 2n, 3n, -1n, -2n]);
    const near = (): Expr =>
      this.#chance(50) ? constant("i64", BigInt(this.#below(12)) - 3n) : this.#sizeExpr();
    const [start, stop] = [near(), near()];
    this.#locals.push(counter);
    this.#counters.push(counter);
    this.#inLoop++;
    const body = this.#statements(depth + 1, 3);
    this.#inLoop--;
    this.#counters.pop();
    // Nothing reads a counter after its loop.
    this.#locals.splice(this.#locals.indexOf(counter), 1);
    this.#finished.push(counter);
    const direction = this.#chance(30) ? "either" : step > 0n ? "up" : "down";
    return { kind: "for", counter, start, stop, step: constant("i64", step), direction, body, span: NO_SPAN };
  }

  /** Counts a local up, down, or halves or doubles it, so that some of these loops surely end. */
  #countingLoop(depth: number): Stmt {
    const local = this.#pick(this.#assignable().filter((l) => l.type === "i64"));
    const read = localExpr(local);
    const steps: readonly (readonly [BinaryOperation, bigint])[] = [
      ["add", 1n],
      ["sub", 1n],
      ["sub", 3n],
      ["floor-div", 2n],
      ["shr", 1n],
      ["mul", 2n],
      ["add", 5n],
    ];
    const [op, by] = this.#pick(steps);
    const down = op === "sub" || op === "floor-div" || op === "shr";
    const bound = this.#chance(60) ? constant("i64", BigInt(this.#below(10))) : this.#sizeExpr();
    const condition: Expr = {
      kind: "compare",
      op: down ? "gt" : "lt",
      type: "bool",
      left: read,
      right: bound,
      span: NO_SPAN,
    };
    const advance: Stmt = {
      kind: "assign",
      local,
      value: binary(op, "i64", read, constant("i64", by)),
      span: NO_SPAN,
    };
    this.#inLoop++;
    const body = [...this.#statements(depth + 1, 2), advance];
    this.#inLoop--;
    return { kind: "loop", condition, body, budget: this.#site(), span: NO_SPAN };
  }

  #whileLoop(depth: number): Stmt {
    const condition = this.#chance(30) ? null : this.#expr("bool", 1);
    this.#inLoop++;
    const body = this.#statements(depth + 1, 3);
    this.#inLoop--;
    return { kind: "loop", condition, body, budget: this.#site(), span: NO_SPAN };
  }

  #site(): number {
    return this.#sites++;
  }

  #access(): Access {
    const memory = this.#pick(this.#memories);
    const index = this.#expr("i64", 1);
    const { argument } = memory;
    const named = (source: LaunchSource): Expr => this.#launchExpr(source);
    const axis =
      argument === null
        ? {
            index,
            size: constant("i64", BigInt(SHARED_LENGTH)),
            stride: constant("i64", 1n),
            wraps: true,
            checked: true,
          }
        : {
            index,
            size: named(shapeOf(argument)),
            stride: named({ what: "stride", argument, axis: 0 }),
            wraps: true,
            checked: true,
          };
    const offset = argument === null ? constant("i64", 0n) : named({ what: "offset", argument });
    return { memory, offset, axes: [axis], site: this.#site(), span: NO_SPAN };
  }

  #launchExpr(source: LaunchSource): Expr {
    const value = this.#launch.find((v) => sourceKey(v.source) === sourceKey(source));
    return value ? { kind: "launch", value, type: value.type, span: NO_SPAN } : constant("i64", 0n);
  }

  #sizeExpr(): Expr {
    return this.#launchExpr(shapeOf(this.#below(ARRAYS.length)));
  }

  #expr(type: Scalar, depth: number): Expr {
    if (type === "bool") return this.#bool(depth);
    if (depth >= DEEPEST_EXPR || this.#chance(25)) return this.#leaf(type);
    switch (this.#pick(["binary", "binary", "binary", "binary", "unary", "convert", "select"])) {
      case "unary":
        return {
          kind: "unary",
          op: this.#pick(
            type.startsWith("u") ? ["invert", "popcount"] : ["neg", "invert", "abs", "popcount"],
          ),
          type,
          value: this.#expr(type, depth + 1),
          span: NO_SPAN,
        };
      case "convert":
        return convert(
          convert(
            this.#expr(this.#pick(["i64", "u64", "i32", "bool"]), depth + 1),
            this.#pick(["i8", "u8", "i16", "u16", "i32", "u32", "u64"]),
          ),
          type,
        );
      case "select":
        return {
          kind: "select",
          type,
          condition: this.#bool(depth + 1),
          ["then"]: this.#plain(type, depth + 1),
          otherwise: this.#plain(type, depth + 1),
          span: NO_SPAN,
        };
      default:
        return binary(this.#pick(OPERATIONS), type, this.#expr(type, depth + 1), this.#expr(type, depth + 1));
    }
  }

  /** Without divisions, for the sides of a select. */
  #plain(type: Scalar, depth: number): Expr {
    if (depth >= DEEPEST_EXPR || this.#chance(40)) return this.#leaf(type);
    return binary(
      this.#pick(["add", "sub", "mul", "and", "min"] as const),
      type,
      this.#plain(type, depth + 1),
      this.#plain(type, depth + 1),
    );
  }

  #leaf(type: Scalar): Expr {
    const kind = this.#below(10);
    if (kind < 3) return constant(type, this.#number(type));
    if (kind < 5) {
      const which = this.#pick([
        "thread",
        "global",
        "block-size",
        "grid-size",
        "global-size",
        "block",
      ] as const satisfies readonly PositionKind[]);
      return convert({ kind: "position", which, axis: 0, type: "i32", span: NO_SPAN }, type);
    }
    if (kind < 6) return convert(this.#sizeExpr(), type);
    if (kind < 7)
      return convert(
        { kind: "launch", value: this.#pick(this.#launch.slice(-2)), type: "i64", span: NO_SPAN },
        type,
      );
    return convert(localExpr(this.#pick(this.#locals.filter((l) => l.type !== "bool"))), type);
  }

  #bool(depth: number): Expr {
    if (depth < DEEPEST_EXPR && this.#chance(30)) {
      if (this.#chance(20))
        return { kind: "unary", op: "not", type: "bool", value: this.#bool(depth + 1), span: NO_SPAN };
      return {
        kind: "logical",
        op: this.#pick(["and", "or"]),
        type: "bool",
        left: this.#bool(depth + 1),
        right: this.#bool(depth + 1),
        span: NO_SPAN,
      };
    }
    if (this.#chance(15)) return localExpr(this.#pick(this.#locals.filter((l) => l.type === "bool")));
    const type = this.#pick(["i64", "i64", "u64", "i32"] as const);
    const op: Comparison = this.#pick(["lt", "le", "gt", "ge", "eq", "ne"]);
    return {
      kind: "compare",
      op,
      type: "bool",
      left: this.#expr(type, depth + 1),
      right: this.#expr(type, depth + 1),
      span: NO_SPAN,
    };
  }
}

const OPERATIONS: readonly BinaryOperation[] = [
  "add",
  "add",
  "add",
  "sub",
  "sub",
  "mul",
  "mul",
  "floor-div",
  "floor-mod",
  "floor-mod",
  "trunc-div",
  "trunc-mod",
  "and",
  "and",
  "or",
  "xor",
  "shl",
  "shr",
  "min",
  "max",
  "pow",
];

const shapeOf = (argument: number): LaunchSource => ({ what: "shape", argument, axis: 0 });
const constant = (type: Scalar, value: bigint): Expr => ({ kind: "constant", type, value, span: NO_SPAN });
const localExpr = (local: Local): Expr => ({ kind: "local", local, type: local.type, span: NO_SPAN });
const binary = (op: BinaryOperation, type: Scalar, left: Expr, right: Expr): Expr => ({
  kind: "binary",
  op,
  type,
  left,
  right,
  span: NO_SPAN,
});
const convert = (value: Expr, type: Scalar): Expr =>
  value.type === type ? value : { kind: "convert", type, value, bits: false, span: NO_SPAN };
