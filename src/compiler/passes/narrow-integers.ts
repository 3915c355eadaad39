/**
 * 64-bit integers in 32 bits, where no result can differ: by range, or because only low halves are used. Locals,
 * parameters and results of device functions get narrower types; what remains 64 bits wide is what needs it.
 */
import { wholeLocals, wideLocals } from "../analysis/demanded-bits.ts";
import type { Intervals } from "../analysis/intervals.ts";
import { fits } from "../analysis/range.ts";
import {
  type Expr,
  type ForStmt,
  type Func,
  isSigned,
  type Local,
  type Module,
  type Scalar,
  type Stmt,
} from "../ir/ir.ts";
import type { Span } from "../text/span.ts";
import { asType, ExprNarrower, isWide, type Word, wordsFor } from "./narrow-expressions.ts";
import { mapFunctions, mapParts, mapStatements, type StmtMap } from "./rewrite.ts";

export function narrowIntegers(module: Module, intervals: Intervals): Module {
  const plan = planNarrowing(module, intervals);
  return mapFunctions(module, (func) => new FunctionNarrower(func, intervals, plan).rewrite());
}

interface Plan {
  /** The narrower local that takes the place of each. */
  readonly locals: ReadonlyMap<Local, Local>;
  /** The result types of each device function. */
  readonly results: ReadonlyMap<Func, readonly Scalar[]>;
}

function planNarrowing(module: Module, intervals: Intervals): Plan {
  const whole = wholeLocals(module);
  const locals = new Map<Local, Local>();
  const results = new Map<Func, readonly Scalar[]>();
  for (const func of [module.kernel, ...module.functions]) {
    const counters = countersOf(func.body, intervals);
    for (const local of wideLocals(func)) {
      const word = wordOf(local, intervals, whole, counters);
      if (word) locals.set(local, { ...local, type: word });
    }
  }
  for (const func of module.functions) {
    results.set(
      func,
      func.results.map((type, position) => {
        const range = isWide(type) ? intervals.result(func, position) : null;
        return (range && wordsFor(range, type)[0]) ?? type;
      }),
    );
  }
  return { locals, results };
}

/** The word that a local becomes, or null if it stays as it is. */
function wordOf(
  local: Local,
  intervals: Intervals,
  whole: ReadonlySet<Local>,
  counters: ReadonlyMap<Local, readonly Word[]>,
): Word | null {
  const range = intervals.local(local);
  const words = range ? wordsFor(range, local.type) : [];
  const counting = counters.get(local);
  if (counting) return words.find((word) => counting.includes(word)) ?? null;
  if (words[0]) return words[0];
  if (whole.has(local)) return null;
  return isSigned(local.type) ? "i32" : "u32";
}

/** For each counter of a `for`, the words that hold its bounds and the count after the last. */
function countersOf(
  statements: readonly Stmt[],
  intervals: Intervals,
  found: Map<Local, readonly Word[]> = new Map(),
): Map<Local, readonly Word[]> {
  for (const statement of statements) {
    if (statement.kind === "if") {
      countersOf(statement.then, intervals, found);
      countersOf(statement.otherwise, intervals, found);
    } else if (statement.kind === "loop") countersOf(statement.body, intervals, found);
    else if (statement.kind === "for") {
      countersOf(statement.body, intervals, found);
      const before = found.get(statement.counter);
      const words = counterWords(statement, intervals);
      found.set(statement.counter, before ? words.filter((word) => before.includes(word)) : words);
    }
  }
  return found;
}

function counterWords(statement: ForStmt, intervals: Intervals): readonly Word[] {
  const counter = intervals.local(statement.counter);
  const [start, stop, step] = [statement.start, statement.stop, statement.step].map(intervals.range);
  if (!counter || !start || !stop || !step) return [];
  // The count that ends the loop lies one step beyond the last.
  const last = {
    lo: counter.lo + (step.lo < 0n ? step.lo : 0n),
    hi: counter.hi + (step.hi > 0n ? step.hi : 0n),
  };
  const words: readonly Word[] = isSigned(statement.counter.type) ? ["i32", "u32"] : ["u32", "i32"];
  return words.filter((word) => [start, stop, step, last].every((range) => fits(range, word)));
}

