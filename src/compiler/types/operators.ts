/**
 * Numba's typing of operators, on scalars: the types that the operands are converted to, and the result. Every rule was
 * asked of real Numba (`tests/oracle/numba-typing.json`); where a rule looks odd, Numba is.
 */
import type { BinaryOperation } from "../ir/ir.ts";
import type { BinaryOperator, CompareOperator, UnaryOperator } from "../syntax/ast.ts";
import { type DTypeRow, dtype } from "../tables/dtypes.ts";
import { type ScalarName, scalar, type Type } from "./type.ts";
import { unliteral } from "./unify.ts";

/** `powi`: a float to an integer power by multiplication; `pow-float`: the library function. On complex operands the names stand for complex arithmetic. */
export type OperatorIr = BinaryOperation | "powi" | "pow-float";

export interface OperatorSignature {
  readonly left: ScalarName;
  readonly right: ScalarName;
  readonly result: ScalarName;
  readonly ir: OperatorIr;
}

const ARITHMETIC: Readonly<Partial<Record<BinaryOperator, OperatorIr>>> = {
  "+": "add",
  "-": "sub",
  "*": "mul",
  "/": "div",
  "//": "floor-div",
  "%": "floor-mod",
  "**": "pow",
};
const BITWISE: Readonly<Partial<Record<BinaryOperator, OperatorIr>>> = { "&": "and", "|": "or", "^": "xor" };
const SHIFTS: Readonly<Partial<Record<BinaryOperator, OperatorIr>>> = { "<<": "shl", ">>": "shr" };

/** The signature of `left op right`, or null where Numba has none. */
export function binaryOperator(op: BinaryOperator, left: Type, right: Type): OperatorSignature | null {
  const l = scalarRow(left);
  const r = scalarRow(right);
  if (!l || !r) return null;
  const bitwise = BITWISE[op];
  if (bitwise) {
    if (l.kind === "bool" && r.kind === "bool") return all("bool", bitwise);
    return isIntegral(l) && isIntegral(r) ? all(integerResult(l, r), bitwise) : null;
  }
  const shift = SHIFTS[op];
  if (shift)
    return isIntegral(l) && isIntegral(r) ? all(l.kind === "unsigned" ? "uint64" : "int64", shift) : null;
  const ir = ARITHMETIC[op];
  if (!ir) return null;
  if (op === "**") return power(l, r);
  const common = commonType(l, r);
  if (dtype(common).kind === "complex" && (op === "//" || op === "%")) return null;
  if (op === "/" && isIntegral(dtype(common))) return all("float64", ir);
  return all(common, ir);
}

/** Types of the operand and the result of `op value`; `not` takes anything that has a truth value. */
export function unaryOperator(
  op: UnaryOperator,
  value: Type,
): { readonly operand: ScalarName; readonly result: ScalarName } | null {
  const row = scalarRow(value);
  if (!row) return null;
  if (op === "not") return { operand: row.name, result: "bool" };
  if (op === "~" && row.kind === "bool") return { operand: "bool", result: "bool" };
  if (isIntegral(row)) {
    const wide = row.kind === "unsigned" ? "uint64" : "int64";
    return { operand: wide, result: wide };
  }
  return op === "~" ? null : { operand: row.name, result: row.name };
}

/** The type that both sides of a comparison are converted to, or null where Numba has no such comparison. Scalars only. */
export function compareOperator(
  op: CompareOperator,
  left: Type,
  right: Type,
): { readonly operand: ScalarName } | null {
  const l = scalarRow(left);
  const r = scalarRow(right);
  if (!l || !r) return null;
  if (l.kind === "bool" && r.kind === "bool") return { operand: "bool" };
  const operand = commonType(l, r);
  const ordered = op === "<" || op === "<=" || op === ">" || op === ">=";
  return ordered && dtype(operand).kind === "complex" ? null : { operand };
}

/** The scalar type that an integer operation on both works in; wrong to ask for floats. */
function integerResult(l: DTypeRow, r: DTypeRow): ScalarName {
  return l.kind === "unsigned" && r.kind === "unsigned" ? "uint64" : "int64";
}

/** Integers of at most 16 bits meet float32 as float32; wider ones do not fit its mantissa and meet it as float64. */
function commonType(l: DTypeRow, r: DTypeRow): ScalarName {
  const isWide = needsDouble(l) || needsDouble(r);
  if (l.kind === "complex" || r.kind === "complex") return isWide ? "complex128" : "complex64";
  if (l.kind === "float" || r.kind === "float")
    return isWide ? "float64" : l.bits === 16 && r.bits === 16 && l.kind === r.kind ? "float16" : "float32";
  return integerResult(l, r);
}

function needsDouble(row: DTypeRow): boolean {
  switch (row.kind) {
    case "bool":
      return false;
    case "signed":
      return row.bits > 16;
    case "unsigned":
      return row.bits > 8;
    case "float":
      return row.bits > 32;
    case "complex":
      return row.bits > 64;
  }
}

function power(l: DTypeRow, r: DTypeRow): OperatorSignature {
  // Numba picks float32 here, since both operands fit its power by an int32 equally badly.
  if (l.name === "bool" && r.name === "int32")
    return { left: "float32", right: "int64", result: "float32", ir: "powi" };
  if (isIntegral(l) && isIntegral(r)) return all(integerResult(l, r), "pow");
  if (l.kind === "float" && isIntegral(r)) {
    const result = l.bits > 32 ? "float64" : "float32";
    return { left: result, right: r.kind === "unsigned" ? "uint64" : "int64", result, ir: "powi" };
  }
  return all(commonType(l, r), "pow-float");
}

function all(type: ScalarName, ir: OperatorIr): OperatorSignature {
  return { left: type, right: type, result: type, ir };
}

function isIntegral(row: DTypeRow): boolean {
  return row.kind === "bool" || row.kind === "signed" || row.kind === "unsigned";
}

function scalarRow(type: Type): DTypeRow | null {
  const plain = unliteral(type);
  return plain.kind === "scalar" ? dtype(plain.name) : null;
}

/** The type of a scalar result. */
export function resultType(signature: { readonly result: ScalarName }): Type {
  return scalar(signature.result);
}
