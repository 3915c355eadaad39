/**
 * Interval analysis: which values each integer expression and local may have, which indices surely lie inside
 * their array, and which loops surely end. Forward over the structured code; loops are repeated, with ranges
 * widened, until what is assumed at their head holds again at the end of their body. Everything found is true of every
 * thread of every launch that agrees with the launch facts.
 */
import {
  type AccessAxis,
  type Expr,
  type Func,
  isInteger,
  type Local,
  type LoopStmt,
  type Module,
  type Stmt,
} from "../ir/ir.ts";
import type { LaunchFacts } from "../ir/launch-facts.ts";
import { type AxisProof, Evaluator } from "./evaluate.ts";
import { FlowState } from "./flow-state.ts";
import { atomForm } from "./linear-form.ts";
import { LoopAnalysis } from "./loop-analysis.ts";
import { type Range, typeRange, union } from "./range.ts";
import { StatementWalker } from "./statement-walker.ts";

export interface Intervals {
  /** Of an integer expression, at the places where it stands; the full range where it is never reached. */
  range(expr: Expr): Range;
  /** All values that are ever assigned to an integer local (or passed for a parameter); null if none is. */
  local(local: Local): Range | null;
  /** What is proved of an index; null where it is never reached. */
  axis(axis: AccessAxis): AxisProof | null;
  /** The value of a bool expression, where it is the same in all threads and at all times. */
  outcome(expr: Expr): boolean | null;
  /** Whether the loop ends after a number of rounds that is bounded in advance. */
  ends(loop: LoopStmt): boolean;
  /** All values of result `position` of a device function, null if it never returns. */
  result(func: Func, position: number): Range | null;
}

/** Analyses the kernel and the device functions that it calls. */
export function analyseIntervals(module: Module, facts: LaunchFacts): Intervals {
  // The first round finds what functions return for any result of the others, the second uses it.
  const first = analyseOnce(module, facts, new Map());
  return module.functions.length > 0 ? analyseOnce(module, facts, first.results).intervals : first.intervals;
}

/** By function: the range of each result. */
type Results = ReadonlyMap<Func, readonly (Range | null)[]>;

function analyseOnce(
  module: Module,
  facts: LaunchFacts,
  known: Results,
): { intervals: Intervals; results: Results } {
  const evaluator = new Evaluator(facts);
  const walker = new StatementWalker(evaluator, known);
  const loops = new LoopAnalysis(evaluator, walker);
  walker.loops = loops;
  const recursive = recursiveFunctions(module);
  walkFunction(walker, module.kernel, null);
  // Callers come after what they call, so from the end all calls of a function are seen before it is.
  for (const func of [...module.functions].reverse()) {
    const args = walker.calls.get(func);
    walkFunction(walker, func, recursive || !args ? null : args);
  }
  const { findings } = evaluator;
  const intervals: Intervals = {
    range: (expr) => findings.ranges.get(expr) ?? typeRange(expr.type),
    local: (local) => (isInteger(local.type) ? (walker.assigned.get(local) ?? null) : null),
    axis: (axis) => findings.axes.get(axis) ?? null,
    outcome: (expr) => findings.outcomes.get(expr) ?? null,
    ends: (loop) => loops.ending.get(loop) ?? false,
    result: (func, position) => walker.returned.get(func)?.[position] ?? null,
  };
  return { intervals, results: walker.returned };
}

function walkFunction(walker: StatementWalker, func: Func, args: readonly (Range | null)[] | null): void {
  const state = new FlowState(walker.evaluator.atoms);
  func.params.forEach((param, position) => {
    if (!isInteger(param.type)) return;
    const range = args?.[position] ?? typeRange(param.type);
    state.bind(param, { kind: "integer", form: atomForm(walker.evaluator.atoms.fresh(range)) });
    walker.assigned.set(param, union(walker.assigned.get(param) ?? range, range));
  });
  walker.func = func;
  walker.run(func.body, state);
}

/** Whether a function may come back to itself: then not all of its calls are seen before it is. */
function recursiveFunctions(module: Module): boolean {
  const order = new Map(module.functions.map((func, position) => [func, position]));
  const callsBack = (statements: readonly Stmt[], from: number): boolean =>
    statements.some((statement) => {
      if (statement.kind === "call") return (order.get(statement.func) ?? from) >= from;
      if (statement.kind === "if")
        return callsBack(statement.then, from) || callsBack(statement.otherwise, from);
      return (statement.kind === "for" || statement.kind === "loop") && callsBack(statement.body, from);
    });
  return module.functions.some((func, position) => callsBack(func.body, position));
}
