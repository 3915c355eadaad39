import type { Span } from "../text/span.ts";

export type Severity = "error" | "warning" | "notice";

/** A part of the source with a few words on its role in the message. */
export interface Label {
  readonly span: Span;
  readonly label: string;
}

/**
 * Something to tell the user about their program. Diagnostics are values: each is built by a function in
 * a folder's `diagnostics.ts` and drawn by the terminal, the editor or JSON. `message` is one sentence in
 * lower case without a full stop.
 */
export interface Diagnostic {
  /** Stable name such as `undefined-name`; documented in `docs/messages/CODE.md`. */
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly primary: Label;
  readonly related: readonly Label[];
  /** Why: further sentences, one an entry. */
  readonly notes: readonly string[];
  readonly help?: { readonly text: string; readonly edit?: { readonly span: Span; readonly text: string } };
  /** The exception class that real Numba raises for this, where it raises one. */
  readonly numba?: { readonly exception: NumbaException; readonly text?: string };
}

/** Exception classes that the `numba` package raises for a diagnostic. */
export type NumbaException =
  | "TypingError"
  | "LoweringError"
  | "UnsupportedError"
  | "UnsupportedBytecodeError"
  | "CompilerError"
  | "NumbaTypeError"
  | "NumbaValueError"
  | "NumbaRuntimeError"
  | "CudaAPIError"
  | "AttributeError"
  | "TypeError"
  | "ValueError"
  | "IndexError"
  | "KeyError"
  | "ZeroDivisionError"
  | "SyntaxError";

/** A fault of ours, never of the user's program: names the stage and asks for a report. */
export class InternalError extends Error {
  readonly stage: string;
  readonly detail: string;

  constructor(stage: string, message: string, detail = "") {
    super(`${stage}: ${message}`);
    this.name = "InternalError";
    this.stage = stage;
    this.detail = detail;
  }
}
