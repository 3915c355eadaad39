/** Types of calls to Python's own builtins. */
import type * as ast from "../syntax/ast.ts";
import {
  type Answer,
  answer,
  FAILED,
  hasCount,
  isInteger,
  isNumber,
  isReal,
  named,
  refuse,
  shortName,
} from "./arguments.ts";
import * as messages from "./diagnostics.ts";
import { partType } from "./infer-attribute.ts";
import type { InferContext } from "./infer-context.ts";
import { itemType } from "./iteration.ts";
import { binaryOperator } from "./operators.ts";
import { NONE, scalar, type ScalarName, type ScalarType, type Type } from "./type.ts";
import type { BoundArgument } from "./typed.ts";
import { unify, unliteral } from "./unify.ts";

const INT64 = scalar("int64");
const MANY = Number.POSITIVE_INFINITY;

export function inferPython(
  context: InferContext,
  call: ast.Call,
  name: string,
  args: readonly BoundArgument[],
  types: readonly Type[],
): Answer | null {
  if (name === "numba.prange") return range(context, call, name, args, types);
  if (name === "numba.literal_unroll" || name === "numba.literally") {
    context.report(messages.notSupportedYet(shortName(name), call.span));
    return FAILED;
  }
  if (!name.startsWith("builtins.")) return null;
  const [first] = types;
  switch (shortName(name)) {
    case "range":
      return range(context, call, name, args, types);
    case "len":
      if (!hasCount(context, call, name, args, 1, 1) || !first) return FAILED;
      if (first.kind === "string" && first.value === null) return refuse(context, call, name, types);
      if (!["array", "tuple", "range", "string"].includes(first.kind))
        return refuse(context, call, name, types);
      return answer(INT64, name, args, types);
    case "min":
    case "max":
      return extreme(context, call, name, args, types);
    case "abs":
      if (!hasCount(context, call, name, args, 1, 1) || !first) return FAILED;
      return isNumber(first) ? absolute(name, args, first) : refuse(context, call, name, types);
    case "round":
      return round(context, call, name, args, types);
    case "pow":
      return power(context, call, name, args, types);
    case "divmod":
      return divmod(context, call, name, args, types);
    case "int":
    case "float":
    case "bool":
    case "complex":
      return construct(context, call, name, args, types);
    case "enumerate": {
      const bound = named(context, call, name, args, ["iterable", "start"], 1);
      if (!bound || !first) return FAILED;
      if (!itemType(first)) return refuse(context, call, name, types);
      const given = bound.filter((arg) => arg !== null);
      return answer({ kind: "iterator", form: "enumerate", items: [first] }, name, given, types);
    }
    case "zip":
      if (!hasCount(context, call, name, args, 1, MANY)) return FAILED;
      if (types.some((type) => !itemType(type))) return refuse(context, call, name, types);
      return answer({ kind: "iterator", form: "zip", items: types }, name, args, types);
    case "print":
      return print(context, call, name, args, types);
    case "sum":
      return sum(context, call, name, args, types);
    case "tuple":
      if (!hasCount(context, call, name, args, 0, 1)) return FAILED;
      if (!first) return answer({ kind: "tuple", items: [] }, name, args, types);
      return first.kind === "tuple" ? answer(first, name, args, types) : refuse(context, call, name, types);
    case "slice":
    case "isinstance":
    case "hash":
    case "iter":
    case "next":
    case "reversed":
    case "filter":
    case "map":
    case "chr":
    case "ord":
    case "str":
    case "getattr":
    case "hasattr":
    case "type":
      context.report(messages.notSupportedYet(`${shortName(name)}()`, call.span));
      return FAILED;
    default:
      return null;
  }
}

/** Conversions are ranked as Numba ranks overloads: none, promotion, safe, unsafe. */
const RANGE_TYPES: readonly ScalarName[] = ["int32", "int64", "uint64"];

