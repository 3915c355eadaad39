import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Span } from "../text/span.ts";

interface SyntaxMessage {
  readonly message: string;
  readonly primary: Span;
  readonly label: string;
  readonly help?: string;
}

/** A mistake against Python's grammar. */
export function syntaxError({ message, primary, label, help }: SyntaxMessage): Diagnostic {
  return {
    code: "syntax-error",
    severity: "error",
    message,
    primary: { span: primary, label },
    related: [],
    notes: [],
    ...(help === undefined ? {} : { help: { text: help } }),
    numba: { exception: "SyntaxError" },
  };
}
