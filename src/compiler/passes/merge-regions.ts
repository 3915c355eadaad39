/** Neighbouring regions become one: their threads meet nothing in between, so each thread may run both in a row. */
import { assignedLocals } from "../ir/walk.ts";
import type { BlockNode, RegionNode } from "../ir/block.ts";
import type { Stmt } from "../ir/ir.ts";

export function mergeRegions(nodes: readonly BlockNode[]): readonly BlockNode[] {
  const merged: BlockNode[] = [];
  for (const node of nodes) {
    const last = merged.at(-1);
    if (node.kind === "region" && last?.kind === "region") merged[merged.length - 1] = joined(last, node);
    else merged.push(inside(node));
  }
  return merged;
}

function inside(node: BlockNode): BlockNode {
  switch (node.kind) {
    case "uniform-if":
      return { ...node, then: mergeRegions(node.then), otherwise: mergeRegions(node.otherwise) };
    case "uniform-for":
    case "uniform-loop":
    case "any-loop":
      return { ...node, body: mergeRegions(node.body) };
    default:
      return node;
  }
}

function joined(first: RegionNode, second: RegionNode): RegionNode {
  const keepsMask =
    first.mask === second.mask && (!first.mask || !assignedLocals(first.statements).has(first.mask));
  if (keepsMask) return { ...first, statements: [...first.statements, ...second.statements] };
  return { kind: "region", mask: null, statements: [...masked(first), ...masked(second)] };
}

function masked({ mask, statements }: RegionNode): readonly Stmt[] {
  const [first] = statements;
  if (!mask || !first) return statements;
  const condition = { kind: "local", local: mask, type: mask.type, span: first.span } as const;
  return [{ kind: "if", condition, then: statements, otherwise: [], span: first.span }];
}
