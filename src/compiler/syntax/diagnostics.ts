import type { Diagnostic, Label } from "../diagnostics/diagnostic.ts";
import type { Span } from "../text/span.ts";

export interface SyntaxMessage {
  /** CPython's words where it has some for this. */
  readonly message: string;
  readonly primary: Span;
  readonly label: string;
  readonly related?: readonly Label[];
  readonly help?: string;
}

/** A mistake against Python's grammar. */
export function syntaxError({ message, primary, label, related, help }: SyntaxMessage): Diagnostic {
  return {
    code: "syntax-error",
    severity: "error",
    message,
    primary: { span: { start: primary.start, end: primary.end }, label },
    related: related ?? [],
    notes: [],
    ...(help === undefined ? {} : { help: { text: help } }),
    numba: { exception: "SyntaxError" },
  };
}
