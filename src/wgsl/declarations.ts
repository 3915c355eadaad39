/**
 * Where each local of a function is declared: at its first assignment where that stands in the innermost block that
 * holds all its uses, else just before the statement that first touches it. WGSL sets a `var` in a loop to zero each
 * time round, so what a round may read from the one before is declared outside the loop.
 */
import type { Local } from "../compiler/ir/ir.ts";
import { visitExpr } from "../compiler/ir/walk.ts";
import { blocksOf, isLoop, masksOf, type Node, ownExprs, writtenBy } from "./ir-parts.ts";

export interface Declarations {
  /** Locals whose declaration is this node's own assignment. */
  readonly here: ReadonlyMap<Node, readonly Local[]>;
  /** Locals to declare, without a value, before this node. */
  readonly before: ReadonlyMap<Node, readonly Local[]>;
  /** Locals that are assigned more than once, or not by their declaration: `var`. */
  readonly mutable: ReadonlySet<Local>;
}

interface Block {
  readonly nodes: readonly Node[];
  readonly parent: Block | null;
  /** Position of the node in the parent that holds this block. */
  readonly index: number;
  readonly depth: number;
  /** The body of a loop: its variables begin anew each round. */
  readonly isBody: boolean;
}
interface Use {
  block: Block;
  first: number;
  writes: number;
}

/** `known`: locals that are declared elsewhere (parameters, arrays of crossing locals, counters). */
export function planDeclarations(nodes: readonly Node[], known: ReadonlySet<Local>): Declarations {
  const root: Block = { nodes, parent: null, index: 0, depth: 0, isBody: false };
  const uses = collectUses(root, known);
  const here = new Map<Node, Local[]>();
  const before = new Map<Node, Local[]>();
  const mutable = new Set<Local>();
  for (const [local, use] of uses) {
    settle(local, use);
    const node = use.block.nodes[use.first];
    if (!node) continue;
    const declares =
      node.kind !== "end-check" && writtenBy(node).includes(local) && !readsOf(node).has(local);
    const target = declares ? here : before;
    target.set(node, [...(target.get(node) ?? []), local]);
    if (!declares || use.writes > 1) mutable.add(local);
  }
  return { here, before, mutable };
}

/** Counters of loops, which their loops declare. */
export function countersIn(nodes: readonly Node[]): Local[] {
  return nodes.flatMap((node) => [
    ...(node.kind === "for" || node.kind === "uniform-for" ? [node.counter] : []),
    ...blocksOf(node).flatMap(countersIn),
  ]);
}

function collectUses(root: Block, known: ReadonlySet<Local>): Map<Local, Use> {
  const uses = new Map<Local, Use>();
  const touch = (local: Local, block: Block, index: number, writes: number): void => {
    if (known.has(local)) return;
    const use = uses.get(local);
    if (!use) {
      uses.set(local, { block, first: index, writes });
      return;
    }
    const common = commonBlock(use.block, block);
    // What was seen first stands first in the common block too.
    use.first = positionIn(common, use.block, use.first);
    use.block = common;
    use.writes += writes;
  };
  const visit = (block: Block): void => {
    block.nodes.forEach((node, index) => {
      for (const local of readsOf(node)) touch(local, block, index, 0);
      for (const local of writtenBy(node)) touch(local, block, index, 1);
      for (const nodes of blocksOf(node)) {
        visit({ nodes, parent: block, index, depth: block.depth + 1, isBody: isLoop(node) });
      }
    });
  };
  visit(root);
  return uses;
}

function readsOf(node: Node): Set<Local> {
  const reads = new Set<Local>(masksOf(node));
  for (const expr of ownExprs(node)) {
    visitExpr(expr, (part) => {
      if (part.kind === "local") reads.add(part.local);
    });
  }
  return reads;
}

function commonBlock(a: Block, b: Block): Block {
  let [x, y] = [a, b];
  while (x !== y) {
    if (x.depth >= y.depth && x.parent) x = x.parent;
    else if (y.parent) y = y.parent;
    else break;
  }
  return x;
}

/** The position in `outer` of the node that holds position `index` of `inner`. */
function positionIn(outer: Block, inner: Block, index: number): number {
  let [block, position] = [inner, index];
  while (block !== outer && block.parent) {
    position = block.index;
    block = block.parent;
  }
  return position;
}

/** Moves the declaration out of every loop whose rounds may read what an earlier one left. */
function settle(local: Local, use: Use): void {
  for (;;) {
    const loop = enclosingBody(use.block);
    if (!loop || assignsFirst(use.block.nodes.slice(use.first), local) !== "reads") return;
    const outer = loop.parent;
    if (!outer) return;
    use.first = loop.index;
    use.block = outer;
  }
}

function enclosingBody(block: Block): Block | null {
  for (let b: Block | null = block; b; b = b.parent) if (b.isBody) return b;
  return null;
}

/** Whether a run of nodes surely assigns a local before it reads it, may read it first, or does neither for sure. */
function assignsFirst(nodes: readonly Node[], local: Local): "assigns" | "reads" | "leaves" | "neither" {
  for (const node of nodes) {
    if (readsOf(node).has(local)) return "reads";
    if (node.kind !== "end-check" && writtenBy(node).includes(local)) return "assigns";
    if (node.kind === "break" || node.kind === "continue" || node.kind === "return" || node.kind === "fail")
      return "leaves";
    const blocks = blocksOf(node).map((block) => assignsFirst(block, local));
    if (blocks.includes("reads")) return "reads";
    const branches = node.kind === "if" || node.kind === "uniform-if";
    // A region without a mask is no block of its own.
    if (branches || (node.kind === "region" && !node.mask) || node.kind === "uniform") {
      if (blocks.length > 0 && blocks.every((b) => b === "assigns" || b === "leaves"))
        return blocks.includes("assigns") ? "assigns" : "leaves";
    }
  }
  return "neither";
}
