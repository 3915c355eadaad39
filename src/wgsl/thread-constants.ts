/**
 * Locals of a folded kernel that need no slot for each thread: assigned once, from positions and launch values alone,
 * so every region can compute them again. Most kernels begin with such: `t = cuda.threadIdx.x`.
 */
import type { BlockProgram } from "../compiler/ir/block.ts";
import type { Expr, Local } from "../compiler/ir/ir.ts";
import { visitExpr } from "../compiler/ir/walk.ts";
import { type Node, visitNodes, writtenBy } from "./ir-parts.ts";

/** Bigger expressions are cheaper to keep. */
const MOST_PARTS = 8;

export function threadConstants(program: BlockProgram, nodes: readonly Node[]): ReadonlyMap<Local, Expr> {
  const values = new Map<Local, Expr>();
  const writes = new Map<Local, number>();
  visitNodes(nodes, (node) => {
    for (const local of writtenBy(node)) writes.set(local, (writes.get(local) ?? 0) + 1);
  });
  visitNodes(nodes, (node) => {
    if (node.kind !== "assign" || !program.crossing.has(node.local) || writes.get(node.local) !== 1) return;
    if (isThreadConstant(node.value, values)) values.set(node.local, node.value);
  });
  return values;
}

function isThreadConstant(expr: Expr, known: ReadonlyMap<Local, Expr>): boolean {
  let parts = 0;
  let constant = true;
  visitExpr(expr, (part) => {
    parts++;
    constant &&=
      part.kind !== "load" && part.kind !== "math" && (part.kind !== "local" || known.has(part.local));
  });
  return constant && parts <= MOST_PARTS;
}
