/** From text to the project's own syntax tree, by way of Lezer's error-tolerant one. */
import type { Tree } from "@lezer/common";
import { parser } from "@lezer/python";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Source } from "../text/source.ts";
import type { FunctionDef, FunctionScope, ParsedFile } from "./ast.ts";
import { bindingsOf } from "./bindings.ts";
import { firstGrammarFault, type GrammarFault } from "./grammar-faults.ts";
import { faultMessage } from "./lexical-messages.ts";
import { maskForLezer } from "./mask.ts";
import { firstMisuse } from "./misuse.ts";
import { StatementConverter } from "./statements.ts";
import { readTokens, type Token, type Tokens } from "./tokens.ts";

export interface ParseResult {
  readonly file: ParsedFile;
  /** What is no Python: nothing, or the first mistake, since the others mostly follow from it. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Parses a file: every function in it at any depth, lambdas and methods included, and what is no Python. */
export function parseFile(source: Source): ParseResult {
  const tokens = readTokens(source.text);
  const tree = parser.parse(maskForLezer(source.text, tokens.tokens));
  const file = convertFile(source, tree);
  const fault = firstFault(source, tree, tokens);
  return { file, diagnostics: fault ? [fault] : [] };
}

function convertFile(source: Source, tree: Tree): ParsedFile {
  const converter = new StatementConverter(source);
  const functions: FunctionDef[] = [];
  const enclosing = new Map<FunctionDef, FunctionScope>();
  const around: { readonly scope: FunctionScope; readonly end: number }[] = [];
  const calledNames = new Set<string>();
  const passedNames = new Set<string>();
  const cursor = tree.cursor();
  do {
    const { name, from, to } = cursor;
    if (name === "VariableName") {
      const { parent, prevSibling } = cursor.node;
      if (parent?.name === "ArgList") passedNames.add(source.text.slice(from, to));
      else if (parent?.name === "CallExpression" && !prevSibling)
        calledNames.add(source.text.slice(from, to));
    }
    if (name !== "FunctionDefinition" && name !== "LambdaExpression") continue;
    while (around.length > 0 && (around.at(-1)?.end ?? 0) <= from) around.pop();
    const { node } = cursor;
    const func = name === "FunctionDefinition" ? converter.functionAt(node) : converter.lambdaAt(node);
    if (!func) continue;
    const outer = around.at(-1);
    if (outer) enclosing.set(func, outer.scope);
    functions.push(func);
    around.push({ scope: { func, bindings: bindingsOf(node, converter) }, end: to });
  } while (cursor.next());
  return { functions, bindings: bindingsOf(tree.topNode, converter), enclosing, calledNames, passedNames };
}

/** Of what the tokens, the grammar and the rules beyond it find, the first in the text. */
function firstFault(source: Source, tree: Tree, { tokens, fault }: Tokens): Diagnostic | null {
  const grammar = firstGrammarFault(source, tree, tokens);
  const lexical = fault && faultMessage(source, fault, tokens);
  const structural = earlier(lexical, fault?.start ?? 0, grammar, tokens);
  const misuse = firstMisuse(source, tree);
  // Where brackets or lines are broken, only what stands on earlier lines means what it seems to.
  const isBefore =
    !structural ||
    (misuse && source.position(misuse.primary.span.end).line < source.line(structural.primary.span));
  return isBefore ? misuse : structural;
}

function earlier(
  lexical: Diagnostic | null,
  lexicalStart: number,
  grammar: GrammarFault | null,
  tokens: readonly Token[],
): Diagnostic | null {
  if (!lexical || !grammar) return lexical ?? grammar?.diagnostic ?? null;
  const { offset, diagnostic, isMissingColon } = grammar;
  // Where the grammar gives up right at the lexical fault, that is its reason; but a missing colon is one of its own.
  const between = tokens.some(
    (token) => token.kind !== "newline" && token.start >= offset && token.start < lexicalStart,
  );
  return offset < lexicalStart && (between || isMissingColon) ? diagnostic : lexical;
}

/** How CPython names a function's place: `co_firstlineno` (the first decorator, else the `def`) and `co_name`. */
export interface FunctionPlace {
  readonly line: number;
  readonly name: string;
}

/** The function at a place; for several lambdas on one line the first. */
export function findFunction(
  file: ParsedFile,
  source: Source,
  place: FunctionPlace,
): FunctionDef | undefined {
  const named = file.functions.filter((func) => func.name === place.name);
  return (
    named.find((func) => source.line(func.span) === place.line) ??
    named.find((func) => source.line(func.nameSpan) === place.line) ??
    named.find(
      (func) => source.line(func.span) <= place.line && source.position(func.span.end).line >= place.line,
    )
  );
}
