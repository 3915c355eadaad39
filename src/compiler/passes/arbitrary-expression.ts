/** Random integer and bool expressions without loads; those of a select have no division either. */
import type {
  BinaryOperation,
  Comparison,
  Expr,
  LaunchSource,
  LaunchValue,
  Local,
  PositionKind,
  Scalar,
} from "../ir/ir.ts";
import { sourceKey } from "../ir/launch-facts.ts";
import { NO_SPAN } from "../text/span.ts";
import type { Choice } from "./arbitrary-choice.ts";

const DEEPEST = 3;

export class ExprMaker {
  readonly #choice: Choice;
  /** What may be read; the maker of statements adds and removes counters. */
  locals: Local[];
  readonly #launch: readonly LaunchValue[];
  readonly #arrays: number;

  constructor(choice: Choice, locals: Local[], launch: readonly LaunchValue[], arrays: number) {
    this.#choice = choice;
    this.locals = locals;
    this.#launch = launch;
    this.#arrays = arrays;
  }

  launch(source: LaunchSource): Expr {
    const value = this.#launch.find((v) => sourceKey(v.source) === sourceKey(source));
    return value ? { kind: "launch", value, type: value.type, span: NO_SPAN } : constant("i64", 0n);
  }

  /** The size of one of the arrays. */
  size(): Expr {
    return this.launch(shapeOf(this.#choice.below(this.#arrays)));
  }

  integer(type: Scalar, depth: number): Expr {
    if (type === "bool") return this.bool(depth);
    if (depth >= DEEPEST || this.#choice.chance(25)) return this.#leaf(type);
    switch (this.#choice.pick(["binary", "binary", "binary", "binary", "unary", "convert", "select"])) {
      case "unary":
        return {
          kind: "unary",
          op: this.#choice.pick(
            type.startsWith("u") ? ["invert", "popcount"] : ["neg", "invert", "abs", "popcount"],
          ),
          type,
          value: this.integer(type, depth + 1),
          span: NO_SPAN,
        };
      case "convert":
        return convert(
          convert(
            this.integer(this.#choice.pick(["i64", "u64", "i32", "bool"]), depth + 1),
            this.#choice.pick(["i8", "u8", "i16", "u16", "i32", "u32", "u64"]),
          ),
          type,
        );
      case "select":
        return {
          kind: "select",
          type,
          condition: this.bool(depth + 1),
          ["then"]: this.#plain(type, depth + 1),
          otherwise: this.#plain(type, depth + 1),
          span: NO_SPAN,
        };
      default:
        return binary(
          this.#choice.pick(OPERATIONS),
          type,
          this.integer(type, depth + 1),
          this.integer(type, depth + 1),
        );
    }
  }

  /** Without divisions, for the sides of a select. */
  #plain(type: Scalar, depth: number): Expr {
    if (depth >= DEEPEST || this.#choice.chance(40)) return this.#leaf(type);
    return binary(
      this.#choice.pick(["add", "sub", "mul", "and", "min"] as const),
      type,
      this.#plain(type, depth + 1),
      this.#plain(type, depth + 1),
    );
  }

  #leaf(type: Scalar): Expr {
    const kind = this.#choice.below(10);
    if (kind < 3) return constant(type, this.#choice.number(type));
    if (kind < 5) {
      const which = this.#choice.pick([
        "thread",
        "global",
        "block-size",
        "grid-size",
        "global-size",
        "block",
      ] as const satisfies readonly PositionKind[]);
      return convert({ kind: "position", which, axis: 0, type: "i32", span: NO_SPAN }, type);
    }
    if (kind < 6) return convert(this.size(), type);
    if (kind < 7)
      return convert(
        { kind: "launch", value: this.#choice.pick(this.#launch.slice(-2)), type: "i64", span: NO_SPAN },
        type,
      );
    return convert(localExpr(this.#choice.pick(this.locals.filter((l) => l.type !== "bool"))), type);
  }

  bool(depth: number): Expr {
    if (depth < DEEPEST && this.#choice.chance(30)) {
      if (this.#choice.chance(20))
        return { kind: "unary", op: "not", type: "bool", value: this.bool(depth + 1), span: NO_SPAN };
      return {
        kind: "logical",
        op: this.#choice.pick(["and", "or"]),
        type: "bool",
        left: this.bool(depth + 1),
        right: this.bool(depth + 1),
        span: NO_SPAN,
      };
    }
    if (this.#choice.chance(15))
      return localExpr(this.#choice.pick(this.locals.filter((l) => l.type === "bool")));
    const type = this.#choice.pick(["i64", "i64", "u64", "i32"] as const);
    const op: Comparison = this.#choice.pick(["lt", "le", "gt", "ge", "eq", "ne"]);
    return {
      kind: "compare",
      op,
      type: "bool",
      left: this.integer(type, depth + 1),
      right: this.integer(type, depth + 1),
      span: NO_SPAN,
    };
  }
}

const OPERATIONS: readonly BinaryOperation[] = [
  "add",
  "add",
  "add",
  "sub",
  "sub",
  "mul",
  "mul",
  "floor-div",
  "floor-mod",
  "floor-mod",
  "trunc-div",
  "trunc-mod",
  "and",
  "and",
  "or",
  "xor",
  "shl",
  "shr",
  "min",
  "max",
  "pow",
];

export const shapeOf = (argument: number): LaunchSource => ({ what: "shape", argument, axis: 0 });
export const constant = (type: Scalar, value: bigint): Expr => ({
  kind: "constant",
  type,
  value,
  span: NO_SPAN,
});
export const localExpr = (local: Local): Expr => ({ kind: "local", local, type: local.type, span: NO_SPAN });
export const binary = (op: BinaryOperation, type: Scalar, left: Expr, right: Expr): Expr => ({
  kind: "binary",
  op,
  type,
  left,
  right,
  span: NO_SPAN,
});
export const convert = (value: Expr, type: Scalar): Expr =>
  value.type === type ? value : { kind: "convert", type, value, bits: false, span: NO_SPAN };
