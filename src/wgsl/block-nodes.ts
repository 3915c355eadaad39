/** The tree of a block program as the body of the entry point: regions, uniform control flow, barriers. */
import type {
  AnyLoopNode,
  BarrierNode,
  BlockNode,
  UniformForNode,
  UniformIfNode,
  UniformLoopNode,
} from "../compiler/ir/block.ts";
import type { Expr, Local, Stmt } from "../compiler/ir/ir.ts";
import { InternalError } from "../compiler/diagnostics/diagnostic.ts";
import { call, type Code, infix, primary } from "./code.ts";
import { convertCode } from "./conversions.ts";
import { negationCode } from "./expressions.ts";
import type { FunctionPrinter } from "./function-printer.ts";
import { visitExpr } from "../compiler/ir/walk.ts";
import { type Node, visitNodes, writtenBy } from "./ir-parts.ts";
import { endsAsContinue } from "./region-returns.ts";
import { type Ending, printFor, printStatements } from "./statements.ts";
import { u32Code, wgslType } from "./types.ts";
import { unsupportedGridSync } from "./unsupported.ts";
import { printWarp } from "./warp-operations.ts";

/** The variable that counts down the rounds of loops that the whole block makes. */
export const ROUNDS_LEFT = "rounds_left";

const ENDING: Ending = { kind: "structured", func: null };
const PLAIN_ENDING: Ending = { kind: "kernel", func: null };

/**
 * The tree as it will be printed: regions that need no block of their own dissolve into their statements, so that
 * declarations and names come out as in plain code.
 */
export function flattenBlock(
  nodes: readonly BlockNode[],
  folded: boolean,
  flag: Local,
  mayEnd: (node: Node) => boolean,
): Node[] {
  return joinRegions(nodes).flatMap((node): Node[] => {
    switch (node.kind) {
      case "uniform":
        return [...node.statements];
      case "region": {
        if (!folded) return node.mask ? [node] : [...node.statements];
        const statements = endsAsContinue(node.statements, { mayEnd, flag });
        return [{ ...node, statements: statements as readonly Stmt[] }];
      }
      case "uniform-if": {
        const inner = (block: readonly BlockNode[]) =>
          flattenBlock(block, folded, flag, mayEnd) as BlockNode[];
        return [{ ...node, ["then"]: inner(node.then), otherwise: inner(node.otherwise) }];
      }
      case "uniform-for":
      case "uniform-loop":
      case "any-loop":
        return [{ ...node, body: flattenBlock(node.body, folded, flag, mayEnd) as BlockNode[] }];
      default:
        return [node];
    }
  });
}

/** Regions that follow one another under the same mask are one region, unless the first changes the mask. */
function joinRegions(nodes: readonly BlockNode[]): BlockNode[] {
  const joined: BlockNode[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (
      node.kind === "region" &&
      last?.kind === "region" &&
      last.mask === node.mask &&
      !assigns(last.statements, node.mask)
    ) {
      joined[joined.length - 1] = { ...last, statements: [...last.statements, ...node.statements] };
    } else joined.push(node);
  }
  return joined;
}

function assigns(nodes: readonly Node[], local: Local | null): boolean {
  let found = false;
  visitNodes(nodes, (node) => {
    found ||= local !== null && writtenBy(node).includes(local);
  });
  return found;
}

export function printBlockNodes(nodes: readonly Node[], printer: FunctionPrinter): void {
  let run: Node[] = [];
  const flush = (): void => {
    printStatements(run, printer, printer.module.program.collective ? ENDING : PLAIN_ENDING);
    run = [];
  };
  for (const node of nodes) {
    if (!BLOCK_KINDS.has(node.kind)) run.push(node);
    else {
      flush();
      printBlockNode(node, printer);
    }
  }
  flush();
}

const BLOCK_KINDS: ReadonlySet<Node["kind"]> = new Set([
  "region",
  "barrier",
  "warp",
  "uniform-if",
  "uniform-for",
  "uniform-loop",
  "any-loop",
]);

