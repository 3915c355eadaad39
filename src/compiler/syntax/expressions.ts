import type { SyntaxNode } from "@lezer/common";
import type { Source } from "../text/source.ts";
import type {
  BinaryOperator,
  CompareOperator,
  Expr,
  FunctionDef,
  Keyword,
  Lambda,
  Param,
  Slice,
  UnaryOperator,
} from "./ast.ts";
import { readNumber, readString } from "./literals.ts";
import { convertLogical, isLogical } from "./logical.ts";
import { childrenOf, spanOf, splitAt } from "./tree.ts";
import { BYTES, TOO_DEEP, unsupportedForm } from "./unsupported.ts";

/** Nested expressions and blocks beyond this become `unsupported`, so that no stage runs out of stack. */
export const MOST_NESTED = 400;

/**
 * Converts expressions of Lezer's tree. Where there is no Python they become `ErrorExpr`; the diagnostics come from
 * elsewhere. Text is taken from the source, since Lezer read a masked one (`mask.ts`).
 */
export class ExpressionConverter {
  readonly #source: Source;
  readonly #lambdas = new Map<number, Lambda>();
  #depth = 0;

  constructor(source: Source) {
    this.#source = source;
  }

  convert(node: SyntaxNode): Expr {
    return this.nested(
      () => this.#convert(node),
      () => ({ kind: "unsupported-expr", ...TOO_DEEP, span: spanOf(node) }),
    );
  }

  /** Counts how deep the conversion is in, statements included. */
  nested<Result>(convert: () => Result, tooDeep: () => Result): Result {
    if (this.#depth >= MOST_NESTED) return tooDeep();
    this.#depth++;
    try {
      return convert();
    } finally {
      this.#depth--;
    }
  }

  #convert(node: SyntaxNode): Expr {
    const span = spanOf(node);
    if (isLogical(node)) return convertLogical(node, (operand) => this.convert(operand));
    switch (node.name) {
      case "Number":
        return { kind: "number", ...readNumber(this.text(node)), span };
      case "String":
      case "FormatString":
      case "ContinuedString":
        return this.#string(node);
      case "Boolean":
        return { kind: "constant", value: this.text(node) === "True", span };
      case "None":
        return { kind: "constant", value: null, span };
      case "Ellipsis":
        return { kind: "constant", value: "...", span };
      case "VariableName":
        return this.#name(node);
      case "ParenthesizedExpression":
        return this.#parenthesized(node);
      case "TupleExpression":
        return { kind: "tuple", items: this.#items(inner(node)), span };
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
        return this.lambda(node) ?? { kind: "error-expr", span };
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
    if (nodes.length === 1) return this.convert(first);
    return { kind: "tuple", items: this.#items(nodes), span: { start: first.from, end: last.to } };
  }

  /** What stands left of `=` or after `for`; `[a, b]` means the same as `(a, b)` there. */
  convertTarget(nodes: readonly SyntaxNode[]): Expr {
    const only = nodes.length === 1 ? nodes[0] : undefined;
    if (only?.name === "TupleExpression" || only?.name === "ArrayExpression")
      return { kind: "tuple", items: this.#items(inner(only), true), span: spanOf(only) };
    const first = nodes[0];
    const last = nodes.at(-1);
    if (only || !first || !last) return this.convertList(nodes);
    return { kind: "tuple", items: this.#items(nodes, true), span: { start: first.from, end: last.to } };
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

  callArguments(list: SyntaxNode): { readonly args: Expr[]; readonly keywords: Keyword[] } {
    const args: Expr[] = [];
    const keywords: Keyword[] = [];
    const inside = inner(list);
    if (inside.some((node) => node.name === "for")) {
      const generator = { ...unsupportedForm("ComprehensionExpression"), span: spanOf(list) };
      return { args: [{ kind: "unsupported-expr", ...generator }], keywords };
    }
    for (const part of splitAt(inside, ",")) {
      const [first, second, third] = part;
      if (!first) continue;
      const span = { start: first.from, end: part.at(-1)?.to ?? first.to };
      if (second?.name === "AssignOp" && third) {
        const value = this.convert(third);
        if (this.text(second) === ":=")
          args.push({ kind: "named", target: this.#nameOf(first), value, span });
        else keywords.push({ name: this.text(first), value, span });
      } else if (first.name === "*" && second) {
        args.push({ kind: "starred", value: this.convert(second), span });
      } else if (first.name === "**" && second) {
        keywords.push({ name: "", value: this.convert(second), span });
      } else {
        args.push(this.convert(first));
      }
    }
    return { args, keywords };
  }

  /** One and the same node for a lambda, however often it is asked for. */
  lambda(node: SyntaxNode): Lambda | null {
    const known = this.#lambdas.get(node.from);
    if (known) return known;
    const children = childrenOf(node);
    const list = children.find((child) => child.name === "ParamList");
    const body = children.at(-1);
    if (!body || body.name === ":") return null;
    const lambda: Lambda = {
      kind: "lambda",
      params: list ? this.params(list) : [],
      body: this.convert(body),
      span: spanOf(node),
    };
    this.#lambdas.set(node.from, lambda);
    return lambda;
  }

  #name(node: SyntaxNode): Expr {
    const name = this.#nameOf(node);
    // What the mask made a name of is none.
    return /^[\p{ID_Start}_]\p{ID_Continue}*$/u.test(name.id)
      ? name
      : { kind: "unsupported-expr", ...unsupportedForm(""), span: name.span };
  }

  #nameOf(node: SyntaxNode): Extract<Expr, { kind: "name" }> {
    return { kind: "name", id: this.text(node), span: spanOf(node) };
  }

  #items(nodes: readonly SyntaxNode[], areTargets = false): Expr[] {
    return splitAt(nodes, ",").flatMap((part): Expr[] => {
      const [first, second] = part;
      if (!first) return [];
      if (first.name !== "*") return [areTargets ? this.convertTarget([first]) : this.convert(first)];
      if (!second) return [];
      return [{ kind: "starred", value: this.convert(second), span: { start: first.from, end: second.to } }];
    });
  }

  /** A literal, or several that stand next to each other. */
  #string(node: SyntaxNode): Expr {
    const span = spanOf(node);
    const parts = node.name === "ContinuedString" ? childrenOf(node) : [node];
    let value = "";
    for (const part of parts) {
      const literal = readString(this.text(part));
      if (literal.prefix.includes("f") || literal.prefix.includes("t")) {
        const text = literal.value.replaceAll(/\{\{|\}\}/g, (pair) => (pair === "{{" ? "\0" : "}"));
        if (text.includes("{")) return { kind: "unsupported-expr", ...unsupportedForm("FormatString"), span };
        value += text.replaceAll("\0", "{");
      } else if (part.name !== "String" || literal.prefix.includes("b")) {
        const isError = part.type.isError;
        return isError ? { kind: "error-expr", span } : { kind: "unsupported-expr", ...BYTES, span };
      } else value += literal.value;
    }
    return { kind: "string", value, span };
  }

  #parenthesized(node: SyntaxNode): Expr {
    const first = inner(node)[0];
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
    const indices = splitAt(inside, ",").map((part) => this.#index(part, span));
    const isTuple = inside.some((child) => child.name === ",") || indices[0]?.kind === "starred";
    return { kind: "subscript", value, indices, isTuple, span };
  }

  #index(part: readonly SyntaxNode[], whole: { readonly start: number; readonly end: number }): Expr | Slice {
    const first = part[0];
    const last = part.at(-1);
    if (!first || !last) return { kind: "error-expr", span: whole };
    const span = { start: first.from, end: last.to };
    // The grammar has no `a[*b]`: the mask hides the star.
    const star = this.#starBefore(first.from);
    if (star !== null)
      return { kind: "starred", value: this.convert(first), span: { start: star, end: last.to } };
    if (!part.some((node) => node.name === ":")) return this.convert(first);
    const bounds: (Expr | null)[] = [null, null, null];
    let at = 0;
    for (const node of part) {
      if (node.name === ":") at++;
      else bounds[at] = this.convert(node);
    }
    const [lower = null, upper = null, step = null] = bounds;
    return { kind: "slice", lower, upper, step, span };
  }

  #starBefore(offset: number): number | null {
    const { text } = this.#source;
    let at = offset - 1;
    while (/\s/.test(text.charAt(at))) at--;
    return text.charAt(at) === "*" ? at : null;
  }

  #call(node: SyntaxNode): Expr {
    const [callee, list] = childrenOf(node);
    const span = spanOf(node);
    if (!callee || !list) return { kind: "error-expr", span };
    return { kind: "call", func: this.convert(callee), ...this.callArguments(list), span };
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
    const op = children
      .slice(1, -1)
      .map((child) => this.text(child))
      .join(" ");
    if (isComparison(op)) {
      const first = this.convert(left);
      // `a < b < c` chains; `(a < b) < c` does not.
      const chains = first.kind === "compare" && left.name === "BinaryExpression";
      const before = chains ? first : { operands: [first], operators: [] };
      return {
        kind: "compare",
        operands: [...before.operands, this.convert(right)],
        operators: [...before.operators, op],
        span,
      };
    }
    if (!isArithmetic(op)) return { kind: "error-expr", span };
    return { kind: "binary", op, left: this.convert(left), right: this.convert(right), span };
  }

  #conditional(node: SyntaxNode): Expr {
    const [then, , test, , otherwise] = childrenOf(node);
    const span = spanOf(node);
    if (!then || !test || !otherwise) return { kind: "error-expr", span };
    return {
      kind: "conditional",
      then: this.convert(then),
      test: this.convert(test),
      otherwise: this.convert(otherwise),
      span,
    };
  }

