/**
 * From what a thread does to what a block does: a kernel body becomes regions between collective statements, which
 * all threads of the block reach together (the tree is `ir/block.ts`; the rules are LOWERING, section 1). Where
 * every condition round a barrier is uniform and no thread leaves early, nothing is added to the code.
 */
import { crossingLocals } from "../analysis/crossing-locals.ts";
import { readsMemory, type Uniformity } from "../analysis/uniformity.ts";
import type { AnyLoopNode, BlockNode, BlockProgram } from "../ir/block.ts";
import type { AssignStmt, Expr, ForStmt, IfStmt, Local, LoopStmt, Module, Stmt } from "../ir/ir.ts";
import type { Span } from "../text/span.ts";
import { type BlockStructure, structureOf } from "./block-structure.ts";
import { type LeaveTargets, leavesEarly, predicateLeaves } from "./early-leaves.ts";
import { inlineCollectives, isCollective } from "./inline.ts";
import { mergeRegions } from "./merge-regions.ts";

/** `overlaps`: the groups of array arguments that share memory at this launch (`LaunchFacts.overlaps`). */
export function blockProgram(
  threadModule: Module,
  overlaps: readonly (readonly number[])[] = [],
): BlockProgram {
  const module = inlineCollectives(threadModule);
  const { kernel } = module;
  const all = [...kernel.params, ...kernel.locals];
  if (!kernel.body.some(isCollective)) {
    const body: BlockNode[] = [{ kind: "region", mask: null, statements: kernel.body }];
    return {
      module,
      body,
      locals: all,
      uniform: new Set(),
      crossing: new Set(),
      live: null,
      collective: false,
    };
  }
  const structure = structureOf(module, overlaps);
  const builder = new BlockBuilder(structure);
  const body = mergeRegions(builder.build(kernel.body));
  const locals = [...all, ...builder.masks];
  const uniform = new Set(locals.filter((local) => structure.uniformity.locals.has(local)));
  return {
    module,
    body,
    locals,
    uniform,
    crossing: crossingLocals(body, uniform),
    live: builder.live,
    collective: true,
  };
}

/** Where a statement stands: the masks round it, and what leaving means. */
interface Place {
  /** Threads that are here; null: all. */
  readonly mask: Local | null;
  readonly targets: LeaveTargets;
}

class BlockBuilder {
  readonly masks: Local[] = [];
  live: Local | null = null;
  readonly #structure: BlockStructure;
  readonly #uniformity: Uniformity;
  readonly #uniform: ReadonlySet<Local>;

  constructor(structure: BlockStructure) {
    this.#structure = structure;
    this.#uniformity = structure.uniformity;
    this.#uniform = structure.uniformity.locals;
  }

