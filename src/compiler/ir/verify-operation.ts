/** Rules of `ir.ts` that one expression node can break by itself; the types of its operands are compared in `verify.ts`. */
import {
  type BinaryExpr,
  type ConstantExpr,
  type Expr,
  isFloat,
  isInteger,
  isSigned,
  SCALAR_BITS,
  type Scalar,
  type UnaryExpr,
} from "./ir.ts";
import { anyExpr } from "./walk.ts";

/** What is wrong with the node, or null. */
export function wrongOperation(expr: Expr): string | null {
  switch (expr.kind) {
    case "constant":
      return wrongConstant(expr);
    case "position":
      return isInteger(expr.type) ? null : `a position of type ${expr.type}`;
    case "unary":
      return wrongUnary(expr);
    case "binary":
      return wrongBinary(expr);
    case "select":
      return [expr.then, expr.otherwise].some((side) => anyExpr(side, mayNotBeTried))
        ? "a side of a select has a checked load or an integer division"
        : null;
    case "convert":
      return expr.bits && SCALAR_BITS[expr.type] !== SCALAR_BITS[expr.value.type]
        ? `bits of ${expr.value.type} as ${expr.type}`
        : null;
    case "math":
      return isFloat(expr.type) || expr.type === "bool" ? null : `${expr.fn} gives ${expr.type}`;
    default:
      return null;
  }
}

function wrongConstant({ type, value }: ConstantExpr): string | null {
  if (type === "bool") return typeof value === "boolean" ? null : `a bool that is a ${typeof value}`;
  if (isFloat(type)) {
    if (typeof value !== "number") return `a constant of type ${type} is a ${typeof value}`;
    return type === "f32" && !Object.is(Math.fround(value), value) ? "a constant that is no float32" : null;
  }
  if (typeof value !== "bigint") return `a constant of type ${type} is a ${typeof value}`;
  const bits = SCALAR_BITS[type];
  const wrapped = isSigned(type) ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value);
  return wrapped === value ? null : `a constant outside ${type}`;
}

/** Types that arithmetic is done in; smaller integers are only kept. */
const isComputed = (type: Scalar): boolean => isFloat(type) || (isInteger(type) && SCALAR_BITS[type] >= 32);

function wrongUnary({ op, type }: UnaryExpr): string | null {
  if (op === "not") return type === "bool" ? null : `not gives ${type}`;
  if (!isComputed(type)) return `${op} on ${type}`;
  const onFloats = op === "neg" || op === "abs";
  return isFloat(type) && !onFloats ? `${op} on ${type}` : null;
}

function wrongBinary({ op, type }: BinaryExpr): string | null {
  const isBits = op === "and" || op === "or" || op === "xor";
  if (type === "bool") return isBits ? null : `${op} on bool`;
  if (!isComputed(type)) return `${op} on ${type}`;
  if (op === "div") return isFloat(type) ? null : "div on integers";
  return isFloat(type) && (isBits || op === "shl" || op === "shr") ? `${op} on ${type}` : null;
}

/** What a select may not hold, since both sides may be evaluated. */
function mayNotBeTried(expr: Expr): boolean {
  if (expr.kind === "load") return expr.access.axes.some((axis) => axis.checked);
  if (expr.kind !== "binary" || isFloat(expr.type)) return false;
  return /^(floor|trunc)-/.test(expr.op);
}
