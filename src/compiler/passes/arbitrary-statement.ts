/** Random statements over some locals and the memories of a launch. They leave loop counters alone. */
import type {
  Access,
  BinaryOperation,
  Comparison,
  Expr,
  Func,
  LaunchSource,
  Local,
  Scalar,
  Stmt,
} from "../ir/ir.ts";
import { NO_SPAN } from "../text/span.ts";
import type { Choice } from "./arbitrary-choice.ts";
import { binary, constant, convert, ExprMaker, localExpr, shapeOf } from "./arbitrary-expression.ts";
import { ARRAYS, type ArbitraryLaunch, SHARED_LENGTH } from "./arbitrary-launch.ts";

const DEEPEST = 3;

/** Numbers the sites of a module. */
export interface SiteCounter {
  count: number;
}

export class StatementMaker {
  readonly #choice: Choice;
  readonly #launch: ArbitraryLaunch;
  readonly #sites: SiteCounter;
  readonly #exprs: ExprMaker;
  /** May be read and, but for counters, assigned. */
  readonly #locals: Local[];
  /** Types of the values that `return` gives. */
  readonly #results: readonly Scalar[];
  readonly #callee: Func | null;
  /** Counters of the loops around, which must not be assigned. */
  readonly #counters: Local[] = [];
  /** Counters of loops that have been made. */
  readonly finished: Local[] = [];
  #inLoop = 0;

  constructor(
    choice: Choice,
    launch: ArbitraryLaunch,
    sites: SiteCounter,
    locals: readonly Local[],
    results: readonly Scalar[],
    callee: Func | null,
  ) {
    this.#choice = choice;
    this.#launch = launch;
    this.#sites = sites;
    this.#locals = [...locals];
    this.#results = results;
    this.#callee = callee;
    this.#exprs = new ExprMaker(choice, this.#locals, launch.values, ARRAYS.length);
  }

  statements(depth: number, most: number): Stmt[] {
    const count = 1 + this.#choice.below(most);
    return Array.from({ length: count }, () => this.#statement(depth));
  }

  #statement(depth: number): Stmt {
    const kinds = ["assign", "assign", "load", "store", "store", "accumulate", "accumulate", "atomic"];
    if (this.#callee) kinds.push("call");
    if (depth < DEEPEST) kinds.push("if", "guarded", "guarded", "for", "for", "loop", "while");
    if (this.#inLoop > 0) kinds.push("leave");
    switch (this.#choice.pick(kinds)) {
      case "load":
        return this.#load();
      case "store":
        return this.#store();
      case "if": {
        const condition = this.#exprs.bool(0);
        const guard = this.#choice.chance(20);
        const then: Stmt[] = guard ? [this.#return()] : this.statements(depth + 1, 3);
        const otherwise = this.#choice.chance(40) ? this.statements(depth + 1, 3) : [];
        return { kind: "if", condition, ["then"]: then, otherwise, span: NO_SPAN };
      }
      case "call":
        return this.#call();
      case "atomic":
        return this.#atomic();
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
          condition: this.#exprs.bool(1),
          ["then"]: [{ kind: this.#choice.pick(["break", "continue"] as const), span: NO_SPAN }],
          otherwise: [],
          span: NO_SPAN,
        };
      default:
        return this.#assign();
    }
  }

  #return(): Stmt {
    return {
      kind: "return",
      values: this.#results.map((type) => this.#exprs.integer(type, 1)),
      span: NO_SPAN,
    };
  }

  /** The last statement of a function. */
  end(): Stmt {
    return this.#return();
  }

  #call(): Stmt {
    const func = this.#callee;
    if (!func) return this.#assign();
    const args = func.params.map((param) => this.#exprs.integer(param.type, 1));
    const results = func.results.map((type) =>
      this.#choice.pick(this.#assignable().filter((l) => l.type === type)),
    );
    return { kind: "call", func, args, results, span: NO_SPAN };
  }

  #atomic(): Stmt {
    const access = this.#access();
    const { element } = access.memory;
    const fitting = this.#assignable().filter((local) => local.type === element);
    const result = fitting.length > 0 && this.#choice.chance(60) ? this.#choice.pick(fitting) : null;
    const op = this.#choice.pick(["add", "sub", "min", "max", "and", "or", "xor", "exchange"] as const);
    const operand = convert(this.#exprs.integer("i64", 1), element);
    return { kind: "atomic", op, access, operands: [operand], result, span: NO_SPAN };
  }

  #assignable(): readonly Local[] {
    return this.#locals.filter((local) => !this.#counters.includes(local));
  }

  #assign(): Stmt {
    const local = this.#choice.pick(this.#assignable());
    return {
      kind: "assign",
      local,
      value: local.type === "bool" ? this.#exprs.bool(0) : this.#exprs.integer(local.type, 0),
      span: NO_SPAN,
    };
  }

  #load(): Stmt {
    const local = this.#choice.pick(this.#assignable().filter((l) => l.type !== "bool"));
    const access = this.#access();
    const value: Expr = { kind: "load", type: access.memory.element, access, span: NO_SPAN };
    return { kind: "assign", local, value: convert(value, local.type), span: NO_SPAN };
  }

