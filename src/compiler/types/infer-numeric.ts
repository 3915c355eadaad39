/** Types of mathematical functions on numbers: `math`, NumPy's ufuncs on scalars, the functions of `operator`. */
import type * as ast from "../syntax/ast.ts";
import { dtype } from "../tables/dtypes.ts";
import { type MathRow, mathByName } from "../tables/math.ts";
import { operatorByName } from "../tables/operator-functions.ts";
import { type Answer, answer, FAILED, hasCount, isInteger, isReal, refuse } from "./arguments.ts";
import type { InferContext } from "./infer-context.ts";
import { binaryOperator } from "./operators.ts";
import { type ScalarName, type ScalarType, scalar, type Type } from "./type.ts";
import type { BoundArgument } from "./typed.ts";
import { unliteral } from "./unify.ts";

const FLOAT32 = scalar("float32");
const FLOAT64 = scalar("float64");
const INT32 = scalar("int32");
const BOOL = scalar("bool");

export function inferNumeric(
  context: InferContext,
  call: ast.Call,
  name: string,
  args: readonly BoundArgument[],
  types: readonly Type[],
): Answer | null {
  const operator = operatorByName(name);
  if (operator) {
    if (!hasCount(context, call, name, args, 2, 2)) return FAILED;
    const [left, right] = types;
    const signature = left && right ? binaryOperator(operator, left, right) : null;
    return signature
      ? answer(scalar(signature.result), name, args, types)
      : refuse(context, call, name, types);
  }
  const row = mathByName(name);
  if (!row) return null;
  const count =
    row.rule === "unary" || row.rule === "predicate" || row.rule === "frexp" || row.rule === "modf" ? 1 : 2;
  if (!hasCount(context, call, name, args, count, count)) return FAILED;
  if (types.some((type) => !isReal(type))) return refuse(context, call, name, types);
  const plain = types
    .map((type) => unliteral(type))
    .filter((type): type is ScalarType => type.kind === "scalar");
  const [first, second] = plain;
  if (!first) return FAILED;
  const float = floatOf(row, name, first, second);
  switch (row.rule) {
    case "predicate":
      return answer(BOOL, name, args, [float]);
    case "ldexp":
      if (!second || !isInteger(second)) return refuse(context, call, name, types);
      return answer(float, name, args, [float, INT32]);
    case "frexp":
      return answer({ kind: "tuple", items: [float, INT32] }, name, args, [float]);
    case "modf":
      return answer({ kind: "tuple", items: [float, float] }, name, args, [float]);
    default:
      return answer(
        float,
        name,
        args,
        types.map(() => float),
      );
  }
}

/** The float type that a function computes in. */
function floatOf(row: MathRow, name: string, first: ScalarType, second: ScalarType | undefined): ScalarType {
  if (row.rule === "power" && second) return powerType(first.name, second.name);
  if (second && row.rule !== "ldexp") {
    const common = binaryOperator("+", first, second)?.result ?? "float64";
    if (dtype(common).kind === "float") return scalar(common);
    return row.rule === "remainder" && isSmall(first.name) && isSmall(second.name) ? FLOAT32 : FLOAT64;
  }
  if (first.name === "float16" || first.name === "float32") return FLOAT32;
  // NumPy gives integers of up to 16 bits a float32.
  if (name.startsWith("numpy.") && dtype(first.name).bits <= 16) return FLOAT32;
  return FLOAT64;
}

/** Integers that Numba takes for float32 where another operand is one. */
const SMALL: readonly ScalarName[] = ["bool", "int8", "int16", "uint8"];

function isSmall(name: ScalarName): boolean {
  return SMALL.includes(name);
}

function powerType(base: ScalarName, exponent: ScalarName): ScalarType {
  const isSmallExponent =
    isSmall(exponent) ||
    exponent === "int32" ||
    exponent === "float32" ||
    (base === "float32" && exponent === "uint16");
  return (isSmall(base) || base === "float32") && isSmallExponent ? FLOAT32 : FLOAT64;
}
