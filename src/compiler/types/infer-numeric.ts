/** Types of mathematical functions on numbers: `math`, NumPy's ufuncs on scalars, `libdevice`, `operator`, `cmath`. */
import type * as ast from "../syntax/ast.ts";
import { type Answer, answer, FAILED, hasCount, isNumber, refuse, shortName } from "./arguments.ts";
import * as messages from "./diagnostics.ts";
import type { InferContext } from "./infer-context.ts";
import { binaryType, comparable } from "./operator-types.ts";
import { numericFunction } from "./numeric-rules.ts";
import { unaryOperator } from "./operators.ts";
import { scalar, type Type } from "./type.ts";
import type { BoundArgument } from "./typed.ts";
import { unliteral } from "./unify.ts";

export function inferNumeric(
  context: InferContext,
  call: ast.Call,
  name: string,
  args: readonly BoundArgument[],
  types: readonly Type[],
): Answer | null {
  if (name.startsWith("operator.")) return operator(context, call, name, args, types);
  if (name.startsWith("cmath.")) return complexFunction(context, call, name, args, types);
  const found = numericFunction(name);
  if (!found) return unknownNumeric(context, call, name);
  if (!hasCount(context, call, name, args, found.arity, found.arity)) return FAILED;
  const plain = types.map(unliteral).filter((type) => type.kind === "scalar");
  const signature = plain.length === types.length ? found.rule(plain) : null;
  if (!signature) {
    const array = types.find((type) => type.kind === "array");
    return refuse(context, call, name, types, array ? "it works on single numbers in a kernel" : undefined);
  }
  return answer(signature.result, name, args, signature.operands);
}

/** NumPy functions that Numba has for the CPU only, by what does the same in a kernel. */
const INSTEAD: Readonly<Record<string, string>> = {
  sqrt: "math.sqrt",
  exp: "math.exp",
  abs: "abs",
  absolute: "abs",
  fabs: "math.fabs",
  floor: "math.floor",
  ceil: "math.ceil",
  trunc: "math.trunc",
  power: "**",
  square: "x * x",
  add: "+",
  subtract: "-",
  multiply: "*",
  mod: "%",
  remainder: "%",
  sign: "a conditional expression",
  exp2: "math.exp2",
  expm1: "math.expm1",
  log1p: "math.log1p",
  isinf: "math.isinf",
  isfinite: "math.isfinite",
  floor_divide: "//",
};

function unknownNumeric(context: InferContext, call: ast.Call, name: string): Answer | null {
  const member = shortName(name);
  if (name.startsWith("numpy.") && INSTEAD[member] !== undefined) {
    context.report(messages.ufuncNotAvailable(member, INSTEAD[member], call.func.span));
    return FAILED;
  }
  if (name.startsWith("numba.cuda.libdevice.")) {
    context.report(messages.notSupportedYet(`libdevice.${member}`, call.span));
    return FAILED;
  }
  return null;
}

/** Functions of `operator` by the operator that they are; in-place ones do the same to numbers. */
export const OPERATOR_FUNCTIONS: Readonly<Record<string, ast.BinaryOperator | ast.CompareOperator>> = {
  add: "+",
  sub: "-",
  mul: "*",
  truediv: "/",
  floordiv: "//",
  mod: "%",
  pow: "**",
  and_: "&",
  or_: "|",
  xor: "^",
  lshift: "<<",
  rshift: ">>",
  eq: "==",
  ne: "!=",
  lt: "<",
  le: "<=",
  gt: ">",
  ge: ">=",
  is_: "is",
  is_not: "is not",
};
export const UNARY_FUNCTIONS: Readonly<Record<string, ast.UnaryOperator>> = {
  neg: "-",
  pos: "+",
  invert: "~",
  inv: "~",
  not_: "not",
};
const COMPARISONS = new Set<string>(["==", "!=", "<", "<=", ">", ">=", "is", "is not"]);

/** `operator.iadd` is `operator.add` for values that cannot change. */
export function operatorOf(member: string): ast.BinaryOperator | ast.CompareOperator | undefined {
  return (
    OPERATOR_FUNCTIONS[member] ??
    OPERATOR_FUNCTIONS[member.replace(/^i/, "")] ??
    OPERATOR_FUNCTIONS[`${member.replace(/^i/, "")}_`]
  );
}

function operator(
  context: InferContext,
  call: ast.Call,
  name: string,
  args: readonly BoundArgument[],
  types: readonly Type[],
): Answer | null {
  const member = shortName(name);
  const unary = UNARY_FUNCTIONS[member];
  if (unary) {
    const [type] = types;
    if (!hasCount(context, call, name, args, 1, 1) || !type) return FAILED;
    const found = unaryOperator(unary, type);
    return found ? answer(scalar(found.result), name, args, types) : refuse(context, call, name, types);
  }
  const op = operatorOf(member);
  if (!op) return null;
  const [left, right] = types;
  if (!hasCount(context, call, name, args, 2, 2) || !left || !right) return FAILED;
  if (COMPARISONS.has(op)) {
    const fits = comparable(op as ast.CompareOperator, left, right);
    return fits ? answer(scalar("bool"), name, args, types) : refuse(context, call, name, types);
  }
  const result = binaryType(op as ast.BinaryOperator, left, right);
  return result ? answer(result, name, args, types) : refuse(context, call, name, types);
}

const COMPLEX_PREDICATES = new Set(["isnan", "isinf", "isfinite"]);
const COMPLEX_FUNCTIONS = new Set(["exp", "log", "sqrt", ...COMPLEX_PREDICATES, "phase", "polar"]);

/** Real arguments count as complex128. */
function complexFunction(
  context: InferContext,
  call: ast.Call,
  name: string,
  args: readonly BoundArgument[],
  types: readonly Type[],
): Answer | null {
  const member = shortName(name);
  if (member === "rect") {
    if (!hasCount(context, call, name, args, 2, 2)) return FAILED;
    const narrow = types.every((type) => type.kind === "scalar" && type.name === "float32");
    if (!types.every(isNumber)) return refuse(context, call, name, types);
    const part = scalar(narrow ? "float32" : "float64");
    return answer(scalar(narrow ? "complex64" : "complex128"), name, args, [part, part]);
  }
  if (!COMPLEX_FUNCTIONS.has(member)) {
    context.report(messages.notSupportedYet(`cmath.${member}`, call.span));
    return FAILED;
  }
  if (!hasCount(context, call, name, args, 1, 1)) return FAILED;
  const [type] = types.map(unliteral);
  if (type?.kind !== "scalar") return refuse(context, call, name, types);
  const operand = scalar(type.name === "complex64" || type.name === "float32" ? "complex64" : "complex128");
  const part = scalar(operand.name === "complex64" ? "float32" : "float64");
  if (COMPLEX_PREDICATES.has(member)) return answer(scalar("bool"), name, args, [operand]);
  if (member === "phase") return answer(part, name, args, [operand]);
  if (member === "polar") return answer({ kind: "tuple", items: [part, part] }, name, args, [operand]);
  return answer(operand, name, args, [operand]);
}
