/**
 * `and`, `or` and `not` by Python's precedence. @lezer/python 1.1.19 reads `not a and b` as `not (a and b)`, so its tree is
 * flattened and put together again.
 */
import type { SyntaxNode } from "@lezer/common";
import type { Expr } from "./ast.ts";
import { childrenOf } from "./tree.ts";

type Item =
  | { readonly kind: "operator"; readonly word: "and" | "or" | "not"; readonly start: number }
  | { readonly kind: "operand"; readonly node: SyntaxNode };

/** An expression with the place that it takes, brackets included. */
interface Placed {
  readonly expr: Expr;
  readonly start: number;
  readonly end: number;
}

export function isLogical(node: SyntaxNode): boolean {
  if (node.name === "UnaryExpression")
    return node.firstChild?.name === "not" && node.lastChild?.name !== "not";
  if (node.name !== "BinaryExpression") return false;
  const children = childrenOf(node);
  return children.length === 3 && (children[1]?.name === "and" || children[1]?.name === "or");
}

/** The expression of a node for which `isLogical` holds. */
export function convertLogical(node: SyntaxNode, convert: (operand: SyntaxNode) => Expr): Expr {
  const items = flattened(node);
  let at = 0;
  const word = (): string => {
    const item = items[at];
    return item?.kind === "operator" ? item.word : "";
  };

  const chain = (op: "and" | "or", next: () => Placed): Placed => {
    const first = next();
    const values = [first];
    while (word() === op) {
      at++;
      values.push(next());
    }
    const { start } = first;
    const { end } = values.at(-1) ?? first;
    if (values.length === 1) return first;
    const exprs = values.map((value) => value.expr);
    return { expr: { kind: "bool", op, values: exprs, span: { start, end } }, start, end };
  };

  const negation = (): Placed => {
    const nots: number[] = [];
    let item = items[at];
    while (item?.kind === "operator" && item.word === "not") {
      nots.push(item.start);
      item = items[++at];
    }
    at++;
    let placed: Placed =
      item?.kind === "operand"
        ? { expr: convert(item.node), start: item.node.from, end: item.node.to }
        : {
            expr: { kind: "error-expr", span: { start: node.from, end: node.to } },
            start: node.from,
            end: node.to,
          };
    for (const start of nots.reverse()) {
      const { end, expr: operand } = placed;
      placed = { expr: { kind: "unary", op: "not", operand, span: { start, end } }, start, end };
    }
    return placed;
  };

  return chain("or", () => chain("and", negation)).expr;
}

/** Operands and operators in the order of the text. */
function flattened(node: SyntaxNode): Item[] {
  const items: Item[] = [];
  const pending: (SyntaxNode | Item)[] = [node];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if ("kind" in next) items.push(next);
    else if (!isLogical(next)) items.push({ kind: "operand", node: next });
    else {
      for (const child of childrenOf(next).reverse()) {
        if (child.name === "and" || child.name === "or" || child.name === "not")
          pending.push({ kind: "operator", word: child.name, start: child.from });
        else pending.push(child);
      }
    }
  }
  return items;
}
