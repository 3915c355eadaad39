/**
 * float64 on the GPU, where it has to be emulated. In mode `auto` an operation becomes float32 where everything
 * that comes of it is float32 or steers a branch, and a notice says so; in `fast` all of them do; in `exact` none.
 * Loads, stores and comparisons of float64 without arithmetic are cheap and stay.
 */
import { roundFloat } from "../analysis/arithmetic.ts";
import { analyseFloatDemand, type FloatDemand, isShuffle, NO_DEMAND } from "../analysis/float-demand.ts";
import {
  type Access,
  type Expr,
  type Func,
  isFloat,
  isInteger,
  type Local,
  type Module,
  type Scalar,
  SCALAR_BITS,
  type Stmt,
} from "../ir/ir.ts";
import type { Float64Mode } from "../ir/launch-facts.ts";
import type { Span } from "../text/span.ts";
import { constant } from "./fold.ts";
import { narrowFloatScalars } from "./float-scalars.ts";
import type { Notice } from "./notice.ts";
import { visitExprs } from "../ir/walk.ts";
import { mapAccess, mapFunctions, mapOperands, mapStatements, type StmtMap } from "./rewrite.ts";

/** The module without the float64 arithmetic that `mode` allows to drop, and a notice for each line (by `lineOf`, an offset in the source to its line) that lost some. */
export function legaliseFloat64(
  module: Module,
  mode: Float64Mode,
  lineOf: (offset: number) => number = (offset) => offset,
): { readonly module: Module; readonly notices: readonly Notice[] } {
  if (mode === "exact" || !usesFloat64(module)) return { module, notices: [] };
  const demand = mode === "fast" ? NO_DEMAND : analyseFloatDemand(module);
  const relaxation = new Relaxation(module, demand, mode === "fast");
  const mapped = mapFunctions(module, (func) => new FunctionRelaxer(func, relaxation).rewrite());
  const lines = new Map<number, Notice>();
  for (const span of relaxation.places) {
    const line = lineOf(span.start);
    if (!lines.has(line)) lines.set(line, notice(span));
  }
  return { module: narrowFloatScalars(mapped), notices: [...lines.values()] };
}

const notice = (span: Span): Notice => ({
  code: "float64-as-float32",
  span,
  message: "computed in float32 although Numba would use float64 here",
});

function usesFloat64(module: Module): boolean {
  let uses = false;
  for (const func of [module.kernel, ...module.functions]) {
    visitExprs(func.body, (expr) => {
      uses ||= expr.type === "f64" || (expr.kind === "math" && expr.args.some((arg) => arg.type === "f64"));
    });
  }
  return uses;
}

/** What becomes float32 in the whole module. */
class Relaxation {
  readonly demand: FloatDemand;
  /** Everything is float32, and what float64 memory takes is widened again. */
  readonly fast: boolean;
  readonly locals = new Map<Local, Local>();
  readonly results = new Map<Func, readonly Scalar[]>();
  /** Where an operation was made float32. */
  readonly places: Span[] = [];

  constructor(module: Module, demand: FloatDemand, fast: boolean) {
    this.demand = demand;
    this.fast = fast;
    for (const func of [module.kernel, ...module.functions]) {
      for (const local of [...func.params, ...func.locals]) {
        if (local.type === "f64" && !demand.exact.has(local))
          this.locals.set(local, { ...local, type: "f32" });
      }
    }
    for (const func of module.functions) {
      const exact = demand.results.get(func);
      this.results.set(
        func,
        func.results.map((type, position) => (type === "f64" && !exact?.has(position) ? "f32" : type)),
      );
    }
  }
}

class FunctionRelaxer {
  readonly #func: Func;
  readonly #relaxation: Relaxation;
  readonly #temporaries: Local[] = [];

  constructor(func: Func, relaxation: Relaxation) {
    this.#func = func;
    this.#relaxation = relaxation;
  }

