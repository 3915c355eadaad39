/** The syntax tree as one S-expression a statement, for tests: `(assign x (+ a 1))`. */
import type { Span } from "../text/span.ts";
import type { Expr, FunctionDef, Param, Stmt } from "./ast.ts";

/** Adds something to a node's text, such as its span. */
export type Mark = (span: Span, text: string) => string;

const PLAIN: Mark = (_, text) => text;

export function printFunction(func: FunctionDef, mark: Mark = PLAIN): string {
  const decorators = func.decorators.map((decorator) => `@${printExpr(decorator, mark)} `).join("");
  const params = func.params.map((param) => printParam(param, mark)).join(" ");
  return mark(func.span, `(${decorators}def ${func.name} (${params}) ${printBlock(func.body, mark)})`);
}

export function printBlock(statements: readonly Stmt[], mark: Mark = PLAIN): string {
  return `[${statements.map((statement) => printStatement(statement, mark)).join(" ")}]`;
}

export function printStatement(statement: Stmt, mark: Mark = PLAIN): string {
  if (statement.kind === "nested-def") return printFunction(statement.func, mark);
  return mark(statement.span, statementText(statement, mark));
}

function statementText(statement: Stmt, mark: Mark): string {
  const expr = (value: Expr | null): string => (value ? printExpr(value, mark) : "-");
  const block = (statements: readonly Stmt[]): string => printBlock(statements, mark);
  switch (statement.kind) {
    case "assign":
      return `(assign ${statement.targets.map(expr).join(" ")} ${expr(statement.value)})`;
    case "aug-assign":
      return `(${statement.op}= ${expr(statement.target)} ${expr(statement.value)})`;
    case "ann-assign":
      return `(ann ${expr(statement.target)} ${expr(statement.annotation)} ${expr(statement.value)})`;
    case "expr":
      return `(expr ${expr(statement.value)})`;
    case "if":
    case "while":
      return `(${statement.kind} ${expr(statement.test)} ${block(statement.body)} ${block(statement.orelse)})`;
    case "for":
      return `(for ${expr(statement.target)} ${expr(statement.iter)} ${block(statement.body)} ${block(statement.orelse)})`;
    case "return":
      return `(return ${expr(statement.value)})`;
    case "assert":
      return `(assert ${expr(statement.test)} ${expr(statement.message)})`;
    case "raise":
      return `(raise ${expr(statement.exception)})`;
    case "match": {
      const cases = statement.cases.map(
        (entry) => `(case (${entry.patterns.map(expr).join(" ")}) ${expr(entry.guard)} ${block(entry.body)})`,
      );
      return `(match ${expr(statement.subject)} ${cases.join(" ")})`;
    }
    case "unsupported-stmt":
      return `(unsupported ${JSON.stringify(statement.what)})`;
    default:
      return `(${statement.kind})`;
  }
}

export function printExpr(expr: Expr, mark: Mark = PLAIN): string {
  return mark(expr.span, exprText(expr, mark));
}

function exprText(expr: Expr, mark: Mark): string {
  const inner = (value: Expr | null): string => (value ? printExpr(value, mark) : "-");
  const list = (values: readonly Expr[]): string => values.map((value) => ` ${inner(value)}`).join("");
  switch (expr.kind) {
    case "number":
      return expr.form === "int"
        ? String(expr.value)
        : `${floatText(Number(expr.value))}${expr.form === "imaginary" ? "j" : ""}`;
    case "string":
      return JSON.stringify(expr.value);
    case "constant":
      return expr.value === null ? "None" : expr.value === "..." ? "..." : expr.value ? "True" : "False";
    case "name":
      return expr.id;
    case "attribute":
      return `(. ${inner(expr.value)} ${expr.attr})`;
    case "subscript":
      return `(${expr.isTuple ? "[,]" : "[]"} ${inner(expr.value)}${list(expr.indices)})`;
    case "slice":
      return `(: ${inner(expr.lower)} ${inner(expr.upper)} ${inner(expr.step)})`;
    case "call": {
      const keywords = expr.keywords.map(
        (keyword) => ` ${keyword.name ? `${keyword.name}=` : "**"}${inner(keyword.value)}`,
      );
      return `(call ${inner(expr.func)}${list(expr.args)}${keywords.join("")})`;
    }
    case "unary":
      return `(${expr.op} ${inner(expr.operand)})`;
    case "binary":
      return `(${expr.op} ${inner(expr.left)} ${inner(expr.right)})`;
    case "bool":
      return `(${expr.op}${list(expr.values)})`;
    case "compare":
      return `(compare ${expr.operands.map((value, i) => `${i > 0 ? `${expr.operators[i - 1]} ` : ""}${inner(value)}`).join(" ")})`;
    case "conditional":
      return `(if ${inner(expr.test)} ${inner(expr.then)} ${inner(expr.otherwise)})`;
    case "tuple":
      return `(tuple${list(expr.items)})`;
    case "named":
      return `(:= ${inner(expr.target)} ${inner(expr.value)})`;
    case "lambda":
      return `(lambda (${expr.params.map((param) => printParam(param, mark)).join(" ")}) ${inner(expr.body)})`;
    case "starred":
      return `(* ${inner(expr.value)})`;
    case "unsupported-expr":
      return `(unsupported ${JSON.stringify(expr.what)})`;
    case "error-expr":
      return "(error)";
  }
}

function printParam(param: Param, mark: Mark): string {
  return `${param.star}${param.name}${param.default ? `=${printExpr(param.default, mark)}` : ""}`;
}

function floatText(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e16 ? value.toFixed(1) : String(value);
}
