/** Which locals a piece of code may assign. */
import type { Local, Stmt } from "../ir/ir.ts";

/** Every local that a statement, or one inside it, gives a value. */
export function assignedLocals(statements: readonly Stmt[], found: Set<Local> = new Set()): Set<Local> {
  for (const statement of statements) {
    for (const local of resultsOf(statement)) found.add(local);
    switch (statement.kind) {
      case "if":
        assignedLocals(statement.then, found);
        assignedLocals(statement.otherwise, found);
        break;
      case "for":
      case "loop":
        assignedLocals(statement.body, found);
        break;
    }
  }
  return found;
}

/** The locals that the statement itself gives a value. */
export function resultsOf(statement: Stmt): readonly Local[] {
  switch (statement.kind) {
    case "assign":
      return [statement.local];
    case "atomic":
      return statement.result ? [statement.result] : [];
    case "call":
    case "warp":
      return statement.results;
    case "barrier":
      return statement.combine ? [statement.combine.result] : [];
    case "for":
      return [statement.counter];
    default:
      return [];
  }
}
