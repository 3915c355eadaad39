import type { Diagnostic } from "./diagnostic.ts";

/** What a back end cannot say: thrown with a diagnostic that points at the source, and caught where the back end is called. */
export class Unsupported extends Error {
  readonly diagnostic: Diagnostic;

  constructor(diagnostic: Diagnostic) {
    super(diagnostic.message);
    this.name = "Unsupported";
    this.diagnostic = diagnostic;
  }
}
