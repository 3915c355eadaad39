/** What the printing of one module gathers: names, uniform fields, positions, notices, functions made for a memory. */
import type { BlockProgram } from "../compiler/ir/block.ts";
import type { Access, Func, LaunchValue, Local, Memory, Scalar } from "../compiler/ir/ir.ts";
import type { DeviceLimits, LaunchFacts } from "../compiler/ir/launch-facts.ts";
import type { PrintFormat } from "../compiler/ir/program.ts";
import { InternalError } from "../compiler/diagnostics/diagnostic.ts";
import type { BindingPlan, Storage } from "./binding-plan.ts";
import { type Code, primary } from "./code.ts";
import type { Fold } from "./fold-threads.ts";
import { HELPER_NAMES } from "./helpers.ts";
import { visitExpr } from "../compiler/ir/walk.ts";
import { type Node, reachedFunctions, visitExprs, visitNodes } from "./ir-parts.ts";
import { NameScope } from "./names.ts";
import { UniformBlock } from "./uniforms.ts";

/** Builtin inputs of the entry point. */
export type Builtin =
  | "global_invocation_id"
  | "local_invocation_id"
  | "workgroup_id"
  | "local_invocation_index"
  | "num_workgroups";

/** Names that the text uses for its own things; Python's names win a clash. */
const OWN_NAMES = {
  launch: "launch",
  struct: "Launch",
  global_invocation_id: "grid",
  local_invocation_id: "thread",
  workgroup_id: "block",
  local_invocation_index: "thread_index",
  num_workgroups: "grid_size",
} as const;
/** In a folded kernel, `thread_index` is the index of one of the invocation's threads. */
const FOLDED_NAMES = { local_invocation_index: "invocation" };
export type OwnName = keyof typeof OWN_NAMES;

/** Module-scope variables that helpers name, so their names are fixed. */
const HELPER_VARIABLES = [
  "notices",
  "notice_block",
  "notice_thread",
  "loop_budget",
  "vote_count",
  "vote_total",
  "warp_words",
  "print_record",
  "folded_thread",
  "warp_words_high",
  "warp_flags",
  "rounds_left",
];

export class ModuleState {
  readonly program: BlockProgram;
  readonly facts: LaunchFacts;
  readonly limits: DeviceLimits;
  readonly fold: Fold;
  readonly uniforms: UniformBlock;
  readonly names: NameScope;
  readonly functions: readonly Func[];
  readonly functionNames = new Map<Func, string>();
  readonly prints: PrintFormat[] = [];
  /** Builtins of the entry point, and those that device functions need through private variables. */
  readonly builtins = new Set<Builtin>();
  readonly privateBuiltins = new Set<Builtin>();
  /** Functions made for one memory, such as `out_atomic_add`. */
  readonly memoryFunctions = new Map<string, { readonly name: string; readonly text: string }>();
  /** Types of values that are handed to all threads of a block. */
  readonly broadcastTypes = new Set<string>();
  /** Workgroup arrays through which the lanes of warps exchange words. */
  readonly laneArrays = new Set<"warp_words" | "warp_words_high" | "warp_flags">();
  /** Locals that are uniform by our analysis and not by WGSL's. */
  readonly taintedLocals: ReadonlySet<Local>;
  /** Something in the program may write a notice, which names the thread. */
  readonly notesThread: boolean;
  /** A device function asks for the thread's index in a folded kernel. */
  usesFoldedThread = false;
  readonly resultStructs = new Map<Func, string>();
  readonly #ending: ReadonlySet<Func>;
  readonly #acting: ReadonlySet<Func>;
  readonly #own: Readonly<Record<OwnName, string>>;
  #plan: BindingPlan | null = null;

