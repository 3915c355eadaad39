/**
 * Which values are the same in all threads of a block, and which statements all of them reach together. Never less
 * careful than WGSL's own analysis, which refuses a barrier under a condition that it cannot see to be uniform:
 * memory that the kernel writes counts as different by thread.
 *
 * Threads that have ended do not count: what they would have computed nobody asks for. But code for the whole block
 * still runs when all of its threads have ended, so from the first `return` of some threads on, conditions that read
 * memory (where only a living thread is sure to be in range) and loops that may not end are left to each thread.
 */
import type { Expr, ForStmt, IfStmt, Local, LoopStmt, Memory, Module, Stmt } from "../ir/ir.ts";
import { anyExpr, innerStatements, operandsOf, resultsOf, writtenMemories } from "../ir/walk.ts";
import { surelyEnds } from "./sure-end.ts";

export interface Uniformity {
  /** Locals that are assigned only uniform values, only where all threads are together. */
  readonly locals: ReadonlySet<Local>;
  /** Some threads may end by themselves, by `return` or `fail`, while others go on. */
  readonly endsApart: boolean;
  isUniform(expr: Expr): boolean;
  /**
   * Of an `if` or a loop: all threads of the block take the same way through it. Of a `break`, `continue`, `return`
   * or `fail`: all threads that reach the nearest loop's iteration, or are alive, take it together.
   */
  isTogether(statement: Stmt): boolean;
}

/**
 * Uniformity of the kernel's body. Device functions, and the locals of `demoted`, count as different by thread;
 * `overlaps` are groups of array arguments that share memory, so that writing one writes the others.
 */
export function analyseUniformity(
  module: Module,
  demoted: ReadonlySet<Local> = new Set(),
  overlaps: readonly (readonly number[])[] = [],
): Uniformity {
  const analysis = new UniformityAnalysis(module, demoted, overlaps);
  analysis.settle();
  return analysis;
}

/** Where a statement stands. */
interface Flow {
  /** Some threads of the block may be here without others that are alive. */
  readonly apart: boolean;
  /** Some threads may have ended before. */
  readonly ended: boolean;
}

/** What threads may do in a piece of code while others go on. */
interface Leaving {
  /** Leave the nearest loop, or its iteration. */
  readonly loop: boolean;
  /** End. */
  readonly kernel: boolean;
}
const NOBODY: Leaving = { loop: false, kernel: false };

class UniformityAnalysis implements Uniformity {
  readonly #body: readonly Stmt[];
  readonly #locals: readonly Local[];
  readonly #written: ReadonlySet<Memory>;
  readonly #divergent: Set<Local>;
  /** Statements that threads do not go through together. */
  readonly #apart = new Set<Stmt>();
  readonly #endings = new Map<LoopStmt, boolean>();
  #endsApart = false;

  constructor(module: Module, demoted: ReadonlySet<Local>, overlaps: readonly (readonly number[])[]) {
    this.#body = module.kernel.body;
    this.#locals = module.kernel.locals;
    this.#written = writtenWithOverlaps(module, overlaps);
    this.#divergent = new Set([...module.kernel.params, ...demoted]);
  }

  get locals(): ReadonlySet<Local> {
    return new Set(this.#locals.filter((local) => !this.#divergent.has(local)));
  }

  get endsApart(): boolean {
    return this.#endsApart;
  }

  isTogether(statement: Stmt): boolean {
    return !this.#apart.has(statement);
  }

  /** Starts from "all uniform" and takes away until nothing changes: the largest consistent answer. */
  settle(): void {
    for (let before = -1; before !== this.#divergent.size + this.#apart.size; ) {
      before = this.#divergent.size + this.#apart.size;
      this.#endsApart = this.#statements(this.#body, { apart: false, ended: false }).kernel;
    }
  }

  isUniform(expr: Expr): boolean {
    switch (expr.kind) {
      case "constant":
      case "launch":
        return true;
      case "local":
        return !this.#divergent.has(expr.local);
      case "position":
        return /^(block|block-size|grid-size|global-size)$/.test(expr.which);
      case "load": {
        const { memory, axes } = expr.access;
        const readOnly =
          memory.space === "constant" || (memory.space === "global" && !this.#written.has(memory));
        // A checked access may write a notice, so each thread does its own.
        return readOnly && !axes.some((axis) => axis.checked) && this.#areUniform(operandsOf(expr));
      }
      default:
        return this.#areUniform(operandsOf(expr));
    }
  }

  #areUniform(exprs: readonly Expr[]): boolean {
    return exprs.every((expr) => this.isUniform(expr));
  }

  /** Whether the block as a whole may evaluate it here. */
  #isUniformAt(expr: Expr, { apart, ended }: Flow): boolean {
    return !apart && this.isUniform(expr) && !(ended && readsMemory(expr));
  }

