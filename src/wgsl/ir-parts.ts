/** The parts of IR nodes, for the scans that this back end makes: own expressions, inner blocks, locals written. */
import type { BlockNode, BlockProgram } from "../compiler/ir/block.ts";
import type { Span } from "../compiler/text/span.ts";
import type { Expr, Func, Local, Memory, Stmt } from "../compiler/ir/ir.ts";
import { accessExprs, visitExpr } from "../compiler/ir/walk.ts";

/**
 * Leaves a region or a loop of it where the thread has ended: its loop budget is spent, or a function that it called
 * ended it. Made by `region-returns.ts` and by printers; the IR has no such statement.
 */
export interface EndCheck {
  readonly kind: "end-check";
  /** The site of the budget that a round of the loop uses; null: asks whether a called function ended the thread. */
  readonly budget: number | null;
  /** Set to false when the thread ends. */
  readonly flag: Local | null;
  readonly leave: "return" | "break" | "continue" | "nothing";
  readonly span: Span;
}

/** A statement of a thread or a node of a block: what printers and scans walk over. */
export type Node = Stmt | BlockNode | EndCheck;

/** Expressions of a node itself, without those of nodes inside it. */
export function ownExprs(node: Node): readonly Expr[] {
  switch (node.kind) {
    case "assign":
      return [node.value];
    case "store":
      return [...accessExprs(node.access), node.value];
    case "atomic":
      return [...accessExprs(node.access), ...node.operands];
    case "call":
      return node.args;
    case "if":
    case "uniform-if":
      return [node.condition];
    case "for":
    case "uniform-for":
      return [node.start, node.stop, node.step];
    case "loop":
    case "uniform-loop":
      return node.condition ? [node.condition] : [];
    case "return":
      return "values" in node ? node.values : [];
    case "barrier":
      return combineOf(node) ? [combineOf(node)!.predicate] : [];
    case "warp":
      return "warp" in node ? [node.warp.mask, ...node.warp.operands] : [node.mask, ...node.operands];
    case "print":
      return node.parts.filter((part) => typeof part !== "string");
    default:
      return [];
  }
}

function combineOf(node: Extract<Node, { kind: "barrier" }>) {
  return "barrier" in node ? node.barrier.combine : node.combine;
}

/** Locals that a node reads by itself beside its expressions: the masks of block nodes. */
export function masksOf(node: Node): readonly Local[] {
  switch (node.kind) {
    case "region":
      return node.mask ? [node.mask] : [];
    case "barrier":
      return "barrier" in node && node.mask ? [node.mask] : [];
    case "warp":
      return "warp" in node && node.mask ? [node.mask] : [];
    case "any-loop":
      return [node.live];
    default:
      return [];
  }
}

/** Locals that a node writes by itself. A counter of a loop is not among them: the loop declares it. */
export function writtenBy(node: Node): readonly Local[] {
  switch (node.kind) {
    case "assign":
      return [node.local];
    case "atomic":
      return node.result ? [node.result] : [];
    case "call":
      return node.results;
    case "barrier": {
      const combine = combineOf(node);
      return combine ? [combine.result] : [];
    }
    case "warp":
      return "warp" in node ? node.warp.results : node.results;
    case "end-check":
      return node.flag ? [node.flag] : [];
    default:
      return [];
  }
}

/** Blocks inside a node. */
export function blocksOf(node: Node): readonly (readonly Node[])[] {
  switch (node.kind) {
    case "if":
    case "uniform-if":
      return [node.then, node.otherwise];
    case "for":
    case "uniform-for":
    case "loop":
    case "uniform-loop":
    case "any-loop":
      return [node.body];
    case "region":
    case "uniform":
      return [node.statements];
    default:
      return [];
  }
}

export function isLoop(node: Node): boolean {
  return (
    node.kind === "for" ||
    node.kind === "loop" ||
    node.kind === "uniform-for" ||
    node.kind === "uniform-loop" ||
    node.kind === "any-loop"
  );
}

/** All nodes of a block and of the blocks inside, outer ones first. */
export function visitNodes(nodes: readonly Node[], visit: (node: Node) => void): void {
  for (const node of nodes) {
    visit(node);
    for (const block of blocksOf(node)) visitNodes(block, visit);
  }
}

export function visitExprs(nodes: readonly Node[], visit: (expr: Expr) => void): void {
  visitNodes(nodes, (node) => {
    for (const expr of ownExprs(node)) visitExpr(expr, visit);
  });
}

/** Locals that are written once and read once. */
export function localsUsedOnce(nodes: readonly Node[]): Set<Local> {
  const reads = new Map<Local, number>();
  const writes = new Map<Local, number>();
  const count = (counts: Map<Local, number>, local: Local): void => {
    counts.set(local, (counts.get(local) ?? 0) + 1);
  };
  visitNodes(nodes, (node) => {
    for (const local of masksOf(node)) count(reads, local);
    for (const local of writtenBy(node)) count(writes, local);
  });
  visitExprs(nodes, (expr) => {
    if (expr.kind === "local") count(reads, expr.local);
  });
  return new Set([...writes.keys()].filter((local) => writes.get(local) === 1 && reads.get(local) === 1));
}

/** Memories that a run of nodes names. */
export function memoriesInNodes(nodes: readonly Node[]): Set<Memory> {
  const found = new Set<Memory>();
  visitExprs(nodes, (expr) => {
    if (expr.kind === "load") found.add(expr.access.memory);
  });
  visitNodes(nodes, (node) => {
    if (node.kind === "store" || node.kind === "atomic") found.add(node.access.memory);
  });
  return found;
}

export function functionsCalledIn(nodes: readonly Node[]): Set<Func> {
  const found = new Set<Func>();
  visitNodes(nodes, (node) => {
    if (node.kind === "call") found.add(node.func);
  });
  return found;
}

/** Device functions that a program still calls, callees first. */
export function reachedFunctions(program: BlockProgram): Func[] {
  const reached: Func[] = [];
  const visit = (nodes: readonly Node[]): void =>
    visitNodes(nodes, (node) => {
      if (node.kind !== "call" || reached.includes(node.func) || open.has(node.func)) return;
      open.add(node.func);
      visit(node.func.body);
      open.delete(node.func);
      reached.push(node.func);
    });
  const open = new Set<Func>();
  visit(program.body);
  return reached;
}
