/**
 * Runs the threads of a block side by side, straight from the threads' own code: the oracle of `passes/block-program.ts`.
 * What all live threads must run together (a barrier, a warp operation, and whatever contains one) is run by all that
 * are there before any goes on; both branches of an `if` one after the other; loops while anyone is left in them.
 */
import { evaluateConvert, type ScalarValue, wrapInteger, zeroOf } from "../analysis/arithmetic.ts";
import { type Frame, Machine, type Surroundings, type Triple } from "./interpret.ts";
import {
  type BarrierStmt,
  type CallStmt,
  type ForStmt,
  type Func,
  type IfStmt,
  isInteger,
  type LoopStmt,
  type Memory,
  type Module,
  type Stmt,
  type WarpStmt,
} from "./ir.ts";
import { anyStatement, functionsWith } from "./walk.ts";

export interface BlockOutcome {
  /** As `Outcome.failures`, of all threads. */
  readonly failures: ReadonlySet<string>;
  readonly prints: readonly string[];
}

/** Rounds of one loop before it is taken for endless. */
const MOST_ROUNDS = 100_000;
const LANES = 32;

/** Runs every block of a grid, in order; memories are changed in place and shared memory is not cleared between blocks. */
export function interpretGrid(module: Module, world: Omit<Surroundings, "thread" | "block">): BlockOutcome {
  const failures = new Set<string>();
  const prints: string[] = [];
  for (const block of positions(world.gridSize)) {
    const threads = positions(world.blockSize).map(
      (thread, linear) => new Thread(new Machine({ ...ownMemories(module, world), thread, block }), linear),
    );
    new Block(module).run(threads);
    for (const { machine } of threads) {
      for (const failure of machine.failures) failures.add(failure);
      prints.push(...machine.prints);
    }
  }
  return { failures, prints };
}

/** A thread has local memory of its own, and shares all other memory. */
function ownMemories(
  module: Module,
  world: Omit<Surroundings, "thread" | "block">,
): Omit<Surroundings, "thread" | "block"> {
  const memories = new LocalMemories(module, world.memories);
  return { ...world, memories };
}

class LocalMemories extends Map<Memory, Uint8Array> {
  readonly #shared: Map<Memory, Uint8Array>;
  readonly #local: ReadonlySet<Memory>;

  constructor(module: Module, shared: Map<Memory, Uint8Array>) {
    super();
    this.#shared = shared;
    this.#local = new Set(module.memories.filter((memory) => memory.space === "local"));
  }

  override get(memory: Memory): Uint8Array | undefined {
    return this.#local.has(memory) ? super.get(memory) : this.#shared.get(memory);
  }

  override set(memory: Memory, bytes: Uint8Array): this {
    if (this.#local.has(memory)) super.set(memory, bytes);
    else this.#shared.set(memory, bytes);
    return this;
  }
}

function positions([x, y, z]: Triple): Triple[] {
  const all: Triple[] = [];
  for (let k = 0; k < z; k++) for (let j = 0; j < y; j++) for (let i = 0; i < x; i++) all.push([i, j, k]);
  return all;
}

class Thread {
  readonly machine: Machine;
  readonly linear: number;
  frame: Frame = new Map();
  returned: readonly ScalarValue[] = [];

  constructor(machine: Machine, linear: number) {
    this.machine = machine;
    this.linear = linear;
  }
}

/** Where the threads that started went. Those that ended for good are in none of the lists. */
interface Parting {
  readonly next: readonly Thread[];
  readonly left: readonly Thread[];
  readonly again: readonly Thread[];
  readonly returned: readonly Thread[];
}

class Block {
  readonly #module: Module;
  readonly #collective: ReadonlySet<Func>;

  constructor(module: Module) {
    this.#module = module;
    this.#collective = functionsWith(module, (s) => s.kind === "barrier" || s.kind === "warp");
  }

  run(threads: readonly Thread[]): void {
    this.#statements(this.#module.kernel.body, threads);
  }

  #isCollective(statement: Stmt): boolean {
    return anyStatement(
      [statement],
      (s) => s.kind === "barrier" || s.kind === "warp" || (s.kind === "call" && this.#collective.has(s.func)),
    );
  }

