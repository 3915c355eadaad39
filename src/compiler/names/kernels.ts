/** Which functions of a file are compiled for the GPU, by their decorators. */
import type * as ast from "../syntax/ast.ts";
import type { Constant, FunctionOptions } from "./constant.ts";
import { type ConstantNames, foldConstant } from "./fold-constants.ts";

export interface JitUse {
  /** `kernel` is launched, `device` is called by kernels, `host` is compiled for the CPU (`njit`). */
  readonly role: "kernel" | "device" | "host";
  readonly options: FunctionOptions;
}

const CUDA_JIT = new Set(["numba.cuda.jit", "numba.cuda.decorators.jit"]);
const REDUCE = new Set(["numba.cuda.reduce", "numba.cuda.Reduce"]);
const HOST_JIT = new Set(["numba.jit", "numba.njit", "numba.cfunc", "numba.stencil"]);
/** These make a ufunc, for the GPU where `target="cuda"`. */
const UFUNC = new Set([
  "numba.vectorize",
  "numba.guvectorize",
  "numba.cuda.vectorize",
  "numba.cuda.guvectorize",
]);

const NO_OPTIONS: FunctionOptions = { device: false, debug: false, fastmath: false, inline: false };

/** How a function is compiled; null where no decorator that is known compiles it. */
export function jitUse(func: ast.FunctionDef, names: ConstantNames): JitUse | null {
  for (const decorator of func.decorators) {
    const found = compiledBy(decorator, names);
    if (found) return found;
  }
  return null;
}

/** What `@decorator`, or `decorator(function)`, makes of a function. */
export function compiledBy(decorator: ast.Expr, names: ConstantNames): JitUse | null {
  const call = decorator.kind === "call" ? decorator : null;
  const callee = foldConstant(call ? call.func : decorator, names);
  if (callee.kind !== "builtin") return null;
  const { name } = callee;
  if (REDUCE.has(name)) return { role: "device", options: { ...NO_OPTIONS, device: true } };
  if (HOST_JIT.has(name)) return { role: "host", options: NO_OPTIONS };
  const value = (keyword: string): Constant | null => {
    const found = call?.keywords.find((entry) => entry.name === keyword);
    return found ? foldConstant(found.value, names) : null;
  };
  if (UFUNC.has(name)) {
    const target = value("target");
    const isCuda = target?.kind === "string" && target.value === "cuda";
    return isCuda
      ? { role: "device", options: { ...NO_OPTIONS, device: true } }
      : { role: "host", options: NO_OPTIONS };
  }
  if (!CUDA_JIT.has(name)) return null;
  const isSet = (keyword: string): boolean => {
    const found = value(keyword);
    return found !== null && !(found.kind === "bool" && !found.value) && found.kind !== "none";
  };
  const device = isSet("device");
  return {
    role: device ? "device" : "kernel",
    options: {
      device,
      debug: isSet("debug"),
      fastmath: isSet("fastmath"),
      inline: isSet("inline") || isSet("forceinline"),
    },
  };
}
