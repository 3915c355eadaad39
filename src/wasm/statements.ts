/** IR statements as code. Statements of one thread; what a block does is `block.ts`. */
import { InternalError } from "../compiler/diagnostics/diagnostic.ts";
import { PRINT_HEADER_WORDS } from "../compiler/ir/notices.ts";
import {
  type AtomicStmt,
  type CallStmt,
  type ForStmt,
  type Func,
  isFloat,
  type LoopStmt,
  type PrintStmt,
  SCALAR_BITS,
  type Scalar,
  type Stmt,
} from "../compiler/ir/ir.ts";
import type { Instruction, Label } from "./code.ts";
import type { Globals } from "./environment.ts";
import type { ExpressionEmitter } from "./expressions.ts";
import type { LibraryName } from "./library.ts";
import type { FunctionHandle } from "./module.ts";
import {
  binaryInstruction,
  compareInstruction,
  emitConstant,
  LOADS,
  STORES,
  valueType,
} from "./operations.ts";
import { emitPrintStart, type PrintTable } from "./prints.ts";

export interface StatementContext {
  readonly globals: Globals;
  readonly functions: ReadonlyMap<Func, FunctionHandle>;
  /** Functions in which a thread may end: by a spent budget, `raise` or `assert`. */
  readonly mayEnd: ReadonlySet<Func>;
  readonly prints: PrintTable;
  /** 0: loops run for as long as they like. */
  readonly loopBudget: number;
  /** Leaves the thread for good. */
  readonly endThread: () => void;
  /** `return` of the function, or of the kernel's thread. */
  readonly returns: (values: () => void) => void;
}

interface LoopLabels {
  readonly leave: Label;
  readonly next: Label;
}

export class StatementEmitter {
  readonly expressions: ExpressionEmitter;
  readonly #context: StatementContext;
  readonly #loops: LoopLabels[] = [];

  constructor(expressions: ExpressionEmitter, context: StatementContext) {
    this.expressions = expressions;
    this.#context = context;
  }

  emitAll(statements: readonly Stmt[]): void {
    for (const statement of statements) this.emit(statement);
  }

  emit(statement: Stmt): void {
    const { expressions } = this;
    const { code } = expressions;
    switch (statement.kind) {
      case "assign":
        return expressions.write(statement.local, () => expressions.emit(statement.value));
      case "store":
        return expressions.store(statement.access, statement.value);
      case "atomic":
        return this.#atomic(statement);
      case "call":
        return this.#call(statement);
      case "if":
        expressions.emit(statement.condition);
        return code.if(
          () => this.emitAll(statement.then),
          statement.otherwise.length > 0 ? () => this.emitAll(statement.otherwise) : undefined,
        );
      case "for":
        return this.#for(statement);
      case "loop":
        return this.#loop(statement);
      case "break":
        return code.br(this.#innermost().leave);
      case "continue":
        return code.br(this.#innermost().next);
      case "return":
        return this.#context.returns(() => {
          for (const value of statement.values) expressions.emit(value);
        });
      case "print":
        return this.#print(statement);
      case "fail":
        this.reportSite(statement.site);
        return this.#context.endThread();
      case "barrier":
        // Threads of a warp or block run region by region already; a barrier inside one has nothing left to do.
        if (statement.scope === "warp") return;
        throw new InternalError("wasm", "a barrier stands inside a region");
      case "warp":
        throw new InternalError("wasm", "a warp operation stands inside a region");
    }
  }

  /** Takes one from the loop budget; where it is spent, reports the site and ends the thread. */
  spendBudget(site: number | null): void {
    const { globals, loopBudget } = this.#context;
    if (site === null || loopBudget === 0) return;
    const { code } = this.expressions;
    globals.get(code, "budget");
    code.i32(1);
    code.op("i32.sub");
    globals.set(code, "budget");
    globals.get(code, "budget");
    code.i32(0);
    code.op("i32.lt_s");
    code.if(() => {
      this.reportSite(site);
      this.#context.endThread();
    });
  }