function printBlockNode(node: Node, printer: FunctionPrinter): void {
  switch (node.kind) {
    case "region":
      printer.declareBefore(node);
      printRegion(node.statements, node.mask, printer);
      return;
    case "barrier":
      if (!("barrier" in node)) break;
      printer.declareBefore(node);
      printer.at(node.barrier.span);
      printBarrier(node, printer);
      return;
    case "warp":
      if (!("warp" in node)) break;
      printer.declareBefore(node);
      printer.at(node.warp.span);
      printWarp(node, printer);
      return;
    case "uniform-if":
      printer.at(node.span);
      printer.declareBefore(node);
      printUniformIf(node, printer);
      return;
    case "uniform-for":
      printer.at(node.span);
      printer.declareBefore(node);
      printUniformFor(node, printer);
      return;
    case "uniform-loop":
      printer.at(node.span);
      printer.declareBefore(node);
      printUniformLoop(node, printer);
      return;
    case "any-loop":
      printer.at(node.span);
      printer.declareBefore(node);
      printAnyLoop(node, printer);
      return;
    default:
  }
  throw new InternalError("wgsl", `a ${node.kind} statement outside a block program`);
}

function printRegion(statements: readonly Node[], mask: Local | null, printer: FunctionPrinter): void {
  if (printer.module.fold.count > 1) {
    printer.forEachThread(() => printStatements(statements, printer, ENDING), mask);
    return;
  }
  if (!mask) {
    printStatements(statements, printer, ENDING);
    return;
  }
  printer.out.open(`if (${printer.local(mask).text}) {`);
  printer.scoped(() => printStatements(statements, printer, ENDING));
  printer.out.close();
}

export function printBarrierLines(printer: FunctionPrinter): void {
  const { plan } = printer.module;
  if (plan.ordersStorage) printer.out.line("storageBarrier();");
  if (!plan.ordersStorage || plan.sharedBytes > 0) printer.out.line("workgroupBarrier();");
}

function printBarrier(node: BarrierNode, printer: FunctionPrinter): void {
  const { scope, combine } = node.barrier;
  if (scope === "grid") throw unsupportedGridSync(node.barrier.span);
  if (!combine) {
    printBarrierLines(printer);
    return;
  }
  if (printer.module.plan.ordersStorage) printer.out.line("storageBarrier();");
  const { op, predicate, result } = combine;
  // `and` counts those that say no.
  const vote = (): Code => {
    if (op === "and")
      return predicate.type === "bool"
        ? negationCode(predicate, printer)
        : invert(printer.expr(predicate), predicate);
    return convertCode(printer.expr(predicate), predicate.type, "bool");
  };
  const total = blockTotal(node.mask, vote, "total", printer);
  const value = (): Code => {
    if (op === "count") return convertCode(total, "u32", result.type);
    return convertCode(infix(total, op === "and" ? "==" : "!=", u32Code(0)), "bool", result.type);
  };
  if (printer.module.fold.count > 1 || node.mask) printer.declareResults(node);
  const assign = (): void => printer.assign(node, result, value());
  if (printer.module.fold.count > 1) printer.forEachThread(assign, node.mask);
  else printer.underMask(node.mask, assign);
}

const invert = (code: Code, expr: Expr): Code => ({
  text: `!(${convertCode(code, expr.type, "bool").text})`,
  level: "unary",
});

/** The number of threads of the block for which `vote` holds, asked of the threads of `mask` only. */
function blockTotal(mask: Local | null, vote: () => Code, name: string, printer: FunctionPrinter): Code {
  const total = (part: Code): Code => {
    const code = call("block_total", part, printer.invocationIndex());
    return printer.hoist(code, name) ?? code;
  };
  if (printer.module.fold.count === 1) {
    const live = mask ? printer.local(mask) : null;
    return total(call("u32", live ? infix(live, "&&", printer.lazily(vote)) : vote()));
  }
  const part = printer.take("part");
  printer.out.line(`var ${part} = 0u;`);
  printer.forEachThread(() => printer.out.line(`${part} += u32(${vote().text});`), mask);
  return total(primary(part));
}

