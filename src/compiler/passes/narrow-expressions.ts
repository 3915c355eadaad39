/**
 * Expressions of 64-bit integers in 32 bits, where nothing can tell the difference. Two facts carry it: sums,
 * products, bitwise operations and left shifts of low halves give the low half of the result; and a value whose
 * range fits a 32-bit type is its low half.
 */
import { evaluateConvert, wrapInteger } from "../analysis/arithmetic.ts";
import { usesLowHalf } from "../analysis/demanded-bits.ts";
import type { Intervals } from "../analysis/intervals.ts";
import { fits, type Range } from "../analysis/range.ts";
import {
  type Access,
  type BinaryExpr,
  type BinaryOperation,
  type CompareExpr,
  type ConvertExpr,
  type Expr,
  isInteger,
  isSigned,
  type Local,
  SCALAR_BITS,
  type Scalar,
} from "../ir/ir.ts";
import { constant } from "./fold.ts";
import { visitExpr } from "../ir/walk.ts";
import { mapOperands } from "./rewrite.ts";

/** The types that 64-bit integers become. */
export type Word = "i32" | "u32";

export const isWide = (type: Scalar): boolean => isInteger(type) && SCALAR_BITS[type] === 64;

/** The words that hold every value of a range, the one that suits `type` first. */
export function wordsFor(range: Range, type: Scalar): readonly Word[] {
  const order: readonly Word[] = isSigned(type) ? ["i32", "u32"] : ["u32", "i32"];
  return order.filter((word) => fits(range, word));
}

/** A value of an integer type, or bool, of at most 32 bits as another one. */
export function asType(expr: Expr, type: Scalar): Expr {
  if (expr.type === type) return expr;
  if (expr.kind === "constant")
    return constant(type, evaluateConvert(expr.type, type, expr.value), expr.span);
  return { kind: "convert", type, value: expr, bits: false, span: expr.span };
}

export class ExprNarrower {
  readonly #intervals: Intervals;
  readonly #locals: ReadonlyMap<Local, Local>;
  readonly #rewritten = new Map<Expr, Expr>();
  readonly #accesses = new Map<Access, Access>();

  /** `locals`: the narrower local that takes the place of each. */
  constructor(intervals: Intervals, locals: ReadonlyMap<Local, Local>) {
    this.#intervals = intervals;
    this.#locals = locals;
  }

  /** The same value in the same type, with the work inside done in 32 bits where it can be. */
  rewrite = (expr: Expr): Expr => {
    const known = this.#rewritten.get(expr);
    if (known) return known;
    const rewritten = this.#rewrite(expr);
    this.#rewritten.set(expr, rewritten);
    return rewritten;
  };

