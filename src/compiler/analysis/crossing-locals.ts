/** Locals that carry a value from one region of a block program to another, or round a loop: they need a slot a thread. */
import type { BlockNode } from "../ir/block.ts";
import type { Expr, Local, Stmt } from "../ir/ir.ts";
import { assignedLocals, localsRead, resultsOf, statementExprs } from "../ir/walk.ts";

export function crossingLocals(body: readonly BlockNode[], uniform: ReadonlySet<Local>): Set<Local> {
  const seenIn = new Map<Local, object>();
  const crossing = new Set<Local>();
  const touch = (local: Local, where: object): void => {
    if (uniform.has(local)) return;
    const before = seenIn.get(local);
    if (before && before !== where) crossing.add(local);
    seenIn.set(local, where);
  };
  const touchExpr = (expr: Expr, where: object): void => {
    for (const local of localsRead(expr)) touch(local, where);
  };
  const visit = (nodes: readonly BlockNode[], inLoop: boolean): void => {
    for (const node of nodes) {
      switch (node.kind) {
        case "region": {
          // The mask is read before the region by each thread, so it is one of its locals.
          if (node.mask) touch(node.mask, node);
          for (const local of assignedLocals(node.statements)) touch(local, node);
          const exposed = exposedLocals(node.statements);
          if (node.mask) exposed.add(node.mask);
          for (const local of exposed) {
            touch(local, node);
            // In a loop, what is read before it is written comes from the iteration before.
            if (inLoop && !uniform.has(local)) crossing.add(local);
          }
          break;
        }
        case "uniform":
          break;
        case "barrier":
          if (node.mask) crossing.add(node.mask);
          if (node.barrier.combine) {
            touchExpr(node.barrier.combine.predicate, node);
            crossing.add(node.barrier.combine.result);
          }
          break;
        case "warp":
          if (node.mask) crossing.add(node.mask);
          for (const expr of [node.warp.mask, ...node.warp.operands]) touchExpr(expr, node);
          for (const local of node.warp.results) crossing.add(local);
          break;
        case "uniform-if":
          visit(node.then, inLoop);
          visit(node.otherwise, inLoop);
          break;
        case "uniform-for":
        case "uniform-loop":
          visit(node.body, true);
          break;
        case "any-loop":
          crossing.add(node.live);
          visit(node.body, true);
          break;
        default:
          break;
      }
    }
  };
  visit(body, false);
  return crossing;
}

/** The locals that statements may read before they have given them a value: what they hold then comes from elsewhere. */
export function exposedLocals(statements: readonly Stmt[]): Set<Local> {
  const exposed = new Set<Local>();
  readBeforeWritten(statements, new Set(), exposed);
  return exposed;
}

/** Adds to `exposed` the locals that may be read before `written`, or the statements themselves, have given them a value. */
function readBeforeWritten(statements: readonly Stmt[], written: Set<Local>, exposed: Set<Local>): void {
  for (const statement of statements) {
    for (const expr of statementExprs(statement)) {
      for (const local of localsRead(expr)) if (!written.has(local)) exposed.add(local);
    }
    switch (statement.kind) {
      case "if": {
        const inThen = new Set(written);
        const inElse = new Set(written);
        readBeforeWritten(statement.then, inThen, exposed);
        readBeforeWritten(statement.otherwise, inElse, exposed);
        for (const local of inThen) if (inElse.has(local)) written.add(local);
        break;
      }
      case "for":
        // The body may not run at all, so that nothing it writes is sure to be written.
        readBeforeWritten(statement.body, new Set([...written, statement.counter]), exposed);
        break;
      case "loop":
        readBeforeWritten(statement.body, new Set(written), exposed);
        break;
      default:
        for (const local of resultsOf(statement)) written.add(local);
    }
  }
}
