import type { SyntaxNode } from "@lezer/common";
import type { Source } from "../text/source.ts";
import type { BinaryOperator, CompareOperator, Expr, Keyword, Param, Slice, UnaryOperator } from "./ast.ts";
import { readNumber, readString } from "./literals.ts";
import { childrenOf, spanOf, splitAt } from "./tree.ts";
import { unsupportedForm } from "./unsupported.ts";

/** Converts expressions of Lezer's tree. Nodes that hold an error become `ErrorExpr`; the diagnostics come from elsewhere. */
export class ExpressionConverter {
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  convert(node: SyntaxNode): Expr {
    const span = spanOf(node);
    switch (node.name) {
      case "Number":
        return { kind: "number", ...readNumber(this.text(node)), span };
      case "String":
        return { kind: "string", value: readString(this.text(node)), span };
      case "ContinuedString":
        return this.#continuedString(node);
      case "Boolean":
        return { kind: "constant", value: this.text(node) === "True", span };
      case "None":
        return { kind: "constant", value: null, span };
      case "Ellipsis":
        return { kind: "constant", value: "...", span };
      case "VariableName":
        return { kind: "name", id: this.text(node), span };
      case "ParenthesizedExpression":
        return this.#parenthesized(node);
      case "TupleExpression":
        return { kind: "tuple", items: this.#items(childrenOf(node).slice(1, -1)), span };
      case "MemberExpression":
        return this.#member(node);
      case "CallExpression":
        return this.#call(node);
      case "UnaryExpression":
        return this.#unary(node);
      case "BinaryExpression":
        return this.#binary(node);
      case "ConditionalExpression":
        return this.#conditional(node);
      case "NamedExpression":
        return this.#named(node);
      case "LambdaExpression":
        return this.#lambda(node);
      case "⚠":
        return { kind: "error-expr", span };
      default:
        return { kind: "unsupported-expr", ...unsupportedForm(node.name), span };
    }
  }

  /** One expression, or a tuple without parentheses. */
  convertList(nodes: readonly SyntaxNode[]): Expr {
    const first = nodes[0];
    const last = nodes.at(-1);
    if (!first || !last) return { kind: "error-expr", span: { start: 0, end: 0 } };
    const hasComma = nodes.some((node) => node.name === ",");
    if (!hasComma && first.name !== "*") return this.convert(first);
    const span = { start: first.from, end: last.to };
    return { kind: "tuple", items: this.#items(nodes), span };
  }

  text(node: SyntaxNode): string {
    return this.#source.text.slice(node.from, node.to);
  }

  params(list: SyntaxNode): Param[] {
    const nodes = childrenOf(list).filter((node) => node.name !== "(" && node.name !== ")");
    return splitAt(nodes, ",").flatMap((part): Param[] => {
      const star = part[0]?.name === "*" || part[0]?.name === "**" ? part[0].name : "";
      const name = part.find((node) => node.name === "VariableName");
      const first = part[0];
      const last = part.at(-1);
      if (!name || !first || !last) return [];
      const equals = part.findIndex((node) => node.name === "AssignOp");
      const value = equals < 0 ? undefined : part[equals + 1];
      return [
        {
          name: this.text(name),
          nameSpan: spanOf(name),
          default: value ? this.convert(value) : null,
          star,
          span: { start: first.from, end: last.to },
        },
      ];
    });
  }

  #items(nodes: readonly SyntaxNode[]): Expr[] {
    return splitAt(nodes, ",").flatMap((part): Expr[] => {
      const [first, second] = part;
      if (!first) return [];
      if (first.name !== "*") return [this.convert(first)];
      if (!second) return [];
      return [{ kind: "starred", value: this.convert(second), span: { start: first.from, end: second.to } }];
    });
  }

  #continuedString(node: SyntaxNode): Expr {
    const parts = childrenOf(node);
    const odd = parts.find((part) => part.name !== "String");
    if (odd) return { kind: "unsupported-expr", ...unsupportedForm(odd.name), span: spanOf(node) };
    return { kind: "string", value: parts.map((part) => readString(this.text(part))).join(""), span: spanOf(node) };
  }

