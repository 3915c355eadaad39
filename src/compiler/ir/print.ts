/**
 * IR as text, for people and for `--emit ir`: one statement a line, types where they are not plain to see. `parse.ts`
 * reads it back.
 */
import type { Access, Expr, Func, LaunchSource, Local, Memory, Module, Site, Stmt } from "./ir.ts";

/** `plain` is for reading; `full` also says where launch values come from, and what the sites are and who uses them. */
export type PrintDetail = "plain" | "full";

/** A module as text. Printed in full, nothing is lost but spans. */
export function printModule(module: Module, detail: PrintDetail = "plain"): string {
  const isFull = detail === "full";
  const parts = [
    ...(isFull && module.debug ? ["debug"] : []),
    ...module.memories.map((memory) => printMemory(memory, detail)),
    ...module.launchValues.map(
      ({ name, type, source }) => `launch ${name}: ${type}${isFull ? ` = ${printSource(source)}` : ""}`,
    ),
    ...(isFull ? module.sites.map(printSite) : []),
    ...[...module.functions, module.kernel].map(
      (func) => `\n${printFunction(func, func === module.kernel, detail)}`,
    ),
  ];
  return `${parts.join("\n")}\n`;
}

/** A function as text; locals of one name are told apart by a number. */
export function printFunction(func: Func, isKernel = false, detail: PrintDetail = "plain"): string {
  const names = new LocalNames([...func.params, ...func.locals]);
  const printer = new Printer(names, detail);
  const params = func.params.map((param) => `${names.of(param)}: ${param.type}`).join(", ");
  const results = func.results.length > 0 ? ` -> ${func.results.join(", ")}` : "";
  const lines = [`${isKernel ? "kernel" : "device"} ${func.name}(${params})${results}`];
  for (const local of func.locals) lines.push(`  var ${names.of(local)}: ${local.type}`);
  printer.statements(func.body, "  ", lines);
  return lines.join("\n");
}

/** An expression as text. */
export function printExpr(expr: Expr): string {
  return new Printer(new LocalNames([])).expr(expr);
}

function printMemory(memory: Memory, detail: PrintDetail): string {
  const length = memory.dynamic ? "dynamic" : memory.length === null ? "" : `${memory.length}`;
  const argument = memory.argument === null ? "" : ` = argument ${memory.argument}`;
  const data = detail === "full" && memory.data ? ` = bytes ${[...memory.data].join(" ")}` : "";
  return `${memory.space} ${memory.name}: ${memory.element}[${length}]${argument}${data}`;
}

function printSource(source: LaunchSource): string {
  switch (source.what) {
    case "scalar":
      return `scalar ${source.argument}${source.part === 0 ? "" : " part 1"}`;
    case "shape":
    case "stride":
      return `${source.what} ${source.argument} axis ${source.axis}`;
    case "offset":
      return `offset ${source.argument}`;
    case "dynamic-shared-bytes":
      return source.what;
  }
}

function printSite({ kind, name, message }: Site): string {
  return `site ${kind} ${JSON.stringify(name)} ${JSON.stringify(message)}`;
}

/** Locals of one name are told apart by a number: `v`, `v.1`. */
export class LocalNames {
  readonly #names = new Map<Local, string>();
  readonly #counts = new Map<string, number>();

  constructor(locals: readonly Local[]) {
    for (const local of locals) this.of(local);
  }

  of(local: Local): string {
    let name = this.#names.get(local);
    if (name === undefined) {
      const count = this.#counts.get(local.name) ?? 0;
      this.#counts.set(local.name, count + 1);
      name = count === 0 ? local.name : `${local.name}.${count}`;
      this.#names.set(local, name);
    }
    return name;
  }
}

/** Prints what stands in one function. */
export class Printer {
  readonly #names: LocalNames;
  readonly #detail: PrintDetail;

  constructor(names: LocalNames, detail: PrintDetail = "plain") {
    this.#names = names;
    this.#detail = detail;
  }

  statements(statements: readonly Stmt[], indent: string, lines: string[]): void {
    for (const statement of statements) this.#statement(statement, indent, lines);
  }

