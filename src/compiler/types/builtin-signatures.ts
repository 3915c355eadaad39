/** Typing of calls to what the tables know: by declared signatures, or by rules that Numba writes as code. */
import type { Builtin, Special } from "../tables/builtin.ts";
import { dtype } from "../tables/dtypes.ts";
import type { Signature } from "../tables/signatures.ts";
import { numericFunction } from "./numeric-rules.ts";
import { resolveOverload } from "./overloads.ts";
import { type ScalarName, scalar, type ScalarType, type Type } from "./type.ts";
import { unify, unliteral } from "./unify.ts";

/**
 * The types that the arguments of a call are converted to, and that of the result; null where Numba has none, or where
 * the row's rule needs more than types (`grid`, `memory`, `range`...).
 */
export function builtinSignature(row: Builtin, args: readonly Type[]): Signature | null {
  if (row.status !== "supported") return null;
  if (row.signatures.length > 0) return resolveOverload(row.signatures, args);
  const plain = args.map(unliteral);
  const scalars = plain.filter((type): type is ScalarType => type.kind === "scalar");
  if (scalars.length !== plain.length) return null;
  if (row.special === "ufunc") return ufunc(row.name, scalars);
  const rule = row.special ? RULES[row.special] : undefined;
  return rule?.(scalars) ?? null;
}

type Rule = (args: readonly ScalarType[]) => Signature | null;

const RULES: Readonly<Partial<Record<Special, Rule>>> = {
  bits: (args) => one(args, bitsOf),
  bool: (args) => one(args, () => scalar("bool")),
  int: (args) => one(args, intOf),
  float: (args) => one(args, floatOf),
  complex: complexOf,
  extreme: extremeOf,
};

function one(args: readonly ScalarType[], rule: (type: ScalarType) => ScalarType | null): Signature | null {
  const [first] = args;
  const result = first && args.length === 1 ? rule(first) : null;
  return result && { args, result };
}

/** `cuda.ffs`: Numba declares it for small integers too, and then has no code for them. */
function bitsOf(type: ScalarType): ScalarType | null {
  const { kind, bits } = dtype(type.name);
  return (kind === "signed" || kind === "unsigned") && bits >= 32 ? scalar("uint32") : null;
}

/** Integers stay what they are; floats and bools become int64. */
export function intOf(type: ScalarType): ScalarType | null {
  const { kind } = dtype(type.name);
  if (kind === "complex") return null;
  return kind === "signed" || kind === "unsigned" ? type : scalar("int64");
}

/** Floats stay what they are, integers become float64; Numba has no `float` of a bool. */
export function floatOf(type: ScalarType): ScalarType | null {
  const { kind } = dtype(type.name);
  if (kind === "complex" || kind === "bool") return null;
  return kind === "float" ? type : scalar("float64");
}

/** complex64 of float32s alone, else complex128, also of a complex64. */
function complexOf(args: readonly ScalarType[]): Signature | null {
  if (args.length < 1 || args.length > 2 || args.some((type) => type.name === "bool")) return null;
  const isComplex = args.some((type) => dtype(type.name).kind === "complex");
  if (isComplex && args.length === 2) return null;
  const narrow = args.every((type) => type.name === "float32");
  return { args, result: scalar(narrow ? "complex64" : "complex128") };
}

/** `min` and `max`: all arguments take the type that holds each. Numba sorts them by width first, which matters to small floats. */
function extremeOf(args: readonly ScalarType[]): Signature | null {
  if (args.length < 2 || args.some((type) => dtype(type.name).kind === "complex")) return null;
  const result = unifyAll(args);
  return result && { args: args.map(() => result), result };
}

/** The type that holds values of all, found as Numba finds it: narrow types first. */
export function unifyAll(types: readonly ScalarType[]): ScalarType | null {
  const sorted = [...types].sort((a, b) => width(a.name) - width(b.name));
  const [first, ...rest] = sorted;
  let sum: Type | null = first ?? null;
  for (const type of rest) sum = sum && unify(sum, type);
  return sum?.kind === "scalar" ? sum : null;
}

/** Numba counts a bool as no bits. */
function width(name: ScalarName): number {
  return name === "bool" ? 0 : dtype(name).bits;
}

function ufunc(name: string, args: readonly ScalarType[]): Signature | null {
  const found = numericFunction(name);
  const signature = found && found.arity === args.length ? found.rule(args) : null;
  return signature && { args: signature.operands, result: signature.result };
}

/** `float32(x)`, `np.int8(x)`: any number becomes any other, save that a complex one has no real type. */
export function constructed(from: Type, to: ScalarType): ScalarType | null {
  const plain = unliteral(from);
  if (plain.kind !== "scalar") return null;
  const loses = dtype(plain.name).kind === "complex" && dtype(to.name).kind !== "complex";
  return loses ? null : to;
}
