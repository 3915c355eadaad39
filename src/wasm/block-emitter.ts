/** A block program as code: each region is a loop over the threads of the block, barriers vanish between the loops. */
import { InternalError } from "../compiler/diagnostics/diagnostic.ts";
import type { AnyLoopNode, BarrierNode, BlockNode, UniformLoopNode } from "../compiler/ir/block.ts";
import type { Local } from "../compiler/ir/ir.ts";
import type { Code, Label } from "./code.ts";
import type { Globals, KernelEnvironment } from "./environment.ts";
import type { ExpressionEmitter } from "./expressions.ts";
import { SLOT_BYTES } from "./memory.ts";
import { emitConvert, valueType } from "./operations.ts";
import type { StatementEmitter } from "./statements.ts";
import { noGridSync } from "./unsupported.ts";
import { WarpEmitter } from "./warp-operations.ts";

export interface BlockContext {
  readonly block: readonly [number, number, number];
  readonly loopBudget: number;
  /** Bytes from the scratch area's start to the area of warp operations. */
  readonly warpAt: number;
  /** Any statement takes from the loop budget, or may end a thread from within a function. */
  readonly needsBudget: boolean;
}

export class BlockEmitter {
  readonly #code: Code;
  readonly #expressions: ExpressionEmitter;
  readonly #statements: StatementEmitter;
  readonly #environment: KernelEnvironment;
  readonly #globals: Globals;
  readonly #context: BlockContext;
  readonly #threads: number;
  readonly #warp: WarpEmitter;
  #threadEnd: Label | null = null;
  #blockEnd: Label | null = null;
  readonly #uniformLoops: { readonly leave: Label; readonly next: Label }[] = [];

  constructor(
    expressions: ExpressionEmitter,
    statements: StatementEmitter,
    environment: KernelEnvironment,
    globals: Globals,
    context: BlockContext,
  ) {
    this.#code = expressions.code;
    this.#expressions = expressions;
    this.#statements = statements;
    this.#environment = environment;
    this.#globals = globals;
    this.#context = context;
    this.#threads = context.block[0] * context.block[1] * context.block[2];
    this.#warp = new WarpEmitter(expressions, environment, context.warpAt, this.#threads, (mask, body) =>
      this.#forThreads(mask, body),
    );
  }

  /** Where a thread goes that is done; set while a region is being written. */
  endThread(): void {
    const label = this.#threadEnd ?? this.#blockEnd;
    if (!label) throw new InternalError("wasm", "a thread ends outside a block");
    this.#code.br(label);
  }

  emit(nodes: readonly BlockNode[]): void {
    this.#code.block((end) => {
      this.#blockEnd = end;
      if (this.#context.needsBudget) this.#resetBudget();
      this.#all(nodes);
      this.#blockEnd = null;
    });
  }

  #all(nodes: readonly BlockNode[]): void {
    for (const node of nodes) this.#node(node);
  }

  #node(node: BlockNode): void {
    const code = this.#code;
    switch (node.kind) {
      case "region":
        return this.#forThreads(node.mask, () => {
          if (this.#context.needsBudget) this.#resetBudget();
          this.#statements.emitAll(node.statements);
        });
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

  /** Runs `body` for each thread of the block, x fastest; with a mask only for those that have it set. */
  #forThreads(mask: Local | null, body: () => void): void {
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

  #resetBudget(): void {
    this.#code.i32(Math.min(this.#context.loopBudget, 0x7fff_ffff));
    this.#globals.set(this.#code, "budget");
    this.#code.i32(0);
    this.#globals.set(this.#code, "ended");
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

  /** Iterations of a loop of the whole block; regions inside set the threads' own budget anew. */
  #blockBudget(site: number | null): () => void {
    const code = this.#code;
    if (site === null || this.#context.loopBudget === 0) return () => undefined;
    const left = code.local("i32");
    code.i32(Math.min(this.#context.loopBudget, 0x7fff_ffff));
    code.set(left);
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
