/** Integers where an index is meant: 32 bits, whatever the type. */
import { type Expr, isFloat } from "../compiler/ir/ir.ts";
import { call, type Code, infix, member, sum } from "./code.ts";
import { constantValue } from "./constant-values.ts";
import { convertCode } from "./conversions.ts";
import type { Scope } from "./scope.ts";
import { i32Code, isPair } from "./types.ts";

/**
 * An integer expression as i32. Wider ones give their low 32 bits, which is all of an index that is known to be in
 * range; the parts that only feed those bits are computed in 32 bits too.
 */
export function index32(expr: Expr, scope: Scope): Code {
  if (!isPair(expr.type)) return convertCode(scope.expr(expr), expr.type, "i32");
  const constant = constantValue(expr, scope.block);
  if (constant !== null) return i32Code(BigInt.asIntN(32, BigInt(constant)));
  switch (expr.kind) {
    case "convert":
      if (!expr.bits && !isFloat(expr.value.type) && expr.value.type !== "bool")
        return index32(expr.value, scope);
      break;
    case "launch": {
      const { code, type } = scope.launch(expr.value);
      return convertCode(code, type, "i32");
    }
    case "binary": {
      const operator = ({ add: "+", sub: "-", mul: "*" } as const)[expr.op as "add" | "sub" | "mul"];
      if (operator === "+") return sum(index32(expr.left, scope), index32(expr.right, scope));
      if (operator) return infix(index32(expr.left, scope), operator, index32(expr.right, scope));
      break;
    }
    default:
  }
  return call("i32", member(scope.expr(expr), "x"));
}
