import type { SyntaxNode } from "@lezer/common";
import type { Source } from "../text/source.ts";
import type { Span } from "../text/span.ts";
import { assignedNames } from "./assigned.ts";
import type { BinaryOperator, Expr, FunctionDef, Stmt } from "./ast.ts";
import { bindingsOf } from "./bindings.ts";
import { ExpressionConverter, lambdaFunction } from "./expressions.ts";
import { convertMatch } from "./match.ts";
import { childrenOf, spanOf, splitAt } from "./tree.ts";
import {
  ASYNC_FORM,
  DELETE_ITEM,
  DELETE_NAME,
  GLOBAL_ASSIGNMENT,
  NONLOCAL,
  RAISE_FROM,
  TOO_DEEP,
  type UnsupportedForm,
  unsupportedForm,
} from "./unsupported.ts";

/** Converts statements of Lezer's tree. A function is converted once: its node is the same wherever it is met. */
export class StatementConverter {
  readonly expressions: ExpressionConverter;
  readonly #functions = new Map<number, FunctionDef>();

  constructor(source: Source) {
    this.expressions = new ExpressionConverter(source);
  }

  /** The statements of a `Body` or `Script` node. */
  body(node: SyntaxNode | undefined): Stmt[] {
    return node ? childrenOf(node).flatMap((child) => (child.name === ":" ? [] : this.convert(child))) : [];
  }

  convert(node: SyntaxNode): Stmt[] {
    if (node.name === "StatementGroup")
      return childrenOf(node).flatMap((child) => (child.name === ";" ? [] : this.convert(child)));
    return [
      this.expressions.nested(
        () => this.#one(node),
        () => this.#unsupported(TOO_DEEP, node),
      ),
    ];
  }

