/** A block program as code: each region is a loop over the threads of the block, barriers vanish between the loops. */
import { InternalError } from "../compiler/diagnostics/diagnostic.ts";
import { exposedLocals } from "../compiler/analysis/crossing-locals.ts";
import type {
  AnyLoopNode,
  BarrierNode,
  BlockNode,
  BlockProgram,
  RegionNode,
  UniformLoopNode,
} from "../compiler/ir/block.ts";
import type { Local } from "../compiler/ir/ir.ts";
import type { Code, Label } from "./code.ts";
import type { Globals, KernelEnvironment } from "./environment.ts";
import type { ExpressionEmitter } from "./expressions.ts";
import { SLOT_BYTES, type ScratchLayout } from "./memory.ts";
import { emitConvert, valueType } from "./operations.ts";
import type { ModuleScan } from "./scan.ts";
import { emitZero, type StatementEmitter } from "./statements.ts";
import { noGridSync } from "./unsupported.ts";
import { WarpEmitter } from "./warp-operations.ts";

export interface BlockContext {
  readonly program: BlockProgram;
  readonly block: readonly [number, number, number];
  readonly loopBudget: number;
  readonly scratch: ScratchLayout;
  readonly scan: ModuleScan;
}

export class BlockEmitter {
  readonly #code: Code;
  readonly #expressions: ExpressionEmitter;
  readonly #statements: StatementEmitter;
  readonly #environment: KernelEnvironment;
  readonly #globals: Globals;
  readonly #context: BlockContext;
  readonly #threads: number;
  /** Locals that may be read before they have a value: a thread finds 0 there, not what another has left. */
  readonly #exposed: ReadonlySet<Local>;
  readonly #warp: WarpEmitter;
  #threadEnd: Label | null = null;
  #blockEnd: Label | null = null;
  /** Rounds left to all loops of the block together. */
  #rounds: number | null = null;
  readonly #uniformLoops: { readonly leave: Label; readonly next: Label }[] = [];