function range(
  context: InferContext,
  call: ast.Call,
  name: string,
  args: readonly BoundArgument[],
  types: readonly Type[],
): Answer {
  if (!hasCount(context, call, name, args, 1, 3)) return FAILED;
  const plain = types.map(unliteral).filter((type) => type.kind === "scalar");
  if (plain.length !== types.length || plain.some((type) => type.name.startsWith("complex"))) {
    return refuse(context, call, name, types, "range counts whole numbers");
  }
  const costs = RANGE_TYPES.map((to) => plain.reduce((sum, from) => sum + conversionCost(from.name, to), 0));
  const best = costs.indexOf(Math.min(...costs));
  const element = scalar(RANGE_TYPES[best] ?? "int64");
  return answer(
    { kind: "range", element },
    name,
    args,
    types.map(() => element),
  );
}

/** Promotion, safe and unsafe conversions weigh so that no number of the lesser ones outweighs a greater one. */
const PROMOTION = 1;
const SAFE = 10;
const UNSAFE = 100;

function conversionCost(from: ScalarName, to: ScalarName): number {
  if (from === to) return 0;
  if (from === "bool") return SAFE;
  if (from.startsWith("float")) return UNSAFE;
  const [fromBits, toBits] = [bitsOf(from), bitsOf(to)];
  const [fromUnsigned, toUnsigned] = [from.startsWith("u"), to.startsWith("u")];
  if (fromUnsigned === toUnsigned && fromBits < toBits) return PROMOTION;
  return fromUnsigned && !toUnsigned && fromBits < toBits ? SAFE : UNSAFE;
}

const bitsOf = (name: ScalarName): number => Number(/\d+$/.exec(name)?.[0] ?? "8");

function extreme(
  context: InferContext,
  call: ast.Call,
  name: string,
  args: readonly BoundArgument[],
  types: readonly Type[],
): Answer {
  if (!hasCount(context, call, name, args, 1, MANY)) return FAILED;
  const [only] = types;
  if (types.length === 1 && only) {
    const item = only.kind === "tuple" || (only.kind === "array" && only.ndim === 1) ? itemType(only) : null;
    if (!item || !isReal(item)) return refuse(context, call, name, types);
    return answer(item, name, args, [only]);
  }
  if (!types.every(isReal)) return refuse(context, call, name, types);
  const type = types.reduce<Type | null>((sum, next) => sum && unify(sum, next), types[0] ?? null);
  if (!type) return refuse(context, call, name, types);
  const plain = unliteral(type);
  return answer(
    plain,
    name,
    args,
    types.map(() => plain),
  );
}

function absolute(name: string, args: readonly BoundArgument[], type: Type): Answer {
  const plain = unliteral(type);
  if (plain.kind !== "scalar") return FAILED;
  if (plain.name === "bool") return answer(scalar("int8"), name, args, [scalar("int8")]);
  return answer(partType(plain), name, args, [plain]);
}

function round(
  context: InferContext,
  call: ast.Call,
  name: string,
  args: readonly BoundArgument[],
  types: readonly Type[],
): Answer {
  const bound = named(context, call, name, args, ["number", "ndigits"], 1);
  const [type, digits] = types.map(unliteral);
  if (!bound || !type) return FAILED;
  if (!isReal(type) || (digits && !isInteger(digits))) return refuse(context, call, name, types);
  const given = bound.filter((arg) => arg !== null);
  if (given.length === 1) return answer(INT64, name, given, [type]);
  return type.kind === "scalar" && type.name.startsWith("float")
    ? answer(type, name, given, [type, INT64])
    : refuse(context, call, name, types);
}

function power(
  context: InferContext,
  call: ast.Call,
  name: string,
  args: readonly BoundArgument[],
  types: readonly Type[],
): Answer {
  if (!hasCount(context, call, name, args, 2, 2)) return FAILED;
  const [left, right] = types.map(unliteral);
  const found = left && right ? binaryOperator("**", left, right) : null;
  if (!found) return refuse(context, call, name, types);
  return answer(scalar(found.result), name, args, [scalar(found.left), scalar(found.right)]);
}