  /** The function of a `FunctionDefinition` node. */
  functionAt(node: SyntaxNode): FunctionDef {
    const known = this.#functions.get(node.from);
    if (known) return known;
    const parent = node.parent?.name === "DecoratedStatement" ? node.parent : null;
    const decorators = parent ? childrenOf(parent).filter((child) => child.name === "Decorator") : [];
    const children = childrenOf(node);
    const name = children.find((child) => child.name === "VariableName");
    const list = children.find((child) => child.name === "ParamList");
    const body = this.body(children.find((child) => child.name === "Body"));
    const func: FunctionDef = {
      kind: "function",
      name: name ? this.expressions.text(name) : "",
      nameSpan: spanOf(name ?? node),
      params: list ? this.expressions.params(list) : [],
      decorators: decorators.map((decorator) => this.#decorator(decorator)),
      body: withoutIdleGlobals(body, this.#globals(node)),
      isLambda: false,
      span: { start: parent?.from ?? node.from, end: spanOf(node).end },
    };
    this.#functions.set(node.from, func);
    return func;
  }

  /** The function of a `LambdaExpression` node; null where it has no body. */
  lambdaAt(node: SyntaxNode): FunctionDef | null {
    const known = this.#functions.get(node.from);
    if (known) return known;
    const lambda = this.expressions.lambda(node);
    const func = lambda && lambdaFunction(lambda);
    if (func) this.#functions.set(node.from, func);
    return func;
  }

  #decorator(node: SyntaxNode): Expr {
    const children = childrenOf(node).slice(1);
    let value: Expr = { kind: "error-expr", span: spanOf(node) };
    for (const [i, child] of children.entries()) {
      const span: Span = { start: value.span.start, end: child.to };
      if (child.name === "ArgList") {
        value = { kind: "call", func: value, ...this.expressions.callArguments(child), span };
      } else if (child.name === "VariableName" && children[i - 1]?.name === ".") {
        value = {
          kind: "attribute",
          value,
          attr: this.expressions.text(child),
          attrSpan: spanOf(child),
          span,
        };
      } else if (child.name !== ".") {
        value = this.expressions.convert(child);
      }
    }
    return value;
  }

  #one(node: SyntaxNode): Stmt {
    const span = spanOf(node);
    switch (node.name) {
      case "ExpressionStatement":
        return { kind: "expr", value: this.expressions.convertList(childrenOf(node)), span };
      case "AssignStatement":
        return this.#assign(node);
      case "UpdateStatement":
        return this.#update(node);
      case "IfStatement":
        return this.#if(childrenOf(node), span);
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
        return {
          kind: "return",
          value: values.length > 0 ? this.expressions.convertList(values) : null,
          span,
        };
      }
      case "AssertStatement": {
        const [test, message] = splitAt(childrenOf(node).slice(1), ",").map((part) => part[0]);
        if (!test) return { kind: "error-stmt", span };
        return {
          kind: "assert",
          test: this.expressions.convert(test),
          message: message ? this.expressions.convert(message) : null,
          span,
        };
      }
      case "RaiseStatement": {
        const [, exception, from] = childrenOf(node);
        if (from) return this.#unsupported(RAISE_FROM, node);
        return { kind: "raise", exception: exception ? this.expressions.convert(exception) : null, span };
      }
      case "FunctionDefinition":
      case "DecoratedStatement":
        return this.#definition(node);
      case "MatchStatement":
        return convertMatch(node, this);
      case "DeleteStatement": {
        const targets = splitAt(childrenOf(node).slice(1), ",").map((part) => part[0]);
        const names = targets.every((target) => target?.name === "VariableName");
        return this.#unsupported(names ? DELETE_NAME : DELETE_ITEM, node);
      }
      case "ScopeStatement":
        return this.#unsupported(node.firstChild?.name === "global" ? GLOBAL_ASSIGNMENT : NONLOCAL, node);
      case "⚠":
        return { kind: "error-stmt", span };
      default:
        return this.#unsupported(unsupportedForm(node.name), node);
    }
  }

  #unsupported(form: UnsupportedForm, node: SyntaxNode): Stmt {
    const binds = bindingsOf(node, this).flatMap((binding) => ("name" in binding ? [binding.name] : []));
    return { kind: "unsupported-stmt", ...form, binds, span: spanOf(node) };
  }

  #definition(node: SyntaxNode): Stmt {
    const definition =
      node.name === "FunctionDefinition"
        ? node
        : childrenOf(node).find((child) => child.name === "FunctionDefinition");
    if (!definition) {
      const isClass = childrenOf(node).some((child) => child.name === "ClassDefinition");
      return isClass
        ? this.#unsupported(unsupportedForm("ClassDefinition"), node)
        : { kind: "error-stmt", span: spanOf(node) };
    }
    if (definition.firstChild?.name === "async") return this.#unsupported(ASYNC_FORM, node);
    return { kind: "nested-def", func: this.functionAt(definition), span: spanOf(node) };
  }

  #assign(node: SyntaxNode): Stmt {
    const children = childrenOf(node);
    const span = spanOf(node);
    const parts = splitAt(children, "AssignOp");
    const typeDef = children.find((child) => child.name === "TypeDef");
    if (typeDef) {
      const target = children[0];
      const annotation = childrenOf(typeDef).at(-1);
      const value = parts[1];
      if (!target || !annotation) return { kind: "error-stmt", span };
      return {
        kind: "ann-assign",
        target: this.expressions.convert(target),
        annotation: this.expressions.convert(annotation),
        value: value ? this.expressions.convertList(value) : null,
        span,
      };
    }
    const last = parts.at(-1);
    if (!last || last.length === 0 || parts.length < 2) return { kind: "error-stmt", span };
    return {
      kind: "assign",
      targets: parts.slice(0, -1).map((part) => this.expressions.convertTarget(part)),
      value: this.expressions.convertList(last),
      span,
    };
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
  #if(children: readonly SyntaxNode[], span: Span): Stmt {
    const bodyAt = children.findIndex((child) => child.name === "Body");
    const body = children[bodyAt];
    const test = children[1];
    if (!test || !body || bodyAt < 2) return { kind: "error-stmt", span };
    const rest = children.slice(bodyAt + 1);
    const next = rest[0];
    const orelse =
      next?.name === "elif"
        ? [
            this.expressions.nested<Stmt>(
              () => this.#if(rest, { start: next.from, end: span.end }),
              () => ({ kind: "unsupported-stmt", ...TOO_DEEP, binds: [], span }),
            ),
          ]
        : this.body(rest.find((child) => child.name === "Body"));
    return { kind: "if", test: this.expressions.convert(test), body: this.body(body), orelse, span };
  }

  #while(node: SyntaxNode): Stmt {
    const [, test, body, , orelse] = childrenOf(node);
    const span = spanOf(node);
    if (!test || body?.name !== "Body") return { kind: "error-stmt", span };
    return {
      kind: "while",
      test: this.expressions.convert(test),
      body: this.body(body),
      orelse: this.body(orelse),
      span,
    };
  }

  #for(node: SyntaxNode): Stmt {
    const children = childrenOf(node);
    const span = spanOf(node);
    if (children[0]?.name === "async") return this.#unsupported(ASYNC_FORM, node);
    const inAt = children.findIndex((child) => child.name === "in");
    const bodyAt = children.findIndex((child) => child.name === "Body");
    if (inAt < 2 || bodyAt < inAt + 2) return { kind: "error-stmt", span };
    return {
      kind: "for",
      target: this.expressions.convertTarget(children.slice(1, inAt)),
      iter: this.expressions.convertList(children.slice(inAt + 1, bodyAt)),
      body: this.body(children[bodyAt]),
      orelse: this.body(children.slice(bodyAt + 1).find((child) => child.name === "Body")),
      span,
    };
  }

  /** `global` statements by where they start, with their names; those of functions inside are not among them. */
  #globals(node: SyntaxNode): ReadonlyMap<number, readonly string[]> {
    const found = new Map<number, readonly string[]>();
    const cursor = node.cursor();
    cursor.iterate((child) => {
      if (child.name === "FunctionDefinition" && child.from !== node.from) return false;
      if (child.name !== "ScopeStatement" || child.node.firstChild?.name !== "global") return true;
      const names = childrenOf(child.node).filter((part) => part.name === "VariableName");
      found.set(
        child.from,
        names.map((name) => this.expressions.text(name)),
      );
      return false;
    });
    return found;
  }
}

/** Turns `global` statements whose names are only read into `pass`: they change nothing, and Numba takes them. */
function withoutIdleGlobals(body: Stmt[], globals: ReadonlyMap<number, readonly string[]>): Stmt[] {
  if (globals.size === 0) return body;
  const assigned = assignedNames(body.filter((statement) => !globals.has(statement.span.start)));
  return body.map((statement) => {
    const names = statement.kind === "unsupported-stmt" ? globals.get(statement.span.start) : undefined;
    if (!names || names.some((name) => assigned.has(name))) return statement;
    return { kind: "pass", span: statement.span };
  });
}
