/** Types of methods of arrays and numbers, and of NumPy's functions over whole arrays. */
import type * as ast from "../syntax/ast.ts";
import { type Answer, answer, FAILED, hasCount, isInteger, refuse, shortName } from "./arguments.ts";
import * as arrayMessages from "./array-diagnostics.ts";
import * as messages from "./diagnostics.ts";
import { partType } from "./infer-attribute.ts";
import type { InferContext } from "./infer-context.ts";
import { GRID_GROUP } from "./positions.ts";
import { type ArrayType, NONE, scalar, type ScalarType, type Type, UNKNOWN } from "./type.ts";
import type { BoundArgument, CallTarget } from "./typed.ts";
import { unliteral } from "./unify.ts";
import { typeOfArgument } from "./arguments.ts";

const REDUCTIONS = new Set(["sum", "prod", "min", "max", "mean"]);
const METHODS = [...REDUCTIONS, "reshape", "ravel", "fill"];
/** Valid in Numba, needing memory or sorting. */
const LATER = new Set([
  "argmin",
  "argmax",
  "any",
  "all",
  "astype",
  "copy",
  "cumsum",
  "flatten",
  "item",
  "sort",
  "std",
  "transpose",
  "var",
  "view",
]);

/** `value.method(...)`. */
export function inferMethod(
  context: InferContext,
  call: ast.Call,
  func: ast.Attribute,
  owner: Type,
  args: readonly BoundArgument[],
): Type {
  const types = args.map((arg) => typeOfArgument(context, arg));
  for (const keyword of call.keywords) context.expr(keyword.value);
  if (owner.kind === "unknown" || types.some((type) => type.kind === "unknown")) return UNKNOWN;
  const result = methodType(context, call, func, owner, args, types);
  if (!result) return UNKNOWN;
  const target: CallTarget = { kind: "method", name: func.attr, receiver: func.value, args };
  context.body.calls.set(call, target);
  return result;
}

function methodType(
  context: InferContext,
  call: ast.Call,
  func: ast.Attribute,
  owner: Type,
  args: readonly BoundArgument[],
  types: readonly Type[],
): Type | null {
  if (owner.kind === "static" && owner.value.kind === "builtin" && owner.value.name === GRID_GROUP) {
    if (func.attr === "sync") return hasCount(context, call, "sync", args, 0, 0) ? scalar("int32") : null;
  }
  if (owner.kind === "array") return arrayMethod(context, call, func, owner, args, types);
  const plain = unliteral(owner);
  if (plain.kind === "scalar" && func.attr === "conjugate") {
    return hasCount(context, call, "conjugate", args, 0, 0) ? plain : null;
  }
  context.report(messages.unknownAttribute(owner, func.attr, func.attrSpan, []));
  return null;
}

function arrayMethod(
  context: InferContext,
  call: ast.Call,
  func: ast.Attribute,
  array: ArrayType,
  args: readonly BoundArgument[],
  types: readonly Type[],
): Type | null {
  const { attr } = func;
  if (LATER.has(attr)) {
    context.report(messages.notSupportedYet(`the array method ${attr}()`, call.span));
    return null;
  }
  if (REDUCTIONS.has(attr)) {
    if (!hasCount(context, call, attr, args, 0, 0)) return null;
    const type = reductionType(attr, array);
    if (!type) refuse(context, call, attr, types);
    return type;
  }
  switch (attr) {
    case "reshape":
      return reshaped(context, call, array, types);
    case "ravel":
      if (!hasCount(context, call, attr, args, 0, 0)) return null;
      if (array.layout === "C") return { ...array, ndim: 1 };
      context.report(
        messages.notSupportedYet("ravel() of an array that is not contiguous, which copies it", call.span),
      );
      return null;
    case "fill":
      if (!hasCount(context, call, attr, args, 1, 1)) return null;
      return NONE;
    default:
      context.report(messages.unknownAttribute(array, attr, func.attrSpan, METHODS));
      return null;
  }
}

function reshaped(
  context: InferContext,
  call: ast.Call,
  array: ArrayType,
  types: readonly Type[],
): ArrayType | null {
  const [only] = types;
  const sizes = types.length === 1 && only?.kind === "tuple" ? only.items : types;
  if (sizes.length === 0 || !sizes.every(isInteger)) {
    refuse(context, call, "reshape", types, "it takes the new sizes");
    return null;
  }
  if (array.layout !== "C") {
    context.report(arrayMessages.notContiguous(array, call.span));
    return null;
  }
  return { ...array, ndim: sizes.length };
}

/** The type of `a.sum()` and its kin; null where there is none. */
export function reductionType(method: string, array: ArrayType): ScalarType | null {
  const { element } = array;
  if (element.kind !== "scalar") return null;
  const complex = element.name.startsWith("complex");
  switch (method) {
    case "sum":
    case "prod":
      return accumulator(element);
    case "mean":
      return element.name.startsWith("float") || complex ? element : scalar("float64");
    default:
      return complex ? null : element;
  }
}

/** Sums of small integers are kept in 64 bits, those of floats in their own type. */
function accumulator(element: ScalarType): ScalarType {
  if (/^(bool|int)/.test(element.name)) return scalar("int64");
  return element.name.startsWith("uint") ? scalar("uint64") : element;
}

const NUMPY_REDUCTIONS: Readonly<Record<string, string>> = {
  "numpy.sum": "sum",
  "numpy.prod": "prod",
  "numpy.min": "min",
  "numpy.max": "max",
  "numpy.amin": "min",
  "numpy.amax": "max",
  "numpy.mean": "mean",
};
const NUMPY_LATER = new Set(
  [
    "zeros",
    "ones",
    "empty",
    "full",
    "zeros_like",
    "empty_like",
    "ones_like",
    "array",
    "arange",
    "where",
    "clip",
    "round",
  ].map((name) => `numpy.${name}`),
);

/** `np.sum(a)` and its kin, and what NumPy does with whole arrays. */
export function inferArrayFunction(
  context: InferContext,
  call: ast.Call,
  name: string,
  args: readonly BoundArgument[],
  types: readonly Type[],
): Answer | null {
  const reduction = NUMPY_REDUCTIONS[name];
  const [first] = types;
  if (reduction) {
    if (!hasCount(context, call, name, args, 1, 1)) return FAILED;
    const type = first?.kind === "array" ? reductionType(reduction, first) : null;
    return type && first
      ? answer(type, `numpy.${reduction}`, args, [first])
      : refuse(context, call, name, types);
  }
  if (name === "numpy.real" || name === "numpy.imag") {
    const plain = first ? unliteral(first) : null;
    if (!hasCount(context, call, name, args, 1, 1) || plain?.kind !== "scalar") return FAILED;
    return answer(partType(plain), name, args, [plain]);
  }
  if (NUMPY_LATER.has(name)) {
    context.report(messages.notSupportedYet(`np.${shortName(name)} in a kernel`, call.span));
    return FAILED;
  }
  return null;
}
