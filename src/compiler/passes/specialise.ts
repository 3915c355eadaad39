/**
 * Writes the launch facts into the code: sizes of the block become numbers, equal sizes one value, strides of
 * contiguous arrays products of sizes, and launch values get the narrowest type that their class allows.
 */
import { launchRange } from "../analysis/limits.ts";
import { fits } from "../analysis/range.ts";
import {
  type Expr,
  isInteger,
  type LaunchExpr,
  type LaunchSource,
  type LaunchValue,
  type Module,
  type PositionExpr,
  type Scalar,
  SCALAR_BITS,
} from "../ir/ir.ts";
import { type LaunchFacts, sourceKey } from "../ir/launch-facts.ts";
import type { Span } from "../text/span.ts";
import { constant } from "./fold.ts";
import { mapBottomUp, mapFunctions, mapStatements } from "./rewrite.ts";

export function specialise(module: Module, facts: LaunchFacts): Module {
  const values = new LaunchValues(module, facts);
  const replace = (expr: Expr): Expr => {
    if (expr.kind === "position") return position(expr, facts);
    return expr.kind === "launch" ? values.expr(expr) : expr;
  };
  const mapped = mapFunctions(module, (func) => {
    const body = mapStatements(func.body, (expr) => mapBottomUp(expr, replace));
    return body === func.body ? func : { ...func, body };
  });
  return { ...mapped, launchValues: values.all() };
}

function position(expr: PositionExpr, facts: LaunchFacts): Expr {
  const [x, y, z] = facts.block;
  const size = facts.block[expr.axis];
  switch (expr.which) {
    case "block-size":
      return constant(expr.type, BigInt(size), expr.span);
    case "thread":
      return size === 1 ? constant(expr.type, 0n, expr.span) : expr;
    case "global":
      return size === 1 ? { ...expr, which: "block" } : expr;
    case "global-size":
      return size === 1 ? { ...expr, which: "grid-size" } : expr;
    case "linear-thread":
      if (x * y * z === 1) return constant(expr.type, 0n, expr.span);
      return y * z === 1 ? { ...expr, which: "thread", axis: 0 } : expr;
    default:
      return expr;
  }
}

/** The launch values of the new module, by source. */
class LaunchValues {
  readonly #module: Module;
  readonly #facts: LaunchFacts;
  readonly #bySource = new Map<string, LaunchValue>();
  readonly #renewed = new Map<string, LaunchValue>();

  constructor(module: Module, facts: LaunchFacts) {
    this.#module = module;
    this.#facts = facts;
    for (const value of module.launchValues) this.#bySource.set(sourceKey(value.source), value);
  }

  all(): readonly LaunchValue[] {
    return [...this.#renewed.values()];
  }

  expr(expr: LaunchExpr): Expr {
    const { source } = expr.value;
    const argument =
      source.what === "dynamic-shared-bytes" ? undefined : this.#facts.arguments[source.argument];
    if (source.what === "dynamic-shared-bytes")
      return constant(expr.type, BigInt(this.#facts.dynamicSharedBytes), expr.span);
    if (argument?.kind === "array") {
      if (source.what === "offset" && argument.offsetZero) return constant(expr.type, 0n, expr.span);
      if (source.what === "stride" && argument.contiguous)
        return this.#contiguousStride(expr, source.argument, source.axis);
    }
    return this.#read(source, expr.value, expr.type, expr.span);
  }

  /** Elements from one index to the next along `axis` of a C-ordered array: the product of the sizes after it. */
  #contiguousStride(expr: LaunchExpr, argument: number, axis: number): Expr {
    let stride: Expr | null = null;
    for (let inner = axis + 1; inner < this.#dimensions(argument); inner++) {
      const source: LaunchSource = { what: "shape", argument, axis: inner };
      const name = expr.value.name.replace(/stride_\d+$/, `shape_${inner}`);
      const like: LaunchValue = this.#bySource.get(sourceKey(source)) ?? {
        kind: "launch-value",
        name,
        type: "i64",
        source,
      };
      const size = this.#read(source, like, expr.type, expr.span);
      stride = stride
        ? { kind: "binary", op: "mul", type: expr.type, left: stride, right: size, span: expr.span }
        : size;
    }
    return stride ?? constant(expr.type, 1n, expr.span);
  }

  /** Axes of an array argument: `lower/` makes a size or a stride for each. */
  #dimensions(argument: number): number {
    let dimensions = 0;
    for (const { source } of this.#module.launchValues) {
      if ((source.what === "shape" || source.what === "stride") && source.argument === argument) {
        dimensions = Math.max(dimensions, source.axis + 1);
      }
    }
    return dimensions;
  }

  /** Reads the launch value that stands for `source`, as `type`. */
  #read(source: LaunchSource, like: LaunchValue, type: Scalar, span: Span): Expr {
    const value = this.#representative(source, like);
    const read: Expr = { kind: "launch", value, type: value.type, span };
    return value.type === type ? read : { kind: "convert", type, value: read, bits: false, span };
  }

  #representative(source: LaunchSource, like: LaunchValue): LaunchValue {
    const key = sourceKey(source);
    const known = this.#renewed.get(this.#groupKey(key));
    if (known) return known;
    const members = this.#group(key)
      .map((member) => this.#bySource.get(sourceKey(member)))
      .filter((member): member is LaunchValue => member !== undefined && isInteger(member.type));
    const [first = like] = members.sort((a, b) => niceness(a) - niceness(b));
    const value = this.#narrowed(first);
    this.#renewed.set(this.#groupKey(key), value);
    return value;
  }

  #group(key: string): readonly LaunchSource[] {
    return this.#facts.equal.find((group) => group.some((member) => sourceKey(member) === key)) ?? [];
  }

  #groupKey(key: string): string {
    const [first] = this.#group(key);
    return first ? sourceKey(first) : key;
  }

  #narrowed(value: LaunchValue): LaunchValue {
    if (!isInteger(value.type) || SCALAR_BITS[value.type] < 64) return value;
    const range = launchRange(value, this.#facts);
    if (fits(range, "i32")) return { ...value, type: "i32" };
    return fits(range, "u32") ? { ...value, type: "u32" } : value;
  }
}

/** Lower is nicer to read: a scalar argument has the user's own name; else the shorter name, and `size` before an axis. */
function niceness(value: LaunchValue): number {
  if (value.source.what === "scalar") return 0;
  return value.name.length;
}