  #rewrite(expr: Expr): Expr {
    if (isWide(expr.type) && doesWork(expr)) {
      const narrow = this.exact(expr);
      if (narrow) return asType(narrow, expr.type);
    }
    switch (expr.kind) {
      case "local":
        return this.#readLocal(expr);
      case "compare":
        return this.#compare(expr);
      case "convert":
        return this.#convert(expr);
      case "load":
        return { ...expr, access: this.access(expr.access) };
      case "binary":
        return this.#inPlace(expr);
      default:
        return mapOperands(expr, this.rewrite);
    }
  }

  /** The value in 32 bits, where its range allows; null elsewhere. */
  exact(expr: Expr): Expr | null {
    return cheapest(wordsFor(this.#intervals.range(expr), expr.type).map((word) => this.low(expr, word)));
  }

  /** The low half of a 64-bit integer as a word. */
  low(expr: Expr, word: Word): Expr {
    switch (expr.kind) {
      case "constant":
        return typeof expr.value === "bigint"
          ? constant(word, wrapInteger(word, expr.value), expr.span)
          : this.#cut(expr, word);
      case "local": {
        const narrow = this.#locals.get(expr.local);
        if (!narrow) return this.#cut(expr, word);
        return asType({ kind: "local", local: narrow, type: narrow.type, span: expr.span }, word);
      }
      case "unary":
        return this.#lowUnary(expr, word);
      case "binary":
        return this.#lowBinary(expr, word);
      case "select":
        return {
          ...expr,
          type: word,
          condition: this.rewrite(expr.condition),
          then: this.low(expr.then, word),
          otherwise: this.low(expr.otherwise, word),
        };
      case "convert": {
        const from = expr.value.type;
        if (isWide(from) && !expr.bits) return this.low(expr.value, word);
        if ((usesLowHalf(from) || from === "bool") && !expr.bits)
          return asType(this.rewrite(expr.value), word);
        return this.#cut(expr, word);
      }
      default:
        return this.#cut(expr, word);
    }
  }

  /** Computed in 64 bits, then cut off. */
  #cut(expr: Expr, word: Word): Expr {
    const value = expr.kind === "binary" ? this.#inPlace(expr) : mapOperands(expr, this.rewrite);
    return { kind: "convert", type: word, value, bits: false, span: expr.span };
  }

  #readLocal(expr: Expr & { readonly kind: "local" }): Expr {
    const narrow = this.#locals.get(expr.local);
    return narrow ? asType({ ...expr, local: narrow, type: narrow.type }, expr.type) : expr;
  }

  #lowUnary(expr: Expr & { readonly kind: "unary" }, word: Word): Expr {
    const range = this.#intervals.range(expr.value);
    switch (expr.op) {
      case "neg":
        // There is no negation of u32: 0 - x is the same low half.
        if (word === "u32") {
          const zero = constant("u32", 0n, expr.span);
          return {
            kind: "binary",
            op: "sub",
            type: word,
            left: zero,
            right: this.low(expr.value, word),
            span: expr.span,
          };
        }
        return { ...expr, type: word, value: this.low(expr.value, word) };
      case "invert":
        return { ...expr, type: word, value: this.low(expr.value, word) };
      case "abs":
        // The magnitude of the lowest i32 does not fit i32.
        if (!fits(range, "i32") || !fits({ lo: -range.hi, hi: -range.lo }, "i32"))
          return this.#cut(expr, word);
        return asType({ ...expr, type: "i32", value: this.low(expr.value, "i32") }, word);
      case "popcount":
        // The high half adds nothing where it is zero.
        return fits(range, "u32")
          ? asType({ ...expr, type: "u32", value: this.low(expr.value, "u32") }, word)
          : this.#cut(expr, word);
      default:
        return this.#cut(expr, word);
    }
  }

  #lowBinary(expr: BinaryExpr, word: Word): Expr {
    const { op, left, right } = expr;
    switch (op) {
      case "add":
      case "sub":
      case "mul":
      case "and":
      case "or":
      case "xor":
        return { ...expr, type: word, left: this.low(left, word), right: this.low(right, word) };
      case "shl":
      case "pow":
        // The count, or exponent, is looked at as a whole. Counts from 32 on give 0 in both widths.
        if (!fits(this.#intervals.range(right), "u32") || !fits(this.#intervals.range(right), "i32"))
          return this.#cut(expr, word);
        return { ...expr, type: word, left: this.low(left, word), right: this.low(right, word) };
      case "div":
        return this.#cut(expr, word);
      default:
        return this.#wholeOperands(expr, word) ?? this.#cut(expr, word);
    }
  }

  /** Operations that look at all of both operands: divisions, right shifts, minimum and maximum. */
  #wholeOperands(expr: BinaryExpr, word: Word): Expr | null {
    const a = this.#intervals.range(expr.left);
    const b = this.#intervals.range(expr.right);
    const other: Word = word === "i32" ? "u32" : "i32";
    const found = [word, other].find((candidate) => {
      if (!fits(a, candidate) || !fits(b, candidate)) return false;
      if (expr.op === "shr") return b.lo >= 0n;
      // -2**31 // -1 is 2**31, which i32 does not hold.
      return !isDivision(expr.op) || candidate === "u32" || a.lo > -(2n ** 31n) || b.lo > -1n || b.hi < -1n;
    });
    if (!found) return null;
    const type: Word = found === "u32" ? "u32" : "i32";
    const operation = { ...expr, type, left: this.low(expr.left, type), right: this.low(expr.right, type) };
    return asType(simplifyDivision(operation, a, b), word);
  }

  #inPlace(expr: BinaryExpr): Expr {
    const mapped = mapOperands(expr, this.rewrite);
    if (mapped.kind !== "binary" || !isInteger(expr.type)) return mapped;
    return simplifyDivision(mapped, this.#intervals.range(expr.left), this.#intervals.range(expr.right));
  }

  #compare(expr: CompareExpr): Expr {
    const { left, right } = expr;
    if (!isWide(left.type)) return mapOperands(expr, this.rewrite);
    const words = wordsFor(this.#intervals.range(left), left.type);
    const common = words.filter((word) => fits(this.#intervals.range(right), word));
    const narrow = cheapest(
      common.map((word): Expr => ({ ...expr, left: this.low(left, word), right: this.low(right, word) })),
    );
    return narrow ?? mapOperands(expr, this.rewrite);
  }

  #convert(expr: ConvertExpr): Expr {
    const { value, type } = expr;
    if (expr.bits || !isWide(value.type) || isWide(type)) return mapOperands(expr, this.rewrite);
    if (usesLowHalf(type)) return asType(this.low(value, isSigned(type) ? "i32" : "u32"), type);
    // To bool and to floats, the whole value counts.
    const narrow = this.exact(value);
    return narrow ? { ...expr, value: narrow } : mapOperands(expr, this.rewrite);
  }

  /** The access with its index in 32 bits where it fits, and sizes, strides and offset in 32 bits. */
  access(access: Access): Access {
    const known = this.#accesses.get(access);
    if (known) return known;
    const narrowed: Access = {
      ...access,
      offset: this.#word(access.offset),
      axes: access.axes.map((axis) => ({
        ...axis,
        index: this.#index(axis.index, !axis.checked && !axis.wraps),
        size: this.#word(axis.size),
        stride: this.#word(axis.stride),
      })),
    };
    this.#accesses.set(access, narrowed);
    return narrowed;
  }

  #word(expr: Expr): Expr {
    return (isWide(expr.type) ? this.exact(expr) : null) ?? this.rewrite(expr);
  }

  /** `inside`: it was proved to lie in [0, size), and so it fits although its range may not say so. */
  #index(index: Expr, inside: boolean): Expr {
    if (!isWide(index.type)) return this.rewrite(index);
    const exact = this.exact(index);
    if (exact) return exact;
    if (inside) return this.low(index, "i32");
    if (
      index.kind === "convert" &&
      !index.bits &&
      !isInteger(index.value.type) &&
      index.value.type !== "bool"
    ) {
      // What saturates at 32 bits lies outside every axis, as it did in 64.
      return { ...index, type: "i32", value: this.rewrite(index.value) };
    }
    return this.rewrite(index);
  }
}