  rewrite(): Func {
    const body = mapStatements(this.#func.body, this.#loose, this.#statement);
    const results = this.#relaxation.results.get(this.#func) ?? this.#func.results;
    return {
      ...this.#func,
      params: this.#func.params.map(this.#local),
      results,
      locals: [...this.#func.locals.map(this.#local), ...this.#temporaries],
      body,
    };
  }

  #local = (local: Local): Local => this.#relaxation.locals.get(local) ?? local;

  #statement: StmtMap = (statement) => {
    switch (statement.kind) {
      case "assign": {
        const local = this.#local(statement.local);
        return [{ ...statement, local, value: this.#given(statement.value, statement.local) }];
      }
      case "store":
        return [
          { ...statement, access: this.#access(statement.access), value: this.#stored(statement.value) },
        ];
      case "atomic": {
        const after: Stmt[] = [];
        const { element } = statement.access.memory;
        const result = statement.result && this.#receive(statement.result, element, statement.span, after);
        const operands = statement.operands.map(this.#stored);
        return [{ ...statement, access: this.#access(statement.access), operands, result }, ...after];
      }
      case "call": {
        const after: Stmt[] = [];
        const types = this.#relaxation.results.get(statement.func) ?? statement.func.results;
        const args = statement.args.map((arg, position) => {
          const param = statement.func.params[position];
          return param ? this.#given(arg, param) : this.#exact(arg);
        });
        const results = statement.results.map((local, position) =>
          this.#receive(local, types[position] ?? local.type, statement.span, after),
        );
        return [{ ...statement, args, results }, ...after];
      }
      case "for":
        return [
          {
            ...statement,
            start: this.#exact(statement.start),
            stop: this.#exact(statement.stop),
            step: this.#exact(statement.step),
            body: mapStatements(statement.body, this.#loose, this.#statement),
          },
        ];
      case "return": {
        const types = this.#relaxation.results.get(this.#func) ?? this.#func.results;
        const exact = this.#relaxation.demand.results.get(this.#func);
        const values = statement.values.map((value, position) =>
          // A kernel returns nothing, and what a function returns is exact where a caller needs it so.
          exact?.has(position) ? this.#exact(value) : this.#taken(value, types[position] ?? value.type),
        );
        return [{ ...statement, values }];
      }
      case "barrier": {
        const { combine } = statement;
        return (
          combine && [{ ...statement, combine: { ...combine, predicate: this.#exact(combine.predicate) } }]
        );
      }
      case "warp": {
        const [moved] = isShuffle(statement) ? statement.results : [];
        const results = statement.results.map((local) => (local === moved ? this.#local(local) : local));
        const operands = statement.operands.map((operand, position) =>
          position === 0 && moved ? this.#given(operand, moved) : this.#exact(operand),
        );
        return [{ ...statement, mask: this.#exact(statement.mask), operands, results }];
      }
      case "print":
        return [
          { ...statement, parts: statement.parts.map((p) => (typeof p === "string" ? p : this.#exact(p))) },
        ];
      default:
        return null;
    }
  };

  /** The value in the type of what takes the place of the local. */
  #given(value: Expr, local: Local): Expr {
    const exact = this.#relaxation.demand.exact.has(local);
    return exact ? this.#exact(value) : this.#taken(value, this.#local(local).type);
  }

  /** A value that need not be exact, for something of type `type`. */
  #taken(value: Expr, type: Scalar): Expr {
    if (value.type === "f64") return type === "f64" ? this.#exact(value) : this.#relax(value);
    return this.#loose(value);
  }

  /** The value that memory takes: memory of short floats need not have it exactly. */
  #stored = (value: Expr): Expr =>
    value.type === "f32" || value.type === "f16" ? this.#loose(value) : this.#exact(value);

  /** A local that takes a value of `type` on behalf of `local`; where types differ, `after` hands it on. */
  #receive(local: Local, type: Scalar, span: Span, after: Stmt[]): Local {
    const narrow = this.#local(local);
    if (narrow.type === type) return narrow;
    const temporary: Local = { kind: "local-variable", name: local.name, type };
    this.#temporaries.push(temporary);
    after.push({
      kind: "assign",
      local: narrow,
      value: single({ kind: "local", local: temporary, type, span }),
      span,
    });
    return temporary;
  }

  #access = (access: Access): Access => mapAccess(access, this.#exact);

  /** A value of which everything counts. */
  #exact = (expr: Expr): Expr => {
    if (this.#relaxation.fast) return this.#fast(expr);
    if (expr.kind === "select") {
      return {
        ...expr,
        condition: this.#loose(expr.condition),
        ["then"]: this.#exact(expr.then),
        otherwise: this.#exact(expr.otherwise),
      };
    }
    return mapOperands(expr, this.#exact);
  };

  /** In mode `fast` nothing is exact but what is only moved. */
  #fast(expr: Expr): Expr {
    if (expr.type === "f64") return isPlain(expr) ? this.#moved(expr) : double(this.#relax(expr));
    if (expr.kind === "convert" && expr.value.type === "f64" && isInteger(expr.type) && !expr.bits) {
      return { ...expr, value: isPlain(expr.value) ? this.#moved(expr.value) : this.#relax(expr.value) };
    }
    return isInteger(expr.type) ? mapOperands(expr, this.#exact) : this.#loose(expr);
  }

  /** A value that ends in float32 memory or steers a branch; of the same type. */
  #loose = (expr: Expr): Expr => {
    switch (expr.kind) {
      case "compare":
        return this.#compare(expr);
      case "convert":
        if (expr.bits || isInteger(expr.type) || expr.value.type === "bool")
          return mapOperands(expr, this.#exact);
        if (expr.value.type !== "f64") return mapOperands(expr, this.#loose);
        if (expr.type === "bool") {
          return {
            ...expr,
            value: this.#staysExact(expr.value) ? this.#moved(expr.value) : this.#relax(expr.value),
          };
        }
        return expr.type === "f64" ? expr : this.#toSingle(expr.value, expr.type);
      case "math": {
        const exact = expr.args.every(this.#staysExact);
        const argument = (arg: Expr): Expr => {
          if (arg.type !== "f64") return isFloat(arg.type) ? this.#loose(arg) : this.#exact(arg);
          return exact ? this.#moved(arg) : this.#relax(arg);
        };
        return { ...expr, args: expr.args.map(argument) };
      }
      case "load":
        return mapOperands(expr, this.#exact);
      default:
        return mapOperands(expr, this.#loose);
    }
  };

  #compare(expr: Expr & { readonly kind: "compare" }): Expr {
    if (expr.left.type !== "f64") return mapOperands(expr, this.#loose);
    const exact = this.#staysExact(expr.left) && this.#staysExact(expr.right);
    return mapOperands(expr, (operand) => (exact ? this.#moved(operand) : this.#relax(operand)));
  }

  /** No arithmetic, and no local that became float32: then comparing it exactly costs little. */
  #staysExact = (expr: Expr): boolean => {
    if (expr.kind === "local") return !this.#relaxation.locals.has(expr.local);
    return isPlain(expr);
  };

  /** A float64 value that is only moved and so keeps its type. */
  #moved(expr: Expr): Expr {
    if (expr.kind !== "convert") return mapOperands(expr, this.#exact);
    return mapOperands(expr, (value) => {
      if (value.type === "f64") return this.#moved(value);
      return value.type === "bool" ? this.#exact(value) : this.#loose(value);
    });
  }

  /** The value of a float64 expression that ends in a shorter float. */
  #toSingle(value: Expr, type: Scalar): Expr {
    const relaxed = this.#relaxRoot(value);
    return type === "f32"
      ? relaxed
      : { kind: "convert", type, value: relaxed, bits: false, span: value.span };
  }

  /** One operation on float32 values, rounded to float32 at once, is what float64 would give: no notice for that. */
  #relaxRoot(value: Expr): Expr {
    if (value.kind === "math" && value.fn === "sqrt" && value.args.every(isSingle)) {
      return { ...value, type: "f32", args: value.args.map(this.#relax) };
    }
    if (value.kind !== "binary" || !ROUNDS_ONCE.has(value.op)) return this.#relax(value);
    if (!isSingle(value.left) || !isSingle(value.right)) return this.#relax(value);
    return { ...value, type: "f32", left: this.#relax(value.left), right: this.#relax(value.right) };
  }

  /** A float64 expression, computed in float32. */
  #relax = (expr: Expr): Expr => {
    switch (expr.kind) {
      case "constant":
        return constant("f32", roundFloat("f32", Number(expr.value)), expr.span);
      case "local": {
        const local = this.#local(expr.local);
        return single({ ...expr, local, type: local.type });
      }
      case "launch":
        return single(expr);
      case "unary":
        return { ...expr, type: "f32", value: this.#relax(expr.value) };
      case "binary":
        this.#relaxation.places.push(expr.span);
        return { ...expr, type: "f32", left: this.#relax(expr.left), right: this.#relax(expr.right) };
      case "select":
        return {
          ...expr,
          type: "f32",
          condition: this.#loose(expr.condition),
          then: this.#relax(expr.then),
          otherwise: this.#relax(expr.otherwise),
        };
      case "math":
        this.#relaxation.places.push(expr.span);
        return {
          ...expr,
          type: "f32",
          args: expr.args.map((arg) => (arg.type === "f64" ? this.#relax(arg) : this.#loose(arg))),
        };
      case "convert":
        if (expr.bits) return single(mapOperands(expr, this.#exact));
        if (expr.value.type === "f32") return this.#loose(expr.value);
        return {
          ...expr,
          type: "f32",
          value: expr.value.type === "bool" ? this.#exact(expr.value) : this.#loose(expr.value),
        };
      default:
        return single(mapOperands(expr, this.#exact));
    }
  };
}

/** Operations whose result is the same rounded to float64 and then to float32, or at once (Figueroa, 1995). */
const ROUNDS_ONCE: ReadonlySet<string> = new Set(["add", "sub", "mul", "div"]);

/** Whether float32 holds the value exactly. */
function isSingle(expr: Expr): boolean {
  if (expr.kind === "constant")
    return typeof expr.value === "number" && Math.fround(expr.value) === expr.value;
  if (expr.kind !== "convert" || expr.bits) return false;
  const from = expr.value.type;
  return from === "f32" || from === "f16" || from === "bool" || (isInteger(from) && SCALAR_BITS[from] <= 16);
}

/** Only moved and converted: constants, loads, arguments. */
function isPlain(expr: Expr): boolean {
  if (expr.kind === "convert") return !expr.bits && (expr.value.type !== "f64" || isPlain(expr.value));
  return expr.kind === "constant" || expr.kind === "load" || expr.kind === "launch";
}

const single = (expr: Expr): Expr => convertTo("f32", expr);
const double = (expr: Expr): Expr => convertTo("f64", expr);

function convertTo(type: Scalar, expr: Expr): Expr {
  return expr.type === type ? expr : { kind: "convert", type, value: expr, bits: false, span: expr.span };
}