  /** Adds something small to a local, as counting and summing do. */
  #accumulate(): Stmt {
    const local = this.#choice.pick(this.#assignable().filter((l) => l.type === "i64" || l.type === "u64"));
    const access = this.#access();
    const load: Expr = { kind: "load", type: access.memory.element, access, span: NO_SPAN };
    const small = this.#choice.chance(50)
      ? constant(local.type, BigInt(this.#choice.below(4)))
      : convert(convert(load, "u8"), local.type);
    const value = binary(this.#choice.pick(["add", "add", "sub"]), local.type, localExpr(local), small);
    return { kind: "assign", local, value, span: NO_SPAN };
  }

  /** Uses an index where it was compared with the size before, or nearly so. */
  #guarded(depth: number): Stmt {
    const access = this.#access();
    const [axis] = access.axes;
    const local = this.#choice.pick(this.#locals.filter((l) => l.type === "i64"));
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
      this.#choice.chance(40)
        ? binary(
            this.#choice.pick(["add", "sub"]),
            "i64",
            expr,
            constant("i64", BigInt(this.#choice.below(3))),
          )
        : expr;
    const above = compare(
      this.#choice.pick(["ge", "gt"]),
      shift(read),
      constant("i64", BigInt(this.#choice.below(3)) - 1n),
    );
    const below = compare(this.#choice.pick(["lt", "le", "ne"]), shift(read), shift(size));
    const left = this.#choice.chance(15) ? this.#exprs.bool(2) : above;
    const condition: Expr = {
      kind: "logical",
      op: this.#choice.chance(80) ? "and" : "or",
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
    const used: Access = {
      ...access,
      axes: access.axes.map((a) => ({ ...a, index: this.#choice.pick(indices) })),
    };
    const store: Stmt = {
      kind: "store",
      access: used,
      value: convert(read, access.memory.element),
      span: NO_SPAN,
    };
    const body = [store, ...(this.#choice.chance(30) ? this.statements(depth + 1, 2) : [])];
    if (this.#choice.chance(30)) {
      // The other way round: leave where the index is wrong, and use it after that.
      const not: Expr = { kind: "unary", op: "not", type: "bool", value: condition, span: NO_SPAN };
      const leave: Stmt = this.#inLoop > 0 ? { kind: "continue", span: NO_SPAN } : this.#return();
      const guard: Stmt = { kind: "if", condition: not, ["then"]: [leave], otherwise: [], span: NO_SPAN };
      return {
        kind: "if",
        condition: this.#exprs.bool(2),
        ["then"]: [guard, ...body],
        otherwise: [],
        span: NO_SPAN,
      };
    }
    return { kind: "if", condition, ["then"]: body, otherwise: [], span: NO_SPAN };
  }

  #store(): Stmt {
    const access = this.#access();
    const source = this.#choice.pick(["i64", "u64", "i32"] as const);
    return {
      kind: "store",
      access,
      value: convert(this.#exprs.integer(source, 0), access.memory.element),
      span: NO_SPAN,
    };
  }

  #for(depth: number): Stmt {
    const counter: Local = { kind: "local-variable", name: `c${this.#locals.length}`, type: "i64" };
    const step = this.#choice.pick([1n, 1n, 1n, 2n, 3n, -1n, -2n]);
    const near = (): Expr =>
      this.#choice.chance(50) ? constant("i64", BigInt(this.#choice.below(12)) - 3n) : this.#exprs.size();
    const [start, stop] = [near(), near()];
    this.#locals.push(counter);
    this.#counters.push(counter);
    this.#inLoop++;
    const body = this.statements(depth + 1, 3);
    this.#inLoop--;
    this.#counters.pop();
    // Nothing reads a counter after its loop.
    this.#locals.splice(this.#locals.indexOf(counter), 1);
    this.finished.push(counter);
    const direction = this.#choice.chance(30) ? "either" : step > 0n ? "up" : "down";
    return { kind: "for", counter, start, stop, step: constant("i64", step), direction, body, span: NO_SPAN };
  }

  /** Counts a local up, down, or halves or doubles it, so that some of these loops surely end. */
  #countingLoop(depth: number): Stmt {
    const local = this.#choice.pick(this.#assignable().filter((l) => l.type === "i64"));
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
    const [op, by] = this.#choice.pick(steps);
    const down = op === "sub" || op === "floor-div" || op === "shr";
    const bound = this.#choice.chance(60)
      ? constant("i64", BigInt(this.#choice.below(10)))
      : this.#exprs.size();
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
    const body = [...this.statements(depth + 1, 2), advance];
    this.#inLoop--;
    return { kind: "loop", condition, body, budget: this.#site(), span: NO_SPAN };
  }

  #whileLoop(depth: number): Stmt {
    const condition = this.#choice.chance(30) ? null : this.#exprs.bool(1);
    this.#inLoop++;
    const body = this.statements(depth + 1, 3);
    this.#inLoop--;
    return { kind: "loop", condition, body, budget: this.#site(), span: NO_SPAN };
  }

  #site(): number {
    return this.#sites.count++;
  }

  #access(): Access {
    const memory = this.#choice.pick(this.#launch.memories);
    const index = this.#exprs.integer("i64", 1);
    const { argument } = memory;
    const named = (source: LaunchSource): Expr => this.#exprs.launch(source);
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
}