  expr(expr: Expr): string {
    switch (expr.kind) {
      case "constant":
        return `${typeof expr.value === "number" && Object.is(expr.value, -0) ? "-0" : expr.value}:${expr.type}`;
      case "local":
        return this.#names.of(expr.local);
      case "launch":
        return `@${expr.value.name}`;
      case "position":
        return `${expr.which}.${"xyz"[expr.axis]}:${expr.type}`;
      case "unary":
        return `${expr.op}.${expr.type}(${this.expr(expr.value)})`;
      case "binary":
        return `${expr.op}.${expr.type}(${this.expr(expr.left)}, ${this.expr(expr.right)})`;
      case "compare":
        return `${expr.op}.${expr.left.type}(${this.expr(expr.left)}, ${this.expr(expr.right)})`;
      case "logical":
        return `${expr.op}(${this.expr(expr.left)}, ${this.expr(expr.right)})`;
      case "select":
        return `select(${this.expr(expr.condition)}, ${this.expr(expr.then)}, ${this.expr(expr.otherwise)})`;
      case "convert":
        return `${expr.bits ? "bits" : "convert"}.${expr.type}(${this.expr(expr.value)})`;
      case "load":
        return this.#access(expr.access);
      case "math":
        return `${expr.fn}.${expr.type}(${this.#list(expr.args)})`;
    }
  }

  /** `a[i?]`: `?` marks a checked index, `~` one that may count from the end. Offset and strides only where they say something. */
  #access(access: Access): string {
    const axes = access.axes.map(
      (axis) =>
        `${this.expr(axis.index)}${axis.wraps ? "~" : ""}${axis.checked ? "?" : ""} of ${this.expr(axis.size)} by ${this.expr(axis.stride)}`,
    );
    const offset =
      access.offset.kind === "constant" && access.offset.value === 0n
        ? ""
        : ` at ${this.expr(access.offset)}`;
    const isChecked = access.axes.some((axis) => axis.checked);
    const site = this.#detail === "full" && isChecked ? ` site ${access.site}` : "";
    return `${access.memory.name}[${axes.join("; ")}]${offset}${site}`;
  }

  #list(exprs: readonly Expr[]): string {
    return exprs.map((expr) => this.expr(expr)).join(", ");
  }

  #results(locals: readonly Local[]): string {
    return locals.length > 0 ? `${locals.map((local) => this.#names.of(local)).join(", ")} = ` : "";
  }

  #statement(statement: Stmt, indent: string, lines: string[]): void {
    const line = (text: string): void => {
      lines.push(indent + text);
    };
    const inner = `${indent}  `;
    switch (statement.kind) {
      case "assign":
        return line(`${this.#names.of(statement.local)} = ${this.expr(statement.value)}`);
      case "store":
        return line(`${this.#access(statement.access)} = ${this.expr(statement.value)}`);
      case "atomic":
        return line(
          `${this.#results(statement.result ? [statement.result] : [])}atomic ${statement.op} ${this.#access(statement.access)}, ${this.#list(statement.operands)}`,
        );
      case "call":
        return line(
          `${this.#results(statement.results)}call ${statement.func.name}(${this.#list(statement.args)})`,
        );
      case "if":
        line(`if ${this.expr(statement.condition)}`);
        this.statements(statement.then, inner, lines);
        if (statement.otherwise.length === 0) return;
        line("else");
        return this.statements(statement.otherwise, inner, lines);
      case "for":
        line(
          `for ${this.#names.of(statement.counter)} from ${this.expr(statement.start)} ${statement.direction} to ${this.expr(statement.stop)} by ${this.expr(statement.step)}`,
        );
        return this.statements(statement.body, inner, lines);
      case "loop":
        line(
          `loop${statement.condition ? ` while ${this.expr(statement.condition)}` : ""}${statement.budget === null ? "" : ` budget ${statement.budget}`}`,
        );
        return this.statements(statement.body, inner, lines);
      case "break":
      case "continue":
        return line(statement.kind);
      case "return":
        return line(`return ${this.#list(statement.values)}`.trimEnd());
      case "barrier":
        return line(
          `${this.#results(statement.combine ? [statement.combine.result] : [])}barrier ${statement.scope}${statement.combine ? ` ${statement.combine.op} ${this.expr(statement.combine.predicate)}` : ""}`,
        );
      case "warp":
        return line(
          `${this.#results(statement.results)}warp ${statement.op} ${this.#list([statement.mask, ...statement.operands])}`,
        );
      case "print":
        return line(
          `print ${statement.parts.map((part) => (typeof part === "string" ? JSON.stringify(part) : this.expr(part))).join(", ")}`,
        );
      case "fail":
        return line(`fail ${statement.site}`);
    }
  }
}