function divmod(
  context: InferContext,
  call: ast.Call,
  name: string,
  args: readonly BoundArgument[],
  types: readonly Type[],
): Answer {
  if (!hasCount(context, call, name, args, 2, 2)) return FAILED;
  const [left, right] = types.map(unliteral);
  const found = left && right ? binaryOperator("//", left, right) : null;
  if (!found || !left || !right || !isReal(left) || !isReal(right)) return refuse(context, call, name, types);
  const part = scalar(found.result);
  return answer({ kind: "tuple", items: [part, part] }, name, args, [
    scalar(found.left),
    scalar(found.right),
  ]);
}

/** `int(x)` and its kin are conversions; which type they give depends on x (numba_typing.json). */
function construct(
  context: InferContext,
  call: ast.Call,
  name: string,
  args: readonly BoundArgument[],
  types: readonly Type[],
): Answer {
  const kind = shortName(name);
  if (!hasCount(context, call, name, args, 0, kind === "complex" ? 2 : 1)) return FAILED;
  const plain = types.map(unliteral);
  const scalars = plain.filter((type): type is ScalarType => type.kind === "scalar");
  if (scalars.length !== plain.length) return refuse(context, call, name, types);
  const [first, second] = scalars;
  const to = constructed(kind, first, second);
  if (!to) return refuse(context, call, name, types);
  if (kind !== "complex") return { type: to, target: { kind: "convert", arg: args[0] ?? null, to } };
  return answer(to, name, args, scalars);
}

function constructed(
  kind: string,
  first: ScalarType | undefined,
  second: ScalarType | undefined,
): ScalarType | null {
  const complex = first?.name.startsWith("complex") ?? false;
  switch (kind) {
    case "bool":
      return scalar("bool");
    case "int":
      if (!first) return INT64;
      if (complex) return null;
      return first.name.startsWith("float") || first.name === "bool" ? INT64 : first;
    case "float":
      if (!first) return scalar("float64");
      if (complex || first.name === "bool") return null;
      return first.name.startsWith("float") ? first : scalar("float64");
    default: {
      if (second && (complex || second.name.startsWith("complex"))) return null;
      const both = [first, second].filter((type) => type !== undefined);
      const narrow = both.length > 0 && both.every((type) => type.name === "float32");
      return scalar(narrow ? "complex64" : "complex128");
    }
  }
}

function print(
  context: InferContext,
  call: ast.Call,
  name: string,
  args: readonly BoundArgument[],
  types: readonly Type[],
): Answer {
  const [keyword] = call.keywords;
  if (keyword) {
    context.report(messages.unsupported(`the argument ${keyword.name}= of print`, null, keyword.span));
    return FAILED;
  }
  const bad = types.find((type) => !isReal(type) && !(type.kind === "string" && type.value !== null));
  if (!bad) return answer(NONE, name, args, types);
  const span = call.args[types.indexOf(bad)]?.span ?? call.span;
  context.report(messages.cannotPrint(bad, span));
  return FAILED;
}

function sum(
  context: InferContext,
  call: ast.Call,
  name: string,
  args: readonly BoundArgument[],
  types: readonly Type[],
): Answer {
  const bound = named(context, call, name, args, ["iterable", "start"], 1);
  const [iterable, start] = types;
  if (!bound || !iterable) return FAILED;
  const item = itemType(iterable);
  if (!item || !isNumber(item)) return refuse(context, call, name, types);
  const from = start ? unliteral(start) : INT64;
  const step = binaryOperator("+", from, unliteral(item));
  const total = step ? unify(from, scalar(step.result)) : null;
  if (!total) return refuse(context, call, name, types);
  const given = bound.filter((arg) => arg !== null);
  return answer(total, name, given, [total]);
}
