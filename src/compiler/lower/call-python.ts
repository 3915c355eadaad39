/** Python's own builtins. */
import type { Expr } from "../ir/ir.ts";
import type { Span } from "../text/span.ts";
import * as messages from "../types/diagnostics.ts";
import { scalar, type ScalarType } from "../types/type.ts";
import { unliteral } from "../types/unify.ts";
import { absolute, binaryNumber, extreme } from "./arithmetic.ts";
import { type BuiltinCall, operand, scalarOperand } from "./builtin-call.ts";
import { convertNumber, int64Value, irType, isComplex } from "./convert.ts";
import { isTrivial } from "./effects.ts";
import { rangeCount, reduceItems } from "./iterate.ts";
import type { LowerContext } from "./lower-context.ts";
import * as make from "./make.ts";
import { Refusal } from "./refusal.ts";
import { roundToDigits, roundToInteger } from "./rounding.ts";
import { freeAxes, mapValue, type ScalarValue, type Value } from "./value.ts";

/** Null for names that are not Python's. */
export function callPython(context: LowerContext, request: BuiltinCall): Value | null {
  const { name, span } = request;
  if (name === "numba.prange") return range(request);
  if (!name.startsWith("builtins.")) return null;
  switch (name.slice("builtins.".length)) {
    case "range":
      return range(request);
    case "len":
      return int64Value(length(context, request.args[0], span));
    case "min":
      return extremeOf(context, request, "min");
    case "max":
      return extremeOf(context, request, "max");
    case "abs":
      return absolute(request.args[0] ?? refuse(request), span);
    case "round":
      if (request.args.length > 1) return roundToDigits(context, request);
      return int64Value(roundToInteger(scalarOperand(request, 0), span));
    case "pow": {
      const [base, exponent] = request.args;
      return binaryNumber(context.frame, "**", base ?? refuse(request), exponent ?? refuse(request), span);
    }
    case "divmod":
      return divmod(context, request);
    case "complex":
      return complex(request);
    case "enumerate": {
      const [items, start] = request.args;
      const from = start?.kind === "scalar" ? make.convert("i64", start.expr, span) : null;
      return { kind: "iterator", form: "enumerate", items: [items ?? refuse(request)], start: from };
    }
    case "zip":
      return { kind: "iterator", form: "zip", items: request.args, start: null };
    case "print":
      print(context, request);
      return { kind: "none" };
    case "sum":
      return sum(context, request);
    case "tuple":
      return request.args[0] ?? { kind: "tuple", items: [] };
    default:
      return null;
  }
}

function refuse(request: BuiltinCall): never {
  throw new Refusal(messages.notSupportedYet("this call", request.span));
}

function range(request: BuiltinCall): Value {
  const { span } = request;
  const element = request.type.kind === "range" ? request.type.element : scalar("int64");
  const ir = irType(element);
  const parts = request.args.map((_, i) => scalarOperand(request, i, element));
  const zero = make.constant(ir, 0n, span);
  const one = make.constant(ir, 1n, span);
  const [first = zero, second, third] = parts;
  if (!second) return { kind: "range", element, start: zero, stop: first, step: one };
  return { kind: "range", element, start: first, stop: second, step: third ?? one };
}

/** `len(value)`, an i64. */
export function length(context: LowerContext, value: Value | undefined, span: Span): Expr {
  switch (value?.kind) {
    case "view":
      return freeAxes(value)[0]?.size ?? make.int64(0, span);
    case "tuple":
      return make.int64(value.items.length, span);
    case "string":
      return make.int64([...value.value].length, span);
    case "range":
      return rangeCount(context, value, span);
    default:
      throw new Refusal(messages.notSupportedYet("len of this value", span));
  }
}

function extremeOf(context: LowerContext, request: BuiltinCall, op: "min" | "max"): Value {
  const { span, args } = request;
  const [first] = args;
  if (args.length === 1 && first) {
    const type = unliteral(request.type);
    if (type.kind !== "scalar") return refuse(request);
    return reduceItems(context, first, type, op, span, undefined, "python");
  }
  const values = args
    .map((_, i) => operand(request, i))
    .filter((value): value is ScalarValue => value.kind === "scalar");
  const [start, ...rest] = values;
  if (!start || values.length !== args.length) return refuse(request);
  return rest.reduce((left, right) => extreme(op, left, right, span), start);
}

function divmod(context: LowerContext, request: BuiltinCall): Value {
  const { span, args } = request;
  const [left, right] = args.map((arg) =>
    mapValue(arg, (part) => (isTrivial(part) ? part : context.frame.hold("operand", part))),
  );
  if (!left || !right) return refuse(request);
  return {
    kind: "tuple",
    items: [
      binaryNumber(context.frame, "//", left, right, span),
      binaryNumber(context.frame, "%", left, right, span),
    ],
  };
}

function complex(request: BuiltinCall): Value {
  const { span, args, type } = request;
  const to = type.kind === "scalar" ? type : scalar("complex128");
  const [first, second] = args;
  const part: ScalarType = scalar(to.name === "complex64" ? "float32" : "float64");
  const zero = make.zero(irType(part), span);
  if (!first) return { kind: "complex", type: to, re: zero, im: zero };
  if (!second) return convertNumber(first, to, span) ?? refuse(request);
  return {
    kind: "complex",
    type: to,
    re: scalarOperand(request, 0, part),
    im: scalarOperand(request, 1, part),
  };
}

function sum(context: LowerContext, request: BuiltinCall): Value {
  const type = unliteral(request.type);
  const [items, start] = request.args;
  if (type.kind !== "scalar" || !items || isComplex(type)) return refuse(request);
  return reduceItems(context, items, type, "sum", request.span, start);
}

function print(context: LowerContext, request: BuiltinCall): void {
  const parts = request.args.map((arg): string | Expr => {
    if (arg.kind === "string") return arg.value;
    if (arg.kind === "scalar") return arg.expr;
    throw new Refusal(messages.notSupportedYet("printing this value", request.span));
  });
  context.frame.emit({ kind: "print", parts, span: request.span });
}
