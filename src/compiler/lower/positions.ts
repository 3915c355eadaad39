/** Where a thread is: `cuda.threadIdx` and its kin. */
import type { PositionKind } from "../ir/ir.ts";
import type { Span } from "../text/span.ts";
import { scalar } from "../types/type.ts";
import { int64Value, scalarValue } from "./convert.ts";
import * as make from "./make.ts";
import type { Value } from "./value.ts";

/** Threads of a warp. */
const WARP_SIZE = 32n;

const DIM3: Readonly<Record<string, PositionKind>> = {
  "numba.cuda.threadIdx": "thread",
  "numba.cuda.blockIdx": "block",
  "numba.cuda.blockDim": "block-size",
  "numba.cuda.gridDim": "grid-size",
};

/** The value of a position constant by its full name; null for other names. */
export function positionValue(name: string, span: Span): Value | null {
  if (name === "numba.cuda.laneid") return axisValue("lane", 0, span);
  if (name === "numba.cuda.warpsize")
    return scalarValue(scalar("int32"), make.constant("i32", WARP_SIZE, span));
  const which = DIM3[name];
  if (which) return { kind: "dim3", which };
  const dot = name.lastIndexOf(".");
  const owner = DIM3[name.slice(0, dot)];
  return owner ? axisOf(owner, name.slice(dot + 1), span) : null;
}

/** `.x`, `.y` or `.z` of a position. */
export function axisOf(which: PositionKind, letter: string, span: Span): Value | null {
  const axis = ["x", "y", "z"].indexOf(letter);
  return axis === 0 || axis === 1 || axis === 2 ? axisValue(which, axis, span) : null;
}

function axisValue(which: PositionKind, axis: 0 | 1 | 2, span: Span): Value {
  return scalarValue(scalar("int32"), { kind: "position", which, axis, type: "i32", span });
}

/** `cuda.grid(axes)` and `cuda.gridsize(axes)`: int64, or a tuple of them. */
export function gridValue(which: "global" | "global-size", axes: number, span: Span): Value {
  const along = (axis: 0 | 1 | 2): Value =>
    int64Value(make.convert("i64", { kind: "position", which, axis, type: "i32", span }, span));
  if (axes === 1) return along(0);
  const all = [along(0), along(1), along(2)];
  return { kind: "tuple", items: all.slice(0, axes) };
}