  constructor(program: BlockProgram, facts: LaunchFacts, limits: DeviceLimits, fold: Fold) {
    this.program = program;
    this.facts = facts;
    this.limits = limits;
    this.fold = fold;
    this.uniforms = new UniformBlock(facts);
    this.functions = reachedFunctions(program);
    this.names = new NameScope(null, [...HELPER_NAMES, ...HELPER_VARIABLES]);
    this.notesThread = writesNotices([program.body, ...this.functions.map((func) => func.body)]);
    this.#ending = endingFunctions(this.functions);
    this.#acting = actingFunctions(this.functions);
    this.taintedLocals = taintedLocals(program);
    const python = pythonNames(program, this.functions);
    this.#own = Object.fromEntries(
      Object.entries({ ...OWN_NAMES, ...(fold.count > 1 ? FOLDED_NAMES : {}) }).map(([key, wanted]) => [
        key,
        this.#reserve(wanted, python),
      ]),
    ) as Readonly<Record<OwnName, string>>;
  }

  /** Names at module scope that every function may use. */
  get fixedNames(): readonly string[] {
    return [...HELPER_NAMES, ...HELPER_VARIABLES, ...Object.values(this.#own)];
  }

  /** Whether a call may end its thread: a loop budget, or a failure in it. */
  mayEnd(func: Func): boolean {
    return this.#ending.has(func);
  }

  /** Whether a call does nothing but give its results. */
  isPure(func: Func): boolean {
    return !this.#acting.has(func);
  }

  resultStruct(func: Func): string {
    const known = this.resultStructs.get(func);
    if (known !== undefined) return known;
    const name = this.names.take(`${func.name}_results`);
    this.resultStructs.set(func, name);
    return name;
  }

  /** A name of the text's own that no Python name of the program has. */
  #reserve(wanted: string, python: ReadonlySet<string>): string {
    let name: string = wanted;
    while (python.has(name)) name = `${name}_`;
    return this.names.take(name);
  }

  own(name: OwnName): string {
    return this.#own[name];
  }

  get plan(): BindingPlan {
    if (!this.#plan) throw new InternalError("wgsl", "the bindings are not planned yet");
    return this.#plan;
  }
  set plan(plan: BindingPlan) {
    this.#plan = plan;
  }

  storage(memory: Memory): Storage {
    const storage = this.plan.storages.get(memory);
    if (!storage) throw new InternalError("wgsl", `memory ${memory.name} has no place`);
    return storage;
  }

  launch(value: LaunchValue): { readonly code: Code; readonly type: Scalar } {
    const { name, type } = this.uniforms.field(value);
    return { code: primary(`${this.own("launch")}.${name}`), type };
  }

  /** Asks for a builtin in the entry point (or, for a device function, through a private variable) and gives its name. */
  builtin(name: Builtin, inFunction: boolean): string {
    this.builtins.add(name);
    if (!inFunction) return this.own(name);
    this.privateBuiltins.add(name);
    return `this_${this.own(name)}`;
  }

  functionName(func: Func): string {
    const known = this.functionNames.get(func);
    if (known !== undefined) return known;
    const name = this.names.take(func.name);
    this.functionNames.set(func, name);
    return name;
  }
}

/** Every name that comes from the source: locals, parameters, memories, functions. */
function pythonNames(program: BlockProgram, functions: readonly Func[]): ReadonlySet<string> {
  const names = new Set<string>([
    program.module.kernel.name,
    ...program.module.memories.map((memory) => memory.name),
  ]);
  const add = (local: Local): void => {
    names.add(local.name);
  };
  const scan = (nodes: readonly Node[]): void => {
    visitNodes(nodes, (node) => {
      if (node.kind === "for" || node.kind === "uniform-for") add(node.counter);
    });
    visitExprs(nodes, (expr) => {
      if (expr.kind === "local") add(expr.local);
    });
  };
  program.locals.forEach(add);
  scan(program.body);
  for (const func of functions) {
    names.add(func.name);
    [...func.params, ...func.locals].forEach(add);
    scan(func.body);
  }
  return names;
}

function writesNotices(bodies: readonly (readonly Node[])[]): boolean {
  let found = false;
  const check = (access: Access): void => {
    found ||= access.axes.some((axis) => axis.checked);
  };
  for (const body of bodies) {
    visitExprs(body, (expr) => {
      if (expr.kind === "load") check(expr.access);
    });
    visitNodes(body, (node) => {
      if (node.kind === "store" || node.kind === "atomic") check(node.access);
      found ||= node.kind === "print" || node.kind === "fail" || ("budget" in node && node.budget !== null);
    });
  }
  return found;
}

function endingFunctions(functions: readonly Func[]): ReadonlySet<Func> {
  const ending = new Set<Func>();
  // Callees come first, so one round settles it.
  for (const func of functions) {
    visitNodes(func.body, (node) => {
      const ends =
        node.kind === "fail" ||
        (node.kind === "loop" && node.budget !== null) ||
        (node.kind === "call" && ending.has(node.func));
      if (ends) ending.add(func);
    });
  }
  return ending;
}

/** Functions that write memory, print or end their thread. */
function actingFunctions(functions: readonly Func[]): ReadonlySet<Func> {
  const acting = new Set(endingFunctions(functions));
  for (const func of functions) {
    visitNodes(func.body, (node) => {
      const acts = node.kind === "store" || node.kind === "atomic" || node.kind === "print";
      if (acts || (node.kind === "call" && acting.has(node.func))) acting.add(func);
    });
  }
  return acting;
}

/** Uniform locals that hold something read from memory which another name of the same bytes may write. */
function taintedLocals(program: BlockProgram): ReadonlySet<Local> {
  const tainted = new Set<Local>();
  for (let before = -1; before !== tainted.size; ) {
    before = tainted.size;
    visitNodes(program.body, (node) => {
      if (node.kind !== "assign" || !program.uniform.has(node.local)) return;
      visitExpr(node.value, (part) => {
        const unsure = part.kind === "load" || (part.kind === "local" && tainted.has(part.local));
        if (unsure) tainted.add(node.local);
      });
    });
  }
  return tainted;
}
