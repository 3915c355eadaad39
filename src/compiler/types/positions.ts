/** The names of `numba.cuda` that stand for where a thread is. */
import type { Constant } from "../names/constant.ts";
import { scalar, type Type } from "./type.ts";

const DIM3 = new Set([
  "numba.cuda.threadIdx",
  "numba.cuda.blockIdx",
  "numba.cuda.blockDim",
  "numba.cuda.gridDim",
]);
const INT32 = new Set(["numba.cuda.laneid", "numba.cuda.warpsize"]);

/** The type of a position constant; null for any other constant. */
export function positionType(value: Constant): Type | null {
  if (value.kind !== "builtin") return null;
  if (DIM3.has(value.name)) return { kind: "dim3" };
  if (INT32.has(value.name)) return scalar("int32");
  const dot = value.name.lastIndexOf(".");
  return DIM3.has(value.name.slice(0, dot)) ? scalar("int32") : null;
}

/** The full name that stands for what `cuda.cg.this_grid()` gives. */
export const GRID_GROUP = "numba.cuda.cg.GridGroup";
