/**
 * The rules of `ir.ts`, checked. A module without findings is one that no back end stumbles over. Tests run it after
 * `lower/` and after every pass.
 */
import {
  type Access,
  type BarrierStmt,
  type Expr,
  type ForStmt,
  type Func,
  isFloat,
  isInteger,
  type Local,
  type Module,
  type Scalar,
  type Stmt,
  type WarpStmt,
} from "./ir.ts";
import { printExpr } from "./print.ts";
import { wrongDeclarations } from "./verify-declarations.ts";
import { wrongOperation } from "./verify-operation.ts";
import { anyExpr, assignedLocals, localsRead, resultsOf, statementExprs, visitStatements } from "./walk.ts";

/** What is wrong with a module, one sentence each; empty where nothing is. */
export function verifyModule(module: Module): string[] {
  const verifier = new Verifier(module);
  for (const func of [...module.functions, module.kernel]) verifier.func(func);
  return [...wrongDeclarations(module), ...verifier.findings];
}

/** Operands of a warp operation beside its mask, and results at most. */
const WARP_SHAPES: Readonly<Record<WarpStmt["op"], readonly [operands: number, results: number]>> = {
  "shfl-idx": [2, 2],
  "shfl-up": [2, 2],
  "shfl-down": [2, 2],
  "shfl-xor": [2, 2],
  all: [1, 1],
  any: [1, 1],
  eq: [1, 1],
  ballot: [1, 1],
  "match-any": [1, 1],
  "match-all": [1, 2],
  "active-mask": [0, 1],
};

class Verifier {
  readonly findings: string[] = [];
  readonly #module: Module;
  #func: Func | null = null;
  #known = new Set<Local>();
  /** Counters of the loops round the statement: nobody else may assign them. */
  #counters: Local[] = [];
  #loops = 0;

  constructor(module: Module) {
    this.#module = module;
  }

  func(func: Func): void {
    this.#func = func;
    this.#known = new Set([...func.params, ...func.locals]);
    this.#counters = [];
    this.#loops = 0;
    this.#statements(func.body);
    this.#countersStayInside(func);
  }

