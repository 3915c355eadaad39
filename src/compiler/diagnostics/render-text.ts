/** A diagnostic as a terminal shows it, with the lines that it speaks of, and as JSON. */
import type { Source } from "../text/source.ts";
import type { Span } from "../text/span.ts";
import type { Diagnostic, Label, Severity } from "./diagnostic.ts";

export interface RenderOptions {
  /** ANSI colours. */
  readonly color?: boolean;
}

/** Tabs are drawn this wide, so that underlines stand below what they mean. */
const TAB = "    ";
/** Longer lines are cut around the place, as no terminal shows them whole. */
const MOST_COLUMNS = 160;
const CONTEXT_COLUMNS = 40;

const COLORS = {
  error: "\x1b[1;31m",
  warning: "\x1b[1;33m",
  notice: "\x1b[1;36m",
  frame: "\x1b[34m",
  bold: "\x1b[1m",
} as const;
const RESET = "\x1b[0m";

type Paint = (color: keyof typeof COLORS, text: string) => string;

/**
 * The diagnostic with an excerpt of the source, as lines without a final line break:
 *
 *     error: the name `offest` is not defined [undefined-name]
 *      --> shift.py:9:13
 *       |
 *     9 |     x[i] += offest
 *       |             ^^^^^^ nothing in this file gives this name a value
 *       |
 *       = help: did you mean `offset`?
 */
export function renderText(
  diagnostic: Diagnostic,
  source: Source,
  { color = false }: RenderOptions = {},
): string {
  const paint: Paint = (name, text) => (color && text !== "" ? `${COLORS[name]}${text}${RESET}` : text);
  const { severity, primary, related } = diagnostic;
  const marks = [
    { ...primary, isPrimary: true },
    ...related.map((label) => ({ ...label, isPrimary: false })),
  ].sort((a, b) => a.span.start - b.span.start);
  const lines = [...new Set(marks.map((mark) => source.line(mark.span)))];
  const gutter = " ".repeat(String(Math.max(...lines)).length);
  const bar = paint("frame", "|");
  const { line, column } = source.position(primary.span.start);

  const drawn = [
    `${paint(severity, `${severity}:`)} ${paint("bold", diagnostic.message)} [${diagnostic.code}]`,
    `${gutter}${paint("frame", "-->")} ${source.name}:${line}:${column}`,
    `${gutter} ${bar}`,
  ];
  let before: number | null = null;
  for (const number of lines) {
    if (before !== null && number > before + 1) drawn.push(paint("frame", "..."));
    before = number;
    drawn.push(
      ...excerpt(
        source,
        number,
        marks.filter((mark) => source.line(mark.span) === number),
        gutter,
        severity,
        paint,
      ),
    );
  }
  const notes = [
    ...diagnostic.notes.map((note) => ["note", note] as const),
    ...(diagnostic.help ? [["help", diagnostic.help.text] as const] : []),
  ];
  if (notes.length > 0) drawn.push(`${gutter} ${bar}`);
  for (const [word, text] of notes)
    drawn.push(`${gutter} ${paint("frame", "=")} ${paint("bold", `${word}:`)} ${text}`);
  return drawn.join("\n");
}

/** Several, with an empty line between them. */
export function renderAll(
  diagnostics: readonly Diagnostic[],
  source: Source,
  options?: RenderOptions,
): string {
  return diagnostics.map((diagnostic) => renderText(diagnostic, source, options)).join("\n\n");
}

interface Mark extends Label {
  readonly isPrimary: boolean;
}

/** One line of the source, and below it what is marked in it: the last mark first, as its label has room. */
function excerpt(
  source: Source,
  number: number,
  marks: readonly Mark[],
  gutter: string,
  severity: Severity,
  paint: Paint,
): string[] {
  const text = source.lineText(number);
  const start = source.lineStart(number);
  const bar = paint("frame", "|");
  const columns = marks.map((mark) => {
    const from = Math.max(0, mark.span.start - start);
    const to = Math.max(from + 1, Math.min(mark.span.end - start, text.trimEnd().length));
    return { ...mark, from, to };
  });
  const first = Math.min(...columns.map((mark) => mark.from));
  const cut = text.length > MOST_COLUMNS && first > CONTEXT_COLUMNS ? first - CONTEXT_COLUMNS : 0;
  const shown = text.slice(cut, cut + MOST_COLUMNS);
  const lead = cut > 0 ? "..." : "";
  const width = (to: number): number =>
    lead.length + widthOf(text.slice(cut, Math.min(to, cut + MOST_COLUMNS)));

  const numbered = `${paint("frame", String(number).padStart(gutter.length))} ${bar} ${lead}${shown.replaceAll("\t", TAB)}`;
  const under = columns
    .sort((a, b) => b.from - a.from)
    .map((mark) => {
      const from = width(mark.from);
      const length = Math.max(1, width(mark.to) - from);
      const color = mark.isPrimary ? severity : "frame";
      const line = paint(color, `${(mark.isPrimary ? "^" : "-").repeat(length)} ${mark.label}`.trimEnd());
      return `${gutter} ${bar} ${" ".repeat(from)}${line}`;
    });
  return [numbered.trimEnd(), ...under];
}

/** Columns that a terminal takes for a text: tabs are widened, most East Asian letters take two. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    if (character === "\t") width += TAB.length;
    else if (!/\p{Mn}/u.test(character)) width += WIDE.test(character) ? 2 : 1;
  }
  return width;
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;

/** Where something is, as people count: from 1; `endColumn` is past the last character. Columns are UTF-16 units. */
export interface JsonRange {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface JsonDiagnostic extends JsonRange {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly label: string;
  readonly file: string;
  readonly related: readonly (JsonRange & { readonly label: string })[];
  readonly notes: readonly string[];
  readonly help: string | null;
  /** What would mend it; null where there is no certain change. */
  readonly edit: (JsonRange & { readonly text: string }) | null;
  /** The class that real Numba raises; null where it raises none. */
  readonly exception: string | null;
}

/** The diagnostic with lines and columns instead of offsets. */
export function toJson(diagnostic: Diagnostic, source: Source): JsonDiagnostic {
  const { code, severity, message, primary, related, notes, help, numba } = diagnostic;
  return {
    code,
    severity,
    message,
    label: primary.label,
    file: source.name,
    ...rangeOf(primary.span, source),
    related: related.map(({ span, label }) => ({ ...rangeOf(span, source), label })),
    notes,
    help: help?.text ?? null,
    edit: help?.edit ? { ...rangeOf(help.edit.span, source), text: help.edit.text } : null,
    exception: numba?.exception ?? null,
  };
}

function rangeOf(span: Span, source: Source): JsonRange {
  const start = source.position(span.start);
  const end = source.position(Math.max(span.start, span.end));
  return { line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
}
