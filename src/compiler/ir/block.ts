/**
 * What a block does: a kernel body after `passes/block-program.ts`. Both back ends print this tree.
 *
 * A statement is collective if all live threads of the block must run it together (a barrier, a warp operation, a
 * grid sync, or a statement that contains one; device functions that contain one have been inlined). Between
 * collective statements lie regions, whose threads may run one after another in any order. WGSL with one thread an
 * invocation prints regions as they are; a folded WGSL kernel and WebAssembly print a loop over threads round
 * each. LOWERING.md, section 1.
 */
import type { Span } from "../text/span.ts";
import type { AssignStmt, BarrierStmt, Expr, Local, Module, Stmt, WarpStmt } from "./ir.ts";

export type BlockNode =
  | RegionNode
  | UniformNode
  | BarrierNode
  | WarpNode
  | UniformIfNode
  | UniformForNode
  | UniformLoopNode
  | AnyLoopNode
  | BreakNode
  | ContinueNode
  | ReturnNode;

/** Statements without a collective one, run by each thread for which `mask` is true (null: all threads). A `return` inside ends only this region for the thread, and has cleared `BlockProgram.live` before. */
export interface RegionNode {
  readonly kind: "region";
  readonly mask: Local | null;
  readonly statements: readonly Stmt[];
}
/** Assignments of uniform locals: every thread would compute the same, so it happens once a block (or in every invocation alike). */
export interface UniformNode {
  readonly kind: "uniform";
  readonly statements: readonly AssignStmt[];
}
export interface BarrierNode {
  readonly kind: "barrier";
  readonly barrier: BarrierStmt;
  readonly mask: Local | null;
}
export interface WarpNode {
  readonly kind: "warp";
  readonly warp: WarpStmt;
  readonly mask: Local | null;
}
/** The condition reads only uniform values. */
export interface UniformIfNode {
  readonly kind: "uniform-if";
  readonly condition: Expr;
  readonly then: readonly BlockNode[];
  readonly otherwise: readonly BlockNode[];
  readonly span: Span;
}
/** As `ForStmt`, with uniform start, stop and step; the counter is uniform. */
export interface UniformForNode {
  readonly kind: "uniform-for";
  readonly counter: Local;
  readonly start: Expr;
  readonly stop: Expr;
  readonly step: Expr;
  readonly direction: "up" | "down" | "either";
  readonly body: readonly BlockNode[];
  readonly span: Span;
}
/** As `LoopStmt`, with a uniform condition; the loop budget counts once an iteration for the whole block. */
export interface UniformLoopNode {
  readonly kind: "uniform-loop";
  readonly condition: Expr | null;
  readonly body: readonly BlockNode[];
  readonly budget: number | null;
  readonly span: Span;
}
/** Repeats while `live` is true for any thread of the block. The body updates `live` in its regions. */
export interface AnyLoopNode {
  readonly kind: "any-loop";
  readonly live: Local;
  readonly body: readonly BlockNode[];
  readonly budget: number | null;
  readonly span: Span;
}
/** Leaves the nearest uniform loop; stands only under uniform flow. */
export interface BreakNode {
  readonly kind: "break";
}
export interface ContinueNode {
  readonly kind: "continue";
}
/** All threads of the block end; stands only under uniform flow. */
export interface ReturnNode {
  readonly kind: "return";
}

export interface BlockProgram {
  readonly module: Module;
  readonly body: readonly BlockNode[];
  /** Every local of the body, old and new. */
  readonly locals: readonly Local[];
  /** Locals that hold the same value in all threads of the block, assigned only by uniform nodes and loop counters. */
  readonly uniform: ReadonlySet<Local>;
  /** Locals that carry a value from one region to another (or round a loop) and differ by thread: one slot a thread where threads share an invocation. All others live inside one region. */
  readonly crossing: ReadonlySet<Local>;
  /** Threads that have not returned; null where no thread returns early before a collective statement. */
  readonly live: Local | null;
  /** False where the body is one region: no barrier, nothing shared between threads in time. */
  readonly collective: boolean;
}
