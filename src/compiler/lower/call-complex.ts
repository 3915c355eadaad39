/** `cmath`: functions of complex numbers by their real formulas. */
import type { Expr } from "../ir/ir.ts";
import { scalar } from "../types/type.ts";
import { type BuiltinCall, operand, scalarOperand } from "./builtin-call.ts";
import { scalarValue } from "./convert.ts";
import type { LowerContext } from "./lower-context.ts";
import * as make from "./make.ts";
import type { ComplexValue, Value } from "./value.ts";

export function callComplex(context: LowerContext, request: BuiltinCall): Value | null {
  const { span } = request;
  const member = request.name.slice("cmath.".length);
  if (member === "rect")
    return fromPolar(context, request, scalarOperand(request, 0), scalarOperand(request, 1));
  const value = operand(request, 0);
  if (value.kind !== "complex") return null;
  const { frame } = context;
  const z: ComplexValue = { ...value, re: frame.once("re", value.re), im: frame.once("im", value.im) };
  const { type } = z.re;
  const part = scalar(type === "f32" ? "float32" : "float64");
  const test = (fn: string, x: Expr): Expr => ({ kind: "math", fn, type: "bool", args: [x], span });
  const size = (): Expr => make.math("hypot", type, [z.re, z.im], span);
  const angle = (): Expr => make.math("atan2", type, [z.im, z.re], span);
  switch (member) {
    case "isnan":
    case "isinf":
      return scalarValue(scalar("bool"), make.logical("or", test(member, z.re), test(member, z.im), span));
    case "isfinite":
      return scalarValue(scalar("bool"), make.logical("and", test(member, z.re), test(member, z.im), span));
    case "phase":
      return scalarValue(part, angle());
    case "polar":
      return { kind: "tuple", items: [scalarValue(part, size()), scalarValue(part, angle())] };
    case "exp":
      return fromPolar(context, request, make.math("exp", type, [z.re], span), z.im);
    case "log":
      return { ...z, re: make.math("log", type, [size()], span), im: angle() };
    case "sqrt":
      return squareRoot(context, z, size(), request);
    default:
      return null;
  }
}

function fromPolar(context: LowerContext, request: BuiltinCall, size: Expr, angle: Expr): Value {
  const { span, type } = request;
  const [r, phi] = [context.frame.once("size", size), context.frame.once("angle", angle)];
  const times = (fn: "cos" | "sin"): Expr =>
    make.binary("mul", r, make.math(fn, phi.type, [phi], span), span);
  return {
    kind: "complex",
    type: type.kind === "scalar" ? type : scalar("complex128"),
    re: times("cos"),
    im: times("sin"),
  };
}

/** With t = sqrt((|re| + |z|) / 2), the root is t + i im / 2t on the right half of the plane; the halves swap on the left one. */
function squareRoot(context: LowerContext, z: ComplexValue, size: Expr, request: BuiltinCall): Value {
  const { span } = request;
  const { frame } = context;
  const { type } = z.re;
  const zero = make.zero(type, span);
  const half = make.convert(type, make.constant("f64", 0.5, span), span);
  const sum = make.binary("add", make.unary("abs", z.re, span), size, span);
  const t = frame.hold("root", make.math("sqrt", type, [make.binary("mul", sum, half, span)], span));
  const isZero = make.compare("eq", t, zero, span);
  const quotient = frame.local("other", type, true);
  const divided = make.binary("mul", make.binary("div", make.unary("abs", z.im, span), t, span), half, span);
  frame.emit({
    kind: "if",
    condition: isZero,
    then: [{ kind: "assign", local: quotient, value: zero, span }],
    otherwise: [{ kind: "assign", local: quotient, value: divided, span }],
    span,
  });
  const other = frame.read(quotient, span);
  const isRight = make.compare("ge", z.re, zero, span);
  const im = make.math("copysign", type, [make.select(isRight, other, t, span), z.im], span);
  return { ...z, re: make.select(isRight, t, other, span), im };
}
