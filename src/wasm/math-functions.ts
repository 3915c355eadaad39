/** Math functions that are WebAssembly instructions; all others are imported from `math-library.ts`. */
import { type Expr, isFloat, type Scalar } from "../compiler/ir/ir.ts";
import type { Code } from "./code.ts";

type Native = (code: Code, type: "f32" | "f64") => void;

/** Arguments are on the stack. */
export const NATIVE_MATH: Readonly<Record<string, Native | undefined>> = {
  sqrt: (code, type) => code.op(`${type}.sqrt`),
  floor: (code, type) => code.op(`${type}.floor`),
  ceil: (code, type) => code.op(`${type}.ceil`),
  trunc: (code, type) => code.op(`${type}.trunc`),
  // Half to even, as `nearest` does.
  rint: (code, type) => code.op(`${type}.nearest`),
  fabs: (code, type) => code.op(`${type}.abs`),
  abs: (code, type) => code.op(`${type}.abs`),
  copysign: (code, type) => code.op(`${type}.copysign`),
  isnan: (code, type) => {
    const value = code.local(type);
    code.tee(value);
    code.get(value);
    code.op(`${type}.ne`);
  },
  isinf: (code, type) => {
    code.op(`${type}.abs`);
    infinity(code, type);
    code.op(`${type}.eq`);
  },
  isfinite: (code, type) => {
    code.op(`${type}.abs`);
    infinity(code, type);
    code.op(`${type}.lt`);
  },
};

function infinity(code: Code, type: "f32" | "f64"): void {
  if (type === "f32") code.f32(Number.POSITIVE_INFINITY);
  else code.f64(Number.POSITIVE_INFINITY);
}

/** Float operations that are imported: WebAssembly has no remainder, and Python's floor division is made of it. */
const IMPORTED_OPERATIONS = ["floor-div", "floor-mod", "trunc-mod", "pow"];
/** Functions whose float32 form is not the float64 one, rounded: that would round twice, or find another neighbour. */
const SINGLE_FORMS = ["fma", "nextafter"];

/** The name in `MATH_IMPORTS` of an operation on floats that is imported. */
export const operationImport = (operation: string, type: Scalar): string =>
  `${operation}-${type === "f64" ? "f64" : "f32"}`;

/** The name in `MATH_IMPORTS` of a math function. */
export const functionImport = (fn: string, type: Scalar): string =>
  type !== "f64" && SINGLE_FORMS.includes(fn) ? `${fn}-f32` : fn;

/** What an expression needs from `MATH_IMPORTS`; null where it needs nothing. All imports take and give float64. */
export function importOf(expr: Expr): { readonly name: string; readonly params: number } | null {
  if (expr.kind === "math" && !NATIVE_MATH[expr.fn])
    return { name: functionImport(expr.fn, expr.type), params: expr.args.length };
  if (expr.kind === "binary" && isFloat(expr.type) && IMPORTED_OPERATIONS.includes(expr.op))
    return { name: operationImport(expr.op, expr.type), params: 2 };
  return null;
}
