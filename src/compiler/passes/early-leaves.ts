/** Threads that leave in the middle of a region (`break`, `continue`, `return`): their masks are cleared, and what follows asks the mask. */
import type { Expr, Local, Stmt } from "../ir/ir.ts";

/** Masks to clear, by what is left. `loop` is null where the nearest collective loop is left by the block as a whole. */
export interface LeaveTargets {
  readonly kernel: readonly Local[];
  readonly loop: readonly Local[] | null;
  readonly iteration: readonly Local[] | null;
}

type LeaveKind = "break" | "continue" | "return";

/** Whether statements of a region leave something round the region. Loops inside the region keep their own breaks. */
export function leavesEarly(statements: readonly Stmt[], only?: LeaveKind): boolean {
  return statements.some((statement) => leaves(statement, false, only));
}

function leaves(statement: Stmt, inLoop: boolean, only: LeaveKind | undefined): boolean {
  switch (statement.kind) {
    case "break":
    case "continue":
      return !inLoop && (only === undefined || only === statement.kind);
    case "return":
    case "fail":
      return only === undefined || only === "return";
    case "if":
      return [...statement.then, ...statement.otherwise].some((inner) => leaves(inner, inLoop, only));
    case "for":
    case "loop":
      return statement.body.some((inner) => leaves(inner, true, only));
    default:
      return false;
  }
}

/** The same statements without leaves: each clears its masks, the rest runs only where `mask` is still set. */
export function predicateLeaves(
  statements: readonly Stmt[],
  mask: Local | null,
  targets: LeaveTargets,
): readonly Stmt[] {
  return predicate(statements, false, { mask, targets });
}

interface Context {
  readonly mask: Local | null;
  readonly targets: LeaveTargets;
}

function predicate(statements: readonly Stmt[], inLoop: boolean, context: Context): readonly Stmt[] {
  const done: Stmt[] = [];
  for (const [i, statement] of statements.entries()) {
    if (!leaves(statement, inLoop, undefined)) {
      done.push(statement);
      continue;
    }
    switch (statement.kind) {
      case "break":
      case "continue":
      case "return":
      case "fail":
        // Within a loop of the region the thread must also get out of that loop.
        return [...done, ...leave(statement, context), ...(inLoop ? [breakOut(statement)] : [])];
      case "if":
        done.push({
          ...statement,
          then: predicate(statement.then, inLoop, context),
          otherwise: predicate(statement.otherwise, inLoop, context),
        });
        break;
      case "for":
      case "loop":
        done.push({ ...statement, body: predicate(statement.body, true, context) });
        break;
      default:
        done.push(statement);
    }
    const rest = statements.slice(i + 1);
    const { mask } = context;
    if (rest.length === 0 && !inLoop) return done;
    if (mask === null) return [...done, ...predicate(rest, inLoop, context)];
    // A leave in an `if` of a loop has left the loop already; one in a loop inside it has not.
    if (inLoop && statement.kind === "if") return [...done, ...predicate(rest, inLoop, context)];
    if (inLoop) return [...done, outIfLeft(mask, statement), ...predicate(rest, inLoop, context)];
    const then = predicate(rest, inLoop, context);
    return [
      ...done,
      { kind: "if", condition: readMask(mask, statement), then, otherwise: [], span: statement.span },
    ];
  }
  return done;
}

function leave(statement: Stmt, { targets }: Context): Stmt[] {
  const masks =
    statement.kind === "break"
      ? targets.loop
      : statement.kind === "continue"
        ? targets.iteration
        : targets.kernel;
  const after: Stmt[] = statement.kind === "fail" ? [statement] : [];
  const clears = (masks ?? []).map(
    (local): Stmt => ({
      kind: "assign",
      local,
      value: { kind: "constant", type: "bool", value: false, span: statement.span },
      span: statement.span,
    }),
  );
  return [...clears, ...after];
}

function breakOut(statement: Stmt): Stmt {
  return { kind: "break", span: statement.span };
}

function outIfLeft(mask: Local, statement: Stmt): Stmt {
  const condition: Expr = {
    kind: "unary",
    op: "not",
    type: "bool",
    value: readMask(mask, statement),
    span: statement.span,
  };
  return { kind: "if", condition, then: [breakOut(statement)], otherwise: [], span: statement.span };
}

function readMask(mask: Local, statement: Stmt): Expr {
  return { kind: "local", local: mask, type: "bool", span: statement.span };
}
