/**
 * What an expression of constants comes to. WGSL evaluates such expressions itself, and refuses a module where one
 * overflows or divides by zero, so they are computed here, by the IR's rules. Most are gone after `passes/fold.ts`.
 */
import {
  evaluateBinary,
  evaluateCompare,
  evaluateConvert,
  evaluateUnary,
  reinterpret,
  type ScalarValue,
} from "../compiler/analysis/arithmetic.ts";
import type { Expr } from "../compiler/ir/ir.ts";

/** Null where the value depends on the launch or the thread. */
export function constantValue(expr: Expr, block: readonly [number, number, number]): ScalarValue | null {
  const value = (part: Expr): ScalarValue | null => constantValue(part, block);
  switch (expr.kind) {
    case "constant":
      return expr.value;
    case "position":
      if (expr.which === "block-size") return BigInt(block[expr.axis]);
      return expr.which === "thread" && block[expr.axis] === 1 ? 0n : null;
    case "unary": {
      const operand = value(expr.value);
      return operand === null ? null : evaluateUnary(expr.op, expr.type, operand);
    }
    case "binary": {
      const right = value(expr.right);
      if (right === null) return null;
      const left = value(expr.left);
      if (left !== null) return evaluateBinary(expr.op, expr.type, left, right);
      // Integers only: a zero divisor gives 0 whatever is divided.
      return right === 0n && /^(floor|trunc)-(div|mod)$/.test(expr.op) ? 0n : null;
    }
    case "compare": {
      const [left, right] = [value(expr.left), value(expr.right)];
      return left === null || right === null ? null : evaluateCompare(expr.op, left, right);
    }
    case "logical": {
      const left = value(expr.left);
      if (left === null) return null;
      return left === (expr.op === "and") ? value(expr.right) : left;
    }
    case "select": {
      const condition = value(expr.condition);
      return condition === null ? null : value(condition ? expr.then : expr.otherwise);
    }
    case "convert": {
      const operand = value(expr.value);
      if (operand === null) return null;
      return expr.bits
        ? reinterpret(expr.value.type, expr.type, operand)
        : evaluateConvert(expr.value.type, expr.type, operand);
    }
    default:
      return null;
  }
}
