/**
 * Which floats have to be what Numba computes, bit for bit: those that reach a float64 or an integer that somebody can
 * see, if only by way of a float32 variable. The others end in float32 memory or only steer branches. Backward over
 * locals, parameters and results of functions.
 */
import {
  type Access,
  type Expr,
  type Func,
  isFloat,
  isInteger,
  type Local,
  type Module,
  type Scalar,
  type Stmt,
  type WarpStmt,
} from "../ir/ir.ts";

export interface FloatDemand {
  /** Locals that must be exact: floats, and bools that are data and do not only steer. */
  readonly exact: ReadonlySet<Local>;
  /** Positions of the results that must be exact. */
  readonly results: ReadonlyMap<Func, ReadonlySet<number>>;
}

export function analyseFloatDemand(module: Module): FloatDemand {
  const demand = new Demand();
  let before = -1;
  // What is demanded of one local reaches others through their assignments, which may stand anywhere.
  while (before !== demand.size()) {
    before = demand.size();
    demand.walk(module.kernel, module.kernel.body);
    for (const func of module.functions) demand.walk(func, func.body);
  }
  return { exact: demand.exact, results: demand.results };
}

/** Nothing has to be exact. */
export const NO_DEMAND: FloatDemand = { exact: new Set(), results: new Map() };

/** How much of a value is needed: all of it, or only what float32 (for bool: a branch) takes. */
type Need = boolean;
const EXACT: Need = true;
const RELAXED: Need = false;

class Demand {
  readonly exact = new Set<Local>();
  readonly results = new Map<Func, Set<number>>();

  size(): number {
    let size = this.exact.size;
    for (const positions of this.results.values()) size += positions.size;
    return size;
  }

  walk(func: Func, statements: readonly Stmt[]): void {
    for (const statement of statements) this.#statement(func, statement);
  }

  #statement(func: Func, statement: Stmt): void {
    switch (statement.kind) {
      case "assign":
        this.#expr(statement.value, this.exact.has(statement.local));
        break;
      case "store":
        this.#access(statement.access);
        this.#expr(statement.value, memoryNeeds(statement.access));
        break;
      case "atomic":
        this.#access(statement.access);
        for (const operand of statement.operands) this.#expr(operand, memoryNeeds(statement.access));
        break;
      case "call":
        statement.args.forEach((arg, position) => {
          const param = statement.func.params[position];
          this.#expr(arg, !param || this.exact.has(param));
        });
        statement.results.forEach((local, position) => {
          if (this.exact.has(local)) this.#needResult(statement.func, position);
        });
        break;
      case "if":
        this.#expr(statement.condition, RELAXED);
        this.walk(func, statement.then);
        this.walk(func, statement.otherwise);
        break;
      case "for":
        for (const bound of [statement.start, statement.stop, statement.step]) this.#expr(bound, EXACT);
        this.walk(func, statement.body);
        break;
      case "loop":
        if (statement.condition) this.#expr(statement.condition, RELAXED);
        this.walk(func, statement.body);
        break;
      case "return":
        statement.values.forEach((value, position) => {
          this.#expr(value, this.results.get(func)?.has(position) ?? RELAXED);
        });
        break;
      case "barrier":
        if (statement.combine) this.#expr(statement.combine.predicate, EXACT);
        break;
      case "warp":
        this.#warp(statement);
        break;
      case "print":
        for (const part of statement.parts) if (typeof part !== "string") this.#expr(part, EXACT);
        break;
    }
  }

  #needResult(func: Func, position: number): void {
    const positions = this.results.get(func) ?? new Set();
    positions.add(position);
    this.results.set(func, positions);
  }

  /** A shuffled value is as exact as what comes out; what is compared or voted on is exact. */
  #warp(statement: WarpStmt): void {
    this.#expr(statement.mask, EXACT);
    const [result] = statement.results;
    statement.operands.forEach((operand, position) => {
      const moved = position === 0 && isShuffle(statement) && result !== undefined;
      this.#expr(operand, !moved || this.exact.has(result));
    });
  }

  #access(access: Access): void {
    this.#expr(access.offset, EXACT);
    for (const axis of access.axes)
      for (const part of [axis.index, axis.size, axis.stride]) this.#expr(part, EXACT);
  }

  #expr(expr: Expr, need: Need): void {
    switch (expr.kind) {
      case "local":
        if (need && !isInteger(expr.type)) this.exact.add(expr.local);
        break;
      case "unary":
        this.#expr(expr.value, need);
        break;
      case "binary":
      case "logical":
        this.#expr(expr.left, need);
        this.#expr(expr.right, need);
        break;
      case "compare":
        // A comparison that only steers asks nothing of locals: it takes them as they come.
        this.#expr(expr.left, need);
        this.#expr(expr.right, need);
        break;
      case "select":
        this.#expr(expr.condition, RELAXED);
        this.#expr(expr.then, need);
        this.#expr(expr.otherwise, need);
        break;
      case "convert":
        this.#expr(expr.value, expr.bits || convertNeeds(expr.value.type, expr.type, need));
        break;
      case "load":
        this.#access(expr.access);
        break;
      case "math":
        for (const arg of expr.args) this.#expr(arg, isFloat(arg.type) ? need : EXACT);
        break;
    }
  }
}

/** What a conversion needs of its operand. An integer made from a float, or a number from a bool, is data. */
function convertNeeds(from: Scalar, to: Scalar, need: Need): Need {
  return isInteger(to) || from === "bool" ? EXACT : need;
}

/** Memory of short floats takes what comes. */
function memoryNeeds(access: Access): Need {
  const { element } = access.memory;
  return element === "f32" || element === "f16" ? RELAXED : EXACT;
}

export const isShuffle = (statement: WarpStmt): boolean => statement.op.startsWith("shfl");