  reportSite(site: number): void {
    const { code, context } = this.expressions;
    if (!context.reportSite) return;
    code.i32(site);
    for (let zeros = 0; zeros < 3; zeros++) code.i32(0);
    code.call(context.reportSite);
  }

  /** A counting loop; `body` is what happens in each iteration. */
  counted(
    statement: Pick<ForStmt, "counter" | "start" | "stop" | "step" | "direction">,
    body: (labels: LoopLabels) => void,
  ): void {
    const { expressions } = this;
    const { code } = expressions;
    const { counter, start, stop, step, direction } = statement;
    const carrier = valueType(counter.type);
    // Constants stay where they are; anything else is evaluated once.
    const held = (expr: typeof stop): (() => void) => {
      if (expr.kind === "constant") return () => expressions.emit(expr);
      const local = code.local(carrier);
      expressions.emit(expr);
      code.set(local);
      return () => code.get(local);
    };
    const stopValue = held(stop);
    const stepValue = held(step);
    expressions.write(counter, () => expressions.emit(start));
    const goesOn = (op: "lt" | "gt"): void => {
      expressions.read(counter);
      stopValue();
      code.op(compareInstruction(op, counter.type));
    };
    code.block((leave) => {
      code.loop((again) => {
        if (direction === "either") {
          goesOn("lt");
          goesOn("gt");
          // A step of 0 goes nowhere.
          stepValue();
          emitConstant(code, counter.type, 0n);
          code.op(compareInstruction("lt", counter.type), "i32.and");
          stepValue();
          emitConstant(code, counter.type, 0n);
          code.op(compareInstruction("gt", counter.type), "select");
        } else {
          goesOn(direction === "up" ? "lt" : "gt");
        }
        code.op("i32.eqz");
        code.brIf(leave);
        code.block((next) => body({ leave, next }));
        expressions.write(counter, () => {
          expressions.read(counter);
          stepValue();
          code.op(`${carrier}.add` as Instruction);
        });
        code.br(again);
      });
    });
  }

  #for(statement: ForStmt): void {
    this.counted(statement, (labels) => this.#inLoop(labels, statement.body));
  }

  #loop(statement: LoopStmt): void {
    const { expressions } = this;
    const { code } = expressions;
    code.block((leave) => {
      code.loop((again) => {
        if (statement.condition) {
          expressions.emit(statement.condition);
          code.op("i32.eqz");
          code.brIf(leave);
        }
        this.spendBudget(statement.budget);
        code.block((next) => this.#inLoop({ leave, next }, statement.body));
        code.br(again);
      });
    });
  }

