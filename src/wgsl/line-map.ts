/** Lines of generated text, indented, each with the place in the source that it came from; the line map falls out of it. */
import type { LineLink } from "../compiler/ir/program.ts";
import { NO_SPAN, type Span } from "../compiler/text/span.ts";

export interface TextLine {
  readonly text: string;
  readonly span: Span | null;
}

const INDENT = "  ";

export class LineWriter {
  readonly lines: TextLine[] = [];
  #depth: number;
  #span: Span | null = null;

  constructor(depth = 0) {
    this.#depth = depth;
  }

  get depth(): number {
    return this.#depth;
  }

  /** Lines from here on belong to this part of the source. */
  at(span: Span): void {
    this.#span = isPlace(span) ? span : null;
  }

  line(text: string): void {
    this.lines.push({ text: text === "" ? "" : INDENT.repeat(this.#depth) + text, span: this.#span });
  }

  /** Opens a block: `if (c) {`. */
  open(text: string): void {
    this.line(text);
    this.#depth++;
  }

  close(text = "}"): void {
    this.#depth--;
    this.line(text);
  }

  /** Ends one block and opens the next: `} else {`. */
  reopen(text: string): void {
    this.#depth--;
    this.line(text);
    this.#depth++;
  }

  append(lines: readonly TextLine[]): void {
    this.lines.push(...lines);
  }
}

/** Where each line that has a source came from; a WGSL line is counted from 1. */
export function lineLinks(lines: readonly TextLine[]): LineLink[] {
  return lines.flatMap(({ span }, i) =>
    span ? [{ wgslLine: i + 1, start: span.start, end: span.end }] : [],
  );
}

function isPlace(span: Span): boolean {
  return span !== NO_SPAN && span.end > span.start;
}
