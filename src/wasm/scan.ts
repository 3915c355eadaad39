/** What a module needs beside its code: imports, notices, the loop budget. */
import type { BlockNode, BlockProgram } from "../compiler/ir/block.ts";
import type { Access, Expr, Func, Stmt } from "../compiler/ir/ir.ts";
import {
  anyStatement,
  functionsWith,
  statementExprs,
  visitExpr,
  visitStatements,
} from "../compiler/ir/walk.ts";
import { importOf } from "./math-functions.ts";

export class ModuleScan {
  /** Imported math functions and how many arguments they take. */
  readonly math = new Map<string, number>();
  prints = false;
  /** Something may be written down in the notice buffer. */
  reports = false;
  /** A loop that a thread runs by itself has a budget. */
  spends = false;
  /** A loop of the whole block has one. */
  blockSpends = false;
  warps = false;
  /** Some threads may end in the middle of a region. */
  ends = false;
  readonly mayEnd: ReadonlySet<Func>;

  constructor(program: BlockProgram) {
    this.mayEnd = functionsWith(program.module, endsHere);
    for (const func of program.module.functions) this.#statements(func.body);
    this.#nodes(program.body);
  }

  /** Whether a thread that runs the statements may end in them, other than by a return. */
  mayEndIn(statements: readonly Stmt[]): boolean {
    return anyStatement(statements, (s) => endsHere(s) || (s.kind === "call" && this.mayEnd.has(s.func)));
  }

  #nodes(nodes: readonly BlockNode[]): void {
    for (const node of nodes) {
      switch (node.kind) {
        case "region":
          this.ends ||= this.mayEndIn(node.statements);
          this.#statements(node.statements);
          break;
        case "uniform":
          this.#statements(node.statements);
          break;
        case "barrier":
          this.#statements([node.barrier]);
          break;
        case "warp":
          this.warps = true;
          this.#statements([node.warp]);
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
        case "any-loop":
          if (node.kind === "uniform-loop" && node.condition) this.#expr(node.condition);
          if (node.budget !== null) {
            this.reports = true;
            this.blockSpends = true;
          }
          this.#nodes(node.body);
          break;
        default:
          break;
      }
    }
  }

  #statements(statements: readonly Stmt[]): void {
    visitStatements(statements, (statement) => {
      for (const expr of statementExprs(statement)) this.#expr(expr);
      if (statement.kind === "store" || statement.kind === "atomic") this.#access(statement.access);
      if (statement.kind === "print") this.prints = true;
      if (statement.kind === "fail") this.reports = true;
      if (statement.kind === "loop" && statement.budget !== null) {
        this.reports = true;
        this.spends = true;
      }
    });
  }

  #access(access: Access): void {
    if (access.axes.some((axis) => axis.checked)) this.reports = true;
  }

  #expr(expr: Expr): void {
    visitExpr(expr, (inner) => {
      const imported = importOf(inner);
      if (imported !== null) this.math.set(imported.name, imported.params);
      if (inner.kind === "load") this.#access(inner.access);
    });
  }
}

function endsHere(statement: Stmt): boolean {
  return statement.kind === "fail" || (statement.kind === "loop" && statement.budget !== null);
}