  #inLoop(labels: LoopLabels, body: readonly Stmt[]): void {
    this.#loops.push(labels);
    this.emitAll(body);
    this.#loops.pop();
  }

  #innermost(): LoopLabels {
    const labels = this.#loops.at(-1);
    if (!labels) throw new InternalError("wasm", "a break or continue leaves its region");
    return labels;
  }

  #call(statement: CallStmt): void {
    const { expressions } = this;
    const { code } = expressions;
    const { globals, functions, mayEnd, endThread } = this.#context;
    const handle = functions.get(statement.func);
    if (!handle) throw new InternalError("wasm", `no function ${statement.func.name}`);
    for (const arg of statement.args) expressions.emit(arg);
    code.call(handle);
    // Results come off the stack last first.
    const temporaries = statement.func.results.map((type) => code.local(valueType(type)));
    for (const temporary of [...temporaries].reverse()) code.set(temporary);
    statement.results.forEach((local, i) => {
      expressions.write(local, () => code.get(temporaries[i] ?? 0));
    });
    if (!mayEnd.has(statement.func)) return;
    globals.get(code, "ended");
    code.if(() => endThread());
  }

  #atomic(statement: AtomicStmt): void {
    const { expressions } = this;
    const { code } = expressions;
    const { element } = statement.access.memory;
    const carrier = valueType(element);
    const old = code.local(carrier);
    const operands = statement.operands.map((operand) => {
      const local = code.local(carrier);
      expressions.emit(operand);
      code.set(local);
      return local;
    });
    emitConstant(code, element, element === "bool" ? false : isFloat(element) ? 0 : 0n);
    code.set(old);
    expressions.guarded(statement.access, (address) => {
      code.get(address);
      code.memory(LOADS[element]);
      code.set(old);
      code.get(address);
      this.#combined(statement, element, old, operands);
      code.memory(STORES[element]);
    });
    const { result } = statement;
    if (result) expressions.write(result, () => code.get(old));
  }

  /** Leaves the new value on the stack. */
  #combined(statement: AtomicStmt, element: Scalar, old: number, operands: readonly number[]): void {
    const { code, context } = this.expressions;
    const carrier = valueType(element);
    const [operand = 0, replacement = 0] = operands;
    const choose = (then: number, otherwise: number): void => {
      code.get(then);
      code.get(otherwise);
    };
    switch (statement.op) {
      case "exchange":
        return code.get(operand);
      case "compare-exchange":
        choose(replacement, old);
        choose(old, operand);
        code.op(`${carrier}.eq` as Instruction, "select");
        return;
      case "inc": {
        // Back to zero once the operand is reached.
        emitConstant(code, element, 0n);
        code.get(old);
        emitConstant(code, element, 1n);
        code.op(`${carrier}.add` as Instruction);
        choose(old, operand);
        code.op(compareInstruction("ge", element), "select");
        return;
      }
      case "dec": {
        code.get(operand);
        code.get(old);
        emitConstant(code, element, 1n);
        code.op(`${carrier}.sub` as Instruction);
        code.get(old);
        emitConstant(code, element, 0n);
        code.op(compareInstruction("eq", element));
        choose(old, operand);
        code.op(compareInstruction("gt", element), "i32.or", "select");
        return;
      }
      case "min":
      case "max":
      case "nanmin":
      case "nanmax": {
        // A NaN operand changes nothing; a NaN in memory stays, save for the nan- forms.
        choose(operand, old);
        choose(operand, old);
        code.op(compareInstruction(statement.op.endsWith("min") ? "lt" : "gt", element));
        if (statement.op.startsWith("nan") && isFloat(element)) {
          choose(old, old);
          code.op(`${carrier}.ne` as Instruction, "i32.or");
        }
        code.op("select");
        return;
      }
      default: {
        choose(old, operand);
        const name = binaryInstruction(statement.op, element);
        if (name.includes(":")) code.call(context.library.get(name as LibraryName));
        else code.op(name as Instruction);
      }
    }
  }

  #print(statement: PrintStmt): void {
    const { expressions } = this;
    const { code, environment } = expressions;
    const { prints } = this.#context;
    const operands = statement.parts.filter((part) => typeof part !== "string");
    const words =
      PRINT_HEADER_WORDS +
      operands.reduce((sum, operand) => sum + (SCALAR_BITS[operand.type] === 64 ? 2 : 1), 0);
    // Operands are evaluated before anything is written.
    const values = operands.map((operand) => {
      const local = code.local(valueType(operand.type));
      expressions.emit(operand);
      code.set(local);
      return local;
    });
    emitPrintStart(code, environment, prints, statement, words, (at) => {
      let offset = PRINT_HEADER_WORDS * 4;
      operands.forEach((operand, i) => {
        code.get(at);
        code.get(values[i] ?? 0);
        code.memory(`${valueType(operand.type)}.store`, offset);
        offset += SCALAR_BITS[operand.type] === 64 ? 8 : 4;
      });
    });
  }
}

/** Leaves the zero of a type on the stack. */
export function emitZero(emitter: ExpressionEmitter, type: Scalar): void {
  emitConstant(emitter.code, type, isFloat(type) ? 0 : type === "bool" ? false : 0n);
}