  build(body: readonly Stmt[]): BlockNode[] {
    const top: Place = { mask: null, targets: { kernel: [], loop: null, iteration: null } };
    if (!this.#uniformity.endsApart) return this.#statements(body, top);
    const live = this.#mask("live");
    this.live = live;
    const place: Place = { ...top, mask: live, targets: { ...top.targets, kernel: [live] } };
    return [this.#set(null, [[live, TRUE]]), ...this.#statements(body, place)];
  }

  #statements(statements: readonly Stmt[], place: Place): BlockNode[] {
    const nodes: BlockNode[] = [];
    let run: Stmt[] = [];
    let uniformRun: AssignStmt[] = [];
    const flush = (): void => {
      if (run.length > 0) nodes.push(this.#region(run, place));
      if (uniformRun.length > 0) nodes.push({ kind: "uniform", statements: uniformRun });
      run = [];
      uniformRun = [];
    };
    for (const statement of statements) {
      if (statement.kind === "assign" && this.#uniform.has(statement.local)) {
        if (run.length > 0) flush();
        uniformRun.push(statement);
      } else if (this.#structure.isStructural(statement)) {
        flush();
        nodes.push(...this.#structural(statement, place));
        // What stands behind a leave of the whole block is never reached.
        if (/^(break|continue|return|fail)$/.test(statement.kind)) return nodes;
      } else {
        if (uniformRun.length > 0) flush();
        run.push(statement);
      }
    }
    flush();
    return nodes;
  }

  #region(statements: readonly Stmt[], place: Place): BlockNode {
    const clean = leavesEarly(statements)
      ? predicateLeaves(statements, place.mask, place.targets)
      : statements;
    return { kind: "region", mask: place.mask, statements: clean };
  }

  #structural(statement: Stmt, place: Place): BlockNode[] {
    switch (statement.kind) {
      case "barrier":
        return [{ kind: "barrier", barrier: statement, mask: place.mask }];
      case "warp":
        return [{ kind: "warp", warp: statement, mask: place.mask }];
      case "if":
        return this.#if(statement, place);
      case "for":
        return this.#for(statement, place);
      case "loop":
        return this.#loop(statement, place);
      case "break":
        return [{ kind: "break" }];
      case "continue":
        return [{ kind: "continue" }];
      case "return":
        return [{ kind: "return" }];
      case "fail":
        return [{ kind: "region", mask: place.mask, statements: [statement] }, { kind: "return" }];
      default:
        return [this.#region([statement], place)];
    }
  }

  #if(statement: IfStmt, place: Place): BlockNode[] {
    const { condition, span } = statement;
    // Where not all threads are, the condition may still be the same for those that are; but nobody else may read memory.
    const isPlain = this.#uniformity.isUniform(condition) && !readsMemory(condition);
    if (isPlain || this.#uniformity.isTogether(statement)) {
      const then = this.#statements(statement.then, place);
      return [
        {
          kind: "uniform-if",
          condition,
          then,
          otherwise: this.#statements(statement.otherwise, place),
          span,
        },
      ];
    }
    // Both branches one after the other, each under its own mask, so that every thread meets every barrier.
    const inThen = this.#mask("active");
    const inElse = statement.otherwise.length > 0 ? this.#mask("inactive") : null;
    const masks: [Local, Expr][] = [[inThen, condition]];
    if (inElse) masks.push([inElse, not(read(inThen))]);
    const nodes: BlockNode[] = [this.#masked(place.mask, masks, span)];
    nodes.push(...this.#statements(statement.then, this.#inner(place, inThen)));
    if (inElse) nodes.push(...this.#statements(statement.otherwise, this.#inner(place, inElse)));
    return nodes;
  }

  #for(statement: ForStmt, place: Place): BlockNode[] {
    const { counter, start, stop, step, direction, body, span } = statement;
    if (this.#uniformity.isTogether(statement)) {
      const inner: Place = { ...place, targets: { ...place.targets, loop: null, iteration: null } };
      return [
        {
          kind: "uniform-for",
          counter,
          start,
          stop,
          step,
          direction,
          body: this.#statements(body, inner),
          span,
        },
      ];
    }
    // Each thread counts for itself.
    const next: Stmt = { kind: "assign", local: counter, value: binary("add", counter, step, span), span };
    const first: Stmt = { kind: "assign", local: counter, value: start, span };
    return this.#anyLoop(place, [first], inRange(statement), body, [next], null, span);
  }

  #loop(statement: LoopStmt, place: Place): BlockNode[] {
    const { condition, body, budget, span } = statement;
    if (this.#uniformity.isTogether(statement)) {
      const inner: Place = { ...place, targets: { ...place.targets, loop: null, iteration: null } };
      return [{ kind: "uniform-loop", condition, body: this.#statements(body, inner), budget, span }];
    }
    return this.#anyLoop(place, [], condition ?? TRUE, body, [], budget, span);
  }

  /** Runs while any thread is still live in the loop; `condition` is asked before each iteration, `next` done after it. */
  #anyLoop(
    place: Place,
    first: readonly Stmt[],
    condition: Expr,
    body: readonly Stmt[],
    next: readonly Stmt[],
    budget: number | null,
    span: Span,
  ): BlockNode[] {
    const looping = this.#mask("looping");
    const hasContinue = leavesEarly(body, "continue");
    const iteration = hasContinue ? this.#mask("going") : looping;
    const before: BlockNode[] =
      first.length > 0 ? [{ kind: "region", mask: place.mask, statements: first }] : [];
    const targets: LeaveTargets = {
      kernel: [...place.targets.kernel, looping, ...(hasContinue ? [iteration] : [])],
      loop: hasContinue ? [looping, iteration] : [looping],
      iteration: hasContinue ? [iteration] : [],
    };
    const inner: Place = { mask: iteration, targets };
    const again: Stmt = { kind: "assign", local: looping, value: condition, span };
    const loop: AnyLoopNode = {
      kind: "any-loop",
      live: looping,
      body: [
        ...(hasContinue ? [this.#set(null, [[iteration, read(looping)]])] : []),
        ...this.#statements(body, inner),
        { kind: "region", mask: looping, statements: [...next, again] },
      ],
      budget,
      span,
    };
    return [...before, this.#masked(place.mask, [[looping, condition]], span), loop];
  }

  /** A place under one more mask; leaving clears that as well. */
  #inner(place: Place, mask: Local): Place {
    const { kernel, loop, iteration } = place.targets;
    return {
      mask,
      targets: {
        kernel: [...kernel, mask],
        loop: loop && [...loop, mask],
        iteration: iteration && [...iteration, mask],
      },
    };
  }

  /** Sets masks to conditions that only the threads of `mask` may evaluate; they are false for the others. */
  #masked(mask: Local | null, values: readonly (readonly [Local, Expr])[], span: Span): BlockNode {
    const sets = values.map(([local, value]): Stmt => ({ kind: "assign", local, value, span }));
    if (!mask) return { kind: "region", mask: null, statements: sets };
    const clears = values.map(([local]): Stmt => ({ kind: "assign", local, value: FALSE, span }));
    const guarded: Stmt = { kind: "if", condition: read(mask), then: sets, otherwise: [], span };
    return { kind: "region", mask: null, statements: [...clears, guarded] };
  }

  #set(mask: Local | null, values: readonly (readonly [Local, Expr])[]): BlockNode {
    return {
      kind: "region",
      mask,
      statements: values.map(([local, value]): Stmt => ({ kind: "assign", local, value, span: value.span })),
    };
  }

  #mask(name: string): Local {
    const mask: Local = { kind: "local-variable", name, type: "bool" };
    this.masks.push(mask);
    return mask;
  }
}

const NOWHERE: Span = { start: 0, end: 0 };
const TRUE: Expr = { kind: "constant", type: "bool", value: true, span: NOWHERE };
const FALSE: Expr = { kind: "constant", type: "bool", value: false, span: NOWHERE };

function read(local: Local): Expr {
  return { kind: "local", local, type: local.type, span: NOWHERE };
}

function not(value: Expr): Expr {
  return { kind: "unary", op: "not", type: "bool", value, span: value.span };
}

function binary(op: "add", counter: Local, right: Expr, span: Span): Expr {
  return { kind: "binary", op, type: counter.type, left: read(counter), right, span };
}

/** Whether the counter has not reached the end yet. */
function inRange({ counter, stop, step, direction, span }: ForStmt): Expr {
  const compare = (op: "lt" | "gt"): Expr => ({
    kind: "compare",
    op,
    type: "bool",
    left: read(counter),
    right: stop,
    span,
  });
  if (direction !== "either") return compare(direction === "up" ? "lt" : "gt");
  const zero: Expr = { kind: "constant", type: step.type, value: 0n, span };
  const sign = (op: "lt" | "gt"): Expr => ({
    kind: "compare",
    op,
    type: "bool",
    left: step,
    right: zero,
    span,
  });
  const both = (left: Expr, right: Expr): Expr => ({
    kind: "logical",
    op: "and",
    type: "bool",
    left,
    right,
    span,
  });
  // A step of 0 goes nowhere.
  const down = both(sign("lt"), compare("gt"));
  return { kind: "select", type: "bool", condition: sign("gt"), then: compare("lt"), otherwise: down, span };
}
