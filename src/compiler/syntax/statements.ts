import type { SyntaxNode } from "@lezer/common";
import type { Source } from "../text/source.ts";
import type { BinaryOperator, Expr, FunctionDef, Lambda, MatchCase, Stmt } from "./ast.ts";
import { ExpressionConverter } from "./expressions.ts";
import { childrenOf, spanOf, splitAt } from "./tree.ts";
import { unsupportedForm } from "./unsupported.ts";

/** Converts statements of Lezer's tree. */
export class StatementConverter {
  readonly expressions: ExpressionConverter;

  constructor(source: Source) {
    this.expressions = new ExpressionConverter(source);
  }

  /** The statements of a `Body` or `Script` node. */
  body(node: SyntaxNode | undefined): Stmt[] {
    return node ? childrenOf(node).flatMap((child) => (child.name === ":" ? [] : this.convert(child))) : [];
  }

  convert(node: SyntaxNode): Stmt[] {
    if (node.name === "StatementGroup") return childrenOf(node).flatMap((child) => (child.name === ";" ? [] : this.convert(child)));
    const statement = this.#one(node);
    return statement ? [statement] : [];
  }

  functionDef(node: SyntaxNode, decorators: readonly Expr[], start: number): FunctionDef {
    const children = childrenOf(node);
    const name = children.find((child) => child.name === "VariableName");
    const list = children.find((child) => child.name === "ParamList");
    return {
      kind: "function",
      name: name ? this.expressions.text(name) : "",
      nameSpan: spanOf(name ?? node),
      params: list ? this.expressions.params(list) : [],
      decorators,
      body: this.body(children.find((child) => child.name === "Body")),
      isLambda: false,
      span: { start, end: node.to },
    };
  }

  decorator(node: SyntaxNode): Expr {
    const children = childrenOf(node).slice(1);
    let value: Expr = { kind: "error-expr", span: spanOf(node) };
    for (const [i, child] of children.entries()) {
      if (child.name === "ArgList") {
        value = { kind: "call", func: value, ...this.expressions.callArguments(child), span: { start: value.span.start, end: child.to } };
      } else if (child.name === "VariableName" && children[i - 1]?.name === ".") {
        value = { kind: "attribute", value, attr: this.expressions.text(child), attrSpan: spanOf(child), span: { start: value.span.start, end: child.to } };
      } else if (child.name !== ".") {
        value = this.expressions.convert(child);
      }
    }
    return value;
  }

