/**
 * Which statements of a kernel the block goes through as one, and which its threads run by themselves. The first are
 * those that hold a barrier or another collective statement, those by which the whole block leaves a loop or ends,
 * and those that compute what the conditions of these depend on: `if n > 5: s = 4`, `while s < n: s *= 2`.
 */
import { analyseUniformity, leavesRound, type Uniformity } from "../analysis/uniformity.ts";
import type { Local, Module, Stmt } from "../ir/ir.ts";
import { assignedLocals, innerStatements, localsRead, statementExprs } from "../ir/walk.ts";
import { isCollective } from "./inline.ts";

export interface BlockStructure {
  readonly uniformity: Uniformity;
  /** The statement becomes a node of its own, or several, with those inside it as nodes. */
  isStructural(statement: Stmt): boolean;
}

/** `overlaps`: groups of array arguments that share memory at this launch. */
export function structureOf(module: Module, overlaps: readonly (readonly number[])[]): BlockStructure {
  const demoted = new Set<Local>();
  for (;;) {
    const uniformity = analyseUniformity(module, demoted, overlaps);
    const structure = new Structure(module.kernel.body, uniformity);
    // A uniform local that is also assigned inside a region would be assigned once a thread: it counts as different by thread.
    const wrong = [...structure.assignedInRegions()].filter((local) => uniformity.locals.has(local));
    if (wrong.length === 0) return structure;
    for (const local of wrong) demoted.add(local);
  }
}

class Structure implements BlockStructure {
  readonly uniformity: Uniformity;
  readonly #body: readonly Stmt[];
  readonly #uniform: ReadonlySet<Local>;
  /** Uniform locals on which the way of the block depends. */
  readonly #needed = new Set<Local>();
  readonly #structural = new Set<Stmt>();

  constructor(body: readonly Stmt[], uniformity: Uniformity) {
    this.uniformity = uniformity;
    this.#body = body;
    this.#uniform = uniformity.locals;
    for (let before = -1; before !== this.#needed.size + this.#structural.size; ) {
      before = this.#needed.size + this.#structural.size;
      this.#visit(body);
    }
  }

  isStructural(statement: Stmt): boolean {
    return this.#structural.has(statement);
  }

  assignedInRegions(): Set<Local> {
    const found = new Set<Local>();
    const visit = (statements: readonly Stmt[]): void => {
      for (const statement of statements) {
        if (statement.kind === "assign") continue;
        if (this.#structural.has(statement)) innerStatements(statement).forEach(visit);
        else assignedLocals([statement], found);
      }
    };
    visit(this.#body);
    return found;
  }

  #visit(statements: readonly Stmt[]): void {
    for (const statement of statements) {
      if (statement.kind === "assign") {
        if (this.#needed.has(statement.local)) this.#need(statement);
      } else if (this.#belongsToBlock(statement)) {
        this.#structural.add(statement);
        if (this.uniformity.isTogether(statement)) this.#need(statement);
        innerStatements(statement).forEach((inner) => {
          this.#visit(inner);
        });
      }
    }
  }

  #need(statement: Stmt): void {
    for (const expr of statementExprs(statement)) {
      for (const local of localsRead(expr)) if (this.#uniform.has(local)) this.#needed.add(local);
    }
  }

  #belongsToBlock(statement: Stmt): boolean {
    if (isCollective(statement)) return true;
    switch (statement.kind) {
      case "break":
      case "continue":
      case "return":
      case "fail":
        return this.uniformity.isTogether(statement);
      case "if":
      case "for":
      case "loop":
        if (!this.uniformity.isTogether(statement)) return false;
        return this.#leavesTogether(statement) || this.#assignsNeeded(statement);
      default:
        return false;
    }
  }

  #assignsNeeded(statement: Stmt): boolean {
    return [...assignedLocals([statement])].some((local) => this.#needed.has(local));
  }

  /** Whether in it the block as a whole ends, or leaves a loop round it. */
  #leavesTogether(statement: Stmt): boolean {
    switch (statement.kind) {
      case "break":
      case "continue":
      case "return":
      case "fail":
        return this.uniformity.isTogether(statement);
      case "for":
      case "loop":
        return statement.body.some((inner) => !leavesRound(inner) && this.#leavesTogether(inner));
      default:
        return innerStatements(statement).some((inner) => inner.some((one) => this.#leavesTogether(one)));
    }
  }
}
