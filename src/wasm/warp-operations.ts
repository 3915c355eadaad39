/** Votes and shuffles among 32 lanes: one loop over the threads puts their operands down, a second one reads those of the other lanes. */
import type { WarpNode } from "../compiler/ir/block.ts";
import type { Local, WarpStmt } from "../compiler/ir/ir.ts";
import type { Code } from "./code.ts";
import type { KernelEnvironment } from "./environment.ts";
import type { ExpressionEmitter } from "./expressions.ts";
import { emitConvert, emitTruth, valueType } from "./operations.ts";

export const LANES = 32;
const SLOT = 8;

export class WarpEmitter {
  readonly #code: Code;
  readonly #expressions: ExpressionEmitter;
  readonly #environment: KernelEnvironment;
  /** Offsets of the value, lane and activity of thread 0, one slot a thread. */
  readonly #valueAt: number;
  readonly #laneAt: number;
  readonly #activeAt: number;
  readonly #threads: number;
  readonly #forThreads: (mask: Local | null, body: () => void) => void;

  constructor(
    expressions: ExpressionEmitter,
    environment: KernelEnvironment,
    areaAt: number,
    threads: number,
    forThreads: (mask: Local | null, body: () => void) => void,
  ) {
    this.#code = expressions.code;
    this.#expressions = expressions;
    this.#environment = environment;
    this.#valueAt = areaAt;
    this.#laneAt = areaAt + threads * SLOT;
    this.#activeAt = areaAt + threads * SLOT * 2;
    this.#threads = threads;
    this.#forThreads = forThreads;
  }

