/** Results of operators on any types, tuples and None included; `operators.ts` has the numbers. */
import type * as ast from "../syntax/ast.ts";
import { binaryOperator, compareOperator } from "./operators.ts";
import { scalar, type TupleType, type Type, UNKNOWN } from "./type.ts";
import { unliteral } from "./unify.ts";

/** The result of a binary operator; null where there is none. */
export function binaryType(op: ast.BinaryOperator, left: Type, right: Type): Type | null {
  if (left.kind === "unknown" || right.kind === "unknown") return UNKNOWN;
  if (left.kind === "tuple" && right.kind === "tuple" && op === "+") {
    return unliteral({ kind: "tuple", items: [...left.items, ...right.items] });
  }
  const found = binaryOperator(op, left, right);
  return found && scalar(found.result);
}

/** True where two types can be compared. */
export function comparable(op: ast.CompareOperator, left: Type, right: Type): boolean {
  if (left.kind === "unknown" || right.kind === "unknown") return true;
  if (op === "is" || op === "is not") return true;
  if (op === "in" || op === "not in") {
    return right.kind === "tuple" && right.items.every((item) => comparable("==", left, item));
  }
  if (left.kind === "tuple" && right.kind === "tuple") return comparableTuples(op, left, right);
  if (left.kind === "none" || right.kind === "none") return op === "==" || op === "!=";
  if (left.kind === "string" && right.kind === "string") return true;
  if (left.kind === "static" && right.kind === "static") return op === "==" || op === "!=";
  return compareOperator(op, left, right) !== null;
}

function comparableTuples(op: ast.CompareOperator, left: TupleType, right: TupleType): boolean {
  return left.items.every((item, i) => {
    const other = right.items[i];
    return !other || comparable(op, item, other);
  });
}
