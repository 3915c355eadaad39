/** How the messages of inference are put together. */
import type { Diagnostic, Label, NumbaException } from "../diagnostics/diagnostic.ts";
import type { Span } from "../text/span.ts";

export interface MessageParts {
  readonly code: string;
  readonly message: string;
  readonly span: Span;
  readonly label: string;
  readonly related?: readonly Label[];
  readonly notes?: readonly string[];
  readonly help?: string;
  readonly edit?: { readonly span: Span; readonly text: string };
  readonly exception?: NumbaException;
}

/** An error; Numba raises a TypingError for most. */
export function error(parts: MessageParts): Diagnostic {
  return {
    code: parts.code,
    severity: "error",
    message: parts.message,
    primary: { span: parts.span, label: parts.label },
    related: parts.related ?? [],
    notes: parts.notes ?? [],
    ...(parts.help === undefined
      ? {}
      : { help: { text: parts.help, ...(parts.edit ? { edit: parts.edit } : {}) } }),
    numba: { exception: parts.exception ?? "TypingError" },
  };
}
