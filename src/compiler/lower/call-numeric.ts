/** Mathematical functions on numbers. */
import { mathByName } from "../tables/math.ts";
import { operatorByName } from "../tables/operator-functions.ts";
import { type ScalarType, scalar } from "../types/type.ts";
import { unliteral } from "../types/unify.ts";
import { binaryNumber } from "./arithmetic.ts";
import { type BuiltinCall, scalarOperand } from "./builtin-call.ts";
import { irType, scalarValue } from "./convert.ts";
import type { LowerContext } from "./lower-context.ts";
import * as make from "./make.ts";
import type { Value } from "./value.ts";

/** Null for names that are no such function. */
export function callNumeric(context: LowerContext, request: BuiltinCall): Value | null {
  const { name, span } = request;
  const operator = operatorByName(name);
  const [left, right] = request.args;
  if (operator && left && right) return binaryNumber(context.frame, operator, left, right, span);
  const row = mathByName(name);
  if (!row) return null;
  const float = floatOperand(request);
  const ir = irType(float);
  const args = request.operands.map((_, i) => scalarOperand(request, i));
  switch (row.rule) {
    case "predicate":
      return scalarValue(scalar("bool"), make.math(row.fn, "bool", args, span));
    case "frexp": {
      const x = args.map((arg) => context.frame.once("x", arg));
      return {
        kind: "tuple",
        items: [
          scalarValue(float, make.math("frexp-fraction", ir, x, span)),
          scalarValue(scalar("int32"), make.math("frexp-exponent", "i32", x, span)),
        ],
      };
    }
    case "modf": {
      const [x = make.zero(ir, span)] = args.map((arg) => context.frame.once("x", arg));
      const whole = make.math("trunc", ir, [x], span);
      return {
        kind: "tuple",
        items: [scalarValue(float, make.binary("sub", x, whole, span)), scalarValue(float, whole)],
      };
    }
    default:
      return scalarValue(float, make.math(row.fn, ir, args, span));
  }
}

/** The float type that inference says the function computes in. */
function floatOperand(request: BuiltinCall): ScalarType {
  const [first] = request.operands;
  const type = first && unliteral(first);
  return type?.kind === "scalar" ? type : scalar("float64");
}