class FunctionNarrower {
  readonly #func: Func;
  readonly #plan: Plan;
  readonly #exprs: ExprNarrower;
  /** Locals that take results of a type other than the local they are for. */
  readonly #temporaries: Local[] = [];

  constructor(func: Func, intervals: Intervals, plan: Plan) {
    this.#func = func;
    this.#plan = plan;
    this.#exprs = new ExprNarrower(intervals, plan.locals);
  }

  rewrite(): Func {
    const func = this.#func;
    const body = mapStatements(func.body, this.#exprs.rewrite, this.#statement);
    return {
      ...func,
      params: func.params.map(this.#local),
      results: this.#plan.results.get(func) ?? func.results,
      locals: [...func.locals.map(this.#local), ...this.#temporaries],
      body,
    };
  }

  #local = (local: Local): Local => this.#plan.locals.get(local) ?? local;

  /** The value, in the type of what it is given to. */
  #given(value: Expr, type: Scalar): Expr {
    if (type === value.type) return this.#exprs.rewrite(value);
    return this.#exprs.low(value, type === "u32" ? "u32" : "i32");
  }

  #statement: StmtMap = (statement) => {
    switch (statement.kind) {
      case "assign": {
        const local = this.#local(statement.local);
        return [{ ...statement, local, value: this.#given(statement.value, local.type) }];
      }
      case "for": {
        const counter = this.#local(statement.counter);
        return [
          {
            ...statement,
            counter,
            start: this.#given(statement.start, counter.type),
            stop: this.#given(statement.stop, counter.type),
            step: this.#given(statement.step, counter.type),
            body: mapStatements(statement.body, this.#exprs.rewrite, this.#statement),
          },
        ];
      }
      case "store":
        return [
          {
            ...statement,
            access: this.#exprs.access(statement.access),
            value: this.#exprs.rewrite(statement.value),
          },
        ];
      case "atomic": {
        const after: Stmt[] = [];
        const { element } = statement.access.memory;
        const result = statement.result && this.#receive(statement.result, element, statement.span, after);
        const operands = statement.operands.map(this.#exprs.rewrite);
        return [{ ...statement, access: this.#exprs.access(statement.access), operands, result }, ...after];
      }
      case "call": {
        const after: Stmt[] = [];
        const types = this.#plan.results.get(statement.func) ?? statement.func.results;
        const args = statement.args.map((arg, position) => {
          const param = statement.func.params[position];
          return param ? this.#given(arg, this.#local(param).type) : this.#exprs.rewrite(arg);
        });
        const results = statement.results.map((local, position) =>
          this.#receive(local, types[position] ?? local.type, statement.span, after),
        );
        return [{ ...statement, args, results }, ...after];
      }
      case "warp": {
        const after: Stmt[] = [];
        const results = statement.results.map((local) =>
          this.#receive(local, local.type, statement.span, after),
        );
        const mapped = mapParts(statement, this.#exprs.rewrite);
        return [mapped.kind === "warp" ? { ...mapped, results } : mapped, ...after];
      }
      case "barrier": {
        const { combine } = statement;
        if (!combine) return null;
        const after: Stmt[] = [];
        const result = this.#receive(combine.result, combine.result.type, statement.span, after);
        return [
          {
            ...statement,
            combine: { ...combine, predicate: this.#exprs.rewrite(combine.predicate), result },
          },
          ...after,
        ];
      }
      case "return": {
        const types = this.#plan.results.get(this.#func) ?? this.#func.results;
        return [
          {
            ...statement,
            values: statement.values.map((value, i) => this.#given(value, types[i] ?? value.type)),
          },
        ];
      }
      default:
        return null;
    }
  };

  /** A local that takes a value of `type` on behalf of `local`; where types differ, `after` hands it on. */
  #receive(local: Local, type: Scalar, span: Span, after: Stmt[]): Local {
    const narrow = this.#local(local);
    if (narrow.type === type) return narrow;
    const temporary: Local = { kind: "local-variable", name: local.name, type };
    this.#temporaries.push(temporary);
    const value = asType({ kind: "local", local: temporary, type, span }, narrow.type);
    after.push({ kind: "assign", local: narrow, value, span });
    return temporary;
  }
}