  constructor(
    expressions: ExpressionEmitter,
    statements: StatementEmitter,
    environment: KernelEnvironment,
    globals: Globals,
    context: BlockContext,
  ) {
    const { block, program, scratch } = context;
    this.#code = expressions.code;
    this.#expressions = expressions;
    this.#statements = statements;
    this.#environment = environment;
    this.#globals = globals;
    this.#context = context;
    this.#threads = block[0] * block[1] * block[2];
    this.#exposed = exposedLocals(program.module.kernel.body);
    this.#warp = new WarpEmitter(expressions, environment, scratch.warpAt, this.#threads, (mask, body) =>
      this.#forThreads(mask, body),
    );
  }

  /** Where a thread goes that is done; set while a region is being written. */
  endThread(): void {
    const label = this.#threadEnd ?? this.#blockEnd;
    if (!label) throw new InternalError("wasm", "a thread ends outside a block");
    if (this.#keepsEnded && this.#threadEnd)
      this.#setSlot(this.#context.scratch.endedAt, () => this.#code.i32(1));
    this.#code.br(label);
  }

  emit(): void {
    this.#code.block((end) => {
      this.#blockEnd = end;
      this.#start();
      this.#all(this.#context.program.body);
      this.#blockEnd = null;
    });
  }

  /** Threads that end in one region must not run the next: only where there are several. */
  get #keepsEnded(): boolean {
    return this.#context.program.collective && this.#context.scan.ends;
  }

  get #keepsBudget(): boolean {
    return this.#context.program.collective && this.#context.scan.spends;
  }

  get #budget(): number {
    return Math.min(this.#context.loopBudget, 0x7fff_ffff);
  }

  /** What every block and thread starts with. */
  #start(): void {
    const code = this.#code;
    const { program, scratch, scan } = this.#context;
    if (scan.blockSpends) {
      this.#rounds = code.local("i32");
      code.i32(this.#budget);
      code.set(this.#rounds);
    }
    const exposed = program.locals.filter((local) => this.#exposed.has(local));
    for (const local of exposed) if (program.uniform.has(local)) this.#clear(local);
    const crossing = exposed.filter((local) => program.crossing.has(local));
    if (crossing.length === 0 && !this.#keepsEnded && !this.#keepsBudget) return;
    this.#forThreads(
      null,
      () => {
        for (const local of crossing) this.#clear(local);
        if (this.#keepsEnded) this.#setSlot(scratch.endedAt, () => code.i32(0));
        if (this.#keepsBudget) this.#setSlot(scratch.budgetAt, () => code.i32(this.#budget));
      },
      "all",
    );
  }

  #clear(local: Local): void {
    this.#expressions.write(local, () => emitZero(this.#expressions, local.type));
  }

  #setSlot(offsetBytes: number, value: () => void): void {
    this.#environment.get(this.#code, "slots");
    value();
    this.#code.memory("i32.store", offsetBytes);
  }

  #all(nodes: readonly BlockNode[]): void {
    for (const node of nodes) this.#node(node);
  }

  #node(node: BlockNode): void {
    const code = this.#code;
    switch (node.kind) {
      case "region":
        return this.#region(node);
      case "uniform":
        return this.#statements.emitAll(node.statements);
      case "barrier":
        return this.#barrier(node);
      case "warp":
        return this.#warp.emit(node);
      case "uniform-if":
        this.#expressions.emit(node.condition);
        return code.if(
          () => this.#all(node.then),
          () => this.#all(node.otherwise),
        );
      case "uniform-for":
        return this.#statements.counted(node, (labels) => this.#inUniformLoop(labels, node.body));
      case "uniform-loop":
        return this.#uniformLoop(node);
      case "any-loop":
        return this.#anyLoop(node);
      case "break":
        return code.br(this.#innermost().leave);
      case "continue":
        return code.br(this.#innermost().next);
      case "return":
        if (!this.#blockEnd) throw new InternalError("wasm", "a block returns outside itself");
        return code.br(this.#blockEnd);
    }
  }

  #region({ mask, statements }: RegionNode): void {
    const code = this.#code;
    const { program, scan, scratch } = this.#context;
    const spends = scan.mayEndIn(statements);
    this.#forThreads(mask, () => {
      for (const local of exposedLocals(statements)) {
        const isShared = program.crossing.has(local) || program.uniform.has(local);
        if (this.#exposed.has(local) && !isShared) this.#clear(local);
      }
      if (!spends) return this.#statements.emitAll(statements);
      if (this.#keepsBudget) {
        this.#environment.get(code, "slots");
        code.memory("i32.load", scratch.budgetAt);
      } else code.i32(this.#budget);
      this.#globals.set(code, "budget");
      code.i32(0);
      this.#globals.set(code, "ended");
      if (!this.#keepsBudget) return this.#statements.emitAll(statements);
      code.block((end) => {
        const outer = this.#threadEnd;
        this.#threadEnd = end;
        this.#statements.emitAll(statements);
        this.#threadEnd = outer;
      });
      this.#setSlot(scratch.budgetAt, () => this.#globals.get(code, "budget"));
    });
  }

  /**
   * Runs `body` for each thread of the block, x fastest; with a mask only for those that have it set, and for those
   * that have ended only where `whom` says all.
   */
  #forThreads(mask: Local | null, body: () => void, whom: "living" | "all" = "living"): void {
    const code = this.#code;
    const environment = this.#environment;
    const [sizeX, sizeY] = this.#context.block;
    const zero = (key: "thread-linear" | "thread-0" | "thread-1" | "thread-2"): void => {
      code.i32(0);
      environment.set(code, key);
    };
    const increment = (
      key: "thread-linear" | "thread-0" | "thread-1" | "thread-2" | "slots",
      by: number,
    ): void => {
      environment.get(code, key);
      code.i32(by);
      code.op("i32.add");
      environment.set(code, key);
    };
    zero("thread-linear");
    zero("thread-0");
    zero("thread-1");
    zero("thread-2");
    environment.get(code, "scratch");
    environment.set(code, "slots");
    code.loop((again) => {
      code.block((end) => {
        const outer = this.#threadEnd;
        this.#threadEnd = end;
        if (whom === "living" && this.#keepsEnded) {
          environment.get(code, "slots");
          code.memory("i32.load", this.#context.scratch.endedAt);
          code.brIf(end);
        }
        if (mask) {
          this.#expressions.read(mask);
          code.op("i32.eqz");
          code.brIf(end);
        }
        body();
        this.#threadEnd = outer;
      });
      increment("slots", SLOT_BYTES);
      increment("thread-linear", 1);
      increment("thread-0", 1);
      if (this.#threads > sizeX) {
        environment.get(code, "thread-0");
        code.i32(sizeX);
        code.op("i32.eq");
        code.if(() => {
          zero("thread-0");
          increment("thread-1", 1);
          if (this.#threads <= sizeX * sizeY) return;
          environment.get(code, "thread-1");
          code.i32(sizeY);
          code.op("i32.eq");
          code.if(() => {
            zero("thread-1");
            increment("thread-2", 1);
          });
        });
      }
      environment.get(code, "thread-linear");
      code.i32(this.#threads);
      code.op("i32.lt_s");
      code.brIf(again);
    });
  }

  #uniformLoop(node: UniformLoopNode): void {
    const code = this.#code;
    const budget = this.#blockBudget(node.budget);
    code.block((leave) => {
      code.loop((again) => {
        if (node.condition) {
          this.#expressions.emit(node.condition);
          code.op("i32.eqz");
          code.brIf(leave);
        }
        budget();
        code.block((next) => this.#inUniformLoop({ leave, next }, node.body));
        code.br(again);
      });
    });
  }

  #anyLoop(node: AnyLoopNode): void {
    const code = this.#code;
    const budget = this.#blockBudget(node.budget);
    const any = code.local("i32");
    code.block((leave) => {
      code.loop((again) => {
        code.i32(0);
        code.set(any);
        this.#forThreads(node.live, () => {
          code.i32(1);
          code.set(any);
        });
        code.get(any);
        code.op("i32.eqz");
        code.brIf(leave);
        budget();
        this.#all(node.body);
        code.br(again);
      });
    });
  }

  /** Takes one round from the block's loops; where none is left, the block ends. Threads' own loops have a budget of their own. */
  #blockBudget(site: number | null): () => void {
    const code = this.#code;
    const left = this.#rounds;
    if (site === null || left === null || this.#context.loopBudget === 0) return () => undefined;
    return () => {
      code.get(left);
      code.i32(1);
      code.op("i32.sub");
      code.tee(left);
      code.i32(0);
      code.op("i32.lt_s");
      code.if(() => {
        this.#statements.reportSite(site);
        if (this.#blockEnd) code.br(this.#blockEnd);
      });
    };
  }

  #inUniformLoop(labels: { readonly leave: Label; readonly next: Label }, body: readonly BlockNode[]): void {
    this.#uniformLoops.push(labels);
    this.#all(body);
    this.#uniformLoops.pop();
  }

  #innermost(): { readonly leave: Label; readonly next: Label } {
    const labels = this.#uniformLoops.at(-1);
    if (!labels) throw new InternalError("wasm", "a uniform break outside a loop");
    return labels;
  }

  /** Regions before are done for all threads, so only a combined predicate needs code. */
  #barrier({ barrier, mask }: BarrierNode): void {
    const { combine, scope, span } = barrier;
    if (scope === "grid") throw noGridSync(span);
    if (!combine) return;
    const code = this.#code;
    const total = code.local("i32");
    code.i32(combine.op === "and" ? 1 : 0);
    code.set(total);
    this.#forThreads(mask, () => {
      this.#expressions.emit(combine.predicate);
      emitConvert(code, combine.predicate.type, "bool");
      code.get(total);
      code.op(combine.op === "count" ? "i32.add" : combine.op === "and" ? "i32.and" : "i32.or");
      code.set(total);
    });
    this.#forThreads(mask, () => {
      this.#expressions.write(combine.result, () => {
        code.get(total);
        if (valueType(combine.result.type) === "i64") code.op("i64.extend_i32_s");
      });
    });
  }
}
