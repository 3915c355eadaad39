import type { SyntaxNode, Tree } from "@lezer/common";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Source } from "../text/source.ts";
import type { Span } from "../text/span.ts";
import { CLOSING } from "./brackets.ts";
import { syntaxError } from "./diagnostics.ts";
import { KEYWORDS } from "./keywords.ts";
import type { Token } from "./tokens.ts";

/** Words that begin a line which ends in a colon. `match` and `case` are also names and left to their context. */
const COMPOUND = new Set([
  ...["if", "elif", "else", "for", "while", "def", "class", "with", "try", "except", "finally", "async"],
]);
const CONDITIONAL = new Set(["if", "elif", "while"]);
/** After these words an expression may begin or go on, so that what follows is no second operand. */
const OPERAND_WORDS = new Set(["False", "None", "True"]);
/** What other languages write. */
const OTHER_OPERATORS: Readonly<Record<string, string>> = {
  "&&": "Python writes `and`",
  "||": "Python writes `or`",
  "++": "Python writes `x += 1`",
  "--": "Python writes `x -= 1`",
};

export interface GrammarFault {
  readonly diagnostic: Diagnostic;
  /** Where the grammar gave up, which may be behind what the diagnostic points at. */
  readonly offset: number;
  readonly isMissingColon: boolean;
}

/** The first place where Lezer's grammar gave up, in words; null where it did not, or had no reason to. */
export function firstGrammarFault(source: Source, tree: Tree, tokens: readonly Token[]): GrammarFault | null {
  const cursor = tree.cursor();
  do {
    if (cursor.type.isError && !isGap(cursor.node)) {
      const diagnostic = diagnosticAt(source, tokens, cursor.from);
      return { diagnostic, offset: cursor.from, isMissingColon: diagnostic.message === MISSING_COLON };
    }
  } while (cursor.next());
  return null;
}

const MISSING_COLON = "expected ':'";

/** Python that @lezer/python 1.1.19 takes for an error although its tree is right. */
function isGap(node: SyntaxNode): boolean {
  const parent = node.parent?.name ?? "";
  const isEmpty = node.from === node.to;
  // `yield` alone; `case {}:` and `case []:`; `case Point():`
  if (isEmpty && (parent === "YieldExpression" || parent === "YieldStatement")) return true;
  if (parent === "MappingPattern" || parent === "SequencePattern") return true;
  const around = node.parent?.parent?.name ?? "";
  return isEmpty && parent === "LiteralPattern" && /^(?:PatternArgList|SequencePattern)$/.test(around);
}

/** One logical line around a place in it. */
interface Place {
  readonly line: readonly Token[];
  /** The first token that does not fit; undefined at the end of the line. */
  readonly next: Token | undefined;
  readonly previous: Token | undefined;
}

function placeAt(tokens: readonly Token[], offset: number): Place {
  let at = tokens.findIndex((token) => token.end > offset);
  if (at < 0) at = tokens.length;
  // Lezer may notice a line that ends too early only on the next one.
  const before = tokens[at - 1];
  if (before?.kind === "newline" && (tokens[at]?.start ?? offset) > offset) at--;
  let from = at;
  while (from > 0 && tokens[from - 1]?.kind !== "newline") from--;
  let to = at;
  while (to < tokens.length && tokens[to]?.kind !== "newline") to++;
  return {
    line: tokens.slice(from, to),
    next: at < to ? tokens[at] : undefined,
    previous: at > from ? tokens[at - 1] : undefined,
  };
}

