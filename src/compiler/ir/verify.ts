/**
 * The rules of `ir.ts`, checked. A module without findings is one that no back end stumbles over. Tests run it after
 * `lower/` and after every pass.
 */
import { resultsOf } from "../analysis/assigned-locals.ts";
import {
  type Access,
  type Expr,
  type Func,
  isFloat,
  isInteger,
  type Local,
  type Module,
  type Scalar,
  type Stmt,
} from "./ir.ts";
import { printExpr } from "./print.ts";

/** What is wrong with a module, one sentence each; empty where nothing is. */
export function verifyModule(module: Module): string[] {
  const verifier = new Verifier(module);
  for (const func of [...module.functions, module.kernel]) verifier.func(func);
  if (module.kernel.results.length > 0) verifier.findings.push("the kernel gives results");
  return verifier.findings;
}

const SHIFTS_AND_BITS = new Set(["and", "or", "xor"]);

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
        this.#access(statement.access);
        return this.#typed(
          statement.value,
          statement.access.memory.element,
          `value stored in ${statement.access.memory.name}`,
        );
      case "atomic": {
        this.#access(statement.access);
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
      case "for": {
        const { type } = statement.counter;
        if (!isInteger(type)) this.#wrong("a counter is an integer");
        for (const bound of [statement.start, statement.stop, statement.step])
          this.#typed(bound, type, "bound of a loop");
        this.#counters.push(statement.counter);
        this.#loop(statement.body);
        this.#counters.pop();
        return;
      }
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
        if (statement.combine) this.#expr(statement.combine.predicate);
        return;
      case "warp":
        for (const operand of [statement.mask, ...statement.operands]) this.#expr(operand);
        return;
      case "print":
        for (const part of statement.parts) if (typeof part !== "string") this.#expr(part);
        return;
      case "fail":
        return this.#site(statement.site);
    }
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

  #site(site: number): void {
    if (!this.#module.sites[site]) this.#wrong(`there is no site ${site}`);
  }

  #access(access: Access): void {
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
    switch (expr.kind) {
      case "constant":
        return this.#constant(expr);
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
        this.#typed(expr.right, expr.type, `right of ${expr.op}`);
        if (expr.type === "bool" && !SHIFTS_AND_BITS.has(expr.op)) this.#wrong(`${expr.op} on bool`);
        if (expr.op === "div" && !isFloat(expr.type)) this.#wrong("div on integers");
        return;
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

  #constant({ type, value }: Extract<Expr, { kind: "constant" }>): void {
    const isRight =
      type === "bool"
        ? typeof value === "boolean"
        : isFloat(type)
          ? typeof value === "number"
          : typeof value === "bigint";
    if (!isRight) this.#wrong(`a constant of type ${type} is a ${typeof value}`);
  }
}
