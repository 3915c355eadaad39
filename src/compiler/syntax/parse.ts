/** From text to the project's own syntax tree, by way of Lezer's error-tolerant one. */
import type { SyntaxNode } from "@lezer/common";
import { parser } from "@lezer/python";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Source } from "../text/source.ts";
import type { FunctionDef, Lambda, ParsedFile } from "./ast.ts";
import { unmatchedBracket } from "./brackets.ts";
import { syntaxError } from "./diagnostics.ts";
import { lambdaFunction, StatementConverter } from "./statements.ts";
import { childrenOf } from "./tree.ts";

export interface ParseResult {
  readonly file: ParsedFile;
  readonly diagnostics: readonly Diagnostic[];
}

/** Parses a file: every function in it at any depth, lambdas and methods included, and what is no Python. */
export function parseFile(source: Source): ParseResult {
  const tree = parser.parse(source.text);
  const converter = new StatementConverter(source);
  const functions: FunctionDef[] = [];
  const diagnostics: Diagnostic[] = [];
  const visit = (node: SyntaxNode): void => {
    if (node.type.isError) {
      const found = describeError(source, node);
      if (diagnostics.length === 0) diagnostics.push(found);
    } else if (node.name === "FunctionDefinition") {
      functions.push(functionOf(converter, node));
    } else if (node.name === "LambdaExpression") {
      const lambda = converter.expressions.convert(node);
      if (lambda.kind === "lambda") functions.push(lambdaFunction(lambda as Lambda));
    }
    for (const child of childrenOf(node)) visit(child);
  };
  visit(tree.topNode);
  return { file: { functions }, diagnostics };
}

function functionOf(converter: StatementConverter, node: SyntaxNode): FunctionDef {
  const parent = node.parent;
  if (parent?.name !== "DecoratedStatement") return converter.functionDef(node, [], node.from);
  const decorators = childrenOf(parent).filter((child) => child.name === "Decorator");
  return converter.functionDef(node, decorators.map((decorator) => converter.decorator(decorator)), parent.from);
}

/** The most helpful thing to say about a place where the grammar gave up. */
function describeError(source: Source, node: SyntaxNode): Diagnostic {
  const bracket = unmatchedBracket(source);
  if (bracket) return bracket;
  const { parent } = node;
  const at = Math.min(node.from, source.text.length);
  const primary = { start: at, end: Math.max(node.to, Math.min(at + 1, source.text.length)) };
  const line = source.lineText(source.position(at).line).trim();
  if (/^(if|elif|else|for|while|def|class|with|try|except|finally|match|case)\b/.test(line) && !/:\s*(#.*)?$/.test(line)) {
    const position = source.position(at);
    const end = source.lineStart(position.line) + source.lineText(position.line).trimEnd().length;
    return syntaxError({
      message: "expected ':'",
      primary: { start: Math.max(0, end - 1), end },
      label: "the line must end with a colon",
      help: "add ':' at the end of the line",
    });
  }
  if (parent?.name === "Body" && parent.lastChild === node) {
    return syntaxError({ message: "expected an indented block", primary, label: "the lines below belong further to the right" });
  }
  return syntaxError({ message: "invalid syntax", primary, label: "this is no Python" });
}

/** How CPython names a function's place: `co_firstlineno` (the first decorator, else the `def`) and `co_name`. */
export interface FunctionPlace {
  readonly line: number;
  readonly name: string;
}

/** The function at a place; for several lambdas on one line the first. */
export function findFunction(file: ParsedFile, source: Source, place: FunctionPlace): FunctionDef | undefined {
  const named = file.functions.filter((func) => func.name === place.name);
  return (
    named.find((func) => source.line(func.span) === place.line) ??
    named.find((func) => source.line(func.nameSpan) === place.line) ??
    named.find((func) => source.line(func.span) <= place.line && source.position(func.span.end).line >= place.line)
  );
}
