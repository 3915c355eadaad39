/**
 * Runs a kernel for one thread, exactly as `ir.ts` says: the oracle of the tests of passes and back ends. Slow and
 * plain on purpose. Barriers and warp operations act as for a block of one thread.
 */
import {
  evaluateBinary,
  evaluateCompare,
  evaluateConvert,
  evaluateUnary,
  readScalar,
  reinterpret,
  roundFloat,
  type ScalarValue,
  wrapInteger,
  writeScalar,
  zeroOf,
} from "../analysis/arithmetic.ts";
import {
  type Access,
  type AtomicOperation,
  type CallStmt,
  type Expr,
  type ForStmt,
  isInteger,
  type LaunchValue,
  type Local,
  type LoopStmt,
  type Memory,
  type Module,
  type PositionExpr,
  type Scalar,
  SCALAR_BITS,
  type Stmt,
  type WarpStmt,
} from "./ir.ts";

export type Triple = readonly [number, number, number];

/** What a thread finds when it starts. Memories are given as bytes; those that are missing are zero-filled. */
export interface Surroundings {
  readonly launch: ReadonlyMap<LaunchValue, ScalarValue>;
  readonly memories: Map<Memory, Uint8Array>;
  readonly thread: Triple;
  readonly block: Triple;
  readonly blockSize: Triple;
  readonly gridSize: Triple;
  /** Rounds of loops with a budget that the thread may make. */
  readonly loopBudget: number;
  /** Called with the value of each expression, for tests of analyses. */
  readonly watch?: (expr: Expr, value: ScalarValue) => void;
  /** Called with each index that an access uses, before it wraps or is checked. */
  readonly watchAxis?: (axis: Access["axes"][number], index: bigint, size: bigint) => void;
}

export interface Outcome {
  /** The first event of each site, as `site` or `site:axis:index`, in order. */
  readonly failures: readonly string[];
  readonly prints: readonly string[];
}

/** Statements that one thread may run before it is taken for endless. */
const MOST_STATEMENTS = 2_000_000;

export type Flow =
  | { readonly kind: "next" | "break" | "continue" | "end" }
  | { readonly kind: "return"; readonly values: readonly ScalarValue[] };
const NEXT: Flow = { kind: "next" };
const END: Flow = { kind: "end" };

/** Runs one thread of the kernel; `surroundings.memories` is changed in place. */
export function interpret(module: Module, surroundings: Surroundings): Outcome {
  const machine = new Machine(surroundings);
  machine.run(module.kernel.body, new Map());
  return { failures: [...machine.failures], prints: machine.prints };
}

export type Frame = Map<Local, ScalarValue>;

/** One thread, run by hand: `interpret-block.ts` runs many of them side by side. */
export class Machine {
  readonly failures = new Set<string>();
  readonly prints: string[] = [];
  readonly #world: Surroundings;
  #statements = 0;
  #budget: number;

  constructor(world: Surroundings) {
    this.#world = world;
    this.#budget = world.loopBudget;
  }

  run(statements: readonly Stmt[], frame: Frame): Flow {
    for (const statement of statements) {
      if (++this.#statements > MOST_STATEMENTS)
        throw new Error("the interpreter was told to run for too long");
      const flow = this.#statement(statement, frame);
      if (flow.kind !== "next") return flow;
    }
    return NEXT;
  }

  #statement(statement: Stmt, frame: Frame): Flow {
    switch (statement.kind) {
      case "assign":
        frame.set(statement.local, this.value(statement.value, frame));
        return NEXT;
      case "store": {
        const at = this.#place(statement.access, frame);
        const value = this.value(statement.value, frame);
        if (at !== null) this.#write(statement.access.memory, at, value);
        return NEXT;
      }
      case "atomic": {
        const at = this.#place(statement.access, frame);
        const operands = statement.operands.map((operand) => this.value(operand, frame));
        const { memory } = statement.access;
        const old = at === null ? zeroOf(memory.element) : this.#read(memory, at);
        if (at !== null) this.#write(memory, at, atomicResult(statement.op, memory.element, old, operands));
        if (statement.result) frame.set(statement.result, old);
        return NEXT;
      }
      case "call":
        return this.#call(statement, frame);
      case "if":
        return this.run(this.value(statement.condition, frame) ? statement.then : statement.otherwise, frame);
      case "for":
        return this.#for(statement, frame);
      case "loop":
        return this.#loop(statement, frame);
      case "break":
      case "continue":
        return statement;
      case "return":
        return { kind: "return", values: statement.values.map((value) => this.value(value, frame)) };
      case "barrier":
        if (statement.combine) {
          const holds = this.value(statement.combine.predicate, frame) === true;
          const { result } = statement.combine;
          frame.set(result, evaluateConvert("bool", result.type, holds));
        }
        return NEXT;
      case "warp":
        this.#warp(statement, frame);
        return NEXT;
      case "print":
        this.prints.push(
          statement.parts.map((p) => (typeof p === "string" ? p : String(this.value(p, frame)))).join(" "),
        );
        return NEXT;
      case "fail":
        this.failures.add(`${statement.site}`);
        return END;
    }
  }

