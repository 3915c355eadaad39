/** Loops that end by what stands in them alone, whatever guards stand round them: `s > 0` and `s //= 2`, and the like. */
import {
  type BinaryOperation,
  type ConstantExpr,
  type Expr,
  isInteger,
  type Local,
  type LoopStmt,
  type Stmt,
} from "../ir/ir.ts";
import { anyStatement, assignedLocals, localsRead, resultsOf, visitStatements } from "../ir/walk.ts";

/** Whether a loop of `body` surely comes to its end. Only a few plain forms are known; false says nothing. */
export function surelyEnds(loop: LoopStmt, body: readonly Stmt[]): boolean {
  const { condition } = loop;
  if (condition?.kind === "logical" && condition.op === "and")
    return [condition.left, condition.right].some((part) => surelyEnds({ ...loop, condition: part }, body));
  if (condition?.kind !== "compare" || condition.left.kind !== "local" || !isInteger(condition.left.type))
    return false;
  const { local } = condition.left;
  const bound = condition.right;
  const changed = assignedLocals(loop.body);
  if ([...localsRead(bound)].some((read) => changed.has(read)) || readsMore(bound)) return false;
  const update = onlyUpdate(loop.body, local);
  if (!update) return false;
  const { op, by } = update;
  const least = smallest(bound);
  switch (condition.op) {
    case "gt":
    case "ge":
      if (op === "sub") return by > 0n;
      if (op === "add") return by < 0n;
      // Halving comes to rest at 0.
      if (op === "shr") return by > 0n && isPositive(least, condition.op === "gt" ? 0n : 1n);
      return (
        (op === "floor-div" || op === "trunc-div") &&
        by >= 2n &&
        isPositive(least, condition.op === "gt" ? 0n : 1n)
      );
    case "lt":
    case "le":
      if (op === "add") return by > 0n;
      if (op === "sub") return by < 0n;
      // Doubling grows only from 1 up.
      if (op !== "shl" && op !== "mul") return false;
      return by >= (op === "mul" ? 2n : 1n) && startsPositive(loop, local, body);
    default:
      return false;
  }
}

/** Bounds that are the same in every round: no memory, and nothing of the thread that another round would see differently. */
function readsMore(bound: Expr): boolean {
  return (
    bound.kind !== "constant" &&
    bound.kind !== "launch" &&
    bound.kind !== "local" &&
    bound.kind !== "convert" &&
    bound.kind !== "position"
  );
}

function isPositive(value: bigint | null, from: bigint): boolean {
  return value !== null && value >= from;
}

/** The smallest value that the bound may have, where that is plain to see. */
function smallest(bound: Expr): bigint | null {
  if (bound.kind === "constant" && typeof bound.value === "bigint") return bound.value;
  if (bound.kind === "convert") return smallest(bound.value);
  return bound.kind === "position" ? 0n : null;
}

interface Update {
  readonly op: BinaryOperation;
  readonly by: bigint;
}

/** `local = local OP constant`, where that is the one assignment, and every round comes to it. */
function onlyUpdate(body: readonly Stmt[], local: Local): Update | null {
  let found: Update | null = null;
  for (const statement of body) {
    const assigns = anyStatement([statement], (inner) => resultsOf(inner).includes(local));
    if (!assigns) {
      // A round that is cut short might never come to the update.
      if (!found && anyStatement([statement], (inner) => inner.kind === "continue")) return null;
      continue;
    }
    if (found || statement.kind !== "assign" || statement.value.kind !== "binary") return null;
    const { op, left, right } = statement.value;
    if (left.kind !== "local" || left.local !== local || right.kind !== "constant") return null;
    found = { op, by: integer(right) };
  }
  return found;
}

function integer({ value }: ConstantExpr): bigint {
  return typeof value === "bigint" ? value : 0n;
}

/** Whether every value that the local gets outside the loop is a positive constant. */
function startsPositive(loop: LoopStmt, local: Local, body: readonly Stmt[]): boolean {
  const inside = new Set<Stmt>();
  visitStatements(loop.body, (statement) => inside.add(statement));
  let all = true;
  let any = false;
  visitStatements(body, (statement) => {
    if (inside.has(statement) || !resultsOf(statement).includes(local)) return;
    any = true;
    all &&=
      statement.kind === "assign" && statement.value.kind === "constant" && integer(statement.value) > 0n;
  });
  return all && any;
}
