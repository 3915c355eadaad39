/**
 * Which 64-bit locals need their high halves. Backward: a use that looks at the whole value (a comparison, a
 * division, a store to 64 bits, an index) demands all of it; sums, products, bitwise operations and left shifts of
 * which only the low half is used demand only the low halves of their operands.
 */
import {
  type Access,
  type Expr,
  type Func,
  isInteger,
  type Local,
  type Module,
  SCALAR_BITS,
  type Scalar,
  type Stmt,
} from "../ir/ir.ts";

/** The 64-bit integer locals of which every bit may matter. */
export function wholeLocals(module: Module): ReadonlySet<Local> {
  const demand = new Demand();
  // A local may come to be demanded after an assignment that feeds it was seen: repeat until nothing is new.
  let size = -1;
  while (size !== demand.whole.size) {
    size = demand.whole.size;
    demand.walk(module.kernel.body);
    for (const func of module.functions) demand.walk(func.body);
  }
  return demand.whole;
}

/** Whether converting to this integer type looks at the low 32 bits only. */
export const usesLowHalf = (type: Scalar): boolean => isInteger(type) && SCALAR_BITS[type] <= 32;

const LOW_HALF = 0xffff_ffffn;

class Demand {
  readonly whole = new Set<Local>();

  walk(statements: readonly Stmt[]): void {
    for (const statement of statements) this.#statement(statement);
  }

  #statement(statement: Stmt): void {
    switch (statement.kind) {
      case "assign":
        this.#expr(statement.value, this.whole.has(statement.local));
        break;
      case "store":
        this.#access(statement.access);
        this.#expr(statement.value, true);
        break;
      case "atomic":
        this.#access(statement.access);
        for (const operand of statement.operands) this.#expr(operand, true);
        break;
      case "call":
        // What a function does with a parameter is seen where the parameter is used.
        statement.args.forEach((arg, position) => {
          const param = statement.func.params[position];
          this.#expr(arg, !param || this.whole.has(param));
        });
        break;
      case "if":
        this.#expr(statement.condition, true);
        this.walk(statement.then);
        this.walk(statement.otherwise);
        break;
      case "for":
        for (const bound of [statement.start, statement.stop, statement.step]) this.#expr(bound, true);
        this.walk(statement.body);
        break;
      case "loop":
        if (statement.condition) this.#expr(statement.condition, true);
        this.walk(statement.body);
        break;
      case "return":
        for (const value of statement.values) this.#expr(value, true);
        break;
      case "barrier":
        if (statement.combine) this.#expr(statement.combine.predicate, true);
        break;
      case "warp":
        this.#expr(statement.mask, true);
        for (const operand of statement.operands) this.#expr(operand, true);
        break;
      case "print":
        for (const part of statement.parts) if (typeof part !== "string") this.#expr(part, true);
        break;
    }
  }

  #access(access: Access): void {
    this.#expr(access.offset, true);
    for (const axis of access.axes) {
      this.#expr(axis.index, true);
      this.#expr(axis.size, true);
      this.#expr(axis.stride, true);
    }
  }

  #expr(expr: Expr, all: boolean): void {
    switch (expr.kind) {
      case "local":
        if (all) this.whole.add(expr.local);
        break;
      case "unary":
        this.#expr(expr.value, all || !(expr.op === "neg" || expr.op === "invert"));
        break;
      case "binary":
        this.#binary(expr, all);
        break;
      case "compare":
      case "logical":
        this.#expr(expr.left, true);
        this.#expr(expr.right, true);
        break;
      case "select":
        this.#expr(expr.condition, true);
        this.#expr(expr.then, all);
        this.#expr(expr.otherwise, all);
        break;
      case "convert":
        this.#expr(expr.value, convertDemandsAll(expr.value.type, expr.type, all));
        break;
      case "load":
        this.#access(expr.access);
        break;
      case "math":
        for (const arg of expr.args) this.#expr(arg, true);
        break;
    }
  }

  #binary(expr: Expr & { readonly kind: "binary" }, all: boolean): void {
    const { op, left, right } = expr;
    switch (op) {
      case "add":
      case "sub":
      case "mul":
      case "or":
      case "xor":
        this.#expr(left, all);
        this.#expr(right, all);
        break;
      case "and":
        // A mask of low bits hides the high half of the other side.
        this.#expr(left, all && !isLowMask(right));
        this.#expr(right, all && !isLowMask(left));
        break;
      case "shl":
        this.#expr(left, all);
        this.#expr(right, true);
        break;
      default:
        this.#expr(left, true);
        this.#expr(right, true);
    }
  }
}

/** A constant that keeps nothing of the high half. */
export function isLowMask(expr: Expr): boolean {
  return (
    expr.kind === "constant" && typeof expr.value === "bigint" && expr.value >= 0n && expr.value <= LOW_HALF
  );
}

function convertDemandsAll(from: Scalar, to: Scalar, all: boolean): boolean {
  if (!isInteger(from) || !isInteger(to)) return true;
  if (usesLowHalf(to)) return false;
  // Between i64 and u64 the bits stay.
  return SCALAR_BITS[from] < 64 || all;
}

/** The integer locals of 64 bits of a function, parameters first. */
export const wideLocals = (func: Func): readonly Local[] =>
  [...func.params, ...func.locals].filter((local) => isInteger(local.type) && SCALAR_BITS[local.type] === 64);