  #one(node: SyntaxNode): Stmt | null {
    const span = spanOf(node);
    switch (node.name) {
      case "ExpressionStatement":
        return { kind: "expr", value: this.expressions.convertList(childrenOf(node)), span };
      case "AssignStatement":
        return this.#assign(node);
      case "UpdateStatement":
        return this.#update(node);
      case "IfStatement":
        return this.#if(childrenOf(node), span.start);
      case "WhileStatement":
        return this.#while(node);
      case "ForStatement":
        return this.#for(node);
      case "BreakStatement":
        return { kind: "break", span };
      case "ContinueStatement":
        return { kind: "continue", span };
      case "PassStatement":
        return { kind: "pass", span };
      case "ReturnStatement": {
        const values = childrenOf(node).slice(1);
        return { kind: "return", value: values.length > 0 ? this.expressions.convertList(values) : null, span };
      }
      case "AssertStatement": {
        const [test, message] = splitAt(childrenOf(node).slice(1), ",").map((part) => part[0]);
        if (!test) return { kind: "error-stmt", span };
        return { kind: "assert", test: this.expressions.convert(test), message: message ? this.expressions.convert(message) : null, span };
      }
      case "RaiseStatement": {
        const exception = childrenOf(node)[1];
        return { kind: "raise", exception: exception ? this.expressions.convert(exception) : null, span };
      }
      case "FunctionDefinition":
        return { kind: "nested-def", func: this.functionDef(node, [], span.start), span };
      case "DecoratedStatement": {
        const definition = childrenOf(node).find((child) => child.name === "FunctionDefinition");
        if (!definition) return { kind: "unsupported-stmt", ...unsupportedForm("ClassDefinition"), span };
        const decorators = childrenOf(node).filter((child) => child.name === "Decorator");
        return { kind: "nested-def", func: this.functionDef(definition, decorators.map((child) => this.decorator(child)), span.start), span };
      }
      case "MatchStatement":
        return this.#match(node);
      case "⚠":
        return { kind: "error-stmt", span };
      default:
        return { kind: "unsupported-stmt", ...unsupportedForm(node.name), span };
    }
  }

  #assign(node: SyntaxNode): Stmt {
    const children = childrenOf(node);
    const span = spanOf(node);
    const parts = splitAt(children, "AssignOp");
    const typeDef = children.find((child) => child.name === "TypeDef");
    if (typeDef) {
      const target = children[0];
      const annotation = childrenOf(typeDef).at(-1);
      const value = parts[1]?.[0];
      if (!target || !annotation) return { kind: "error-stmt", span };
      return {
        kind: "ann-assign",
        target: this.expressions.convert(target),
        annotation: this.expressions.convert(annotation),
        value: value ? this.expressions.convert(value) : null,
        span,
      };
    }
    const values = parts.map((part) => this.expressions.convertList(part));
    const value = values.at(-1);
    if (!value || values.length < 2) return { kind: "error-stmt", span };
    return { kind: "assign", targets: values.slice(0, -1), value, span };
  }

  #update(node: SyntaxNode): Stmt {
    const [target, operator, ...value] = childrenOf(node);
    const span = spanOf(node);
    if (!target || !operator || value.length === 0) return { kind: "error-stmt", span };
    return {
      kind: "aug-assign",
      target: this.expressions.convert(target),
      op: this.expressions.text(operator).slice(0, -1) as BinaryOperator,
      value: this.expressions.convertList(value),
      span,
    };
  }

  /** `children` begin at `if` or `elif`. */
  #if(children: readonly SyntaxNode[], start: number): Stmt {
    const bodyAt = children.findIndex((child) => child.name === "Body");
    const body = children[bodyAt];
    const test = children[1];
    if (!test || !body) return { kind: "error-stmt", span: { start, end: children.at(-1)?.to ?? start } };
    const rest = children.slice(bodyAt + 1);
    const next = rest[0];
    const orelse = next?.name === "elif" ? [this.#if(rest, next.from)] : this.body(rest.find((child) => child.name === "Body"));
    return {
      kind: "if",
      test: this.expressions.convert(test),
      body: this.body(body),
      orelse,
      span: { start, end: children.at(-1)?.to ?? body.to },
    };
  }

  #while(node: SyntaxNode): Stmt {
    const [, test, body, , orelse] = childrenOf(node);
    const span = spanOf(node);
    if (!test || !body) return { kind: "error-stmt", span };
    return { kind: "while", test: this.expressions.convert(test), body: this.body(body), orelse: this.body(orelse), span };
  }

  #for(node: SyntaxNode): Stmt {
    const children = childrenOf(node);
    const span = spanOf(node);
    const inAt = children.findIndex((child) => child.name === "in");
    const bodyAt = children.findIndex((child) => child.name === "Body");
    if (inAt < 0 || bodyAt < 0) return { kind: "error-stmt", span };
    return {
      kind: "for",
      target: this.expressions.convertList(children.slice(1, inAt)),
      iter: this.expressions.convertList(children.slice(inAt + 1, bodyAt)),
      body: this.body(children[bodyAt]),
      orelse: this.body(children.slice(bodyAt + 1).find((child) => child.name === "Body")),
      span,
    };
  }

  #match(node: SyntaxNode): Stmt {
    const children = childrenOf(node);
    const subject = children[1];
    const body = children.find((child) => child.name === "MatchBody");
    const span = spanOf(node);
    if (!subject || !body) return { kind: "error-stmt", span };
    const clauses = childrenOf(body).filter((child) => child.name === "MatchClause");
    const cases = clauses.map((clause) => this.#matchCase(clause));
    if (cases.some((entry) => entry === null)) {
      return { kind: "unsupported-stmt", what: "match on anything but constants", instead: "use if and elif", span };
    }
    return { kind: "match", subject: this.expressions.convert(subject), cases: cases.filter((entry) => entry !== null), span };
  }

  #matchCase(clause: SyntaxNode): MatchCase | null {
    const children = childrenOf(clause);
    const pattern = children[1];
    const guard = children.find((child) => child.name === "Guard");
    const test = guard ? childrenOf(guard)[1] : undefined;
    const patterns = pattern ? this.#patterns(pattern) : null;
    if (!patterns) return null;
    return {
      patterns,
      guard: test ? this.expressions.convert(test) : null,
      body: this.body(children.find((child) => child.name === "Body")),
      span: spanOf(clause),
    };
  }

  /** Constants of a pattern; empty for `_`; null for patterns that bind or take apart. */
  #patterns(pattern: SyntaxNode): Expr[] | null {
    switch (pattern.name) {
      case "LiteralPattern": {
        const parts = childrenOf(pattern);
        const literal = parts.at(-1);
        if (!literal) return null;
        const value = this.expressions.convert(literal);
        return [parts.length > 1 ? { kind: "unary", op: "-", operand: value, span: spanOf(pattern) } : value];
      }
      case "CapturePattern":
        return this.expressions.text(pattern) === "_" ? [] : null;
      case "OrPattern": {
        const parts = childrenOf(pattern).filter((child) => child.name !== "LogicOp").map((child) => this.#patterns(child));
        return parts.every((part) => part !== null && part.length > 0) ? parts.flatMap((part) => part ?? []) : null;
      }
      default:
        return null;
    }
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
