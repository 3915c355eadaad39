/** What the page and the language worker say to each other. */

export interface CheckRequest {
  readonly kind: "check";
  readonly id: number;
  readonly name: string;
  readonly text: string;
}
/** Lines and columns start at 1; `endColumn` is past the last character. */
export interface TextProblem {
  readonly severity: "error" | "warning" | "notice";
  readonly message: string;
  readonly code: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly notes: readonly string[];
  readonly help: string | null;
}
export interface CheckReply {
  readonly id: number;
  readonly problems: readonly TextProblem[];
}