function diagnosticAt(source: Source, tokens: readonly Token[], offset: number): Diagnostic {
  const textOf = (token: Token | undefined): string => (token ? source.slice(token) : "");
  const { line, next, previous } = placeAt(tokens, offset);
  const first = textOf(line[0]);
  const last = line.at(-1);
  const assignment = [previous, next].find((token) => textOf(token) === "=");
  if (assignment && CONDITIONAL.has(first))
    return syntaxError({
      message: "invalid syntax. Maybe you meant '==' or ':=' instead of '='?",
      primary: assignment,
      label: "`=` gives a name a value",
      help: "write == to compare",
    });
  if (first === "else" && textOf(line[1]) === "if" && line[1])
    return syntaxError({
      message: MISSING_COLON,
      primary: line[1],
      label: "`else` takes no condition",
      help: "Python writes `elif` for else if",
    });
  const hasColon = line.some((token) => token.depth === 0 && textOf(token) === ":");
  if (!next && last && COMPOUND.has(first) && !hasColon) return missingColon(last);
  if (next && textOf(previous) === "print" && next.depth === 0)
    return syntaxError({
      message: "missing parentheses in call to 'print'. Did you mean print(...)?",
      primary: previous ?? next,
      label: "print is a function",
      help: "put brackets around what is to be printed",
    });
  const doubled = `${textOf(previous)}${textOf(next)}`;
  const operator = OTHER_OPERATORS[doubled] ?? OTHER_OPERATORS[textOf(previous).repeat(2)];
  if (operator && previous && (OTHER_OPERATORS[doubled] || isDoubled(source, previous)))
    return syntaxError({
      message: "invalid syntax",
      primary: previous,
      label: "no operator of Python",
      help: operator,
    });
  if (!next) return endsEarly(last ?? { start: offset, end: offset + 1 });
  const open = previous && next.depth > 0 ? stillOpen(source, line, previous, next) : null;
  return open ?? unexpected(textOf, previous, next);
}

function isDoubled(source: Source, token: Span): boolean {
  const text = source.slice(token);
  return (
    source.text.slice(token.end, token.end + 1) === text ||
    source.text.slice(token.start - 1, token.start) === text
  );
}

/** Where a new line begins with something that cannot go on, inside brackets: the bracket was meant to end before. */
function stillOpen(source: Source, line: readonly Token[], previous: Token, next: Token): Diagnostic | null {
  if (source.line(next) === source.line(previous)) return null;
  const at = line.indexOf(next);
  const opening = line.slice(0, at).findLast((token) => token.depth === next.depth - 1);
  if (!opening) return null;
  const bracket = source.slice(opening);
  return syntaxError({
    message: `'${bracket}' was never closed`,
    primary: opening,
    label: `opened here, and still open on line ${source.line(next)}`,
    help: `add '${CLOSING[bracket] ?? ")"}' where the bracket should end`,
  });
}

function missingColon(last: Token): Diagnostic {
  return syntaxError({
    message: MISSING_COLON,
    primary: { start: last.end - 1, end: last.end },
    label: "a colon must follow",
    help: "add ':' at the end of the line",
  });
}

function endsEarly(last: Span): Diagnostic {
  return syntaxError({
    message: "invalid syntax",
    primary: last,
    label: "the line ends here, but something must follow",
  });
}

function unexpected(
  textOf: (token: Token | undefined) => string,
  previous: Token | undefined,
  next: Token,
): Diagnostic {
  const text = textOf(next);
  if (!previous && (text === "else" || text === "elif" || text === "except" || text === "finally")) {
    const opening = text === "else" || text === "elif" ? "if" : "try";
    return syntaxError({
      message: "invalid syntax",
      primary: next,
      label: `there is no \`${opening}\` above in this column that it could belong to`,
      help: `start it in the column of its \`${opening}\`, and leave no other code in between`,
    });
  }
  if (isOperand(textOf, previous, "end") && isOperand(textOf, next, "start")) {
    const inBrackets = next.depth > 0;
    return syntaxError({
      message: inBrackets ? "invalid syntax. Perhaps you forgot a comma?" : "invalid syntax",
      primary: next,
      label: `\`${text}\` does not fit behind \`${textOf(previous)}\``,
      help: inBrackets
        ? "put a comma or an operator between them"
        : "put an operator between them, or start a new line",
    });
  }
  if (next.kind === "name" && KEYWORDS.has(text))
    return syntaxError({
      message: "invalid syntax",
      primary: next,
      label: `\`${text}\` is a keyword of Python and cannot stand here`,
    });
  if (previous && KEYWORDS.has(textOf(previous)) && text === "=")
    return syntaxError({
      message: "invalid syntax",
      primary: previous,
      label: `\`${textOf(previous)}\` is a keyword of Python and cannot be a name`,
      help: `choose another name, such as \`${textOf(previous)}_\``,
    });
  return syntaxError({ message: "invalid syntax", primary: next, label: `\`${text}\` is not expected here` });
}

/** Whether a token can be the last or first one of an operand. */
function isOperand(
  textOf: (token: Token | undefined) => string,
  token: Token | undefined,
  side: "start" | "end",
): boolean {
  const text = textOf(token);
  if (!token || token.kind === "newline") return false;
  if (token.kind === "operator") return side === "end" && (text === ")" || text === "]" || text === "}");
  return token.kind !== "name" || !KEYWORDS.has(text) || OPERAND_WORDS.has(text);
}
