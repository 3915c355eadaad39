import type { Diagnostic } from "../diagnostics/diagnostic.ts";

/** Ends the lowering of one statement; its diagnostic is collected and the next statement goes on. */
export class Refusal extends Error {
  readonly diagnostic: Diagnostic;

  constructor(diagnostic: Diagnostic) {
    super(diagnostic.message);
    this.name = "Refusal";
    this.diagnostic = diagnostic;
  }
}
