/** Math functions that are WebAssembly instructions; all others are imported from `math-library.ts`. */
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
