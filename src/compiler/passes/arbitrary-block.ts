/**
 * Random kernels whose threads work together, for the block program and the back ends: barriers, votes and exchanges
 * through shared memory in branches, in loops of differing counts and in device functions, with early leaves round
 * them. Threads write only cells of their own between barriers, so the order of threads does not matter.
 */
import * as fc from "fast-check";
import * as ir from "../ir/builder.ts";
import type { Expr, Func, Local, Memory, Module, Scalar, Site, Stmt } from "../ir/ir.ts";
import { printModule } from "../ir/print.ts";
import { NO_SPAN as span } from "../text/span.ts";
import { Choice } from "./arbitrary-choice.ts";

export interface ArbitraryBlock {
  readonly module: Module;
  readonly block: readonly [number, number, number];
  readonly grid: readonly [number, number, number];
  /** The scalar argument `n`. */
  readonly n: bigint;
  /** Contents of the array that is only read. */
  readonly table: BigInt64Array;
  readonly [fc.toStringMethod]: () => string;
}

/** Items of the output a thread has. */
export const OUT_ITEMS = 4;
export const TABLE_ITEMS = 16;
export const SUM_ITEMS = 4;

const BLOCKS = [
  [1, 1, 1],
  [2, 1, 1],
  [5, 1, 1],
  [4, 2, 2],
  [33, 1, 1],
  [40, 2, 1],
] as const;

export const arbitraryBlock = (gridSizes: readonly number[] = [1, 2, 3]): fc.Arbitrary<ArbitraryBlock> =>
  fc.gen().map((gen) => makeBlock(new Choice(gen), gridSizes));

function makeBlock(choice: Choice, gridSizes: readonly number[]): ArbitraryBlock {
  const block = choice.pick(BLOCKS);
  const threads = block[0] * block[1] * block[2];
  const surroundings: Surroundings = {
    out: ir.memory("out", "i64", { argument: 0 }),
    table: ir.memory("table", "i64", { argument: 1 }),
    sums: ir.memory("sums", "i64", { argument: 2 }),
    cells: ir.memory("cells", "i64", { space: "shared", length: threads }),
    own: ir.memory("own", "i64", { space: "local", length: 3 }),
    n: { kind: "launch-value", name: "n", type: "i64", source: { what: "scalar", argument: 3, part: 0 } },
    sites: [],
    threads,
  };
  const functions: Func[] = [];
  for (let i = choice.below(3); i > 0; i--) functions.push(makeFunction(choice, surroundings, functions));
  const maker = new BodyMaker(choice, surroundings, functions, false);
  const body = [...maker.start(), ...maker.statements(0, 7), ...maker.finish()];
  const kernel = ir.func("k", body, maker.locals);
  const { out, table, sums, cells, own } = surroundings;
  const module = ir.module(kernel, [out, table, sums, cells, own], {
    functions,
    launchValues: [surroundings.n],
    sites: surroundings.sites,
  });
  const n = BigInt(choice.below(6));
  const grid = [choice.pick(gridSizes), 1, 1] as const;
  const values = BigInt64Array.from({ length: TABLE_ITEMS }, () => BigInt(choice.below(9)) - 3n);
  return {
    module,
    block,
    grid,
    n,
    table: values,
    [fc.toStringMethod]: () =>
      `${printModule(module, "full")}block ${block} grid ${grid} n ${n} table ${values}`,
  };
}

interface Surroundings {
  readonly out: Memory;
  readonly table: Memory;
  readonly sums: Memory;
  readonly cells: Memory;
  readonly own: Memory;
  readonly n: Module["launchValues"][number];
  readonly sites: Site[];
  readonly threads: number;
}

function makeFunction(choice: Choice, surroundings: Surroundings, callees: readonly Func[]): Func {
  const maker = new BodyMaker(choice, surroundings, callees, true);
  const param = ir.local("p", "i64");
  maker.numbers.push(param);
  const body = [...maker.start(), ...maker.statements(1, 4), ir.done([maker.number(0)])];
  return ir.func(`f${callees.length}`, body, maker.locals, [param], ["i64"]);
}