function printUniformIf(node: UniformIfNode, printer: FunctionPrinter): void {
  const condition = uniformCode(node.condition, printer);
  printer.out.open(`if (${condition.text}) {`);
  printer.scoped(() => printBlockNodes(node.then, printer));
  if (node.otherwise.length > 0) {
    printer.out.reopen("} else {");
    printer.scoped(() => printBlockNodes(node.otherwise, printer));
  }
  printer.out.close();
}

function printUniformFor(node: UniformForNode, printer: FunctionPrinter): void {
  const bounds = [node.start, node.stop, node.step];
  if (!bounds.every((bound) => isUniformToWgsl(bound, printer))) {
    throw new InternalError("wgsl", "bounds of a block's loop that WGSL would not take for uniform");
  }
  printFor(node, printer, () => printBlockNodes(node.body, printer));
}

function printUniformLoop(node: UniformLoopNode, printer: FunctionPrinter): void {
  const { condition } = node;
  if (!condition) printer.out.open("loop {");
  else {
    const { value, lines } = printer.aside(() => uniformCode(condition, printer));
    if (lines.length === 0) printer.out.open(`while (${value.text}) {`);
    else {
      printer.out.open("loop {");
      printer.out.line(`if (!(${uniformCode(condition, printer).text})) { break; }`);
    }
  }
  printer.scoped(() => {
    printRounds(node.budget, printer);
    printBlockNodes(node.body, printer);
  });
  printer.out.close();
}

function printAnyLoop(node: AnyLoopNode, printer: FunctionPrinter): void {
  printer.out.line(
    "// Runs while any thread of the block is still in the loop, so that all meet its barriers.",
  );
  printer.out.open("loop {");
  printer.scoped(() => {
    const live = blockTotal(null, () => printer.local(node.live), "running", printer);
    printer.out.line(`if (${live.text} == 0u) { break; }`);
    printRounds(node.budget, printer);
    printBlockNodes(node.body, printer);
  });
  printer.out.close();
}

/** One round of a loop that the block makes together: counted in a variable that WGSL knows to be uniform. */
function printRounds(budget: number | null, printer: FunctionPrinter): void {
  if (budget === null) return;
  printer.out.line(`${ROUNDS_LEFT} -= 1;`);
  printer.out.open(`if (${ROUNDS_LEFT} < 0) {`);
  printer.out.line(`record_failure(${budget}u, 0, 0, 0u);`);
  printer.out.line("break;");
  printer.out.close();
}

/** A condition that WGSL accepts as uniform: as it is, or handed round by one invocation. */
function uniformCode(expr: Expr, printer: FunctionPrinter): Code {
  if (isUniformToWgsl(expr, printer)) return printer.expr(expr);
  const type = wgslType(expr.type);
  printer.module.broadcastTypes.add(type);
  printer.out.line(
    `if (${printer.invocationIndex().text} == 0u) { uniform_${type} = ${printer.expr(expr).text}; }`,
  );
  const code = call("workgroupUniformLoad", primary(`&uniform_${type}`));
  return printer.hoist(code, "same_for_all") ?? code;
}

/** Our analysis calls memory uniform that no thread writes; WGSL asks that it be bound as read-only. */
function isUniformToWgsl(expr: Expr, printer: FunctionPrinter): boolean {
  let uniform = true;
  visitExpr(expr, (part) => {
    if (part.kind === "load") uniform &&= printer.storage(part.access.memory).readOnly;
    if (part.kind === "local") uniform &&= !printer.module.taintedLocals.has(part.local);
  });
  return uniform;
}
