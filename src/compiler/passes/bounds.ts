/**
 * Takes away what intervals prove unnecessary at accesses: the wrap of an index that is never negative, and the
 * check of one that always lies inside its axis. What is not proved stays. Also settles the direction of `for` loops.
 */
import type { Intervals } from "../analysis/intervals.ts";
import { analyseIntervals } from "../analysis/intervals.ts";
import type { Access, AccessAxis, Expr, ForStmt, Func, Module, Stmt } from "../ir/ir.ts";
import type { LaunchFacts } from "../ir/launch-facts.ts";
import { mapFunctions, mapOperands, mapParts, mapStatements } from "./rewrite.ts";

export function removeBounds(module: Module, facts: LaunchFacts): Module {
  const intervals = analyseIntervals(module, facts);
  return mapFunctions(module, (func) => rewriteFunction(func, intervals));
}

function rewriteFunction(func: Func, intervals: Intervals): Func {
  const renewExpr = (expr: Expr): Expr => {
    const mapped = mapOperands(expr, renewExpr);
    if (expr.kind !== "load" || mapped.kind !== "load") return mapped;
    const access = settle(expr.access, mapped.access, intervals);
    return access === mapped.access ? mapped : { ...mapped, access };
  };
  const renewStmt = (statement: Stmt): readonly Stmt[] | null => {
    if (statement.kind === "for") {
      const mapped = mapParts(statement, renewExpr, renewStmt);
      return [mapped.kind === "for" ? settleDirection(statement, mapped, intervals) : mapped];
    }
    if (statement.kind !== "store" && statement.kind !== "atomic") return null;
    const mapped = mapParts(statement, renewExpr);
    if (mapped.kind !== "store" && mapped.kind !== "atomic") return null;
    const access = settle(statement.access, mapped.access, intervals);
    return [access === mapped.access ? mapped : { ...mapped, access }];
  };
  const body = mapStatements(func.body, renewExpr, renewStmt);
  return body === func.body ? func : { ...func, body };
}

/** `seen` is the access that was analysed, `access` the same with its inner parts rewritten. */
function settle(seen: Access, access: Access, intervals: Intervals): Access {
  let changed = false;
  const axes = access.axes.map((axis, position) => {
    const original = seen.axes[position];
    const settled = original ? settleAxis(original, axis, intervals) : axis;
    changed ||= settled !== axis;
    return settled;
  });
  return changed ? { ...access, axes } : access;
}

function settleAxis(seen: AccessAxis, axis: AccessAxis, intervals: Intervals): AccessAxis {
  const proof = intervals.axis(seen);
  if (!proof) return axis;
  if (proof.notNegative) {
    const checked = axis.checked && !proof.belowSize;
    return axis.wraps || checked !== axis.checked ? { ...axis, wraps: false, checked } : axis;
  }
  if (proof.negative && axis.wraps && axis.index.type === axis.size.type) {
    // Always counted from the end: say so, instead of asking each time.
    const { index, size } = axis;
    const fromEnd: Expr = {
      kind: "binary",
      op: "add",
      type: index.type,
      left: size,
      right: index,
      span: index.span,
    };
    return { ...axis, index: fromEnd, wraps: false, checked: axis.checked && !proof.aboveMinusSize };
  }
  return axis;
}

/** `either` becomes `up` or `down` where the sign of the step is known. */
function settleDirection(seen: ForStmt, statement: ForStmt, intervals: Intervals): ForStmt {
  if (statement.direction !== "either") return statement;
  const step = intervals.range(seen.step);
  if (step.lo > 0n) return { ...statement, direction: "up" };
  return step.hi < 0n ? { ...statement, direction: "down" } : statement;
}
