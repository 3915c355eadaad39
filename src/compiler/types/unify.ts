/** The one type of a variable that several assignments give types to. For numbers it is NumPy's promotion, as in Numba. */
import { type DTypeRow, dtype } from "../tables/dtypes.ts";
import { sameType } from "./type-names.ts";
import { type ScalarName, scalar, type Type } from "./type.ts";

/** A literal as the type that its value has at run time: int64 or bool; inside tuples too. */
export function unliteral(type: Type): Type {
  if (type.kind === "literal") return scalar(typeof type.value === "bigint" ? "int64" : "bool");
  if (type.kind === "tuple") return { ...type, items: type.items.map(unliteral) };
  return type;
}

/** The type that holds values of both, or null where there is none. */
export function unify(a: Type, b: Type): Type | null {
  if (a.kind === "unknown") return b;
  if (b.kind === "unknown" || sameType(a, b)) return a;
  const left = unliteral(a);
  const right = unliteral(b);
  if (left.kind === "scalar" && right.kind === "scalar") return scalar(promote(left.name, right.name));
  if (left.kind === "tuple" && right.kind === "tuple") {
    if (left.items.length !== right.items.length) return null;
    const items = left.items.map((item, i) => unify(item, right.items[i] as Type));
    return items.every((item) => item !== null) ? { ...left, items } : null;
  }
  if (left.kind === "array" && right.kind === "array") {
    const alike =
      left.ndim === right.ndim && left.space === right.space && sameType(left.element, right.element);
    if (!alike) return null;
    return {
      ...left,
      layout: left.layout === right.layout ? left.layout : "A",
      readonly: left.readonly || right.readonly,
    };
  }
  if (left.kind === "string" && right.kind === "string") return { kind: "string", value: null };
  return sameType(left, right) ? left : null;
}

/** NumPy's `promote_types`: the smallest type that holds both exactly, float64 for int64 with uint64. */
export function promote(a: ScalarName, b: ScalarName): ScalarName {
  if (a === b) return a;
  const left = dtype(a);
  const right = dtype(b);
  if (left.kind === "bool") return b;
  if (right.kind === "bool") return a;
  if (left.kind === "complex" || right.kind === "complex") {
    return floatBits(left) <= 32 && floatBits(right) <= 32 ? "complex64" : "complex128";
  }
  if (left.kind === "float" || right.kind === "float") {
    const bits = Math.max(floatBits(left), floatBits(right));
    return bits <= 16 ? "float16" : bits <= 32 ? "float32" : "float64";
  }
  if (left.kind === right.kind) return left.bits >= right.bits ? a : b;
  const [signed, unsigned] = left.kind === "signed" ? [left, right] : [right, left];
  const bits = Math.max(signed.bits, unsigned.bits * 2);
  return bits > 64 ? "float64" : (`int${bits}` as ScalarName);
}

/** Bits of the smallest float that holds every value of the type exactly, as NumPy counts. */
function floatBits(row: DTypeRow): number {
  switch (row.kind) {
    case "bool":
      return 16;
    case "complex":
      return row.bits / 2;
    case "float":
      return row.bits;
    default:
      return row.bits <= 8 ? 16 : row.bits <= 16 ? 32 : 64;
  }
}
