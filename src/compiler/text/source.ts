import type { Span } from "./span.ts";

/** A place as people count it: both numbers start at 1, columns are UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** One source file: its name, its text, and the arithmetic between offsets and lines. */
export class Source {
  readonly name: string;
  readonly text: string;
  readonly #lineStarts: readonly number[];

  constructor(name: string, text: string) {
    this.name = name;
    this.text = text;
    const starts = [0];
    for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1)) starts.push(i + 1);
    this.#lineStarts = starts;
  }

  get lineCount(): number {
    return this.#lineStarts.length;
  }

  /** Line and column (from 1) of an offset; offsets past the end give the last place. */
  position(offset: number): Position {
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    const start = this.#lineStarts[low] ?? 0;
    return { line: low + 1, column: Math.min(offset, this.text.length) - start + 1 };
  }

  line(span: Span): number {
    return this.position(span.start).line;
  }

  /** Offset of the first character of a line, counted from 1. */
  lineStart(line: number): number {
    return this.#lineStarts[line - 1] ?? this.text.length;
  }

  /** The text of a line, counted from 1, without its end. */
  lineText(line: number): string {
    const end = this.#lineStarts[line] ?? this.text.length + 1;
    return this.text.slice(this.lineStart(line), end - 1).replace(/\r$/, "");
  }

  slice(span: Span): string {
    return this.text.slice(span.start, span.end);
  }
}
