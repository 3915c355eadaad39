/** Symbolic execution of statements: how each changes what is known. */
import { type AssignStmt, type Func, isInteger, type Local, type Scalar, type Stmt } from "../ir/ir.ts";
import { assuming } from "./condition.ts";
import type { Evaluator } from "./evaluate.ts";
import { type FlowState, mergeStates } from "./flow-state.ts";
import { atomForm } from "./linear-form.ts";
import type { LoopAnalysis } from "./loop-analysis.ts";
import { type Range, union } from "./range.ts";
import { integerValue, type Value } from "./value.ts";

/** What came of one round of a loop. */
export interface LoopBody {
  readonly ways: readonly FlowState[];
  readonly breaks: readonly FlowState[];
}

export class StatementWalker {
  readonly evaluator: Evaluator;
  /** All values given to a local, so far. */
  readonly assigned = new Map<Local, Range>();
  /** By function, the arguments of all calls seen so far. */
  readonly calls = new Map<Func, readonly (Range | null)[]>();
  readonly returned = new Map<Func, readonly (Range | null)[]>();
  func: Func | null = null;
  /** Set right after construction: loops run their bodies through this walker. */
  loops: LoopAnalysis | null = null;
  /** Where the ways out of the innermost loop are collected. */
  #exits: { breaks: FlowState[]; continues: FlowState[] } = { breaks: [], continues: [] };
  readonly #known: ReadonlyMap<Func, readonly (Range | null)[]>;

  constructor(evaluator: Evaluator, known: ReadonlyMap<Func, readonly (Range | null)[]>) {
    this.evaluator = evaluator;
    this.#known = known;
  }

  /** Runs statements; the state that comes back is dead where the end is not reached. */
  run(statements: readonly Stmt[], before: FlowState): FlowState {
    let state = before;
    for (const statement of statements) {
      if (state.dead) return state;
      state = this.#statement(statement, state);
    }
    return state;
  }

  /** Runs the body of a loop; `ways` are the states at its end, `continue` included, not merged where it ends in an `if`. */
  runBody(statements: readonly Stmt[], before: FlowState): LoopBody {
    const outer = this.#exits;
    this.#exits = { breaks: [], continues: [] };
    const ends = this.#runApart(statements, before);
    const { breaks, continues } = this.#exits;
    this.#exits = outer;
    return { ways: [...ends, ...continues].filter((state) => !state.dead), breaks };
  }

  /** Runs statements; where the last is an `if`, its branches end apart: what each of them does to a loop is seen better. */
  #runApart(statements: readonly Stmt[], before: FlowState): readonly FlowState[] {
    const last = statements.at(-1);
    if (last?.kind !== "if") return [this.run(statements, before)];
    const state = this.run(statements.slice(0, -1), before);
    if (state.dead) return [];
    const condition = this.evaluator.condition(state, last.condition);
    return [
      ...this.#runApart(last.then, assuming(state, condition, true)),
      ...this.#runApart(last.otherwise, assuming(state, condition, false)),
    ];
  }

  #statement(statement: Stmt, state: FlowState): FlowState {
    const { evaluator } = this;
    switch (statement.kind) {
      case "assign":
        this.#assign(statement, state);
        return state;
      case "store":
        evaluator.access(state, statement.access);
        evaluator.value(state, statement.value);
        return state;
      case "atomic":
        evaluator.access(state, statement.access);
        for (const operand of statement.operands) evaluator.value(state, operand);
        if (statement.result) this.give(state, statement.result, evaluator.unknown(statement.result));
        return state;
      case "call":
        this.#call(statement, state);
        return state;
      case "if": {
        const condition = evaluator.condition(state, statement.condition);
        const then = this.run(statement.then, assuming(state, condition, true));
        const otherwise = this.run(statement.otherwise, assuming(state, condition, false));
        return mergeStates(then, otherwise);
      }
      case "for":
      case "loop":
        if (!this.loops) throw new Error("no loop analysis");
        return statement.kind === "for"
          ? this.loops.counted(statement, state)
          : this.loops.free(statement, state);
      case "break":
        return this.#leave(state, this.#exits.breaks);
      case "continue":
        return this.#leave(state, this.#exits.continues);
      case "return":
        this.#return(
          statement.values.map((value) => this.#rangeOf(state, evaluator.value(state, value), value.type)),
        );
        return this.#leave(state, null);
      case "fail":
        return this.#leave(state, null);
      case "barrier":
        if (statement.combine) {
          evaluator.value(state, statement.combine.predicate);
          this.give(state, statement.combine.result, evaluator.unknown(statement.combine.result));
        }
        return state;
      case "warp":
        evaluator.value(state, statement.mask);
        for (const operand of statement.operands) evaluator.value(state, operand);
        for (const result of statement.results) this.give(state, result, evaluator.unknown(result));
        return state;
      case "print":
        for (const part of statement.parts) if (typeof part !== "string") evaluator.value(state, part);
        return state;
    }
  }

  /** Ends this way, keeping a copy of what was known on it. */
  #leave(state: FlowState, into: FlowState[] | null): FlowState {
    into?.push(state.copy());
    state.dead = true;
    return state;
  }

  #assign(statement: AssignStmt, state: FlowState): void {
    this.give(state, statement.local, this.evaluator.value(state, statement.value));
  }

  /** Binds a local to a value. */
  give(state: FlowState, local: Local, value: Value): void {
    state.bind(local, value);
    const range = this.#rangeOf(state, value, local.type);
    if (!this.evaluator.recording || state.dead || !range) return;
    this.assigned.set(local, union(this.assigned.get(local) ?? range, range));
  }

  #rangeOf(state: FlowState, value: Value, type: Scalar): Range | null {
    return value.kind === "integer" ? state.boundsIn(value.form, type) : null;
  }

  #call(statement: Stmt & { readonly kind: "call" }, state: FlowState): void {
    const args = statement.args.map((arg) =>
      this.#rangeOf(state, this.evaluator.value(state, arg), arg.type),
    );
    if (this.evaluator.recording && !state.dead) {
      this.calls.set(statement.func, joinRanges(this.calls.get(statement.func), args));
    }
    const known = this.#known.get(statement.func);
    statement.results.forEach((local, position) => {
      const range = known?.[position] ?? null;
      const exact = range && isInteger(local.type);
      this.give(
        state,
        local,
        exact ? integerValue(atomForm(this.evaluator.atoms.fresh(range))) : this.evaluator.unknown(local),
      );
    });
  }

  #return(ranges: readonly (Range | null)[]): void {
    if (!this.func || !this.evaluator.recording) return;
    this.returned.set(this.func, joinRanges(this.returned.get(this.func), ranges));
  }
}

function joinRanges(
  before: readonly (Range | null)[] | undefined,
  ranges: readonly (Range | null)[],
): readonly (Range | null)[] {
  return ranges.map((range, position) => {
    const other = before?.[position];
    return range && other ? union(range, other) : range;
  });
}
