/** Python's rules of indentation, which Lezer does not insist on. Source: the language reference, section 2.1.8. */
import type { Token } from "./tokens.ts";

export type IndentationFault =
  | { readonly kind: "unexpected-indent"; readonly start: number; readonly end: number }
  | { readonly kind: "unmatched-dedent"; readonly start: number; readonly end: number }
  | { readonly kind: "mixed-tabs"; readonly start: number; readonly end: number }
  | { readonly kind: "too-deep"; readonly start: number; readonly end: number }
  /** `header` is the logical line that ends in the colon. */
  | {
      readonly kind: "missing-block";
      readonly start: number;
      readonly end: number;
      readonly header: { readonly start: number; readonly end: number };
    };

/** Columns between tab stops, as CPython counts them. */
const TAB = 8;
/** CPython's own limit (Parser/tokenizer.h, MAXINDENT). */
const MOST_LEVELS = 100;

/** A column with tabs as 8 and as 1: where the two disagree about what is deeper, tabs and spaces are mixed. */
interface Column {
  readonly wide: number;
  readonly narrow: number;
}

export class IndentationReader {
  readonly #text: string;
  readonly #levels: Column[] = [{ wide: 0, narrow: 0 }];

  constructor(text: string) {
    this.#text = text;
  }

  /** Looks at a line that begins at `start`, outside of brackets; `before` are the tokens up to there. */
  line(start: number, before: readonly Token[]): IndentationFault | null {
    const { column, at } = this.#column(start);
    const first = this.#text.charAt(at);
    const last = before.at(-1);
    // Blank lines, comments and lines that continue another one have no indentation.
    if (at >= this.#text.length || first === "#" || first === "\n" || first === "\r") return null;
    if (last && last.kind !== "newline") return null;
    const header = openHeader(this.#text, before);
    const top = this.#levels.at(-1) ?? column;
    const end = at + 1;
    if (column.wide === top.wide) {
      if (column.narrow !== top.narrow) return { kind: "mixed-tabs", start, end: at };
      return header ? { kind: "missing-block", start: at, end, header } : null;
    }
    if (column.wide > top.wide) {
      if (column.narrow <= top.narrow) return { kind: "mixed-tabs", start, end: at };
      this.#levels.push(column);
      if (!header) return { kind: "unexpected-indent", start, end: at };
      return this.#levels.length > MOST_LEVELS ? { kind: "too-deep", start, end: at } : null;
    }
    while (this.#levels.length > 1 && (this.#levels.at(-1)?.wide ?? 0) > column.wide) this.#levels.pop();
    const level = this.#levels.at(-1) ?? column;
    if (header) return { kind: "missing-block", start: at, end, header };
    if (level.wide !== column.wide) {
      // What follows is compared with this line, so that one fault is not many.
      this.#levels.push(column);
      return { kind: "unmatched-dedent", start, end: at };
    }
    return level.narrow === column.narrow ? null : { kind: "mixed-tabs", start, end: at };
  }

  /** The end of the text, where a block may still be missing. */
  end(before: readonly Token[]): IndentationFault | null {
    const header = openHeader(this.#text, before);
    return header ? { kind: "missing-block", start: header.end - 1, end: header.end, header } : null;
  }

  #column(start: number): { readonly column: Column; readonly at: number } {
    let wide = 0;
    let narrow = 0;
    let at = start;
    for (; at < this.#text.length; at++) {
      const character = this.#text.charAt(at);
      if (character === " ") {
        wide++;
        narrow++;
      } else if (character === "\t") {
        wide = (Math.floor(wide / TAB) + 1) * TAB;
        narrow++;
      } else if (character === "\f") {
        wide = 0;
        narrow = 0;
      } else break;
    }
    return { column: { wide, narrow }, at };
  }
}

/** The last logical line where it ends in a colon, so that a block must follow. */
function openHeader(
  text: string,
  before: readonly Token[],
): { readonly start: number; readonly end: number } | null {
  let at = before.length - 1;
  if (before[at]?.kind === "newline") at--;
  const colon = before[at];
  if (!colon || colon.depth > 0 || text.slice(colon.start, colon.end) !== ":") return null;
  let first = colon;
  while (at > 0 && before[at - 1]?.kind !== "newline") first = before[--at] ?? first;
  return { start: first.start, end: colon.end };
}