  #parenthesized(node: SyntaxNode): Expr {
    const inner = childrenOf(node).filter((child) => child.name !== "(" && child.name !== ")");
    const first = inner[0];
    return first ? this.convert(first) : { kind: "error-expr", span: spanOf(node) };
  }

  #member(node: SyntaxNode): Expr {
    const [object, ...rest] = childrenOf(node);
    const span = spanOf(node);
    if (!object) return { kind: "error-expr", span };
    const value = this.convert(object);
    const property = rest.find((child) => child.name === "PropertyName");
    if (rest[0]?.name === ".") {
      if (!property) return { kind: "error-expr", span };
      return { kind: "attribute", value, attr: this.text(property), attrSpan: spanOf(property), span };
    }
    const inside = rest.slice(1, rest.at(-1)?.name === "]" ? -1 : undefined);
    const isTuple = inside.some((child) => child.name === ",");
    const indices = splitAt(inside, ",").map((part) => this.#index(part, span));
    return { kind: "subscript", value, indices, isTuple, span };
  }

  #index(part: readonly SyntaxNode[], whole: { readonly start: number; readonly end: number }): Expr | Slice {
    const first = part[0];
    const last = part.at(-1);
    if (!first || !last) return { kind: "error-expr", span: whole };
    if (!part.some((node) => node.name === ":")) return this.convert(first);
    const bounds: (Expr | null)[] = [null, null, null];
    let at = 0;
    for (const node of part) {
      if (node.name === ":") at++;
      else bounds[at] = this.convert(node);
    }
    const [lower = null, upper = null, step = null] = bounds;
    return { kind: "slice", lower, upper, step, span: { start: first.from, end: last.to } };
  }

  #call(node: SyntaxNode): Expr {
    const [callee, list] = childrenOf(node);
    const span = spanOf(node);
    if (!callee || !list) return { kind: "error-expr", span };
    return { kind: "call", func: this.convert(callee), ...this.callArguments(list), span };
  }

  callArguments(list: SyntaxNode): { readonly args: Expr[]; readonly keywords: Keyword[] } {
    const args: Expr[] = [];
    const keywords: Keyword[] = [];
    const inside = childrenOf(list).filter((child) => child.name !== "(" && child.name !== ")");
    for (const part of splitAt(inside, ",")) {
      const [first, second, third] = part;
      if (!first) continue;
      if (second?.name === "AssignOp" && third) {
        keywords.push({ name: this.text(first), value: this.convert(third), span: { start: first.from, end: third.to } });
      } else if ((first.name === "*" || first.name === "**") && second) {
        args.push({ kind: "starred", value: this.convert(second), span: { start: first.from, end: second.to } });
      } else if (second?.name === "for") {
        args.push({ kind: "unsupported-expr", ...unsupportedForm("ComprehensionExpression"), span: spanOf(list) });
      } else {
        args.push(this.convert(first));
      }
    }
    return { args, keywords };
  }

  #unary(node: SyntaxNode): Expr {
    const [operator, operand] = childrenOf(node);
    const span = spanOf(node);
    if (!operator || !operand) return { kind: "error-expr", span };
    return { kind: "unary", op: this.text(operator) as UnaryOperator, operand: this.convert(operand), span };
  }

  #binary(node: SyntaxNode): Expr {
    const children = childrenOf(node);
    const span = spanOf(node);
    const left = children[0];
    const right = children.at(-1);
    if (!left || !right || children.length < 3) return { kind: "error-expr", span };
    const op = children.slice(1, -1).map((child) => this.text(child)).join(" ");
    if (op === "and" || op === "or") {
      const first = this.convert(left);
      const joined = first.kind === "bool" && first.op === op && left.name === "BinaryExpression" ? first.values : [first];
      return { kind: "bool", op, values: [...joined, this.convert(right)], span };
    }
    if (isComparison(op)) {
      const first = this.convert(left);
      // `a < b < c` chains; `(a < b) < c` does not.
      if (first.kind === "compare" && left.name === "BinaryExpression") {
        return {
          kind: "compare",
          operands: [...first.operands, this.convert(right)],
          operators: [...first.operators, op],
          span,
        };
      }
      return { kind: "compare", operands: [first, this.convert(right)], operators: [op], span };
    }
    return { kind: "binary", op: op as BinaryOperator, left: this.convert(left), right: this.convert(right), span };
  }

  #conditional(node: SyntaxNode): Expr {
    const [then, , test, , otherwise] = childrenOf(node);
    const span = spanOf(node);
    if (!then || !test || !otherwise) return { kind: "error-expr", span };
    return { kind: "conditional", then: this.convert(then), test: this.convert(test), otherwise: this.convert(otherwise), span };
  }

  #named(node: SyntaxNode): Expr {
    const [name, , value] = childrenOf(node);
    const span = spanOf(node);
    if (!name || !value) return { kind: "error-expr", span };
    return { kind: "named", target: { kind: "name", id: this.text(name), span: spanOf(name) }, value: this.convert(value), span };
  }

  #lambda(node: SyntaxNode): Expr {
    const children = childrenOf(node);
    const list = children.find((child) => child.name === "ParamList");
    const body = children.at(-1);
    const span = spanOf(node);
    if (!body) return { kind: "error-expr", span };
    return { kind: "lambda", params: list ? this.params(list) : [], body: this.convert(body), span };
  }
}

const COMPARISONS: readonly string[] = ["<", "<=", "==", "!=", ">", ">=", "is", "is not", "in", "not in"];

function isComparison(op: string): op is CompareOperator {
  return COMPARISONS.includes(op);
}
