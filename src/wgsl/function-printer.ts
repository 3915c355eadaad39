/** Prints one function: names and declarations of locals, hoisting, and the state that statements share. */
import type { Expr, LaunchValue, Local, Memory, PositionKind } from "../compiler/ir/ir.ts";
import { InternalError } from "../compiler/diagnostics/diagnostic.ts";
import type { Span } from "../compiler/text/span.ts";
import type { Storage } from "./binding-plan.ts";
import { type Code, infix, primary } from "./code.ts";
import { countersIn, type Declarations, planDeclarations } from "./declarations.ts";
import { expressionCode } from "./expressions.ts";
import { foldedPosition, plainPosition, type PositionSource } from "./fold-threads.ts";
import { functionsCalledIn, localsUsedOnce, memoriesInNodes, type Node } from "./ir-parts.ts";
import { LineWriter, type TextLine } from "./line-map.ts";
import { assignment } from "./memory-access.ts";
import { isNatural, naturalLocals } from "./natural-numbers.ts";
import type { Builtin, ModuleState } from "./module-state.ts";
import { NameScope } from "./names.ts";
import type { Scope } from "./scope.ts";
import { u32Code, wgslType } from "./types.ts";

/** Names of the loop over folded threads. */
const FOLD_COUNTER = "f";
const FOLD_THREAD = "thread_index";
/** What writes notices, which name the thread. */
const NOTES = /\b(in_bounds|in_wrapped_bounds|out_of_budget|record_failure|print_record)\(/;

export interface PrinterOptions {
  /** Locals that are declared without a statement: parameters. */
  readonly known: readonly Local[];
  /** Folded: locals with a slot for each thread. */
  readonly crossing: ReadonlySet<Local>;
  /** Folded: locals that each region computes again. */
  readonly constants: ReadonlyMap<Local, Expr>;
  readonly isFunction: boolean;
}

/** One round of the loop over the threads of an invocation. */
interface FoldedThread {
  readonly counter: string;
  readonly thread: string;
  /** Once somebody asks for the thread's index. */
  usesThread: boolean;
  /** Names are taken before the region is printed, so that no inner block hides them. */
  readonly constantNames: ReadonlyMap<Local, string>;
  readonly printed: Set<Local>;
  readonly constantLines: string[];
}

export class FunctionPrinter implements Scope {
  readonly module: ModuleState;
  /** A device function, which has no builtins of its own. */
  readonly isFunction: boolean;
  out: LineWriter;
  #names: NameScope;
  readonly #locals = new Map<Local, string>();
  readonly #crossing: ReadonlySet<Local>;
  readonly #declarations: Declarations;
  readonly #usedOnce: ReadonlySet<Local>;
  readonly #substitutes = new Map<Local, Code>();
  readonly #natural: ReadonlySet<Local>;
  #lazy = 0;
  /** Inside the loop over folded threads: its counter's name, and the thread's index once somebody asks. */
  #folded: FoldedThread | null = null;

  /** Locals that each region computes again: `thread-constants.ts`. */
  readonly #constants: ReadonlyMap<Local, Expr>;

  constructor(module: ModuleState, nodes: readonly Node[], options: PrinterOptions) {
    const { known, crossing, constants, isFunction } = options;
    this.module = module;
    this.isFunction = isFunction;
    this.#constants = constants;
    this.out = new LineWriter(1);
    this.#crossing = crossing;
    this.#usedOnce = localsUsedOnce(nodes);
    this.#natural = naturalLocals(nodes, new Set(known), module.facts);
    this.#names = new NameScope(null, this.#visibleNames(nodes));
    this.#declarations = planDeclarations(
      nodes,
      new Set([...known, ...crossing, ...constants.keys(), ...countersIn(nodes)]),
    );
  }

  /** Module-scope names that this function uses: its locals keep clear of them, and of no others. */
  #visibleNames(nodes: readonly Node[]): string[] {
    const { module } = this;
    const names = [...memoriesInNodes(nodes)].map((memory) => module.storage(memory).name);
    const functions = [...functionsCalledIn(nodes)].map((func) => module.functionName(func));
    return [...module.fixedNames, ...names, ...functions];
  }

  // Names and locals

  take(name: string): string {
    return this.#names.take(name);
  }

  /** Runs `print` in a scope of names of its own. */
  scoped(print: () => void): void {
    const outer = this.#names;
    this.#names = new NameScope(outer);
    print();
    this.#names = outer;
  }

  declareLocal(local: Local): string {
    const name = this.take(local.name);
    this.#locals.set(local, name);
    return name;
  }

  local(local: Local): Code {
    const substitute = this.#substitutes.get(local);
    if (substitute) return substitute;
    const constant = this.#constants.get(local);
    if (constant) return this.#constantLocal(local, constant);
    const name = this.#locals.get(local);
    if (name === undefined) throw new InternalError("wgsl", `local ${local.name} is not declared`);
    if (!this.#crossing.has(local)) return primary(name);
    if (!this.#folded)
      throw new InternalError("wgsl", `${local.name} differs by thread and is used outside a region`);
    return primary(`${name}[${this.#folded.counter}]`);
  }

  #constantLocal(local: Local, value: Expr): Code {
    const folded = this.#folded;
    if (!folded)
      throw new InternalError("wgsl", `${local.name} differs by thread and is used outside a region`);
    const name = folded.constantNames.get(local) ?? local.name;
    if (!folded.printed.has(local)) {
      folded.printed.add(local);
      // What the value needs comes before it.
      const code = this.expr(value);
      folded.constantLines.push(`let ${name} = ${code.text};`);
    }
    return primary(name);
  }

  /** Whether a local is written once and read once. */
  isUsedOnce(local: Local): boolean {
    return this.#usedOnce.has(local) && !this.#crossing.has(local);
  }

  /** From now on the local is written as this code. */
  substitute(local: Local, code: Code): void {
    this.#substitutes.set(local, code);
  }

  /** Declares what must stand before a node. */
  declareBefore(node: Node): void {
    for (const local of this.#declarations.before.get(node) ?? []) this.#declareEmpty(local);
  }

  #declareEmpty(local: Local): void {
    const type = wgslType(local.type);
    this.out.line(`var ${this.declareLocal(local)}: ${type};`);
  }

  needsDeclarationBefore(node: Node): boolean {
    return (this.#declarations.before.get(node)?.length ?? 0) > 0;
  }

  /** Whether the node is to declare a local itself and has not done so. */
  declaresAt(node: Node): boolean {
    return (this.#declarations.here.get(node) ?? []).some((local) => !this.#locals.has(local));
  }

  /** Declares the results of a node without values, where the node itself cannot: it assigns them in an inner block. */
  declareResults(node: Node): void {
    for (const local of this.#declarations.here.get(node) ?? []) this.#declareEmpty(local);
  }

  /** Assigns a local at a node; `let` or `var` where this is its declaration (and `declareResults` has not made it). */
  assign(node: Node, local: Local, value: Code): void {
    if (this.#constants.has(local)) return;
    const declares = this.#declarations.here.get(node)?.includes(local) && !this.#locals.has(local);
    if (!declares) {
      this.out.line(assignment(this.local(local).text, value));
      return;
    }
    const keyword = this.#declarations.mutable.has(local) ? "var" : "let";
    this.out.line(`${keyword} ${this.declareLocal(local)} = ${value.text};`);
  }

  // Scope

  isNatural(expr: Expr): boolean {
    return isNatural(expr, this.#natural, this.module.facts);
  }
  get block(): readonly [number, number, number] {
    return this.module.fold.block;
  }
  launch(value: LaunchValue) {
    return this.module.launch(value);
  }
  storage(memory: Memory): Storage {
    return this.module.storage(memory);
  }

  mayRead(code: Code, storage: Storage): boolean {
    const calls = [...this.module.functionNames.values()].some((name) => code.text.includes(`${name}(`));
    return calls || code.text.includes(`&${storage.name}[`);
  }

  get threadSlot(): string {
    return this.#folded ? `[${this.#folded.counter}]` : "[0]";
  }

  hoist(code: Code, name: string): Code | null {
    if (this.#lazy > 0) return null;
    const taken = this.take(name);
    this.out.line(`let ${taken} = ${code.text};`);
    return primary(taken);
  }

  lazily<T>(print: () => T): T {
    this.#lazy++;
    try {
      return print();
    } finally {
      this.#lazy--;
    }
  }

  expr(expr: Expr): Code {
    return expressionCode(expr, this);
  }

  /** Prints aside: what `print` gives, and the lines that it would have needed before. */
  aside<T>(
    print: () => T,
    depth = this.out.depth,
  ): { readonly value: T; readonly lines: readonly TextLine[] } {
    const out = this.out;
    const names = this.#names;
    this.out = new LineWriter(depth);
    this.#names = new NameScope(names);
    try {
      return { value: print(), lines: this.out.lines };
    } finally {
      this.out = out;
      this.#names = names;
    }
  }

  at(span: Span): void {
    this.out.at(span);
  }

  // Positions

  position(which: PositionKind, axis: 0 | 1 | 2): Code {
    const { fold } = this.module;
    if (fold.count === 1) return plainPosition(which, axis, fold.block, this.#source);
    return foldedPosition(which, axis, fold, () => this.#foldedThread(), this.#source);
  }

  /** The linear index of the thread, a u32. */
  threadIndex(): Code {
    return this.module.fold.count === 1 ? this.#source.index() : this.#foldedThread();
  }

  /** The linear index of the invocation, a u32. */
  invocationIndex(): Code {
    return primary(this.#builtin("local_invocation_index"));
  }

  #builtin(name: Builtin): string {
    return this.module.builtin(name, this.isFunction);
  }

  readonly #source: PositionSource = {
    thread: () => primary(this.#builtin("local_invocation_id")),
    block: () => primary(this.#builtin("workgroup_id")),
    global: () => primary(this.#builtin("global_invocation_id")),
    index: () => primary(this.#builtin("local_invocation_index")),
    gridSize: (axis) => {
      const { module } = this;
      if (module.facts.windowed)
        return primary(
          `${module.own("launch")}.${module.uniforms.runtimeField({ what: "grid-size", axis })}`,
        );
      return primary(`${this.#builtin("num_workgroups")}.${"xyz"[axis]}`);
    },
  };

  #foldedThread(): Code {
    if (this.isFunction) {
      this.module.usesFoldedThread = true;
      return primary("folded_thread");
    }
    if (!this.#folded) throw new InternalError("wgsl", "a thread's position outside a region");
    this.#folded.usesThread = true;
    return primary(this.#folded.thread);
  }

  underMask(mask: Local | null, print: () => void): void {
    if (!mask) {
      print();
      return;
    }
    this.out.open(`if (${this.local(mask).text}) {`);
    this.scoped(print);
    this.out.close();
  }

  // Folding

  /** Prints a region for each thread of the invocation: once, or in a loop. `guard` names a crossing mask. */
  forEachThread(print: () => void, guard: Local | null): void {
    const { fold } = this.module;
    if (fold.count === 1) {
      print();
      return;
    }
    this.scoped(() => {
      const counter = this.take(FOLD_COUNTER);
      const thread = this.take(FOLD_THREAD);
      this.out.open(`for (var ${counter} = 0u; ${counter} < ${fold.count}u; ${counter}++) {`);
      const constantNames = new Map(
        [...this.#constants.keys()].map((local) => [local, this.take(local.name)] as const),
      );
      const folded: FoldedThread = {
        counter,
        thread,
        usesThread: fold.ragged,
        constantNames,
        printed: new Set(),
        constantLines: [],
      };
      this.#folded = folded;
      const { lines } = this.aside(() => {
        if (guard) {
          this.out.open(`if (!${this.local(guard).text}) {`);
          this.out.line("continue;");
          this.out.close();
        }
        print();
      });
      const { module } = this;
      const functions = [...module.functionNames.values()];
      const calls = lines.some(({ text }) => functions.some((name) => text.includes(`${name}(`)));
      const notes = module.notesThread && (calls || lines.some(({ text }) => NOTES.test(text)));
      if (folded.usesThread || notes || (calls && module.usesFoldedThread)) {
        const index = infix(
          this.invocationIndex(),
          "+",
          infix(primary(counter), "*", u32Code(fold.workgroupSize[0])),
        );
        this.out.line(`let ${thread} = ${index.text};`);
      }
      if (fold.ragged) this.out.line(`if (${thread} >= ${fold.threads}u) { break; }`);
      if (notes) this.out.line(`notice_thread = ${thread};`);
      if (calls && module.usesFoldedThread) this.out.line(`folded_thread = ${thread};`);
      for (const line of folded.constantLines) this.out.line(line);
      this.out.append(lines);
      this.out.close();
      this.#folded = null;
    });
  }
}
