import type { SyntaxNode } from "@lezer/common";
import type { Span } from "../text/span.ts";

/** Small views of Lezer's nodes that the converters share. */

export function spanOf(node: SyntaxNode): Span {
  return { start: node.from, end: codeEnd(node) };
}

/** Lezer lets a block end with the line break and the comments behind it; the code in it ends before. */
function codeEnd(node: SyntaxNode): number {
  if (!/(?:Statement|StatementGroup|Definition|Body|MatchClause)$/.test(node.name)) return node.to;
  let last = node.lastChild;
  while (last && (last.name === "Comment" || last.name === ";" || last.to === last.from))
    last = last.prevSibling;
  return last ? codeEnd(last) : node.to;
}

/** All children without comments, errors included. */
export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (child.name !== "Comment") children.push(child);
  }
  return children;
}

/** Cuts a list of nodes at the tokens of the given name; a trailing token leaves no empty part. */
export function splitAt(nodes: readonly SyntaxNode[], token: string): SyntaxNode[][] {
  const parts: SyntaxNode[][] = [[]];
  for (const node of nodes) {
    if (node.name === token) parts.push([]);
    else parts.at(-1)?.push(node);
  }
  if (parts.at(-1)?.length === 0) parts.pop();
  return parts;
}
