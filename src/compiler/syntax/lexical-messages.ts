import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Source } from "../text/source.ts";
import { CLOSING } from "./brackets.ts";
import { syntaxError } from "./diagnostics.ts";
import type { LexicalFault, Token } from "./tokens.ts";

/** Characters that other languages or word processors have, and what Python writes. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  "!": "Python writes `not` for !, and `!=` for unequal",
  "?": "Python writes a condition as `a if test else b`",
  $: "names have letters, digits and underscores only",
  "“": 'use straight quotes: "',
  "”": 'use straight quotes: "',
  "‘": "use straight quotes: '",
  "’": "use straight quotes: '",
  "–": "use the minus sign of the keyboard: -",
  "−": "use the minus sign of the keyboard: -",
  "×": "Python writes * for a product",
};

/** What to say about something that is no token, or stands in the wrong column. */
export function faultMessage(source: Source, fault: LexicalFault, tokens: readonly Token[]): Diagnostic {
  const primary = { start: fault.start, end: fault.end };
  switch (fault.kind) {
    case "unterminated-string":
      return unterminated(source, fault);
    case "invalid-character":
      return invalidCharacter(source, fault);
    case "leading-zeros":
      return syntaxError({
        message: "leading zeros in decimal integer literals are not permitted",
        primary,
        label: "a number does not begin with 0",
        help: "leave the zeros out, or write 0o for a number in base 8",
      });
    case "number-in-name":
      return syntaxError({
        message: "invalid decimal literal",
        primary,
        label: "a name does not begin with a digit, and a number has no letters in it",
        help: "write * between a number and a name for their product",
      });
    case "unclosed-bracket": {
      const bracket = source.slice(primary);
      return syntaxError({
        message: `'${bracket}' was never closed`,
        primary,
        label: "opened here",
        help: `add '${CLOSING[bracket]}' where the bracket should end`,
      });
    }
    case "unmatched-bracket":
      return syntaxError({
        message: `unmatched '${source.slice(primary)}'`,
        primary,
        label: "nothing opens this bracket",
        help: "remove it, or add the opening bracket",
      });
    case "mismatched-bracket": {
      const opening = source.slice({ start: fault.openedAt, end: fault.openedAt + 1 });
      return syntaxError({
        message: `closing bracket '${source.slice(primary)}' does not match opening bracket '${opening}'`,
        primary,
        label: `'${CLOSING[opening]}' is expected here`,
        related: [{ span: { start: fault.openedAt, end: fault.openedAt + 1 }, label: "opened here" }],
      });
    }
    case "unexpected-indent":
      return syntaxError({
        message: "unexpected indent",
        primary: lineAt(source, fault.end),
        label: "this line is further to the right than the one above",
        help: "start it in the same column as the line above, which opens no block",
      });
    case "unmatched-dedent":
      return syntaxError({
        message: "unindent does not match any outer indentation level",
        primary: lineAt(source, fault.end),
        label: "no line above begins in this column",
        help: "start the line in the column of the block that it belongs to",
      });
    case "mixed-tabs":
      return syntaxError({
        message: "inconsistent use of tabs and spaces in indentation",
        primary: lineAt(source, fault.end),
        label: "tabs here, spaces elsewhere, or the other way round",
        help: "use spaces everywhere",
      });
    case "too-deep":
      return syntaxError({
        message: "too many levels of indentation",
        primary,
        label: "more than 100 levels",
      });
    case "missing-block": {
      const word = blockName(source, fault.header, tokens);
      return syntaxError({
        message: `expected an indented block after ${word} on line ${source.line(fault.header)}`,
        primary: lineAt(source, fault.start),
        label: "this line should be further to the right",
        related: [{ span: fault.header, label: "opens a block" }],
        help: "indent what belongs to the block by four spaces; a block with nothing in it is written `pass`",
      });
    }
  }
}

function unterminated(
  source: Source,
  fault: Extract<LexicalFault, { kind: "unterminated-string" }>,
): Diagnostic {
  const opening = /^[a-zA-Z]*('''|"""|'|")/.exec(source.text.slice(fault.start, fault.start + 5))?.[1] ?? "'";
  return syntaxError({
    message: fault.triple ? "unterminated triple-quoted string literal" : "unterminated string literal",
    primary: { start: fault.start, end: fault.triple ? fault.start + opening.length : fault.end },
    label: "this string has no end",
    help: `close the string with ${opening}`,
  });
}

function invalidCharacter(
  source: Source,
  fault: Extract<LexicalFault, { kind: "invalid-character" }>,
): Diagnostic {
  const character = source.slice(fault);
  const help = OTHER_WORDS[character];
  return syntaxError({
    message:
      character === "\\"
        ? "unexpected character after line continuation character"
        : `invalid character '${character}'`,
    primary: fault,
    label: "this character means nothing in Python",
    ...(help === undefined ? {} : { help }),
  });
}

/** The code of the line that holds `offset`, from there on. */
function lineAt(source: Source, offset: number): { readonly start: number; readonly end: number } {
  const { line, column } = source.position(offset);
  const rest = source
    .lineText(line)
    .slice(column - 1)
    .trimEnd();
  return { start: offset, end: offset + Math.max(1, rest.length) };
}

/** How CPython names what a block belongs to. */
function blockName(
  source: Source,
  header: { readonly start: number; readonly end: number },
  tokens: readonly Token[],
): string {
  const words = tokens.filter((token) => token.start >= header.start && token.end <= header.end);
  const first = words[0] ? source.slice(words[0]) : "";
  const keyword = first === "async" && words[1] ? source.slice(words[1]) : first;
  if (keyword === "def") return "function definition";
  if (keyword === "class") return "class definition";
  return `'${keyword}' statement`;
}
