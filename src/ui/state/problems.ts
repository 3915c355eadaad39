import { createStore } from "zustand/vanilla";

/** A mark in the editor. Lines and columns start at 1; `endColumn` is past the last character. */
export interface Problem {
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

/** `typed` comes from the language worker, `ran` from the last run of this very text. */
export const problems = createStore<{ readonly typed: readonly Problem[]; readonly ran: readonly Problem[] }>(
  () => ({
    typed: [],
    ran: [],
  }),
);

/** Both kinds, errors first, in the order of the lines; a place that both name is shown once. */
export function allProblems(state: {
  readonly typed: readonly Problem[];
  readonly ran: readonly Problem[];
}): Problem[] {
  const places = new Set(state.ran.map((p) => `${p.line}:${p.severity}`));
  const merged = [...state.ran, ...state.typed.filter((p) => !places.has(`${p.line}:${p.severity}`))];
  const rank = { error: 0, warning: 1, notice: 2 };
  return merged.sort((a, b) => rank[a.severity] - rank[b.severity] || a.line - b.line || a.column - b.column);
}
