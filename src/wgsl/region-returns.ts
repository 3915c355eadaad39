/**
 * In a folded kernel a region is the body of a loop over threads, where `return` must end one thread and not the
 * invocation: `continue` in its place, and out of inner loops a `break` under a flag. (The regions of kernels with
 * barriers hold no returns: `passes/block-program.ts` has turned them into masks.)
 */
import type { Expr, Local, LoopStmt, Stmt } from "../compiler/ir/ir.ts";
import { NO_SPAN } from "../compiler/text/span.ts";
import { type Node, visitNodes } from "./ir-parts.ts";

export interface Ends {
  /** Whether a call may end its thread. */
  readonly mayEnd: (node: Node) => boolean;
  /** False once the thread has ended, inside loops. */
  readonly flag: Local;
}

/** The statements with each end of a thread as a jump to the next one. */
export function endsAsContinue(statements: readonly Stmt[], ends: Ends): Node[] {
  const needsFlag = statements.some((statement) => anyNode(statement, (node) => isLoopThatEnds(node, ends)));
  const start: Node[] = needsFlag
    ? [{ kind: "assign", local: ends.flag, value: bool(true), span: NO_SPAN }]
    : [];
  return [...start, ...rewrite(statements, ends, false)];
}

function rewrite(nodes: readonly Node[], ends: Ends, inLoop: boolean): Node[] {
  const leave = inLoop ? "break" : "continue";
  return nodes.flatMap((node): Node[] => {
    switch (node.kind) {
      case "return":
      case "fail": {
        const clear: Node[] = inLoop
          ? [{ kind: "assign", local: ends.flag, value: bool(false), span: NO_SPAN }]
          : [];
        return [...(node.kind === "fail" ? [node] : []), ...clear, { kind: leave, span: NO_SPAN }];
      }
      case "if": {
        const { condition, span } = node;
        const otherwise = statementsOf(rewrite(node.otherwise, ends, inLoop));
        return [
          {
            kind: "if",
            condition,
            ["then"]: statementsOf(rewrite(node.then, ends, inLoop)),
            otherwise,
            span,
          },
        ];
      }
      case "call":
        if (!ends.mayEnd(node)) return [node];
        return [
          node,
          { kind: "end-check", budget: null, flag: inLoop ? ends.flag : null, leave, span: node.span },
        ];
      case "for":
      case "loop": {
        if (!isLoopThatEnds(node, ends)) return [node];
        const body = rewrite(node.body, ends, true);
        const loop: Node =
          node.kind === "for" ? { ...node, body: statementsOf(body) } : withBudgetCheck(node, body, ends);
        return [loop, ifEnded(ends, leave)];
      }
      default:
        return [node];
    }
  });
}

function withBudgetCheck(loop: LoopStmt, body: readonly Node[], ends: Ends): Node {
  if (loop.budget === null) return { ...loop, body: statementsOf(body) };
  const check: Node = {
    kind: "end-check",
    budget: loop.budget,
    flag: ends.flag,
    leave: "break",
    span: loop.span,
  };
  return { ...loop, body: statementsOf([check, ...body]), budget: null };
}

const isLoopThatEnds = (node: Node, ends: Ends): boolean =>
  (node.kind === "for" || node.kind === "loop") &&
  anyNode(
    node,
    (inner) =>
      inner.kind === "return" ||
      inner.kind === "fail" ||
      ends.mayEnd(inner) ||
      (inner.kind === "loop" && inner.budget !== null),
  );

function anyNode(root: Node, holds: (node: Node) => boolean): boolean {
  let found = false;
  visitNodes([root], (node) => {
    found ||= holds(node);
  });
  return found;
}

/** Printers take these nodes wherever a statement stands; the IR's own types need not know of them. */
const statementsOf = (nodes: readonly Node[]): readonly Stmt[] => nodes as readonly Stmt[];

const bool = (value: boolean): Expr => ({ kind: "constant", type: "bool", value, span: NO_SPAN });

function ifEnded(ends: Ends, leave: "break" | "continue"): Node {
  const flag: Expr = { kind: "local", local: ends.flag, type: "bool", span: NO_SPAN };
  const condition: Expr = { kind: "unary", op: "not", type: "bool", value: flag, span: NO_SPAN };
  return { kind: "if", condition, ["then"]: [{ kind: leave, span: NO_SPAN }], otherwise: [], span: NO_SPAN };
}
