/**
 * Takes away what intervals prove unnecessary at accesses: the wrap of an index that is never negative, and the
 * check of one that always lies inside its axis. What is not proved stays. Also settles the direction of `for` loops.
 */
import type { Intervals } from "../analysis/intervals.ts";
import { analyseIntervals } from "../analysis/intervals.ts";
import { intersect, type Range, typeRange } from "../analysis/range.ts";
import type { Access, AccessAxis, Expr, ForStmt, Func, Module, Stmt } from "../ir/ir.ts";
import type { LaunchFacts } from "../ir/launch-facts.ts";
import { mapFunctions, mapOperands, mapParts, mapStatements } from "./rewrite.ts";

export interface Bounded {
  readonly module: Module;
  /** The same findings, of the parts of this module. */
  readonly intervals: Intervals;
}

export function removeBounds(module: Module, facts: LaunchFacts): Bounded {
  const intervals = analyseIntervals(module, facts);
  const origins: Origins = new Map();
  const bounded = mapFunctions(module, (func) => rewriteFunction(func, intervals, origins));
  return { module: bounded, intervals: carriedOver(intervals, module, bounded, origins) };
}

/** By what was rewritten: what it was, or all values of what is new. */
type Origins = Map<Expr, Expr | Range>;

/** Rewriting changes no value, so what was found of each part is true of what it has become. */
function carriedOver(intervals: Intervals, from: Module, to: Module, origins: Origins): Intervals {
  const functions = new Map(to.functions.map((func, position) => [func, from.functions[position]]));
  return {
    ...intervals,
    range: (expr) => {
      const origin = origins.get(expr) ?? expr;
      return "kind" in origin ? intervals.range(origin) : origin;
    },
    outcome: (expr) => {
      const origin = origins.get(expr) ?? expr;
      return "kind" in origin ? intervals.outcome(origin) : null;
    },
    result: (func, position) => intervals.result(functions.get(func) ?? func, position),
  };
}

function rewriteFunction(func: Func, intervals: Intervals, origins: Origins): Func {
  const renewExpr = (expr: Expr): Expr => {
    let renewed = mapOperands(expr, renewExpr);
    if (expr.kind === "load" && renewed.kind === "load") {
      const access = settle(expr.access, renewed.access, intervals, origins);
      if (access !== renewed.access) renewed = { ...renewed, access };
    }
    if (renewed !== expr) origins.set(renewed, expr);
    return renewed;
  };
  const renewStmt = (statement: Stmt): readonly Stmt[] | null => {
    if (statement.kind === "for") {
      const mapped = mapParts(statement, renewExpr, renewStmt);
      return [mapped.kind === "for" ? settleDirection(statement, mapped, intervals) : mapped];
    }
    if (statement.kind !== "store" && statement.kind !== "atomic") return null;
    const mapped = mapParts(statement, renewExpr);
    if (mapped.kind !== "store" && mapped.kind !== "atomic") return null;
    const access = settle(statement.access, mapped.access, intervals, origins);
    return [access === mapped.access ? mapped : { ...mapped, access }];
  };
  const body = mapStatements(func.body, renewExpr, renewStmt);
  return body === func.body ? func : { ...func, body };
}

/** `seen` is the access that was analysed, `access` the same with its inner parts rewritten. */
function settle(seen: Access, access: Access, intervals: Intervals, origins: Origins): Access {
  let changed = false;
  const axes = access.axes.map((axis, position) => {
    const original = seen.axes[position];
    const settled = original ? settleAxis(original, axis, intervals, origins) : axis;
    changed ||= settled !== axis;
    return settled;
  });
  return changed ? { ...access, axes } : access;
}

function settleAxis(seen: AccessAxis, axis: AccessAxis, intervals: Intervals, origins: Origins): AccessAxis {
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
    const [sizes, indices] = [intervals.range(seen.size), intervals.range(seen.index)];
    const exact = { lo: sizes.lo + indices.lo, hi: sizes.hi + indices.hi };
    origins.set(fromEnd, intersect(exact, typeRange(index.type)) ?? typeRange(index.type));
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
