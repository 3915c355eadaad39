/** Mistakes that Lezer's grammar accepts and CPython does not. */
import type { SyntaxNode, SyntaxNodeRef, Tree } from "@lezer/common";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Source } from "../text/source.ts";
import { syntaxError } from "./diagnostics.ts";
import { KEYWORDS } from "./keywords.ts";
import { childrenOf, spanOf, splitAt } from "./tree.ts";

/** The first such mistake of a file. */
export function firstMisuse(source: Source, tree: Tree): Diagnostic | null {
  const cursor = tree.cursor();
  do {
    const found = misuse(source, cursor);
    if (found) return found;
  } while (cursor.next());
  return null;
}

function misuse(source: Source, ref: SyntaxNodeRef): Diagnostic | null {
  switch (ref.name) {
    case "AssignStatement":
      return targetFault(source, splitAt(childrenOf(ref.node), "AssignOp").slice(0, -1).flat());
    case "UpdateStatement":
      return targetFault(source, childrenOf(ref.node).slice(0, 1));
    case "ForStatement": {
      const children = childrenOf(ref.node);
      return targetFault(
        source,
        children.slice(
          1,
          Math.max(
            1,
            children.findIndex((child) => child.name === "in"),
          ),
        ),
      );
    }
    case "ReturnStatement":
    case "YieldStatement":
      return functionAround(ref.node) ? null : outside(ref.node, "function");
    case "BreakStatement":
    case "ContinueStatement":
      return loopAround(ref.node) ? null : outside(ref.node, "loop");
    case "CompareOp":
      if (source.slice({ start: ref.from, end: ref.to }) !== "<>") return null;
      return syntaxError({
        message: "invalid syntax",
        primary: spanOf(ref.node),
        label: "no operator of Python 3",
        help: "write != for unequal",
      });
    case "PropertyName": {
      const word = source.slice({ start: ref.from, end: ref.to });
      if (!KEYWORDS.has(word)) return null;
      const label = `\`${word}\` is a keyword of Python and cannot be a name`;
      return syntaxError({ message: "invalid syntax", primary: spanOf(ref.node), label });
    }
    case "ArgList":
      return argumentFault(source, ref.node);
    case "ParamList":
      return parameterFault(source, ref.node);
    case "TryStatement": {
      const hasHandler = childrenOf(ref.node).some(
        (child) => child.name === "except" || child.name === "finally",
      );
      if (hasHandler) return null;
      return syntaxError({
        message: "expected 'except' or 'finally' block",
        primary: { start: ref.from, end: ref.from + "try".length },
        label: "this `try` has no `except`",
      });
    }
    default:
      return null;
  }
}

/** What cannot stand left of `=`, in CPython's words. */
const NO_TARGETS: Readonly<Record<string, string>> = {
  Number: "literal",
  String: "literal",
  ContinuedString: "literal",
  FormatString: "f-string expression",
  None: "None",
  Ellipsis: "ellipsis",
  CallExpression: "function call",
  BinaryExpression: "expression",
  UnaryExpression: "expression",
  ConditionalExpression: "conditional expression",
  LambdaExpression: "lambda",
  DictionaryExpression: "dict literal",
  SetExpression: "set display",
  ArrayComprehensionExpression: "list comprehension",
  ComprehensionExpression: "generator expression",
  AwaitExpression: "await expression",
  YieldExpression: "yield expression",
};

function targetFault(source: Source, targets: readonly SyntaxNode[]): Diagnostic | null {
  for (const target of targets) {
    if (["TupleExpression", "ArrayExpression", "ParenthesizedExpression"].includes(target.name)) {
      const inside = targetFault(source, childrenOf(target));
      if (inside) return inside;
    }
    const isBoolean = target.name === "Boolean";
    const what = isBoolean ? source.slice(spanOf(target)) : NO_TARGETS[target.name];
    if (what === undefined) continue;
    const compares = target.parent?.name === "AssignStatement" && !isBoolean && what !== "None";
    return syntaxError({
      message: `cannot assign to ${what}${compares ? " here. Maybe you meant '==' instead of '='?" : ""}`,
      primary: spanOf(target),
      label: "not a place that can hold a value",
      ...(compares ? { help: "a name, an item such as a[i], or an attribute can stand left of =" } : {}),
    });
  }
  return null;
}

function outside(node: SyntaxNode, around: "function" | "loop"): Diagnostic {
  const keyword = node.firstChild?.name ?? "return";
  return syntaxError({
    message: keyword === "continue" ? "'continue' not properly in loop" : `'${keyword}' outside ${around}`,
    primary: spanOf(node),
    label: around === "function" ? "no `def` is around this line" : "no `for` or `while` is around this line",
    help: `is the line indented far enough to belong to the ${around}?`,
  });
}

function functionAround(node: SyntaxNode): boolean {
  for (let at = node.parent; at; at = at.parent) {
    if (at.name === "FunctionDefinition" || at.name === "LambdaExpression") return true;
    if (at.name === "ClassDefinition") return false;
  }
  return false;
}

function loopAround(node: SyntaxNode): boolean {
  let inside = node;
  for (let at = node.parent; at; at = at.parent) {
    if (at.name === "FunctionDefinition" || at.name === "ClassDefinition") return false;
    // The block behind `else` of a loop is no longer in it.
    if (at.name === "ForStatement" || at.name === "WhileStatement") {
      const firstBlock = childrenOf(at).find((child) => child.name === "Body");
      if (firstBlock?.from === inside.from) return true;
    }
    inside = at;
  }
  return false;
}

function argumentFault(source: Source, list: SyntaxNode): Diagnostic | null {
  let keyword: SyntaxNode | null = null;
  for (const [first, second] of splitAt(childrenOf(list).slice(1), ",")) {
    if (!first || first.name === ")" || first.type.isError) continue;
    const isKeyword = second?.name === "AssignOp" && source.slice(spanOf(second)) === "=";
    if (isKeyword || first.name === "**") keyword ??= first;
    else if (keyword && first.name !== "*")
      return syntaxError({
        message: "positional argument follows keyword argument",
        primary: spanOf(first),
        label: "has no name, but stands behind one that has",
        related: [{ span: spanOf(keyword), label: "the first argument with a name" }],
      });
  }
  return null;
}

function parameterFault(source: Source, list: SyntaxNode): Diagnostic | null {
  const seen = new Map<string, SyntaxNode>();
  let withDefault: SyntaxNode | null = null;
  const nodes = childrenOf(list).filter((child) => child.name !== "(" && child.name !== ")");
  for (const part of splitAt(nodes, ",")) {
    const name = part.find((node) => node.name === "VariableName");
    if (!name) continue;
    const text = source.slice(spanOf(name));
    const before = seen.get(text);
    if (before)
      return syntaxError({
        message: `duplicate argument '${text}' in function definition`,
        primary: spanOf(name),
        label: "this name is taken",
        related: [{ span: spanOf(before), label: "by this parameter" }],
      });
    seen.set(text, name);
    const hasDefault = part.some((node) => node.name === "AssignOp");
    // Behind `*` parameters may come in any order.
    if (starBefore(list, name)) continue;
    if (hasDefault) withDefault ??= name;
    else if (withDefault)
      return syntaxError({
        message: "parameter without a default follows parameter with a default",
        primary: spanOf(name),
        label: "needs a default too, or an earlier place",
        related: [{ span: spanOf(withDefault), label: "has a default" }],
      });
  }
  return null;
}

function starBefore(list: SyntaxNode, name: SyntaxNode): boolean {
  return childrenOf(list).some(
    (child) => (child.name === "*" || child.name === "**") && child.from < name.from,
  );
}