const isDivision = (op: BinaryOperation): boolean =>
  op === "floor-div" || op === "floor-mod" || op === "trunc-div" || op === "trunc-mod";

/**
 * Floor division where truncation is the same, which machines have. Negative numbers divided by a power of two are
 * shifted and masked, which also rounds down.
 */
function simplifyDivision(expr: BinaryExpr, a: Range, b: Range): Expr {
  if (expr.op !== "floor-div" && expr.op !== "floor-mod") return expr;
  if (a.lo >= 0n && b.lo >= 1n) return { ...expr, op: expr.op === "floor-div" ? "trunc-div" : "trunc-mod" };
  const divisor = b.lo;
  if (b.lo !== b.hi || divisor < 2n || (divisor & (divisor - 1n)) !== 0n) return expr;
  const bits = BigInt(divisor.toString(2).length - 1);
  if (expr.op === "floor-div")
    return { ...expr, op: "shr", right: constant(expr.type, bits, expr.right.span) };
  return { ...expr, op: "and", right: constant(expr.type, divisor - 1n, expr.right.span) };
}

/** Whether narrowing saves anything: reading a 64-bit value and widening it again does not. */
function doesWork(expr: Expr): boolean {
  return expr.kind === "binary" || expr.kind === "unary" || expr.kind === "select";
}

/** Of the same value written differently, the one with the fewest conversions. */
function cheapest(choices: readonly Expr[]): Expr | null {
  let best: Expr | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const choice of choices) {
    let cost = 0;
    visitExpr(choice, (inner) => {
      if (inner.kind === "convert") cost++;
    });
    if (cost < least) [best, least] = [choice, cost];
  }
  return best;
}