  /** Nothing reads a counter after its loop. One that is assigned elsewhere as well has a value of its own there. */
  #countersStayInside(func: Func): void {
    const counters = new Set<Local>();
    const assigned = new Set<Local>(func.params);
    visitStatements(func.body, (statement) => {
      if (statement.kind === "for") counters.add(statement.counter);
      else for (const local of resultsOf(statement)) assigned.add(local);
    });
    const visit = (statements: readonly Stmt[], inside: ReadonlySet<Local>): void => {
      for (const statement of statements) {
        for (const expr of statementExprs(statement)) {
          for (const local of localsRead(expr)) {
            if (counters.has(local) && !assigned.has(local) && !inside.has(local))
              this.#wrong(`the counter ${local.name} is read outside its loop`);
          }
        }
        if (statement.kind === "for") visit(statement.body, new Set([...inside, statement.counter]));
        else if (statement.kind === "loop") visit(statement.body, inside);
        else if (statement.kind === "if") visit([...statement.then, ...statement.otherwise], inside);
      }
    };
    visit(func.body, new Set());
  }

  #wrong(text: string): void {
    this.findings.push(`${this.#func?.name}: ${text}`);
  }

  #statements(statements: readonly Stmt[]): void {
    for (const statement of statements) this.#statement(statement);
  }

  #statement(statement: Stmt): void {
    for (const local of resultsOf(statement)) {
      if (!this.#known.has(local)) this.#wrong(`${local.name} is not declared`);
      if (this.#counters.includes(local)) this.#wrong(`the counter ${local.name} is assigned in its loop`);
    }
    switch (statement.kind) {
      case "assign":
        return this.#typed(statement.value, statement.local.type, `value of ${statement.local.name}`);
      case "store":
        this.#access(statement.access, true);
        return this.#typed(
          statement.value,
          statement.access.memory.element,
          `value stored in ${statement.access.memory.name}`,
        );
      case "atomic": {
        this.#access(statement.access, true);
        const { element } = statement.access.memory;
        const wanted = statement.op === "compare-exchange" ? 2 : 1;
        if (statement.operands.length !== wanted)
          this.#wrong(`atomic ${statement.op} takes ${wanted} operands`);
        for (const operand of statement.operands)
          this.#typed(operand, element, `operand of atomic ${statement.op}`);
        if (statement.result && statement.result.type !== element)
          this.#wrong(`atomic ${statement.op} gives ${element}`);
        return;
      }
      case "call":
        return this.#call(statement);
      case "if":
        this.#typed(statement.condition, "bool", "condition");
        this.#statements(statement.then);
        return this.#statements(statement.otherwise);
      case "for":
        return this.#for(statement);
      case "loop":
        if (statement.condition) this.#typed(statement.condition, "bool", "condition");
        if (statement.budget !== null) this.#site(statement.budget);
        return this.#loop(statement.body);
      case "break":
      case "continue":
        if (this.#loops === 0) this.#wrong(`${statement.kind} outside a loop`);
        return;
      case "return": {
        const results = this.#func?.results ?? [];
        if (results.length !== statement.values.length)
          this.#wrong(`returns ${statement.values.length} values, not ${results.length}`);
        statement.values.forEach((value, i) =>
          this.#typed(value, results[i] ?? value.type, "returned value"),
        );
        return;
      }
      case "barrier":
        return this.#barrier(statement);
      case "warp":
        return this.#warp(statement);
      case "print":
        for (const part of statement.parts) if (typeof part !== "string") this.#expr(part);
        return;
      case "fail":
        return this.#site(statement.site);
    }
  }

  #for(statement: ForStmt): void {
    const { counter, start, stop, step, body } = statement;
    if (!isInteger(counter.type)) this.#wrong("a counter is an integer");
    for (const bound of [start, stop, step]) this.#typed(bound, counter.type, "bound of a loop");
    const changed = assignedLocals(body, new Set([counter]));
    for (const bound of [stop, step]) {
      for (const local of localsRead(bound))
        if (changed.has(local))
          this.#wrong(`a bound of the loop over ${counter.name} reads ${local.name}, which the loop changes`);
      if (anyExpr(bound, (inner) => inner.kind === "load"))
        this.#wrong(`a bound of the loop over ${counter.name} reads memory`);
    }
    this.#counters.push(counter);
    this.#loop(body);
    this.#counters.pop();
  }

  #barrier({ combine, scope }: BarrierStmt): void {
    if (!combine) return;
    if (scope !== "block") this.#wrong(`a ${scope} barrier combines a predicate`);
    this.#typed(combine.predicate, "bool", "predicate of a barrier");
    if (isFloat(combine.result.type)) this.#wrong(`a barrier gives ${combine.result.type}`);
  }

  #warp({ op, mask, operands, results }: WarpStmt): void {
    const [operandCount, resultCount] = WARP_SHAPES[op];
    for (const operand of [mask, ...operands]) this.#expr(operand);
    if (!isInteger(mask.type)) this.#wrong(`the mask of warp ${op} is ${mask.type}`);
    if (operands.length !== operandCount) this.#wrong(`warp ${op} takes ${operandCount} operands`);
    if (results.length > resultCount) this.#wrong(`warp ${op} gives ${resultCount} results`);
    const [value, lane] = operands;
    const [result] = results;
    if (lane && !isInteger(lane.type)) this.#wrong(`the lane of warp ${op} is ${lane.type}`);
    if (op.startsWith("shfl") && value && result && value.type !== result.type)
      this.#wrong(`warp ${op} of ${value.type} gives ${result.type}`);
  }

  #loop(body: readonly Stmt[]): void {
    this.#loops++;
    this.#statements(body);
    this.#loops--;
  }

  #call({ func, args, results }: Extract<Stmt, { kind: "call" }>): void {
    if (!this.#module.functions.includes(func)) this.#wrong(`${func.name} is no function of the module`);
    if (args.length !== func.params.length)
      this.#wrong(`${func.name} takes ${func.params.length} arguments, not ${args.length}`);
    args.forEach((arg, i) =>
      this.#typed(arg, func.params[i]?.type ?? arg.type, `argument ${i} of ${func.name}`),
    );
    if (results.length !== func.results.length)
      this.#wrong(`${func.name} gives ${func.results.length} results, not ${results.length}`);
    results.forEach((local, i) => {
      if (local.type !== func.results[i])
        this.#wrong(`result ${i} of ${func.name} is ${func.results[i]}, ${local.name} is ${local.type}`);
    });
  }

  #site(number: number): void {
    if (!this.#module.sites[number]) this.#wrong(`there is no site ${number}`);
  }

  #access(access: Access, writes = false): void {
    if (writes && access.memory.space === "constant") this.#wrong(`${access.memory.name} is constant`);
    if (!this.#module.memories.includes(access.memory))
      this.#wrong(`${access.memory.name} is no memory of the module`);
    if (access.axes.some((axis) => axis.checked)) this.#site(access.site);
    for (const expr of [
      access.offset,
      ...access.axes.flatMap((axis) => [axis.index, axis.size, axis.stride]),
    ]) {
      this.#expr(expr);
      if (!isInteger(expr.type)) this.#wrong(`an index of ${access.memory.name} is ${expr.type}`);
    }
  }

  #typed(expr: Expr, type: Scalar, what: string): void {
    this.#expr(expr);
    if (expr.type !== type) this.#wrong(`${what} is ${expr.type}, not ${type}: ${printExpr(expr)}`);
  }

  #expr(expr: Expr): void {
    const wrong = wrongOperation(expr);
    if (wrong !== null) this.#wrong(`${wrong}: ${printExpr(expr)}`);
    switch (expr.kind) {
      case "constant":
        return;
      case "local":
        if (!this.#known.has(expr.local)) this.#wrong(`${expr.local.name} is not declared`);
        if (expr.type !== expr.local.type)
          this.#wrong(`${expr.local.name} is ${expr.local.type}, read as ${expr.type}`);
        return;
      case "launch":
        if (!this.#module.launchValues.includes(expr.value))
          this.#wrong(`${expr.value.name} is no launch value of the module`);
        return;
      case "position":
        return;
      case "unary":
        return this.#typed(expr.value, expr.op === "not" ? "bool" : expr.type, expr.op);
      case "binary":
        this.#typed(expr.left, expr.type, `left of ${expr.op}`);
        return this.#typed(expr.right, expr.type, `right of ${expr.op}`);
      case "compare":
        this.#expr(expr.left);
        return this.#typed(expr.right, expr.left.type, `right of ${expr.op}`);
      case "logical":
        this.#typed(expr.left, "bool", `left of ${expr.op}`);
        return this.#typed(expr.right, "bool", `right of ${expr.op}`);
      case "select":
        this.#typed(expr.condition, "bool", "condition of select");
        this.#typed(expr.then, expr.type, "then of select");
        return this.#typed(expr.otherwise, expr.type, "otherwise of select");
      case "convert":
        return this.#expr(expr.value);
      case "load":
        this.#access(expr.access);
        if (expr.type !== expr.access.memory.element)
          this.#wrong(
            `${expr.access.memory.name} holds ${expr.access.memory.element}, loaded as ${expr.type}`,
          );
        return;
      case "math":
        for (const arg of expr.args) this.#expr(arg);
        return;
    }
  }
}
