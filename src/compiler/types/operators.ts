/**
 * Numba's typing of operators, on scalars: the types that the operands are converted to, and the result. Which signature
 * Numba chooses follows from its own declarations (`tables/operators.ts`); here its operands take the types that the IR
 * computes in, which gives the same values: integers are widened to 64 bits before the operation, not after it.
 */
import type { BinaryOperation } from "../ir/ir.ts";
import type { BinaryOperator, CompareOperator, UnaryOperator } from "../syntax/ast.ts";
import { type DTypeRow, dtype } from "../tables/dtypes.ts";
import { BINARY_SIGNATURES, COMPARE_SIGNATURES, UNARY_SIGNATURES } from "../tables/operators.ts";
import type { Signature, SignatureSet } from "../tables/signatures.ts";
import { resolveOverload } from "./overloads.ts";
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

const OPERATIONS: Readonly<Partial<Record<BinaryOperator, BinaryOperation>>> = {
  "+": "add",
  "-": "sub",
  "*": "mul",
  "/": "div",
  "//": "floor-div",
  "%": "floor-mod",
  "**": "pow",
  "&": "and",
  "|": "or",
  "^": "xor",
  "<<": "shl",
  ">>": "shr",
};

/** The signature of `left op right`, or null where Numba has none. */
export function binaryOperator(op: BinaryOperator, left: Type, right: Type): OperatorSignature | null {
  const ir = OPERATIONS[op];
  const found = ir ? chosen(op, BINARY_SIGNATURES[op], [left, right]) : null;
  if (!ir || !found) return null;
  const { result } = found;
  if (op !== "**" || isIntegral(dtype(result))) return { left: result, right: result, result, ir };
  const exponent = found.args[1] ?? result;
  if (!isIntegral(dtype(exponent))) return { left: result, right: result, result, ir: "pow-float" };
  return { left: result, right: widened(exponent), result, ir: "powi" };
}

/** Types of the operand and the result of `op value`; `not` takes anything that has a truth value. */
export function unaryOperator(
  op: UnaryOperator,
  value: Type,
): { readonly operand: ScalarName; readonly result: ScalarName } | null {
  const found = chosen(op === "not" ? "not" : `${op}x`, UNARY_SIGNATURES[op], [value]);
  if (!found) return null;
  return { operand: op === "not" ? (found.args[0] ?? "bool") : found.result, result: found.result };
}

/**
 * The type that both sides of a comparison are converted to, or null where Numba has no such comparison. Scalars only.
 * Numba compares uint64 with signed integers as float64: that shows here as int64, and `lower/arithmetic.ts` sees to it,
 * since with a constant on one side integers do.
 */
export function compareOperator(
  op: CompareOperator,
  left: Type,
  right: Type,
): { readonly operand: ScalarName } | null {
  // `is` and `in` on numbers compare their values.
  const by = op in COMPARE_SIGNATURES ? (op as keyof typeof COMPARE_SIGNATURES) : "==";
  const found = chosen(by, COMPARE_SIGNATURES[by], [left, right]);
  const operand = found?.args[0];
  if (!operand) return null;
  const isMixed = !isFraction(left) && !isFraction(right) && dtype(operand).kind === "float";
  return { operand: isMixed ? "int64" : widened(operand) };
}

interface ScalarSignature {
  readonly args: readonly ScalarName[];
  readonly result: ScalarName;
}

/** There are few types and operators, and a kernel asks for the same ones again and again. */
const known = new Map<string, ScalarSignature | null>();

function chosen(
  key: string,
  sets: readonly SignatureSet[],
  operands: readonly Type[],
): ScalarSignature | null {
  const plain = operands.map(unliteral);
  let name = key;
  for (const type of plain) {
    if (type.kind !== "scalar") return null;
    name += ` ${type.name}`;
  }
  let found = known.get(name);
  if (found === undefined) {
    found = scalarSignature(resolveOverload(sets, plain));
    known.set(name, found);
  }
  return found;
}

function scalarSignature(signature: Signature | null): ScalarSignature | null {
  if (signature?.result.kind !== "scalar") return null;
  const args = signature.args.flatMap((type) => (type.kind === "scalar" ? [type.name] : []));
  return { args, result: signature.result.name };
}

/** No arithmetic is done in 8 and 16 bits, and 64 give the same values as 32. */
function widened(name: ScalarName): ScalarName {
  switch (dtype(name).kind) {
    case "signed":
      return "int64";
    case "unsigned":
      return "uint64";
    default:
      return name;
  }
}

function isFraction(type: Type): boolean {
  const plain = unliteral(type);
  return plain.kind === "scalar" && !isIntegral(dtype(plain.name));
}

function isIntegral(row: DTypeRow): boolean {
  return row.kind === "bool" || row.kind === "signed" || row.kind === "unsigned";
}

/** The type of a scalar result. */
export function resultType(signature: { readonly result: ScalarName }): Type {
  return scalar(signature.result);
}