  emit({ warp, mask }: WarpNode): void {
    this.#putDown(warp, mask);
    this.#forThreads(mask, () => {
      if (warp.op.startsWith("shfl")) this.#shuffle(warp);
      else this.#vote(warp);
    });
  }

  /** Values as 64 bits, the lane asked for, and whether the thread takes part. */
  #putDown(warp: WarpStmt, mask: Local | null): void {
    const code = this.#code;
    const [value, lane] = warp.operands;
    this.#forThreads(null, () => {
      this.#environment.get(code, "slots");
      code.i32(0);
      code.memory("i32.store", this.#activeAt);
    });
    this.#forThreads(mask, () => {
      this.#environment.get(code, "slots");
      this.#expressions.emitI32(warp.mask);
      this.#lane();
      code.op("i32.shr_u");
      code.i32(1);
      code.op("i32.and");
      code.memory("i32.store", this.#activeAt);
      if (value) {
        this.#environment.get(code, "slots");
        this.#expressions.emit(value);
        toBits(code, valueType(value.type));
        code.memory("i64.store", this.#valueAt);
      }
      if (lane) {
        this.#environment.get(code, "slots");
        this.#expressions.emitI32(lane);
        code.memory("i32.store", this.#laneAt);
      }
    });
  }

  /** The number of this thread within its warp. */
  #lane(): void {
    this.#environment.get(this.#code, "thread-linear");
    this.#code.i32(LANES - 1);
    this.#code.op("i32.and");
  }

  #shuffle(warp: WarpStmt): void {
    const code = this.#code;
    const [result] = warp.results;
    const [value] = warp.operands;
    if (!result || !value) return;
    const source = code.local("i32");
    const distance = code.local("i32");
    this.#environment.get(code, "slots");
    code.memory("i32.load", this.#laneAt);
    code.set(distance);
    // The lane asked for; outside the warp a thread keeps its own value.
    const inWarp = (compute: () => void): void => {
      compute();
      code.set(source);
      code.get(source);
      this.#lane();
      code.get(source);
      code.i32(LANES);
      code.op("i32.lt_u", "select");
      code.set(source);
    };
    switch (warp.op) {
      case "shfl-idx":
        inWarp(() => {
          code.get(distance);
          code.i32(LANES - 1);
          code.op("i32.and");
        });
        break;
      case "shfl-up":
        inWarp(() => {
          this.#lane();
          code.get(distance);
          code.op("i32.sub");
        });
        break;
      case "shfl-down":
        inWarp(() => {
          this.#lane();
          code.get(distance);
          code.op("i32.add");
        });
        break;
      default:
        inWarp(() => {
          this.#lane();
          code.get(distance);
          code.op("i32.xor");
        });
    }
    // From lane to thread; a thread that does not exist gives the own value.
    const thread = code.local("i32");
    this.#environment.get(code, "thread-linear");
    code.i32(-LANES);
    code.op("i32.and");
    code.get(source);
    code.op("i32.add");
    code.tee(thread);
    this.#environment.get(code, "thread-linear");
    code.get(thread);
    code.i32(this.#threads);
    code.op("i32.lt_u", "select");
    code.set(thread);
    this.#expressions.write(result, () => {
      this.#slotOf(thread);
      code.memory("i64.load", this.#valueAt);
      fromBits(code, valueType(result.type));
    });
    const [, predicate] = warp.results;
    if (predicate) this.#expressions.write(predicate, () => code.i32(1));
  }

  #slotOf(thread: number): void {
    const code = this.#code;
    this.#environment.get(code, "scratch");
    code.get(thread);
    code.i32(Math.log2(SLOT));
    code.op("i32.shl", "i32.add");
  }

  /** Goes over the lanes of the thread's warp and gathers bits: who is active, whose predicate holds, whose value equals. */
  #vote(warp: WarpStmt): void {
    const code = this.#code;
    const active = code.local("i32");
    const holds = code.local("i32");
    const equal = code.local("i32");
    const lane = code.local("i32");
    const thread = code.local("i32");
    const value = warp.operands[0];
    const carrier = value ? valueType(value.type) : "i32";
    for (const local of [active, holds, equal, lane]) {
      code.i32(0);
      code.set(local);
    }
    const setBit = (mask: number): void => {
      code.get(mask);
      code.i32(1);
      code.get(lane);
      code.op("i32.shl", "i32.or");
      code.set(mask);
    };
    code.loop((again) => {
      this.#environment.get(code, "thread-linear");
      code.i32(-LANES);
      code.op("i32.and");
      code.get(lane);
      code.op("i32.add");
      code.tee(thread);
      code.i32(this.#threads);
      code.op("i32.lt_u");
      code.if(() => {
        this.#slotOf(thread);
        code.memory("i32.load", this.#activeAt);
        code.if(() => {
          setBit(active);
          this.#slotOf(thread);
          code.memory("i64.load", this.#valueAt);
          fromBits(code, carrier);
          emitTruth(code, carrier);
          code.if(() => setBit(holds));
          this.#slotOf(thread);
          code.memory("i64.load", this.#valueAt);
          this.#environment.get(code, "slots");
          code.memory("i64.load", this.#valueAt);
          code.op("i64.eq");
          code.if(() => setBit(equal));
        });
      });
      code.get(lane);
      code.i32(1);
      code.op("i32.add");
      code.tee(lane);
      code.i32(LANES);
      code.op("i32.lt_s");
      code.brIf(again);
    });
    const isAll = (mask: number): void => {
      code.get(mask);
      code.get(active);
      code.op("i32.eq");
    };
    const outcome = (): void => {
      switch (warp.op) {
        case "all":
          return isAll(holds);
        case "any":
          code.get(holds);
          code.op("i32.eqz", "i32.eqz");
          return;
        case "eq":
          isAll(holds);
          code.get(holds);
          code.op("i32.eqz", "i32.or");
          return;
        case "ballot":
          return code.get(holds);
        case "match-any":
          return code.get(equal);
        case "match-all":
          code.get(active);
          code.i32(0);
          isAll(equal);
          code.op("select");
          return;
        default:
          return code.get(active);
      }
    };
    const [result, predicate] = warp.results;
    if (result) {
      this.#expressions.write(result, () => {
        outcome();
        emitConvert(code, "u32", result.type);
      });
    }
    if (predicate) this.#expressions.write(predicate, () => isAll(equal));
  }
}

function toBits(code: Code, type: "i32" | "i64" | "f32" | "f64"): void {
  if (type === "f32") code.op("i32.reinterpret_f32", "i64.extend_i32_u");
  else if (type === "f64") code.op("i64.reinterpret_f64");
  else if (type === "i32") code.op("i64.extend_i32_u");
}

function fromBits(code: Code, type: "i32" | "i64" | "f32" | "f64"): void {
  if (type === "f32") code.op("i32.wrap_i64", "f32.reinterpret_i32");
  else if (type === "f64") code.op("f64.reinterpret_i64");
  else if (type === "i32") code.op("i32.wrap_i64");
}