  #statements(statements: readonly Stmt[], threads: readonly Thread[]): Parting {
    let next = threads;
    const left: Thread[] = [];
    const again: Thread[] = [];
    const returned: Thread[] = [];
    for (const statement of statements) {
      const parting = this.#isCollective(statement)
        ? this.#together(statement, next)
        : this.#apart(statement, next);
      next = parting.next;
      left.push(...parting.left);
      again.push(...parting.again);
      returned.push(...parting.returned);
    }
    return { next, left, again, returned };
  }

  /** Each thread for itself. */
  #apart(statement: Stmt, threads: readonly Thread[]): Parting {
    const parting = {
      next: [] as Thread[],
      left: [] as Thread[],
      again: [] as Thread[],
      returned: [] as Thread[],
    };
    for (const thread of threads) {
      const flow = thread.machine.run([statement], thread.frame);
      if (flow.kind === "next") parting.next.push(thread);
      else if (flow.kind === "break") parting.left.push(thread);
      else if (flow.kind === "continue") parting.again.push(thread);
      else if (flow.kind === "return") {
        thread.returned = flow.values;
        parting.returned.push(thread);
      }
    }
    return parting;
  }

  #together(statement: Stmt, threads: readonly Thread[]): Parting {
    if (threads.length === 0) return { next: [], left: [], again: [], returned: [] };
    switch (statement.kind) {
      case "barrier":
        this.#barrier(statement, threads);
        return all(threads);
      case "warp":
        this.#warps(statement, threads);
        return all(threads);
      case "call":
        return this.#call(statement, threads);
      case "if":
        return this.#if(statement, threads);
      case "for":
        return this.#for(statement, threads);
      case "loop":
        return this.#loop(statement, threads);
      default:
        throw new Error(`${statement.kind} is nothing that threads do together`);
    }
  }

  #barrier({ combine }: BarrierStmt, threads: readonly Thread[]): void {
    if (!combine) return;
    const holding = threads.filter((t) => t.machine.value(combine.predicate, t.frame) === true).length;
    const { type } = combine.result;
    const isTrue = combine.op === "and" ? holding === threads.length : holding > 0;
    const value =
      combine.op === "count" ? wrapInteger(type, BigInt(holding)) : evaluateConvert("bool", type, isTrue);
    for (const thread of threads) thread.frame.set(combine.result, value);
  }

  #warps(statement: WarpStmt, threads: readonly Thread[]): void {
    const warps = new Map<number, Thread[]>();
    for (const thread of threads) {
      const warp = Math.floor(thread.linear / LANES);
      warps.set(warp, [...(warps.get(warp) ?? []), thread]);
    }
    for (const warp of warps.values()) this.#warp(statement, warp);
  }

  #warp({ op, operands, results }: WarpStmt, threads: readonly Thread[]): void {
    const [operand, distance] = operands;
    const values = new Map<number, ScalarValue>();
    const steps = new Map<number, number>();
    for (const { machine, frame, linear } of threads) {
      if (operand) values.set(linear % LANES, machine.value(operand, frame));
      if (distance) steps.set(linear % LANES, Number(machine.value(distance, frame)));
    }
    const bitsOf = (holds: (lane: number) => boolean): bigint =>
      threads.reduce(
        (bits, { linear }) => bits | (holds(linear % LANES) ? 1n << BigInt(linear % LANES) : 0n),
        0n,
      );
    const active = bitsOf(() => true);
    const voted = bitsOf((lane) => values.get(lane) === true);
    for (const { linear, frame } of threads) {
      const lane = linear % LANES;
      const own = values.get(lane) ?? false;
      const same = bitsOf((other) => values.get(other) === own);
      const outcome = ((): readonly ScalarValue[] => {
        switch (op) {
          case "all":
            return [voted === active];
          case "any":
            return [voted !== 0n];
          case "eq":
            return [voted === active || voted === 0n];
          case "ballot":
            return [voted];
          case "match-any":
            return [same];
          case "match-all":
            return [same === active ? active : 0n, same === active];
          case "active-mask":
            return [active];
          default: {
            const source = sourceLane(op, lane, steps.get(lane) ?? 0);
            // A lane that is not there is undefined in CUDA; here a thread then keeps its own value.
            return [values.get(source) ?? own, true];
          }
        }
      })();
      results.forEach((local, i) => {
        const value = outcome[i] ?? zeroOf(local.type);
        if (typeof value === "boolean") frame.set(local, evaluateConvert("bool", local.type, value));
        else
          frame.set(
            local,
            typeof value === "bigint" && isInteger(local.type) ? wrapInteger(local.type, value) : value,
          );
      });
    }
  }

  #call({ func, args, results }: CallStmt, threads: readonly Thread[]): Parting {
    const outer = threads.map((thread) => thread.frame);
    for (const thread of threads) {
      const inner: Frame = new Map();
      func.params.forEach((param, i) => {
        const arg = args[i];
        if (arg) inner.set(param, thread.machine.value(arg, thread.frame));
      });
      thread.frame = inner;
    }
    const { next, returned } = this.#statements(func.body, threads);
    threads.forEach((thread, i) => {
      thread.frame = outer[i] ?? new Map();
    });
    for (const { frame, returned: values } of returned)
      results.forEach((local, i) => {
        frame.set(local, values[i] ?? zeroOf(local.type));
      });
    for (const { frame } of next) for (const local of results) frame.set(local, zeroOf(local.type));
    return all(inOrder([...next, ...returned]));
  }

  #if(statement: IfStmt, threads: readonly Thread[]): Parting {
    const holds = (thread: Thread): boolean =>
      thread.machine.value(statement.condition, thread.frame) === true;
    const inThen = threads.filter(holds);
    const inElse = threads.filter((thread) => !inThen.includes(thread));
    const a = this.#statements(statement.then, inThen);
    const b = this.#statements(statement.otherwise, inElse);
    return {
      next: inOrder([...a.next, ...b.next]),
      left: [...a.left, ...b.left],
      again: [...a.again, ...b.again],
      returned: [...a.returned, ...b.returned],
    };
  }

  #for(statement: ForStmt, threads: readonly Thread[]): Parting {
    const { counter, direction } = statement;
    const counts = new Map<Thread, { count: bigint; readonly stop: bigint; readonly step: bigint }>();
    for (const thread of threads) {
      const [count = 0n, stop = 0n, step = 0n] = [statement.start, statement.stop, statement.step].map(
        (bound) => BigInt(thread.machine.value(bound, thread.frame)),
      );
      counts.set(thread, { count, stop, step });
    }
    const goesOn = (thread: Thread): boolean => {
      const { count = 0n, stop = 0n, step = 0n } = counts.get(thread) ?? {};
      if (step === 0n) return false;
      const up = direction === "up" || (direction === "either" && step > 0n);
      if (up ? count >= stop : count <= stop) return false;
      thread.frame.set(counter, count);
      return true;
    };
    const next = (thread: Thread): void => {
      const counted = counts.get(thread);
      if (counted) counted.count = wrapInteger(counter.type, counted.count + counted.step);
    };
    return this.#rounds(statement.body, threads, goesOn, next);
  }

  #loop({ condition, body }: LoopStmt, threads: readonly Thread[]): Parting {
    const goesOn = ({ machine, frame }: Thread): boolean =>
      condition === null || machine.value(condition, frame) === true;
    return this.#rounds(body, threads, goesOn, () => undefined);
  }

  #rounds(
    body: readonly Stmt[],
    threads: readonly Thread[],
    goesOn: (thread: Thread) => boolean,
    afterRound: (thread: Thread) => void,
  ): Parting {
    const done: Thread[] = [];
    const returned: Thread[] = [];
    let inside = threads;
    for (let round = 0; inside.length > 0; round++) {
      if (round > MOST_ROUNDS) throw new Error("the interpreter was told to run for too long");
      const going = inside.filter(goesOn);
      done.push(...inside.filter((thread) => !going.includes(thread)));
      const parting = this.#statements(body, going);
      done.push(...parting.left);
      returned.push(...parting.returned);
      inside = inOrder([...parting.next, ...parting.again]);
      inside.forEach(afterRound);
    }
    return { next: inOrder(done), left: [], again: [], returned };
  }
}

function all(threads: readonly Thread[]): Parting {
  return { next: threads, left: [], again: [], returned: [] };
}

const inOrder = (threads: readonly Thread[]): Thread[] => [...threads].sort((a, b) => a.linear - b.linear);

/** The lane that a shuffle reads; outside the warp a thread reads its own. */
function sourceLane(op: WarpStmt["op"], lane: number, distance: number): number {
  switch (op) {
    case "shfl-idx":
      return distance & (LANES - 1);
    case "shfl-up":
      return lane - distance < 0 ? lane : lane - distance;
    case "shfl-down":
      return lane + distance >= LANES ? lane : lane + distance;
    default:
      return (lane ^ distance) >= LANES ? lane : lane ^ distance;
  }
}
