/** Mathematical functions on numbers. */
import { type BinaryOperation, type Comparison, type Expr, isFloat, SCALAR_BITS } from "../ir/ir.ts";
import type { BinaryOperator, CompareOperator } from "../syntax/ast.ts";
import type { Span } from "../text/span.ts";
import { operatorOf, UNARY_FUNCTIONS } from "../types/infer-numeric.ts";
import { numericFunction } from "../types/numeric-rules.ts";
import { scalar, type ScalarType, type Type } from "../types/type.ts";
import { unliteral } from "../types/unify.ts";
import { binaryValue, unaryNumber } from "./arithmetic.ts";
import { type BuiltinCall, scalarOperand } from "./builtin-call.ts";
import { callComplex } from "./call-complex.ts";
import { comparePair } from "./condition.ts";
import { irType, scalarValue, truthOf } from "./convert.ts";
import type { LowerContext } from "./lower-context.ts";
import * as make from "./make.ts";
import type { Value } from "./value.ts";

const INT32 = scalar("int32");

export function callNumeric(context: LowerContext, request: BuiltinCall): Value | null {
  const { name } = request;
  if (name.startsWith("operator.")) return callOperator(context, request);
  if (name.startsWith("cmath.")) return callComplex(context, request);
  const found = numericFunction(name);
  if (!found) return null;
  if (found.fn === "frexp" || found.fn === "modf") return pair(context, request, found.fn);
  const values = request.args.map((_, i) => scalarOperand(request, i));
  return scalarValue(resultOf(request.type), apply(context, found.fn, values, request.span, request.type));
}

function resultOf(type: Type): ScalarType {
  const plain = unliteral(type);
  return plain.kind === "scalar" ? plain : scalar("float64");
}

const COMPARISONS: Readonly<Record<string, Comparison>> = {
  "np-equal": "eq",
  "np-not_equal": "ne",
  "np-less": "lt",
  "np-less_equal": "le",
  "np-greater": "gt",
  "np-greater_equal": "ge",
};

function apply(context: LowerContext, fn: string, values: readonly Expr[], span: Span, result: Type): Expr {
  const [x, y] = values;
  if (!x) return make.zero("f64", span);
  const type = irType(resultOf(result));
  const comparison = COMPARISONS[fn];
  if (comparison && y) return make.compare(comparison, x, y, span);
  switch (fn) {
    case "fabs":
      return make.unary("abs", x, span);
    case "degrees":
    case "radians":
      // Numba multiplies by a constant of the argument's type.
      return make.binary("mul", make.convert(x.type, make.constant("f64", FACTORS[fn], span), span), x, span);
    case "isnan":
    case "isinf":
    case "isfinite":
      return { kind: "math", fn, type: "bool", args: [x], span };
    case "np-maximum":
    case "np-minimum":
      return y ? extremeOrNan(context, fn === "np-maximum" ? "max" : "min", x, y, span) : x;
    case "np-fmax":
    case "np-fmin":
      return y ? narrowed(fn === "np-fmax" ? "max" : "min", x, y, span) : x;
    case "and":
    case "or":
    case "xor":
    case "shl":
    case "shr":
      return y ? narrowed(fn, x, y, span) : x;
    case "div":
      return y ? make.binary("div", x, y, span) : x;
    case "not":
      return make.unary("not", x, span);
    case "invert":
      return x.type === "bool"
        ? make.unary("not", x, span)
        : make.convert(x.type, make.unary("invert", widen(x, span), span), span);
    case "fmax":
    case "fmin":
      return y ? make.binary(fn === "fmax" ? "max" : "min", x, y, span) : x;
    case "fmod":
      return y ? make.binary("trunc-mod", x, y, span) : x;
    case "rsqrt":
      return make.binary(
        "div",
        make.convert(x.type, make.constant("f64", 1, span), span),
        make.math("sqrt", x.type, [x], span),
        span,
      );
    case "remainder":
      return y ? ieeeRemainder(context, x, y, span) : x;
    default:
      return make.math(fn, type, values, span);
  }
}

const FACTORS: Readonly<Record<"degrees" | "radians", number>> = {
  degrees: 180 / Math.PI,
  radians: Math.PI / 180,
};

/** No arithmetic is done in 8 and 16 bits. */
function widen(value: Expr, span: Span): Expr {
  if (value.type === "bool" || isFloat(value.type) || SCALAR_BITS[value.type] >= 32) return value;
  return make.convert(value.type.startsWith("u") ? "u32" : "i32", value, span);
}