class BodyMaker {
  readonly locals: Local[] = [];
  readonly numbers: Local[] = [];
  readonly #choice: Choice;
  readonly #world: Surroundings;
  readonly #callees: readonly Func[];
  readonly #isFunction: boolean;
  /** Loop counters may be read, and are not assigned. */
  readonly #fixed = new Set<Local>();
  #loops = 0;

  constructor(choice: Choice, world: Surroundings, callees: readonly Func[], isFunction: boolean) {
    this.#choice = choice;
    this.#world = world;
    this.#callees = callees;
    this.#isFunction = isFunction;
    for (const name of ["a", "b", "c", "d"]) this.numbers.push(this.#local(name, "i64"));
  }

  /** Most locals have a value before they are read; the others are 0. */
  start(): Stmt[] {
    const linear = ir.convert("i64", ir.position("linear-thread"));
    const values = [ir.int(1), ir.int(2), linear, ir.convert("i64", ir.position("block"))];
    return this.numbers
      .filter((local) => this.locals.includes(local) && this.#choice.chance(90))
      .map((local) => ir.assign(local, this.#choice.pick(values)));
  }

  finish(): Stmt[] {
    return this.numbers.slice(0, OUT_ITEMS).map((local, i) => ir.store(this.#outAt(i), ir.read(local)));
  }

  statements(depth: number, most: number): Stmt[] {
    const statements: Stmt[] = [];
    for (let left = 1 + this.#choice.below(most); left > 0; left--)
      statements.push(...this.#statement(depth));
    return statements;
  }

  #local(name: string, type: Scalar): Local {
    const local = ir.local(name, type);
    this.locals.push(local);
    return local;
  }

  #statement(depth: number): Stmt[] {
    const choice = this.#choice;
    const simple = [
      "assign",
      "assign",
      "assign",
      "store",
      "sum",
      "barrier",
      "exchange",
      "vote",
      "count",
      "check",
      "own",
    ];
    const nested = depth < 3 ? ["if", "if", "if", "for", "while", "loop", "call"] : [];
    const leaving = ["leave", ...(this.#loops > 0 ? ["leave", "leave"] : [])];
    switch (choice.pick([...simple, ...nested, ...leaving])) {
      case "store":
        return [ir.store(this.#outAt(choice.below(OUT_ITEMS)), this.number(0))];
      case "sum": {
        const access = ir.at(this.#world.sums, ir.int(choice.below(SUM_ITEMS)));
        return [{ kind: "atomic", op: "add", access, operands: [this.number(0)], result: null, span }];
      }
      case "barrier":
        return [ir.barrier()];
      case "exchange":
        return this.#exchange();
      case "vote":
        return this.#vote();
      case "count":
        return this.#countingBarrier();
      case "check":
        return this.#checkedLoad();
      case "own": {
        const slot = ir.at(this.#world.own, ir.int(choice.below(3)));
        if (choice.chance(60)) return [ir.store(slot, this.number(1))];
        // Written before it is read, since what it holds at first is nobody's business.
        return [ir.store(slot, this.number(1)), ir.barrier(), ir.assign(this.#assignable(), ir.load(slot))];
      }
      case "if":
        return [
          ir.when(
            this.#condition(),
            this.statements(depth + 1, 3),
            choice.chance(40) ? this.statements(depth + 1, 3) : [],
          ),
        ];
      case "for":
        return [this.#for(depth)];
      case "while":
        return this.#while(depth);
      case "loop":
        return this.#endless(depth);
      case "call":
        return this.#call();
      case "leave":
        return [this.#leave()];
      default:
        return [ir.assign(this.#assignable(), this.number(0))];
    }
  }

  #assignable(): Local {
    return this.#choice.pick(this.numbers.filter((local) => !this.#fixed.has(local)));
  }

  /** Each thread writes its cell, all wait, each reads another's, all wait. */
  #exchange(): Stmt[] {
    const { cells, threads } = this.#world;
    const linear = ir.convert("i64", ir.position("linear-thread"));
    const other = ir.binary(
      "floor-mod",
      ir.binary("add", linear, ir.int(1 + this.#choice.below(4))),
      ir.int(threads),
    );
    const target = this.#assignable();
    return [
      ir.store(ir.at(cells, linear), this.number(1)),
      ir.barrier(),
      ir.assign(target, ir.load(ir.at(cells, other))),
      ir.barrier(),
    ];
  }

  #vote(): Stmt[] {
    const op = this.#choice.pick(["all", "any", "eq", "ballot", "match-any", "active-mask"] as const);
    const isBits = op === "ballot" || op === "match-any" || op === "active-mask";
    const result = this.#local(op === "match-any" ? "same" : "vote", isBits ? "u32" : "bool");
    const operands = op === "active-mask" ? [] : op === "match-any" ? [this.number(1)] : [this.#condition()];
    const warp: Stmt = { kind: "warp", op, mask: ir.int(-1, "i32"), operands, results: [result], span };
    return [warp, ir.assign(this.#assignable(), ir.convert("i64", ir.read(result)))];
  }

  #countingBarrier(): Stmt[] {
    const op = this.#choice.pick(["count", "and", "or"] as const);
    const result = this.#local("counted", "i32");
    const combine = { op, predicate: this.#condition(), result };
    return [
      { kind: "barrier", scope: "block", combine, span },
      ir.assign(this.#assignable(), ir.convert("i64", ir.read(result))),
    ];
  }

  #checkedLoad(): Stmt[] {
    const { table, sites } = this.#world;
    const access = ir.at(table, this.number(1), ir.int(TABLE_ITEMS), sites.length);
    sites.push({ kind: "bounds", span, name: "table", message: "" });
    return [ir.assign(this.#assignable(), ir.load(access))];
  }

  #for(depth: number): Stmt {
    const counter = this.#local("i", "i64");
    const [start, stop] = [this.#small(), this.#small()];
    const step = ir.int(this.#choice.pick([1, 1, 2]));
    const up = this.#choice.chance(70);
    const either = this.#choice.chance(30);
    const body = this.#inLoop(depth, counter, [counter, ...this.#reads(stop)]);
    return ir.count(
      counter,
      start,
      stop,
      up ? step : ir.int(-1),
      body,
      either ? "either" : up ? "up" : "down",
    );
  }

  /** Bounds must not change while the loop runs. */
  #reads(expr: Expr): Local[] {
    return expr.kind === "local" ? [expr.local] : [];
  }

  #inLoop(depth: number, counter: Local, fixed: readonly Local[]): Stmt[] {
    const added = fixed.filter((local) => !this.#fixed.has(local));
    for (const local of added) this.#fixed.add(local);
    this.numbers.push(counter);
    this.#loops++;
    const body = this.statements(depth + 1, 4);
    this.#loops--;
    this.numbers.splice(this.numbers.indexOf(counter), 1);
    for (const local of added) this.#fixed.delete(local);
    return body;
  }

  #while(depth: number): Stmt[] {
    const counter = this.#local("w", "i64");
    const below = ir.compare("lt", ir.read(counter), this.#small());
    const condition: Expr = this.#choice.chance(50)
      ? below
      : { kind: "logical", op: "and", type: "bool", left: below, right: this.#condition(), span };
    // A bound that is a local may grow within the loop, but not without end.
    const limit = ir.compare("lt", ir.read(counter), ir.int(5));
    const whole: Expr = { kind: "logical", op: "and", type: "bool", left: limit, right: condition, span };
    const advance = ir.assign(counter, ir.binary("add", ir.read(counter), ir.int(1)));
    const body = this.#inLoop(depth, counter, [counter]);
    return [ir.assign(counter, ir.int(0)), ir.loop(whole, [advance, ...body])];
  }

  #endless(depth: number): Stmt[] {
    const counter = this.#local("w", "i64");
    const advance = ir.assign(counter, ir.binary("add", ir.read(counter), ir.int(1)));
    const out = this.#isFunction || this.#choice.chance(80) ? ir.leave("break") : ir.done();
    const end = ir.when(ir.compare("gt", ir.read(counter), this.#bounded()), [out]);
    const body = this.#inLoop(depth, counter, [counter]);
    return [ir.assign(counter, ir.int(0)), ir.loop(null, [advance, end, ...body])];
  }

  #call(): Stmt[] {
    if (this.#callees.length === 0) return [ir.barrier()];
    const func = this.#choice.pick(this.#callees);
    return [{ kind: "call", func, args: [this.number(1)], results: [this.#assignable()], span }];
  }

  #leave(): Stmt {
    const choice = this.#choice;
    const back = ir.done(this.#isFunction ? [this.number(1)] : []);
    let leave: Stmt =
      this.#loops > 0 && choice.chance(85) ? ir.leave(choice.pick(["break", "continue"])) : back;
    if (choice.chance(6)) {
      this.#world.sites.push({ kind: "exception", span, name: "ValueError", message: "" });
      leave = { kind: "fail", site: this.#world.sites.length - 1, span };
    }
    const before = choice.chance(30) ? [ir.assign(this.#assignable(), this.number(1))] : [];
    return ir.when(this.#condition(), [...before, leave]);
  }

  #outAt(item: number) {
    const linear = ir.convert("i64", ir.position("linear-thread"));
    const first = ir.binary("mul", ir.convert("i64", ir.position("block")), ir.int(this.#world.threads));
    const slot = ir.binary("mul", ir.binary("add", first, linear), ir.int(OUT_ITEMS));
    return ir.at(this.#world.out, ir.binary("add", slot, ir.int(item)));
  }

  /** From 0 to 3 or so: how often a loop goes round. */
  #small(): Expr {
    const choice = this.#choice;
    const kind = choice.below(5);
    if (kind === 0) return { kind: "launch", value: this.#world.n, type: "i64", span };
    if (kind === 1) return ir.binary("and", ir.convert("i64", ir.position("linear-thread")), ir.int(3));
    if (kind === 2) return ir.binary("and", ir.convert("i64", ir.position("block")), ir.int(1));
    return ir.int(choice.below(4));
  }

  #bounded(): Expr {
    return this.#choice.chance(50) ? this.#small() : ir.binary("and", this.number(1), ir.int(3));
  }

  #condition(): Expr {
    const choice = this.#choice;
    const op = choice.pick(["lt", "eq", "ne", "ge"] as const);
    const compared = ir.compare(op, choice.chance(60) ? this.number(1) : this.#small(), this.#small());
    return choice.chance(20) ? { kind: "unary", op: "not", type: "bool", value: compared, span } : compared;
  }

  number(depth: number): Expr {
    const choice = this.#choice;
    if (depth < 2 && choice.chance(50)) {
      const op = choice.pick(["add", "sub", "mul", "and", "xor", "floor-mod"] as const);
      return ir.binary(op, this.number(depth + 1), this.number(depth + 1));
    }
    switch (choice.below(8)) {
      case 0:
        return { kind: "launch", value: this.#world.n, type: "i64", span };
      case 1:
        return ir.convert("i64", ir.position(choice.pick(["thread", "linear-thread", "lane"]), 0));
      case 2:
        return ir.convert("i64", ir.position(choice.pick(["block", "block-size", "global-size"]), 0));
      case 3:
        return ir.load(ir.at(this.#world.table, ir.int(choice.below(TABLE_ITEMS))));
      case 4:
      case 5:
        return ir.int(choice.below(7) - 2);
      default:
        return ir.read(choice.pick(this.numbers));
    }
  }
}
