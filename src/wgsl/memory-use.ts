/** What a program does to each memory: decides how it is bound and which barriers it needs. */
import type { BlockProgram } from "../compiler/ir/block.ts";
import type { Access, AtomicStmt, Memory } from "../compiler/ir/ir.ts";
import { type Node, reachedFunctions, visitExprs, visitNodes } from "./ir-parts.ts";

export interface MemoryUse {
  readonly memory: Memory;
  loads: number;
  stores: number;
  readonly atomics: AtomicStmt[];
  /** Some function other than the kernel touches it. */
  inFunctions: boolean;
}

/** Memories in the order of the module, those that nothing touches left out. */
export function memoryUses(program: BlockProgram): MemoryUse[] {
  const uses = new Map<Memory, MemoryUse>();
  const use = (access: Access, inFunctions: boolean): MemoryUse => {
    let found = uses.get(access.memory);
    if (!found) {
      found = { memory: access.memory, loads: 0, stores: 0, atomics: [], inFunctions: false };
      uses.set(access.memory, found);
    }
    found.inFunctions ||= inFunctions;
    return found;
  };
  const scan = (nodes: readonly Node[], inFunctions: boolean): void => {
    visitExprs(nodes, (expr) => {
      if (expr.kind === "load") use(expr.access, inFunctions).loads++;
    });
    visitNodes(nodes, (node) => {
      if (node.kind === "store") use(node.access, inFunctions).stores++;
      if (node.kind === "atomic") use(node.access, inFunctions).atomics.push(node);
    });
  };
  scan(program.body, false);
  for (const func of reachedFunctions(program)) scan(func.body, true);
  const order = [...program.module.memories];
  for (const memory of uses.keys()) if (!order.includes(memory)) order.push(memory);
  return order.flatMap((memory) => uses.get(memory) ?? []);
}

export const isWritten = (use: MemoryUse): boolean => use.stores > 0 || use.atomics.length > 0;
