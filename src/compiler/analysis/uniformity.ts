/**
 * Which values are the same in all threads of a block. Never less careful than WGSL's own analysis, which refuses a
 * barrier under a condition that it cannot see to be uniform: memory that the kernel writes counts as different by thread.
 */
import type { Expr, Local, Memory, Module, Stmt } from "../ir/ir.ts";
import { resultsOf } from "./assigned-locals.ts";

export interface Uniformity {
  /** Locals that are assigned only uniform values, only under uniform flow. */
  readonly locals: ReadonlySet<Local>;
  isUniform(expr: Expr): boolean;
}

/** Uniformity of the kernel's body; device functions, and the locals of `demoted`, count as different by thread. */
export function analyseUniformity(
  module: Module,
  body: readonly Stmt[],
  demoted: ReadonlySet<Local>,
): Uniformity {
  const written = writtenMemories(module);
  // Start from "all uniform" and take away until nothing changes: the largest consistent answer.
  const divergent = new Set<Local>([...module.kernel.params, ...demoted]);
  const isUniform = (expr: Expr): boolean => uniformExpr(expr, divergent, written);
  for (let before = -1; before !== divergent.size; ) {
    before = divergent.size;
    markStatements(body, false, divergent, isUniform);
  }
  const assigned = new Set<Local>();
  collectAssigned(body, assigned);
  return { locals: new Set([...assigned].filter((local) => !divergent.has(local))), isUniform };
}

function uniformExpr(expr: Expr, divergent: ReadonlySet<Local>, written: ReadonlySet<Memory>): boolean {
  const all = (...parts: readonly Expr[]): boolean =>
    parts.every((part) => uniformExpr(part, divergent, written));
  switch (expr.kind) {
    case "constant":
    case "launch":
      return true;
    case "local":
      return !divergent.has(expr.local);
    case "position":
      return (
        expr.which === "block" ||
        expr.which === "block-size" ||
        expr.which === "grid-size" ||
        expr.which === "global-size"
      );
    case "unary":
    case "convert":
      return all(expr.value);
    case "binary":
    case "compare":
    case "logical":
      return all(expr.left, expr.right);
    case "select":
      return all(expr.condition, expr.then, expr.otherwise);
    case "math":
      return all(...expr.args);
    case "load": {
      const { memory, offset, axes } = expr.access;
      const readOnly = memory.space === "constant" || (memory.space === "global" && !written.has(memory));
      // A checked access may write a notice, so each thread does its own.
      if (!readOnly || axes.some((axis) => axis.checked)) return false;
      return all(offset, ...axes.flatMap((axis) => [axis.index, axis.size, axis.stride]));
    }
  }
}

/**
 * Marks what diverges in `statements`, which stand under divergent flow or not. Returns whether some threads may leave
 * the enclosing loop or the kernel here while others go on: what follows is then under divergent flow.
 */
function markStatements(
  statements: readonly Stmt[],
  divergentFlow: boolean,
  divergent: Set<Local>,
  isUniform: (expr: Expr) => boolean,
): Leaving {
  let flow = divergentFlow;
  let leaving: Leaving = "none";
  const merge = (inner: Leaving): void => {
    leaving = stronger(leaving, inner);
    if (inner !== "none") flow = true;
  };
  for (const statement of statements) {
    switch (statement.kind) {
      case "assign":
        if (flow || !isUniform(statement.value)) divergent.add(statement.local);
        break;
      case "if": {
        const inner = flow || !isUniform(statement.condition);
        merge(markStatements(statement.then, inner, divergent, isUniform));
        merge(markStatements(statement.otherwise, inner, divergent, isUniform));
        break;
      }
      case "for": {
        const bounds = [statement.start, statement.stop, statement.step].every(isUniform);
        if (flow || !bounds) divergent.add(statement.counter);
        merge(markLoop(statement.body, flow || !bounds, divergent, isUniform));
        break;
      }
      case "loop": {
        const uniform = statement.condition === null || isUniform(statement.condition);
        merge(markLoop(statement.body, flow || !uniform, divergent, isUniform));
        break;
      }
      case "break":
      case "continue":
        if (flow) leaving = stronger(leaving, "loop");
        break;
      case "return":
      case "fail":
        if (flow) leaving = "kernel";
        break;
      default:
        for (const local of resultsOf(statement)) divergent.add(local);
    }
  }
  return leaving;
}

type Leaving = "none" | "loop" | "kernel";

function stronger(a: Leaving, b: Leaving): Leaving {
  if (a === "kernel" || b === "kernel") return "kernel";
  return a === "loop" || b === "loop" ? "loop" : "none";
}

/** Once some threads have left a loop's iteration early, the next iteration is divergent from its start. */
function markLoop(
  body: readonly Stmt[],
  flow: boolean,
  divergent: Set<Local>,
  isUniform: (expr: Expr) => boolean,
): Leaving {
  const first = markStatements(body, flow, divergent, isUniform);
  if (first !== "none" && !flow) markStatements(body, true, divergent, isUniform);
  return first === "kernel" ? "kernel" : "none";
}

function collectAssigned(statements: readonly Stmt[], into: Set<Local>): void {
  for (const statement of statements) {
    for (const local of resultsOf(statement)) into.add(local);
    if (statement.kind === "if") {
      collectAssigned(statement.then, into);
      collectAssigned(statement.otherwise, into);
    } else if (statement.kind === "for" || statement.kind === "loop") {
      collectAssigned(statement.body, into);
    }
  }
}

function writtenMemories(module: Module): Set<Memory> {
  const written = new Set<Memory>();
  const visit = (statements: readonly Stmt[]): void => {
    for (const statement of statements) {
      if (statement.kind === "store" || statement.kind === "atomic") written.add(statement.access.memory);
      else if (statement.kind === "if") {
        visit(statement.then);
        visit(statement.otherwise);
      } else if (statement.kind === "for" || statement.kind === "loop") visit(statement.body);
    }
  };
  for (const func of [module.kernel, ...module.functions]) visit(func.body);
  return written;
}
