/** A half-open range of UTF-16 offsets into the text of one source file. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The span of code that has no place in the source, such as a statement that a pass added. */
export const NO_SPAN: Span = { start: 0, end: 0 };

/** The smallest span that holds both. */
export function joinSpans(a: Span, b: Span): Span {
  return { start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) };
}
