import type { SyntaxNode } from "@lezer/common";
import type { Expr, MatchCase, Stmt } from "./ast.ts";
import { bindingsOf } from "./bindings.ts";
import type { StatementConverter } from "./statements.ts";
import { childrenOf, spanOf } from "./tree.ts";
import { MATCH_STRUCTURE } from "./unsupported.ts";

/** What a pattern compares with, and the name that it gives the subject. */
interface Pattern {
  /** Empty: fits everything. */
  readonly values: readonly Expr[];
  readonly capture: SyntaxNode | null;
}

/** A `match` statement whose patterns are values, `_` or a name. */
export function convertMatch(node: SyntaxNode, converter: StatementConverter): Stmt {
  const { expressions } = converter;
  const children = childrenOf(node);
  const body = children.find((child) => child.name === "MatchBody");
  const span = spanOf(node);
  if (!body || children.length < 3) return { kind: "error-stmt", span };
  const subject = expressions.convertList(children.slice(1, children.indexOf(body)));
  const clauses = childrenOf(body).filter((child) => child.name === "MatchClause");
  const cases: MatchCase[] = [];
  for (const clause of clauses) {
    const parts = childrenOf(clause);
    const guard = parts.find((child) => child.name === "Guard");
    const test = guard ? childrenOf(guard)[1] : undefined;
    const pattern = parts[1] ? patternOf(parts[1], converter) : null;
    // A name is given to the subject by an assignment, which must see the same value and come before the guard.
    const captures = pattern?.capture && expressions.text(pattern.capture) !== "_" ? pattern.capture : null;
    if (!pattern || (captures && (subject.kind !== "name" || guard))) {
      const binds = bindingsOf(node, converter).flatMap((binding) =>
        "name" in binding ? [binding.name] : [],
      );
      return { kind: "unsupported-stmt", ...MATCH_STRUCTURE, binds, span };
    }
    const statements = converter.body(parts.find((child) => child.name === "Body"));
    cases.push({
      patterns: pattern.values,
      guard: test ? expressions.convert(test) : null,
      body: captures ? [assignment(captures, subject, converter), ...statements] : statements,
      span: spanOf(clause),
    });
  }
  return { kind: "match", subject, cases, span };
}

function assignment(name: SyntaxNode, subject: Expr, { expressions }: StatementConverter): Stmt {
  const span = spanOf(name);
  const target: Expr = { kind: "name", id: expressions.text(name), span };
  return { kind: "assign", targets: [target], value: { ...subject, span }, span };
}

function patternOf(node: SyntaxNode, converter: StatementConverter): Pattern | null {
  const { expressions } = converter;
  switch (node.name) {
    case "LiteralPattern": {
      const parts = childrenOf(node);
      const literal = parts.at(-1);
      if (!literal || parts.length > 2) return null;
      const value = expressions.convert(literal);
      const negated: Expr = { kind: "unary", op: "-", operand: value, span: spanOf(node) };
      return { values: [parts.length > 1 ? negated : value], capture: null };
    }
    case "AttributePattern":
      return { values: [dottedName(node, converter)], capture: null };
    case "CapturePattern":
      // What the mask made a name of is none.
      return /^[\p{ID_Start}_]\p{ID_Continue}*$/u.test(expressions.text(node))
        ? { values: [], capture: node }
        : null;
    case "OrPattern": {
      const parts = childrenOf(node)
        .filter((child) => child.name !== "LogicOp")
        .map((child) => patternOf(child, converter));
      const values = parts.flatMap((part) => part?.values ?? []);
      return parts.every((part) => part && part.values.length > 0) ? { values, capture: null } : null;
    }
    case "AsPattern": {
      const [pattern, , name] = childrenOf(node);
      const values = pattern ? patternOf(pattern, converter) : null;
      return values && name && !values.capture ? { values: values.values, capture: name } : null;
    }
    case "SequencePattern": {
      // Parentheses around one pattern only group.
      const parts = childrenOf(node);
      const [opening, only] = parts;
      return opening?.name === "(" && only && parts.length === 3 ? patternOf(only, converter) : null;
    }
    default:
      return null;
  }
}

function dottedName(node: SyntaxNode, { expressions }: StatementConverter): Expr {
  const parts = childrenOf(node).filter((child) => child.name !== ".");
  const [first, ...rest] = parts;
  if (!first) return { kind: "error-expr", span: spanOf(node) };
  let value: Expr = { kind: "name", id: expressions.text(first), span: spanOf(first) };
  for (const part of rest) {
    const span = { start: node.from, end: part.to };
    value = { kind: "attribute", value, attr: expressions.text(part), attrSpan: spanOf(part), span };
  }
  return value;
}