  #call(statement: CallStmt, frame: Frame): Flow {
    const inner: Frame = new Map();
    statement.func.params.forEach((param, position) => {
      const arg = statement.args[position];
      if (arg) inner.set(param, this.value(arg, frame));
    });
    const flow = this.run(statement.func.body, inner);
    if (flow.kind === "end") return flow;
    const values = flow.kind === "return" ? flow.values : [];
    statement.results.forEach((local, position) => {
      frame.set(local, values[position] ?? zeroOf(local.type));
    });
    return NEXT;
  }

  /** Counts as Python's range does. A 32-bit counter wraps as the machine's would, so a pass that narrows one must leave room for the count after the last. */
  #for(statement: ForStmt, frame: Frame): Flow {
    const start = this.#integer(statement.start, frame);
    const stop = this.#integer(statement.stop, frame);
    const step = this.#integer(statement.step, frame);
    const { direction } = statement;
    if (step === 0n) return NEXT;
    const up = direction === "up" || (direction === "either" && step > 0n);
    const { type } = statement.counter;
    const next = (count: bigint): bigint =>
      SCALAR_BITS[type] < 64 ? wrapInteger(type, count + step) : count + step;
    for (let count = start; up ? count < stop : count > stop; count = next(count)) {
      frame.set(statement.counter, count);
      const flow = this.run(statement.body, frame);
      if (flow.kind === "break") break;
      if (flow.kind === "return" || flow.kind === "end") return flow;
      if (++this.#statements > MOST_STATEMENTS)
        throw new Error("the interpreter was told to run for too long");
    }
    return NEXT;
  }

  #loop(statement: LoopStmt, frame: Frame): Flow {
    while (!statement.condition || this.value(statement.condition, frame)) {
      if (statement.budget !== null && this.#budget-- <= 0) {
        this.failures.add(`${statement.budget}`);
        return END;
      }
      const flow = this.run(statement.body, frame);
      if (flow.kind === "break") break;
      if (flow.kind === "return" || flow.kind === "end") return flow;
      if (++this.#statements > MOST_STATEMENTS)
        throw new Error("the interpreter was told to run for too long");
    }
    return NEXT;
  }

  #warp(statement: WarpStmt, frame: Frame): void {
    const operands = statement.operands.map((operand) => this.value(operand, frame));
    const own = operands[0];
    const values: ScalarValue[] = [];
    switch (statement.op) {
      case "all":
      case "any":
        values.push(own === true || (typeof own === "bigint" && own !== 0n));
        break;
      case "eq":
        values.push(true);
        break;
      case "ballot":
        values.push(own === true || (typeof own === "bigint" && own !== 0n) ? 1n : 0n);
        break;
      case "match-any":
      case "match-all":
      case "active-mask":
        values.push(1n, true);
        break;
      default:
        values.push(own ?? 0n, true);
    }
    statement.results.forEach((result, position) => {
      const value = values[position] ?? zeroOf(result.type);
      frame.set(result, typeof value === "boolean" ? evaluateConvert("bool", result.type, value) : value);
    });
  }

  #integer(expr: Expr, frame: Frame): bigint {
    const value = this.value(expr, frame);
    if (typeof value !== "bigint") throw new Error(`an integer was expected, not ${expr.type}`);
    return value;
  }

  /** The value of an expression. */
  value(expr: Expr, frame: Frame): ScalarValue {
    const value = this.#evaluate(expr, frame);
    this.#world.watch?.(expr, value);
    return value;
  }

  #evaluate(expr: Expr, frame: Frame): ScalarValue {
    switch (expr.kind) {
      case "constant":
        return expr.value;
      case "local":
        return frame.get(expr.local) ?? zeroOf(expr.type);
      case "launch": {
        const value = this.#world.launch.get(expr.value);
        if (value === undefined) throw new Error(`no launch value ${expr.value.name}`);
        return value;
      }
      case "position":
        return BigInt(positionOf(expr, this.#world));
      case "unary":
        return evaluateUnary(expr.op, expr.type, this.value(expr.value, frame));
      case "binary":
        return evaluateBinary(
          expr.op,
          expr.type,
          this.value(expr.left, frame),
          this.value(expr.right, frame),
        );
      case "compare":
        return evaluateCompare(expr.op, this.value(expr.left, frame), this.value(expr.right, frame));
      case "logical": {
        const left = this.value(expr.left, frame);
        return left === (expr.op === "and") ? this.value(expr.right, frame) : left;
      }
      case "select":
        return this.value(this.value(expr.condition, frame) ? expr.then : expr.otherwise, frame);
      case "convert": {
        const value = this.value(expr.value, frame);
        return expr.bits
          ? reinterpret(expr.value.type, expr.type, value)
          : evaluateConvert(expr.value.type, expr.type, value);
      }
      case "load": {
        const at = this.#place(expr.access, frame);
        return at === null ? zeroOf(expr.type) : this.#read(expr.access.memory, at);
      }
      case "math":
        return evaluateMath(
          expr.fn,
          expr.type,
          expr.args.map((arg) => this.value(arg, frame)),
        );
    }
  }

  /** The element that an access means, or null where a check fails. */
  #place(access: Access, frame: Frame): bigint | null {
    let at = this.#integer(access.offset, frame);
    let inside = true;
    access.axes.forEach((axis, position) => {
      const size = this.#integer(axis.size, frame);
      let index = this.#integer(axis.index, frame);
      this.#world.watchAxis?.(axis, index, size);
      const given = index;
      if (axis.wraps && index < 0n) index += size;
      if (axis.checked && (index < 0n || index >= size)) {
        this.failures.add(`${access.site}:${position}:${given}`);
        inside = false;
      }
      at += index * this.#integer(axis.stride, frame);
    });
    return inside ? at : null;
  }

  #bytes(memory: Memory): Uint8Array {
    let bytes = this.#world.memories.get(memory);
    if (!bytes) {
      bytes =
        memory.data?.slice() ?? new Uint8Array(((memory.length ?? 0) * SCALAR_BITS[memory.element]) / 8);
      this.#world.memories.set(memory, bytes);
    }
    return bytes;
  }

  #view(memory: Memory, at: bigint): { readonly view: DataView; readonly offset: number } {
    const bytes = this.#bytes(memory);
    const size = SCALAR_BITS[memory.element] / 8;
    const offset = Number(at) * size;
    if (offset < 0 || offset + size > bytes.length)
      throw new Error(`element ${at} of ${memory.name} does not exist, and no check said so`);
    return { view: new DataView(bytes.buffer, bytes.byteOffset), offset };
  }

  #read(memory: Memory, at: bigint): ScalarValue {
    const { view, offset } = this.#view(memory, at);
    return readScalar(view, offset, memory.element);
  }

  #write(memory: Memory, at: bigint, value: ScalarValue): void {
    const { view, offset } = this.#view(memory, at);
    writeScalar(view, offset, memory.element, value);
  }
}

