/**
 * Numba's typing of mathematical functions on numbers, each rule asked of real Numba (research/numba_typing.json, and
 * call by call for the rest): `math`, NumPy's ufuncs on scalars, `libdevice`.
 */
import { dtype } from "../tables/dtypes.ts";
import { scalar, type ScalarName, type ScalarType, type Type } from "./type.ts";
import { promote } from "./unify.ts";

/** The types that the arguments are converted to, and the result. */
export interface NumericSignature {
  readonly operands: readonly ScalarType[];
  readonly result: Type;
}
/** Null where Numba has no such function for these types. */
export type NumericRule = (types: readonly ScalarType[]) => NumericSignature | null;

/** A function: how many arguments it takes, its rule, and its name in `MathExpr.fn` or a word that `lower/` knows. */
export interface NumericFunction {
  readonly arity: number;
  readonly rule: NumericRule;
  readonly fn: string;
}

const FLOAT32 = scalar("float32");
const FLOAT64 = scalar("float64");
const BOOL = scalar("bool");
const INT32 = scalar("int32");

const isReal = (type: ScalarType): boolean => dtype(type.name).kind !== "complex";
const all = (type: ScalarType, count: number): NumericSignature => ({
  operands: Array.from({ length: count }, () => type),
  result: type,
});

/** float32 stays, every other real number becomes float64. */
const float: NumericRule = (types) => {
  if (!types.every(isReal)) return null;
  return all(types.every((type) => type.name === "float32") ? FLOAT32 : FLOAT64, types.length);
};

const predicate: NumericRule = (types) => {
  const signature = float(types);
  return signature && { ...signature, result: BOOL };
};

/** Types that Numba converts to float32 without loss. */
const NARROW: readonly ScalarName[] = ["bool", "int8", "int16", "uint8", "float32"];
const isNarrow = (type: ScalarType): boolean => NARROW.includes(type.name);

/** float32 where one argument is, and the others fit in it. */
const float2: NumericRule = (types) => {
  if (!types.every(isReal)) return null;
  const narrow = types.every(isNarrow) && types.some((type) => type.name === "float32");
  return all(narrow ? FLOAT32 : FLOAT64, types.length);
};

/** `math.fmod` is declared for float32 first, so that small integers alone pick it as well. */
const fmod: NumericRule = (types) => {
  if (!types.every(isReal)) return null;
  return all(types.every(isNarrow) ? FLOAT32 : FLOAT64, types.length);
};

/** `math.pow` also has a form with an int32 exponent. */
const pow: NumericRule = (types) => {
  const [x, y] = types;
  if (!x || !y || !types.every(isReal)) return null;
  const fits = isNarrow(y) || y.name === "int32" || (x.name === "float32" && y.name === "uint16");
  return all(isNarrow(x) && fits ? FLOAT32 : FLOAT64, 2);
};

const ldexp: NumericRule = (types) => {
  const [x, y] = types;
  if (!x || !y || !types.every(isReal)) return null;
  const type = x.name === "float32" ? FLOAT32 : FLOAT64;
  return { operands: [type, INT32], result: type };
};

const frexp: NumericRule = (types) => {
  const [x] = types;
  if (!x || !isReal(x)) return null;
  const type = isNarrow(x) ? FLOAT32 : FLOAT64;
  return { operands: [type], result: { kind: "tuple", items: [type, INT32] } };
};

const modf: NumericRule = (types) => {
  const signature = float(types);
  return (
    signature && {
      ...signature,
      result: { kind: "tuple", items: [signature.operands[0] ?? FLOAT64, signature.operands[0] ?? FLOAT64] },
    }
  );
};

/** NumPy's float loops: small integers as float32, wider ones as float64. */
const ufuncFloat: NumericRule = (types) => {
  if (!types.every(isReal)) return null;
  const [first = FLOAT64, ...rest] = types;
  const common = rest.reduce((type, next) => ufuncCommon(type, next), first);
  const narrow = [...NARROW, "uint16", "float16"].includes(common.name);
  return all(narrow ? FLOAT32 : FLOAT64, types.length);
};

/** NumPy's promotion, where an integer scalar takes the type of a float scalar. */
function ufuncCommon(a: ScalarType, b: ScalarType): ScalarType {
  const [x, y] = [dtype(a.name), dtype(b.name)];
  if (x.kind === "float" && y.kind !== "float" && y.kind !== "complex") return a;
  if (y.kind === "float" && x.kind !== "float" && x.kind !== "complex") return b;
  return scalar(promote(a.name, b.name));
}

const ufuncSame: NumericRule = (types) => {
  const [first, ...rest] = types;
  if (!first || !types.every(isReal)) return null;
  return all(
    rest.reduce((type, next) => ufuncCommon(type, next), first),
    types.length,
  );
};

const ufuncIntegers: NumericRule = (types) => {
  const signature = ufuncSame(types);
  const kind = signature ? dtype(signature.operands[0]?.name ?? "float64").kind : "float";
  return kind === "float" || kind === "complex" ? null : signature;
};

const ufuncShift: NumericRule = (types) => {
  const signature = ufuncIntegers(types);
  // There is no shift of bools: NumPy takes the smallest integers.
  return signature?.operands[0]?.name === "bool" ? all(scalar("int8"), 2) : signature;
};

