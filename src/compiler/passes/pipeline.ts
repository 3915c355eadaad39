/** The order of the passes, with reasons. */
import { InternalError } from "../diagnostics/diagnostic.ts";
import type { Module } from "../ir/ir.ts";
import type { LaunchFacts } from "../ir/launch-facts.ts";
import { printModule } from "../ir/print.ts";
import { verifyModule } from "../ir/verify.ts";
import { removeBounds } from "./bounds.ts";
import { removeDeadCode } from "./dead-code.ts";
import { legaliseFloat64 } from "./float64.ts";
import { fold } from "./fold.ts";
import { budgetLoops } from "./loop-budget.ts";
import { narrowIntegers } from "./narrow-integers.ts";
import type { Notice } from "./notice.ts";
import { specialise } from "./specialise.ts";

export interface OptimiseOptions {
  /** Verify the module after each pass, and throw where one has broken it. Tests do. */
  readonly verify?: boolean;
  /** Called with the module after each pass, and the name of the pass. */
  readonly check?: (module: Module, pass: string) => void;
  /** The line of an offset in the source, so that notices come once a line. */
  readonly lineOf?: (offset: number) => number;
}

export interface Optimised {
  readonly module: Module;
  readonly notices: readonly Notice[];
}

/** From what `lower/` makes to what `block-program` takes. `cpu` has 64-bit integers and float64 of its own and keeps them. */
export function optimise(
  module: Module,
  facts: LaunchFacts,
  target: "gpu" | "cpu",
  options: OptimiseOptions = {},
): Optimised {
  let current = module;
  let notices: readonly Notice[] = [];
  const apply = (name: string, pass: (module: Module) => Module): void => {
    current = pass(current);
    if (options.verify) verifyAfter(current, name);
    options.check?.(current, name);
  };
  // First what the launch says, for everything else builds on it; folding makes plain numbers of it.
  apply("specialise", (m) => specialise(m, facts));
  apply("fold", fold);
  // Before bounds: after a loop that may end by its budget, its condition says nothing.
  apply("loop-budget", (m) => budgetLoops(m, facts));
  if (target === "gpu") {
    // Before narrowing, which then also sees the integers that are converted to floats.
    apply("float64", (m) => {
      const legal = legaliseFloat64(m, facts.float64, options.lineOf);
      notices = legal.notices;
      return legal.module;
    });
  }
  // While indices are 64 bits wide nothing about them wraps, so proofs are easiest here.
  const bounded = removeBounds(current, facts);
  apply("bounds", () => bounded.module);
  if (target === "gpu") apply("narrow-integers", (m) => narrowIntegers(m, bounded.intervals));
  // Narrowing leaves conversions of conversions.
  apply("fold", fold);
  apply("dead-code", removeDeadCode);
  return { module: current, notices };
}

function verifyAfter(module: Module, pass: string): void {
  const findings = verifyModule(module);
  if (findings.length > 0) throw new InternalError(pass, findings.join("; "), printModule(module));
}
