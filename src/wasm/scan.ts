/** What a module needs beside its code: imports, notices, the loop budget. */
import type { BlockNode, BlockProgram } from "../compiler/ir/block.ts";
import { type Access, type Expr, type Func, isFloat, type Stmt } from "../compiler/ir/ir.ts";
import { visitInside } from "../compiler/passes/rewrite.ts";
import { NATIVE_MATH } from "./math-functions.ts";

/** Float operations that are imported: WebAssembly has no remainder, and Python's floor division is made of it. */
const IMPORTED_OPERATIONS = ["floor-div", "floor-mod", "trunc-mod"];

export class ModuleScan {
  /** Imported math functions and how many arguments they take. */
  readonly math = new Map<string, number>();
  prints = false;
  /** Something may be written down in the notice buffer. */
  reports = false;
  /** A loop has a budget. */
  spends = false;
  readonly mayEnd: ReadonlySet<Func>;

  constructor(program: BlockProgram) {
    this.#nodes(program.body);
    const ending = new Set<Func>();
    for (const func of program.module.functions) this.#statements(func.body);
    for (let before = -1; before !== ending.size; ) {
      before = ending.size;
      for (const func of program.module.functions)
        if (func.body.some((s) => mayEnd(s, ending))) ending.add(func);
    }
    this.mayEnd = ending;
  }

  #nodes(nodes: readonly BlockNode[]): void {
    for (const node of nodes) {
      switch (node.kind) {
        case "region":
        case "uniform":
          this.#statements(node.statements);
          break;
        case "barrier":
          if (node.barrier.combine) this.#expr(node.barrier.combine.predicate);
          break;
        case "warp":
          for (const operand of [node.warp.mask, ...node.warp.operands]) this.#expr(operand);
          break;
        case "uniform-if":
          this.#expr(node.condition);
          this.#nodes(node.then);
          this.#nodes(node.otherwise);
          break;
        case "uniform-for":
          for (const bound of [node.start, node.stop, node.step]) this.#expr(bound);
          this.#nodes(node.body);
          break;
        case "uniform-loop":
          if (node.condition) this.#expr(node.condition);
          if (node.budget !== null) this.reports = true;
          this.#nodes(node.body);
          break;
        case "any-loop":
          if (node.budget !== null) this.reports = true;
          this.#nodes(node.body);
          break;
        default:
          break;
      }
    }
  }

  #statements(statements: readonly Stmt[]): void {
    for (const statement of statements) this.#statement(statement);
  }

  #statement(statement: Stmt): void {
    switch (statement.kind) {
      case "assign":
        return this.#expr(statement.value);
      case "store":
        this.#access(statement.access);
        return this.#expr(statement.value);
      case "atomic":
        this.#access(statement.access);
        for (const operand of statement.operands) this.#expr(operand);
        return;
      case "call":
        for (const arg of statement.args) this.#expr(arg);
        return;
      case "if":
        this.#expr(statement.condition);
        this.#statements(statement.then);
        return this.#statements(statement.otherwise);
      case "for":
        for (const bound of [statement.start, statement.stop, statement.step]) this.#expr(bound);
        return this.#statements(statement.body);
      case "loop":
        if (statement.condition) this.#expr(statement.condition);
        if (statement.budget !== null) {
          this.reports = true;
          this.spends = true;
        }
        return this.#statements(statement.body);
      case "return":
        for (const value of statement.values) this.#expr(value);
        return;
      case "print":
        this.prints = true;
        for (const part of statement.parts) if (typeof part !== "string") this.#expr(part);
        return;
      case "fail":
        this.reports = true;
        return;
      default:
        return;
    }
  }

  #access(access: Access): void {
    this.#expr(access.offset);
    for (const axis of access.axes) {
      if (axis.checked) this.reports = true;
      for (const expr of [axis.index, axis.size, axis.stride]) this.#expr(expr);
    }
  }

  #expr(expr: Expr): void {
    visitInside(expr, (inner) => {
      if (inner.kind === "math" && !NATIVE_MATH[inner.fn]) this.math.set(inner.fn, inner.args.length);
      if (inner.kind === "binary" && isFloat(inner.type) && IMPORTED_OPERATIONS.includes(inner.op)) {
        this.math.set(`${inner.op}-${inner.type === "f64" ? "f64" : "f32"}`, 2);
      }
      if (inner.kind === "load" && inner.access.axes.some((axis) => axis.checked)) this.reports = true;
    });
  }
}

function mayEnd(statement: Stmt, ending: ReadonlySet<Func>): boolean {
  switch (statement.kind) {
    case "fail":
      return true;
    case "call":
      return ending.has(statement.func);
    case "if":
      return [...statement.then, ...statement.otherwise].some((inner) => mayEnd(inner, ending));
    case "for":
      return statement.body.some((inner) => mayEnd(inner, ending));
    case "loop":
      return statement.budget !== null || statement.body.some((inner) => mayEnd(inner, ending));
    default:
      return false;
  }
}
