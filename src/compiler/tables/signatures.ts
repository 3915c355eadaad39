/**
 * Signatures as Numba declares them for a function, written as text in the tables: `int64 int64 -> float64`. The order
 * matters: of signatures that fit equally well, Numba takes the first (`types/overloads.ts`).
 */
import { NONE, type ScalarName, scalar, type Type } from "../types/type.ts";

export interface Signature {
  readonly args: readonly Type[];
  readonly result: Type;
}

/** Signatures that are looked at together; a function may have several such sets, of which the first that fits is taken. */
export interface SignatureSet {
  readonly signatures: readonly Signature[];
  /** Whether an argument may lose precision or range on its way in. */
  readonly allowsUnsafe: boolean;
  /** Taken only where one of the arguments is of this type already. */
  readonly requires: ScalarName | null;
}

/**
 * Reads signatures separated by `;`. Tuples are written `(float64, int32)`, no result `none`; a function without
 * arguments begins with `->`.
 */
export function signatures(text: string): readonly Signature[] {
  return text
    .split(";")
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const [args = "", result = ""] = part.split("->").map((side) => side.trim());
      return { args: args.split(/\s+/).filter(Boolean).map(typeOf), result: typeOf(result) };
    });
}

function typeOf(text: string): Type {
  if (text === "none") return NONE;
  if (text.startsWith("(")) {
    const items = text.slice(1, -1).split(",");
    return { kind: "tuple", items: items.map((item) => typeOf(item.trim())) };
  }
  return scalar(text as ScalarName);
}

/** One set of signatures, into which arguments convert as they can. */
export function declared(text: string): readonly SignatureSet[] {
  return [{ signatures: signatures(text), allowsUnsafe: true, requires: null }];
}

/** One set of signatures, into which arguments convert without loss only. */
export function declaredSafe(text: string): readonly SignatureSet[] {
  return [{ signatures: signatures(text), allowsUnsafe: false, requires: null }];
}

/** Numba asks a rule of float16 first: it holds where one argument is a float16 and the rest convert to it without loss. */
export function withFloat16(text: string, others: readonly SignatureSet[]): readonly SignatureSet[] {
  return [{ signatures: signatures(text), allowsUnsafe: false, requires: "float16" }, ...others];
}

/** `f(float32) -> ...; f(float64) -> ...`: the text with `T` replaced by each type in turn. */
export function forEachType(types: readonly ScalarName[], text: string): string {
  return types.map((type) => text.replace(/\bT\b/g, type)).join("; ");
}

export const SIGNED: readonly ScalarName[] = ["int8", "int16", "int32", "int64"];
export const UNSIGNED: readonly ScalarName[] = ["uint8", "uint16", "uint32", "uint64"];
export const REAL: readonly ScalarName[] = ["float32", "float64"];
export const COMPLEX: readonly ScalarName[] = ["complex64", "complex128"];
