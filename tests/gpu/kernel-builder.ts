/** A few words to write kernels in IR inside tests. Spans count up, one a statement, so that line maps can be looked at. */
import type {
  Access,
  AtomicOperation,
  BinaryOperation,
  Comparison,
  Expr,
  Func,
  LaunchSource,
  LaunchValue,
  Local,
  Memory,
  Module,
  PositionKind,
  Scalar,
  Site,
  Stmt,
  UnaryOperation,
  WarpStmt,
} from "../../src/compiler/ir/ir.ts";
import type { LaunchFacts } from "../../src/compiler/ir/launch-facts.ts";
import type { Span } from "../../src/compiler/text/span.ts";

export interface ArrayOptions {
  /** Axes; sizes and strides are launch values. */
  readonly ndim?: number;
  readonly checked?: boolean;
  readonly wraps?: boolean;
}

export class KernelBuilder {
  readonly locals: Local[] = [];
  readonly memories: Memory[] = [];
  readonly launchValues: LaunchValue[] = [];
  readonly functions: Func[] = [];
  readonly sites: Site[] = [];
  #spans = 0;
  #arguments = 0;
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  span(): Span {
    this.#spans += 10;
    return { start: this.#spans, end: this.#spans + 5 };
  }

  // Values

  int(value: number | bigint, type: Scalar = "i32"): Expr {
    return { kind: "constant", type, value: BigInt(value), span: this.span() };
  }
  float(value: number, type: Scalar = "f32"): Expr {
    return { kind: "constant", type, value, span: this.span() };
  }
  bool(value: boolean): Expr {
    return { kind: "constant", type: "bool", value, span: this.span() };
  }
  at(which: PositionKind, axis: 0 | 1 | 2 = 0): Expr {
    return { kind: "position", which, axis, type: "i32", span: this.span() };
  }
  variable(name: string, type: Scalar = "i32"): Local {
    const local: Local = { kind: "local-variable", name, type };
    this.locals.push(local);
    return local;
  }
  get(local: Local): Expr {
    return { kind: "local", local, type: local.type, span: this.span() };
  }
  binary(op: BinaryOperation, left: Expr, right: Expr): Expr {
    return { kind: "binary", op, type: left.type, left, right, span: this.span() };
  }
  unary(op: UnaryOperation, value: Expr): Expr {
    return { kind: "unary", op, type: value.type, value, span: this.span() };
  }
  compare(op: Comparison, left: Expr, right: Expr): Expr {
    return { kind: "compare", op, type: "bool", left, right, span: this.span() };
  }
  logical(op: "and" | "or", left: Expr, right: Expr): Expr {
    return { kind: "logical", op, type: "bool", left, right, span: this.span() };
  }
  select(condition: Expr, then: Expr, otherwise: Expr): Expr {
    return { kind: "select", type: then.type, condition, ["then"]: then, otherwise, span: this.span() };
  }
  convert(value: Expr, type: Scalar, bits = false): Expr {
    return { kind: "convert", type, value, bits, span: this.span() };
  }
  math(fn: string, ...args: Expr[]): Expr {
    const predicate = fn === "isnan" || fn === "isinf" || fn === "isfinite";
    return { kind: "math", fn, type: predicate ? "bool" : (args[0]?.type ?? "f32"), args, span: this.span() };
  }

  // Arguments and memory

  scalar(name: string, type: Scalar = "i32"): Expr {
    return this.launch(name, { what: "scalar", argument: this.#arguments++, part: 0 }, type);
  }
  launch(name: string, source: LaunchSource, type: Scalar = "i32"): Expr {
    const value: LaunchValue = { kind: "launch-value", name, type, source };
    this.launchValues.push(value);
    return { kind: "launch", value, type, span: this.span() };
  }
  array(name: string, element: Scalar): Memory {
    return this.#memory({
      name,
      space: "global",
      element,
      length: null,
      argument: this.#arguments++,
      data: null,
      dynamic: false,
    });
  }
  shared(name: string, element: Scalar, length: number): Memory {
    return this.#memory({
      name,
      space: "shared",
      element,
      length,
      argument: null,
      data: null,
      dynamic: false,
    });
  }
  dynamicShared(name: string, element: Scalar): Memory {
    return this.#memory({
      name,
      space: "shared",
      element,
      length: null,
      argument: null,
      data: null,
      dynamic: true,
    });
  }
  localArray(name: string, element: Scalar, length: number): Memory {
    return this.#memory({
      name,
      space: "local",
      element,
      length,
      argument: null,
      data: null,
      dynamic: false,
    });
  }
  constants(name: string, element: Scalar, data: Uint8Array, length: number): Memory {
    return this.#memory({ name, space: "constant", element, length, argument: null, data, dynamic: false });
  }
  #memory(memory: Omit<Memory, "kind" | "span">): Memory {
    const made: Memory = { kind: "memory", ...memory, span: this.span() };
    this.memories.push(made);
    return made;
  }
  /** The size of a global array along its only axis. */
  size(memory: Memory): Expr {
    const known = this.launchValues.find(
      (v) => v.source.what === "shape" && v.source.argument === memory.argument,
    );
    if (known) return { kind: "launch", value: known, type: known.type, span: this.span() };
    return this.launch(`${memory.name}_size`, { what: "shape", argument: memory.argument ?? 0, axis: 0 });
  }
  access(memory: Memory, index: Expr, checked = false): Access {
    const size = memory.length === null ? this.size(memory) : this.int(memory.length);
    if (checked) this.sites.push({ kind: "bounds", span: this.span(), name: memory.name, message: "" });
    const axes = [{ index, size, stride: this.int(1), wraps: checked, checked }];
    return { memory, offset: this.int(0), axes, site: Math.max(0, this.sites.length - 1), span: this.span() };
  }
  load(memory: Memory, index: Expr, checked = false): Expr {
    return {
      kind: "load",
      type: memory.element,
      access: this.access(memory, index, checked),
      span: this.span(),
    };
  }

  // Statements

  set(local: Local, value: Expr): Stmt {
    return { kind: "assign", local, value, span: this.span() };
  }
  store(memory: Memory, index: Expr, value: Expr, checked = false): Stmt {
    return { kind: "store", access: this.access(memory, index, checked), value, span: this.span() };
  }
  atomic(
    op: AtomicOperation,
    memory: Memory,
    index: Expr,
    operands: Expr[],
    result: Local | null = null,
  ): Stmt {
    return { kind: "atomic", op, access: this.access(memory, index), operands, result, span: this.span() };
  }
  when(condition: Expr, then: Stmt[], otherwise: Stmt[] = []): Stmt {
    return { kind: "if", condition, ["then"]: then, otherwise, span: this.span() };
  }
  count(
    name: string,
    start: Expr,
    stop: Expr,
    body: (counter: Expr) => Stmt[],
    step = this.int(1),
    direction: "up" | "down" | "either" = "up",
  ): Stmt {
    const counter: Local = { kind: "local-variable", name, type: start.type };
    return {
      kind: "for",
      counter,
      start,
      stop,
      step,
      direction,
      body: body(this.get(counter)),
      span: this.span(),
    };
  }
  repeat(condition: Expr | null, body: Stmt[], budget = false): Stmt {
    if (budget) this.sites.push({ kind: "loop-budget", span: this.span(), name: "", message: "" });
    return {
      kind: "loop",
      condition,
      body,
      budget: budget ? this.sites.length - 1 : null,
      span: this.span(),
    };
  }
  leave(kind: "break" | "continue"): Stmt {
    return { kind, span: this.span() };
  }
  back(...values: Expr[]): Stmt {
    return { kind: "return", values, span: this.span() };
  }
  sync(): Stmt {
    return { kind: "barrier", scope: "block", combine: null, span: this.span() };
  }
  syncWith(op: "count" | "and" | "or", predicate: Expr, result: Local): Stmt {
    return { kind: "barrier", scope: "block", combine: { op, predicate, result }, span: this.span() };
  }
  warp(op: WarpStmt["op"], operands: Expr[], results: Local[]): Stmt {
    return { kind: "warp", op, mask: this.int(0xffffffff, "u32"), operands, results, span: this.span() };
  }
  print(...parts: (string | Expr)[]): Stmt {
    return { kind: "print", parts, span: this.span() };
  }
  fail(message: string): Stmt {
    this.sites.push({ kind: "exception", span: this.span(), name: "ValueError", message });
    return { kind: "fail", site: this.sites.length - 1, span: this.span() };
  }
  call(func: Func, args: Expr[], results: Local[]): Stmt {
    return { kind: "call", func, args, results, span: this.span() };
  }
  func(name: string, params: Local[], results: Scalar[], body: Stmt[]): Func {
    const func: Func = { name, params, results, locals: [], body, span: this.span() };
    this.functions.push(func);
    return func;
  }

  module(body: Stmt[]): Module {
    return {
      kernel: { name: this.name, params: [], results: [], locals: this.locals, body, span: this.span() },
      functions: this.functions,
      memories: this.memories,
      launchValues: this.launchValues,
      sites: this.sites,
      debug: false,
    };
  }

  facts(block: readonly [number, number, number], more: Partial<LaunchFacts> = {}): LaunchFacts {
    return {
      block,
      arguments: Array.from({ length: this.#arguments }, (_, argument) =>
        this.memories.some((memory) => memory.argument === argument)
          ? ({ kind: "array", offsetZero: true, contiguous: true } as const)
          : ({ kind: "scalar", integer: "any" } as const),
      ),
      equal: [],
      overlaps: [],
      dynamicSharedBytes: 0,
      windowed: false,
      float64: "exact",
      loopBudget: 1_000_000,
      ...more,
    };
  }
}