  #named(node: SyntaxNode): Expr {
    const [name, , value] = childrenOf(node);
    const span = spanOf(node);
    if (!name || !value) return { kind: "error-expr", span };
    return { kind: "named", target: this.#nameOf(name), value: this.convert(value), span };
  }
}

/** A lambda as a function whose body is one return statement. */
export function lambdaFunction(lambda: Lambda): FunctionDef {
  return {
    kind: "function",
    name: "<lambda>",
    nameSpan: lambda.span,
    params: lambda.params,
    decorators: [],
    body: [{ kind: "return", value: lambda.body, span: lambda.body.span }],
    isLambda: true,
    span: lambda.span,
  };
}

/** The children without the brackets around them. */
function inner(node: SyntaxNode): SyntaxNode[] {
  const children = childrenOf(node);
  const isClosing = [")", "]", "}"].includes(children.at(-1)?.name ?? "");
  return children.slice(1, isClosing ? -1 : undefined);
}

const COMPARISONS: readonly string[] = ["<", "<=", "==", "!=", ">", ">=", "is", "is not", "in", "not in"];
const ARITHMETIC: readonly string[] = ["+", "-", "*", "/", "//", "%", "**", "<<", ">>", "&", "|", "^", "@"];

function isComparison(op: string): op is CompareOperator {
  return COMPARISONS.includes(op);
}

function isArithmetic(op: string): op is BinaryOperator {
  return ARITHMETIC.includes(op);
}