  #statements(statements: readonly Stmt[], at: Flow): Leaving {
    let flow = at;
    let leaving = NOBODY;
    for (const statement of statements) {
      const inner = this.#statement(statement, flow);
      leaving = either(leaving, inner);
      flow = { apart: flow.apart || inner.loop, ended: flow.ended || inner.kernel };
    }
    return leaving;
  }

  #statement(statement: Stmt, flow: Flow): Leaving {
    switch (statement.kind) {
      case "assign":
        if (!this.#isUniformAt(statement.value, flow)) this.#divergent.add(statement.local);
        return NOBODY;
      case "if":
        return this.#if(statement, flow);
      case "for":
        return this.#for(statement, flow);
      case "loop":
        return this.#loop(statement, flow);
      case "break":
      case "continue":
        if (flow.apart) this.#apart.add(statement);
        return { loop: flow.apart, kernel: false };
      case "return":
      case "fail":
        if (flow.apart) this.#apart.add(statement);
        return { loop: false, kernel: flow.apart };
      default:
        for (const local of resultsOf(statement)) this.#divergent.add(local);
        return NOBODY;
    }
  }

  #if(statement: IfStmt, flow: Flow): Leaving {
    if (!this.#isUniformAt(statement.condition, flow)) this.#apart.add(statement);
    const inner = this.#within(statement, flow);
    return either(this.#statements(statement.then, inner), this.#statements(statement.otherwise, inner));
  }

  #for(statement: ForStmt, flow: Flow): Leaving {
    const { counter, start, stop, step } = statement;
    const isUniform = [start, stop, step].every((bound) => this.#isUniformAt(bound, flow));
    // The counter of a loop for the whole block is assigned by the block.
    if (!isUniform || this.#divergent.has(counter)) this.#apart.add(statement);
    const leaving = this.#rounds(statement, flow);
    if (this.#apart.has(statement)) this.#divergent.add(counter);
    return leaving;
  }

  #loop(statement: LoopStmt, flow: Flow): Leaving {
    const { condition } = statement;
    if (condition ? !this.#isUniformAt(condition, flow) : flow.apart) this.#apart.add(statement);
    const leaving = this.#rounds(statement, flow);
    if ((flow.ended || leaving.kernel) && !this.#ends(statement)) this.#apart.add(statement);
    return leaving;
  }

  #rounds(statement: ForStmt | LoopStmt, flow: Flow): Leaving {
    let leaving = this.#statements(statement.body, this.#within(statement, flow));
    if (leaving.loop) this.#apart.add(statement);
    // From the second round on, some threads may have ended, or be where others are not.
    const later = { ...flow, ended: flow.ended || leaving.kernel };
    leaving = either(leaving, this.#statements(statement.body, this.#within(statement, later)));
    return { loop: false, kernel: leaving.kernel };
  }

  #within(statement: Stmt, flow: Flow): Flow {
    return { ...flow, apart: flow.apart || this.#apart.has(statement) };
  }

  #ends(statement: LoopStmt): boolean {
    let ends = this.#endings.get(statement);
    if (ends === undefined) {
      ends = surelyEnds(statement, this.#body);
      this.#endings.set(statement, ends);
    }
    return ends;
  }
}

function either(a: Leaving, b: Leaving): Leaving {
  return { loop: a.loop || b.loop, kernel: a.kernel || b.kernel };
}

export const readsMemory = (expr: Expr): boolean => anyExpr(expr, (inner) => inner.kind === "load");

function writtenWithOverlaps(module: Module, overlaps: readonly (readonly number[])[]): Set<Memory> {
  const written = writtenMemories(module);
  const writtenArguments = new Set([...written].map((memory) => memory.argument));
  for (const group of overlaps) {
    if (!group.some((argument) => writtenArguments.has(argument))) continue;
    for (const memory of module.memories)
      if (memory.argument !== null && group.includes(memory.argument)) written.add(memory);
  }
  return written;
}

/** Whether a statement, or one inside it that is not behind another loop, breaks or continues the loop round it. */
export function leavesRound(statement: Stmt): boolean {
  if (statement.kind === "break" || statement.kind === "continue") return true;
  return statement.kind === "if" && innerStatements(statement).some((inner) => inner.some(leavesRound));
}
