/** Methods of arrays and numbers, and NumPy's reductions. */
import type { Expr } from "../ir/ir.ts";
import type { Span } from "../text/span.ts";
import * as messages from "../types/diagnostics.ts";
import { partType } from "../types/infer-attribute.ts";
import { GRID_GROUP } from "../types/positions.ts";
import { scalar, type ScalarType, type Type } from "../types/type.ts";
import { unliteral } from "../types/unify.ts";
import { binaryNumber } from "./arithmetic.ts";
import type { BuiltinCall } from "./builtin-call.ts";
import { convertNumber, int64Value, isComplex, scalarValue } from "./convert.ts";
import { failUnless } from "./failure.ts";
import { type Reduction, reduceItems } from "./iterate.ts";
import type { LowerContext } from "./lower-context.ts";
import * as make from "./make.ts";
import { Refusal } from "./refusal.ts";
import { storeInto } from "./store.ts";
import type { Value, ViewValue } from "./value.ts";
import { contiguousAxes, foldFixedAxes, sizeOf } from "./view.ts";

/** `receiver.name(args)`. */
export function callMethod(
  context: LowerContext,
  name: string,
  receiver: Value,
  args: readonly Value[],
  type: Type,
  span: Span,
): Value {
  if (receiver.kind === "static" && receiver.value.kind === "builtin" && receiver.value.name === GRID_GROUP) {
    context.frame.emit({ kind: "barrier", scope: "grid", combine: null, span });
    return scalarValue(scalar("int32"), make.constant("i32", 0n, span));
  }
  if (name === "conjugate") return conjugate(receiver, span);
  if (receiver.kind !== "view") throw new Refusal(messages.notSupportedYet(`the method ${name}`, span));
  switch (name) {
    case "reshape":
      return reshape(context, receiver, args, span);
    case "ravel":
      return flat(receiver, span);
    case "fill":
      storeInto(context, receiver, args[0] ?? { kind: "none" }, span);
      return { kind: "none" };
    default:
      return reduce(context, name, receiver, unliteral(type), span);
  }
}

/** `np.sum(a)` and its kin; null for other names. */
export function callArrayFunction(context: LowerContext, request: BuiltinCall): Value | null {
  const { name, span } = request;
  if (!name.startsWith("numpy.")) return null;
  const member = name.slice("numpy.".length);
  const [first] = request.args;
  if ((member === "real" || member === "imag") && first) return partOf(first, member, span);
  if (!["sum", "prod", "min", "max", "mean"].includes(member) || first?.kind !== "view") return null;
  return reduce(context, member, first, unliteral(request.type), span);
}

function partOf(value: Value, part: "real" | "imag", span: Span): Value {
  if (value.kind === "complex")
    return scalarValue(partType(value.type), part === "real" ? value.re : value.im);
  if (value.kind !== "scalar") throw new Refusal(messages.notSupportedYet(`np.${part} of this value`, span));
  return part === "real" ? value : scalarValue(value.type, make.zero(value.expr.type, span));
}

function conjugate(value: Value, span: Span): Value {
  return value.kind === "complex" ? { ...value, im: make.unary("neg", value.im, span) } : value;
}

function reduce(context: LowerContext, name: string, view: ViewValue, type: Type, span: Span): Value {
  if (type.kind !== "scalar" || isComplex(type)) {
    throw new Refusal(messages.notSupportedYet(`${name}() of these elements`, span));
  }
  if (name !== "mean") return reduceItems(context, view, type, name as Reduction, span);
  return mean(context, view, type, span);
}

/** Numba's mean: the sum, which starts as a zero of the result's type, divided by the size. */
function mean(context: LowerContext, view: ViewValue, type: ScalarType, span: Span): Value {
  const total = reduceItems(context, view, type, "sum", span);
  const quotient = binaryNumber(context.frame, "/", total, int64Value(sizeOf(view, span)), span);
  return convertNumber(quotient, type, span) ?? quotient;
}

/** The items of a contiguous array under other sizes; -1 stands for what is left. */
function reshape(context: LowerContext, view: ViewValue, args: readonly Value[], span: Span): ViewValue {
  const { frame } = context;
  const [only] = args;
  const given = args.length === 1 && only?.kind === "tuple" ? only.items : args;
  const sizes = given.map((size) => {
    const converted = convertNumber(size, scalar("int64"), span);
    if (converted?.kind !== "scalar") throw new Refusal(messages.notSupportedYet("this shape", span));
    return frame.once("size", converted.expr);
  });
  const size = frame.once("size", sizeOf(view, span));
  const unknown = sizes.findIndex((entry) => make.isConstant(entry, -1n));
  const productOf = (entries: readonly Expr[]): Expr =>
    entries.reduce((all, entry) => make.multiply(all, entry, span), make.int64(1, span));
  if (unknown >= 0) {
    const known = productOf(sizes.filter((_, i) => i !== unknown));
    sizes[unknown] = frame.hold("size", make.binary("floor-div", size, known, span));
  }
  const fits = make.compare("eq", productOf(sizes), size, span);
  failUnless(frame, fits, "ValueError", "total size of new array must be unchanged", span);
  return { ...foldFixedAxes(view, span), axes: contiguousAxes(sizes, span) };
}

function flat(view: ViewValue, span: Span): ViewValue {
  return { ...foldFixedAxes(view, span), axes: contiguousAxes([sizeOf(view, span)], span) };
}
