/**
 * Which loops count rounds against the loop budget: those that no analysis bounds. A browser cannot stop a kernel
 * that runs for ever, so these end by themselves, with a notice.
 */
import { analyseIntervals } from "../analysis/intervals.ts";
import type { LoopStmt, Module, Site, Stmt } from "../ir/ir.ts";
import type { LaunchFacts } from "../ir/launch-facts.ts";
import { anyStatement } from "../ir/walk.ts";
import { mapFunctions, mapParts, mapStatements } from "./rewrite.ts";

export function budgetLoops(module: Module, facts: LaunchFacts): Module {
  const hasLoop = [module.kernel, ...module.functions].some((func) =>
    anyStatement(func.body, (statement) => statement.kind === "loop"),
  );
  if (!hasLoop) return module;
  const intervals = analyseIntervals(module, facts);
  const sites: Site[] = [...module.sites];
  const budget = (loop: LoopStmt): number | null => {
    if (facts.loopBudget === 0 || intervals.ends(loop)) return null;
    if (loop.budget !== null) return loop.budget;
    sites.push({ kind: "loop-budget", span: loop.span, name: "", message: "" });
    return sites.length - 1;
  };
  const replace = (statement: Stmt): readonly Stmt[] | null => {
    if (statement.kind !== "loop") return null;
    const mapped = mapParts(statement, (expr) => expr, replace);
    const now = budget(statement);
    return mapped.kind === "loop" && now !== mapped.budget ? [{ ...mapped, budget: now }] : [mapped];
  };
  const mapped = mapFunctions(module, (func) => {
    const body = mapStatements(func.body, (expr) => expr, replace);
    return body === func.body ? func : { ...func, body };
  });
  return { ...mapped, sites };
}
