/**
 * `return` inside a region ends the region for the thread, not the invocation: other regions, and other threads of a
 * folded invocation, still follow. WGSL has no jump for that, so it becomes structure: the rest of the region moves
 * under the other branch of an `if`, or stands under a flag.
 */
import type { Expr, IfStmt, Local, Stmt } from "../compiler/ir/ir.ts";
import { NO_SPAN } from "../compiler/text/span.ts";
import { blocksOf, type Node, visitNodes } from "./ir-parts.ts";

export interface RegionShape {
  /** False once the thread has ended; the block program's own `live`, or a local made for this region. */
  readonly flag: Local;
  /** The flag is not the block program's: it is set here. */
  readonly ownFlag: boolean;
  /** The region is printed inside a loop over threads, so that `continue` leaves it. */
  readonly looped: boolean;
  /** Functions that may end the thread. */
  readonly mayEnd: (node: Node) => boolean;
}

/** Whether a thread may end inside these statements. */
export function endsThreads(nodes: readonly Node[], mayEnd: (node: Node) => boolean): boolean {
  let found = false;
  visitNodes(nodes, (node) => {
    found ||= isEnd(node) || mayEnd(node) || (node.kind === "loop" && node.budget !== null);
  });
  return found;
}

const isEnd = (node: Node): boolean => node.kind === "return" || node.kind === "fail";

/** The region's statements without returns, budgets and failures that end the thread. */
export function withoutReturns(statements: readonly Stmt[], shape: RegionShape): Node[] {
  const flagTrue = { kind: "constant", type: "bool", value: true, span: NO_SPAN } as const;
  const start: Node[] =
    shape.ownFlag && needsFlag(statements, shape) ? [{ kind: "assign", local: shape.flag, value: flagTrue, span: NO_SPAN }] : [];
  return [...start, ...rewrite(statements, shape, "top")];
}

/** Only ends inside inner loops need a flag where the region is a loop itself. */
function needsFlag(statements: readonly Stmt[], shape: RegionShape): boolean {
  if (!shape.looped) return true;
  let found = false;
  visitNodes(statements, (node) => {
    found ||= (node.kind === "for" || node.kind === "loop") && endsThreads([node], shape.mayEnd);
  });
  return found;
}

/** `top`: no loop between here and the region; `loop`: directly in a loop; `inner`: in a loop within a loop. */
type Depth = "top" | "loop";

function rewrite(nodes: readonly Node[], shape: RegionShape, depth: Depth): Node[] {
  const result: Node[] = [];
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i];
    if (!node) continue;
    if (isEnd(node)) {
      result.push(...leaveNodes(node, shape, depth));
      return result;
    }
    if (!endsThreads([node], shape.mayEnd)) {
      result.push(node);
      continue;
    }
    const rest = nodes.slice(i + 1);
    if (node.kind === "if") {
      result.push(...rewriteIf(node, rest, shape, depth));
      return result;
    }
    result.push(rewriteInner(node, shape));
    if (canLeave(shape, depth)) {
      const isCall = node.kind === "call";
      result.push(isCall ? endCheck(shape, depth) : flagCheck(shape, depth));
      continue;
    }
    if (rest.length === 0) return result;
    if (node.kind === "call") result.push({ ...endCheck(shape, depth), leave: "nothing" });
    result.push(underFlag(rewrite(rest, shape, depth), shape));
    return result;
  }
  return result;
}

/** A `break` or `continue` leaves from here; a region that is no loop must go on to its end. */
const canLeave = (shape: RegionShape, depth: Depth): boolean => depth === "loop" || shape.looped;
const leaveKind = (depth: Depth): "break" | "continue" => (depth === "loop" ? "break" : "continue");

function leaveNodes(node: Node, shape: RegionShape, depth: Depth): Node[] {
  const marks: Node[] = node.kind === "fail" ? [{ ...node }] : [];
  const clear: Node[] = shape.ownFlag || node.kind === "fail" ? [clearFlag(shape)] : [];
  const leave: Node[] = canLeave(shape, depth) ? [{ kind: leaveKind(depth), span: NO_SPAN }] : [];
  const needed = depth === "loop" || !shape.looped || !shape.ownFlag;
  return [...marks, ...(needed ? clear : []), ...leave];
}

function rewriteIf(node: IfStmt, rest: readonly Node[], shape: RegionShape, depth: Depth): Node[] {
  if (canLeave(shape, depth)) {
    return [ifNode(node, rewrite(node.then, shape, depth), rewrite(node.otherwise, shape, depth)), ...rewrite(rest, shape, depth)];
  }
  const thenEnds = alwaysEnds(node.then);
  const otherwiseEnds = alwaysEnds(node.otherwise);
  const then = rewrite(node.then, shape, depth);
  const otherwise = rewrite(node.otherwise, shape, depth);
  const after = rewrite(rest, shape, depth);
  if (thenEnds && otherwiseEnds) return [ifNode(node, then, otherwise)];
  if (thenEnds) return [ifNode(node, then, [...otherwise, ...after])];
  if (otherwiseEnds) return [ifNode(node, [...then, ...after], otherwise)];
  const both = ifNode(node, then, otherwise);
  return after.length === 0 ? [both] : [both, underFlag(after, shape)];
}

/** A loop whose body may end the thread. */
function rewriteInner(node: Node, shape: RegionShape): Node {
  if (node.kind !== "for" && node.kind !== "loop") return node;
  const body = rewrite(node.body, shape, "loop");
  if (node.kind === "for" || node.budget === null) return { ...node, body: asStatements(body) };
  const check: Node = { kind: "end-check", budget: node.budget, flag: shape.flag, leave: "break", span: node.span };
  return { ...node, body: asStatements([check, ...body]), budget: null };
}

function alwaysEnds(nodes: readonly Node[]): boolean {
  return nodes.some((node) => isEnd(node) || (node.kind === "if" && blocksOf(node).every(alwaysEnds)));
}

/** The printers take these nodes wherever a statement stands; the IR's own types need not know of them. */
const asStatements = (nodes: readonly Node[]): readonly Stmt[] => nodes as readonly Stmt[];

function ifNode(node: Pick<IfStmt, "condition" | "span">, then: readonly Node[], otherwise: readonly Node[]): Node {
  const { condition, span } = node;
  return { kind: "if", condition, ["then"]: asStatements(then), otherwise: asStatements(otherwise), span };
}

const flagRead = (shape: RegionShape): Expr => ({ kind: "local", local: shape.flag, type: "bool", span: NO_SPAN });

const underFlag = (nodes: readonly Node[], shape: RegionShape): Node =>
  ifNode({ condition: flagRead(shape), span: NO_SPAN }, nodes, []);

const clearFlag = (shape: RegionShape): Node => ({
  kind: "assign",
  local: shape.flag,
  value: { kind: "constant", type: "bool", value: false, span: NO_SPAN },
  span: NO_SPAN,
});

const endCheck = (shape: RegionShape, depth: Depth) =>
  ({ kind: "end-check", budget: null, flag: shape.flag, leave: leaveKind(depth), span: NO_SPAN }) as const;

/** After a loop that may have ended the thread. */
function flagCheck(shape: RegionShape, depth: Depth): Node {
  const ended: Expr = { kind: "unary", op: "not", type: "bool", value: flagRead(shape), span: NO_SPAN };
  return ifNode({ condition: ended, span: NO_SPAN }, [{ kind: leaveKind(depth), span: NO_SPAN }], []);
}