const ufuncCompare: NumericRule = (types) => {
  const signature = ufuncSame(types);
  return signature && { ...signature, result: BOOL };
};

const ufuncLogical: NumericRule = (types) => ({ operands: types.map(() => BOOL), result: BOOL });

const ufuncPredicate: NumericRule = (types) => {
  const signature = ufuncFloat(types);
  return signature && { ...signature, result: BOOL };
};

const ufuncDivide: NumericRule = (types) => {
  const signature = ufuncSame(types);
  if (!signature) return null;
  const [type] = signature.operands;
  return type && dtype(type.name).kind === "float" ? signature : all(FLOAT64, 2);
};

function group(
  arity: number,
  rule: NumericRule,
  names: string,
  fn = (name: string): string => name,
): [string, NumericFunction][] {
  return names.split(" ").map((name) => [name, { arity, rule, fn: fn(name) }]);
}

const MATH = new Map<string, NumericFunction>([
  ...group(
    1,
    float,
    "acos acosh asin asinh atan atanh ceil cos cosh erf erfc exp exp2 expm1 fabs floor gamma lgamma",
  ),
  ...group(1, float, "log log10 log1p log2 sin sinh sqrt tan tanh trunc degrees radians"),
  ...group(1, predicate, "isnan isinf isfinite"),
  ...group(2, float2, "atan2 copysign hypot nextafter remainder"),
  ...group(2, fmod, "fmod"),
  ...group(2, pow, "pow"),
  ...group(2, ldexp, "ldexp"),
  ...group(1, frexp, "frexp"),
  ...group(1, modf, "modf"),
]);

/** NumPy 2's short names, by which the host may know a ufunc. */
const ALIASES: Readonly<Record<string, string>> = {
  acos: "arccos",
  acosh: "arccosh",
  asin: "arcsin",
  asinh: "arcsinh",
  atan: "arctan",
  atan2: "arctan2",
  atanh: "arctanh",
  bitwise_invert: "invert",
  bitwise_not: "invert",
  bitwise_left_shift: "left_shift",
  bitwise_right_shift: "right_shift",
  true_divide: "divide",
};

const UFUNCS = new Map<string, NumericFunction>([
  ...group(1, ufuncFloat, "cos cosh log log10 log2 sin sinh tan tanh degrees radians"),
  ...group(1, ufuncFloat, "arccos arccosh arcsin arcsinh arctan arctanh", (name) => name.replace("arc", "a")),
  ...group(1, ufuncFloat, "deg2rad", () => "radians"),
  ...group(1, ufuncFloat, "rad2deg", () => "degrees"),
  ...group(2, ufuncFloat, "arctan2", () => "atan2"),
  ...group(2, ufuncFloat, "hypot"),
  ...group(1, ufuncPredicate, "isnan"),
  ...group(2, ufuncSame, "maximum minimum fmax fmin", (name) => `np-${name}`),
  ...group(2, ufuncIntegers, "bitwise_and bitwise_or bitwise_xor", (name) => name.slice("bitwise_".length)),
  ...group(1, ufuncIntegers, "invert"),
  ...group(2, ufuncShift, "left_shift", () => "shl"),
  ...group(2, ufuncShift, "right_shift", () => "shr"),
  ...group(2, ufuncCompare, "equal not_equal less less_equal greater greater_equal", (name) => `np-${name}`),
  ...group(2, ufuncLogical, "logical_and logical_or logical_xor", (name) => name.slice("logical_".length)),
  ...group(1, ufuncLogical, "logical_not", () => "not"),
  ...group(2, ufuncDivide, "divide", () => "div"),
]);

/** Names of libdevice without `f` at the end, for float64; with it for float32. `fast_` asks for less exact ones, which need not be. */
const LIBDEVICE1 = new Set(
  "acos acosh asin asinh atan atanh cbrt ceil cos cosh erf erfc exp exp2 expm1 fabs floor lgamma log log10 log1p log2 rint rsqrt sin sinh sqrt tan tanh tgamma trunc".split(
    " ",
  ),
);
const LIBDEVICE2 = new Set("atan2 copysign fmax fmin fmod hypot nextafter pow".split(" "));

function libdevice(name: string): NumericFunction | undefined {
  const plain = name.replace(/^fast_/, "");
  for (const [isSingle, base] of [
    [false, plain],
    [true, plain.replace(/f$/, "")],
  ] as const) {
    if (isSingle && base === plain) continue;
    const arity = LIBDEVICE1.has(base) ? 1 : LIBDEVICE2.has(base) ? 2 : base === "fma" ? 3 : 0;
    if (arity === 0) continue;
    const type = isSingle ? FLOAT32 : FLOAT64;
    const fn = base === "tgamma" ? "gamma" : base;
    return { arity, fn, rule: (types) => (types.every(isReal) ? all(type, arity) : null) };
  }
  return undefined;
}

/** A function by its full name; undefined where it is none of these. */
export function numericFunction(name: string): NumericFunction | undefined {
  if (name.startsWith("math.")) return MATH.get(name.slice("math.".length));
  if (name.startsWith("numpy.")) {
    const member = name.slice("numpy.".length);
    return UFUNCS.get(ALIASES[member] ?? member);
  }
  const prefix = "numba.cuda.libdevice.";
  return name.startsWith(prefix) ? libdevice(name.slice(prefix.length)) : undefined;
}