/** Lanes of a warp. */
const LANES = 32;

function positionOf(expr: PositionExpr, world: Surroundings): number {
  const { axis } = expr;
  const linear =
    world.thread[0] + world.blockSize[0] * (world.thread[1] + world.blockSize[1] * world.thread[2]);
  switch (expr.which) {
    case "thread":
      return world.thread[axis];
    case "block":
      return world.block[axis];
    case "block-size":
      return world.blockSize[axis];
    case "grid-size":
      return world.gridSize[axis];
    case "global":
      return world.block[axis] * world.blockSize[axis] + world.thread[axis];
    case "global-size":
      return world.gridSize[axis] * world.blockSize[axis];
    case "linear-thread":
      return linear;
    case "lane":
      return linear % LANES;
  }
}

function atomicResult(
  op: AtomicOperation,
  type: Scalar,
  old: ScalarValue,
  operands: readonly ScalarValue[],
): ScalarValue {
  const value = operands[0] ?? zeroOf(type);
  switch (op) {
    case "add":
    case "sub":
    case "and":
    case "or":
    case "xor":
      return evaluateBinary(op, type, old, value);
    case "min":
    case "nanmin":
      return evaluateBinary("min", type, old, value);
    case "max":
    case "nanmax":
      return evaluateBinary("max", type, old, value);
    case "inc":
      return old >= value ? 0n : evaluateBinary("add", type, old, 1n);
    case "dec":
      return old === 0n || old > value ? value : evaluateBinary("sub", type, old, 1n);
    case "exchange":
      return value;
    case "compare-exchange":
      return old === value ? (operands[1] ?? old) : old;
  }
}

/** Math functions that JavaScript has as well, by the same name; enough for tests of passes. */
function evaluateMath(fn: string, type: Scalar, args: readonly ScalarValue[]): ScalarValue {
  const numbers = args.map(Number);
  const [x = 0] = numbers;
  if (fn === "isnan") return Number.isNaN(x);
  if (fn === "isinf") return Math.abs(x) === Infinity;
  if (fn === "isfinite") return Number.isFinite(x);
  if (fn === "fabs") return Math.abs(x);
  if (fn === "fma") {
    const [, y = 0, z = 0] = numbers;
    return roundFloat(type, x * y + z);
  }
  const known: unknown = Reflect.get(Math, fn);
  if (typeof known !== "function") throw new Error(`the interpreter does not know math function ${fn}`);
  const result: unknown = known(...numbers);
  const number = typeof result === "number" ? roundFloat(type, result) : Number.NaN;
  return isInteger(type) ? BigInt(number) : number;
}