function narrowed(op: BinaryOperation, x: Expr, y: Expr, span: Span): Expr {
  if (x.type === "bool" && (op === "min" || op === "max"))
    return make.binary(op === "min" ? "and" : "or", x, y, span);
  return make.convert(x.type, make.binary(op, widen(x, span), widen(y, span), span), span);
}

/** NumPy's maximum and minimum are NaN where one side is. */
function extremeOrNan(context: LowerContext, op: "min" | "max", x: Expr, y: Expr, span: Span): Expr {
  if (!isFloat(x.type)) return narrowed(op, x, y, span);
  const [a, b] = [context.frame.once("left", x), context.frame.once("right", y)];
  const isLeft = make.logical(
    "or",
    make.compare("ne", a, a, span),
    make.compare(op === "max" ? "ge" : "le", a, b, span),
    span,
  );
  return make.select(isLeft, a, b, span);
}

/** C's `remainder`: x - n * y, with n the whole number nearest to x / y, even where two are as near. */
function ieeeRemainder(context: LowerContext, x: Expr, y: Expr, span: Span): Expr {
  const { frame } = context;
  const [a, b] = [frame.once("x", x), frame.hold("size", make.unary("abs", y, span))];
  const { type } = b;
  const two = make.convert(type, make.constant("f64", 2, span), span);
  // |x| mod 2|y| tells whether n is even; it is exact, as is every step after it.
  const rest = frame.hold(
    "rest",
    make.binary("trunc-mod", make.unary("abs", a, span), make.binary("mul", two, b, span), span),
  );
  const once = make.binary("sub", rest, b, span);
  const twice = make.binary("sub", once, b, span);
  const doubled = make.binary("mul", two, rest, span);
  const isNear = make.compare("le", doubled, b, span);
  const isFar = make.compare(
    "ge",
    doubled,
    make.binary("mul", make.convert(type, make.constant("f64", 3, span), span), b, span),
    span,
  );
  const signed = make.select(isNear, rest, make.select(isFar, twice, once, span), span);
  const isNegative = make.compare("lt", a, make.zero(type, span), span);
  const held = frame.hold("remainder", signed);
  return make.select(isNegative, make.unary("neg", held, span), held, span);
}

/** `math.frexp` and `math.modf`. */
function pair(context: LowerContext, request: BuiltinCall, fn: "frexp" | "modf"): Value {
  const { span } = request;
  const x = context.frame.once("x", scalarOperand(request, 0));
  const type = request.operands[0];
  const plain = type?.kind === "scalar" ? type : scalar("float64");
  if (fn === "frexp") {
    const exponent = make.convert(
      "i32",
      { kind: "math", fn: "frexp-exponent", type: x.type, args: [x], span },
      span,
    );
    return {
      kind: "tuple",
      items: [
        scalarValue(plain, make.math("frexp-fraction", x.type, [x], span)),
        scalarValue(INT32, exponent),
      ],
    };
  }
  const whole = context.frame.hold("whole", make.math("trunc", x.type, [x], span));
  const zero = make.zero(x.type, span);
  const isInfinite: Expr = { kind: "math", fn: "isinf", type: "bool", args: [x], span };
  const difference = make.binary("sub", x, whole, span);
  const fraction = context.frame.hold("fraction", make.select(isInfinite, zero, difference, span));
  // A fraction of zero has the sign of x.
  return {
    kind: "tuple",
    items: [
      scalarValue(plain, make.math("copysign", x.type, [fraction, x], span)),
      scalarValue(plain, whole),
    ],
  };
}

const COMPARE_OPERATORS = new Set<string>(["==", "!=", "<", "<=", ">", ">=", "is", "is not"]);

function callOperator(context: LowerContext, request: BuiltinCall): Value | null {
  const member = request.name.slice("operator.".length);
  const { span } = request;
  const [left, right] = request.args;
  const unary = UNARY_FUNCTIONS[member];
  if (unary && left) {
    if (unary !== "not") return unaryNumber(unary, left, span);
    const truth = truthOf(left, span);
    return truth && scalarValue(scalar("bool"), make.unary("not", truth, span));
  }
  const op = operatorOf(member);
  if (!op || !left || !right) return null;
  if (COMPARE_OPERATORS.has(op)) {
    return scalarValue(scalar("bool"), comparePair(context, op as CompareOperator, left, right, span));
  }
  return binaryValue(context.frame, op as BinaryOperator, left, right, span);
}
