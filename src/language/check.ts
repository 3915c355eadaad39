/** The compiler's diagnostics in the form in which they go to the page. */
import { checkFile } from "../compiler/check.ts";
import type { Diagnostic } from "../compiler/diagnostics/diagnostic.ts";
import { toJson } from "../compiler/diagnostics/render-text.ts";
import { Source } from "../compiler/text/source.ts";
import type { TextProblem } from "./messages.ts";

/** The problems of a text, in its order. */
export function checkText(name: string, text: string): TextProblem[] {
  const source = new Source(name, text);
  return checkFile(source).map((diagnostic) => problemOf(source, diagnostic));
}

function problemOf(source: Source, diagnostic: Diagnostic): TextProblem {
  const { severity, message, code, line, column, endLine, endColumn, label, related, notes, help } = toJson(
    diagnostic,
    source,
  );
  const places = related.map((other) => `line ${other.line}: ${other.label}`);
  return {
    severity,
    message,
    code,
    line,
    column,
    endLine,
    endColumn,
    notes: [...(label ? [label] : []), ...places, ...notes],
    help,
  };
}
