/** `round`, as Numba computes it. */
import { type Expr, isFloat } from "../ir/ir.ts";
import type { Span } from "../text/span.ts";
import * as messages from "../types/diagnostics.ts";
import { type BuiltinCall, operand, scalarOperand } from "./builtin-call.ts";
import { scalarValue } from "./convert.ts";
import type { LowerContext } from "./lower-context.ts";
import * as make from "./make.ts";
import { Refusal } from "./refusal.ts";
import type { Value } from "./value.ts";

/** `round(x)`: half to even, an i64. */
export function roundToInteger(value: Expr, span: Span): Expr {
  if (!isFloat(value.type)) return make.convert("i64", value, span);
  return make.convert("i64", make.math("rint", value.type, [value], span), span);
}

/** Digits above which Numba multiplies in two steps, so that the power of ten stays finite (cudaimpl.py, round_to_impl). */
const MOST_DIGITS = 22;

/** `round(x, n)` for a literal n, in float64 as Numba: x is scaled by a power of ten, rounded to an int64, and scaled back. */
export function roundToDigits(context: LowerContext, request: BuiltinCall): Value {
  const { span } = request;
  const value = operand(request, 0);
  const digits = scalarOperand(request, 1);
  if (value.kind !== "scalar" || digits.kind !== "constant" || typeof digits.value !== "bigint") {
    throw new Refusal(messages.notSupportedYet("round to a number of digits that is not a literal", span));
  }
  const count = Number(digits.value);
  if (Math.abs(count) > MOST_DIGITS)
    throw new Refusal(messages.notSupportedYet("round to this many digits", span));
  const { frame } = context;
  const x = frame.once("x", value.expr);
  const scale = make.constant("f64", 10 ** Math.abs(count), span);
  const scaled = frame.hold(
    "scaled",
    make.binary(count >= 0 ? "mul" : "div", make.convert("f64", x, span), scale, span),
  );
  const rounded = make.convert("f64", roundToInteger(scaled, span), span);
  const back = make.binary(count >= 0 ? "div" : "mul", rounded, scale, span);
  // What is not finite, or too large to be scaled, stays as it is.
  const condition: Expr = { kind: "math", fn: "isfinite", type: "bool", args: [scaled], span };
  const result = frame.local("rounded", x.type, true);
  frame.emit({
    kind: "if",
    condition,
    then: [{ kind: "assign", local: result, value: make.convert(x.type, back, span), span }],
    otherwise: [{ kind: "assign", local: result, value: x, span }],
    span,
  });
  return scalarValue(value.type, frame.read(result, span));
}
