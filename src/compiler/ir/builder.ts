/** Short ways to make IR by hand, for passes and tests. Spans default to none. */
import type {
  Access,
  BinaryOperation,
  Comparison,
  Expr,
  Func,
  Local,
  Memory,
  Module,
  PositionKind,
  Scalar,
  Stmt,
} from "./ir.ts";
import { NO_SPAN as span } from "../text/span.ts";

export const local = (name: string, type: Scalar): Local => ({ kind: "local-variable", name, type });

export const constant = (type: Scalar, value: bigint | number | boolean): Expr => ({
  kind: "constant",
  type,
  value,
  span,
});
export const int = (value: number | bigint, type: Scalar = "i64"): Expr => constant(type, BigInt(value));
export const read = (variable: Local): Expr => ({
  kind: "local",
  local: variable,
  type: variable.type,
  span,
});
export const position = (which: PositionKind, axis: 0 | 1 | 2 = 0, type: Scalar = "i32"): Expr => ({
  kind: "position",
  which,
  axis,
  type,
  span,
});
export const binary = (op: BinaryOperation, left: Expr, right: Expr): Expr => ({
  kind: "binary",
  op,
  type: left.type,
  left,
  right,
  span,
});
export const compare = (op: Comparison, left: Expr, right: Expr): Expr => ({
  kind: "compare",
  op,
  type: "bool",
  left,
  right,
  span,
});
export const convert = (type: Scalar, value: Expr): Expr =>
  value.type === type ? value : { kind: "convert", type, value, bits: false, span };

export const memory = (name: string, element: Scalar, where: Partial<Memory> = {}): Memory => ({
  kind: "memory",
  name,
  space: "global",
  element,
  length: null,
  argument: null,
  data: null,
  dynamic: false,
  span,
  ...where,
});

/** An access of a one-dimensional memory; unchecked unless a size is given. */
export const at = (target: Memory, index: Expr, size: Expr | null = null, site = 0): Access => ({
  memory: target,
  offset: int(0, "i32"),
  axes: [
    {
      index,
      size: size ?? int(0, "i32"),
      stride: int(1, "i32"),
      wraps: size !== null,
      checked: size !== null,
    },
  ],
  site,
  span,
});
export const load = (access: Access): Expr => ({ kind: "load", type: access.memory.element, access, span });

export const assign = (target: Local, value: Expr): Stmt => ({ kind: "assign", local: target, value, span });
export const store = (access: Access, value: Expr): Stmt => ({ kind: "store", access, value, span });
export const when = (condition: Expr, then: readonly Stmt[], otherwise: readonly Stmt[] = []): Stmt => ({
  kind: "if",
  condition,
  then,
  otherwise,
  span,
});
export const loop = (condition: Expr | null, body: readonly Stmt[], budget: number | null = null): Stmt => ({
  kind: "loop",
  condition,
  body,
  budget,
  span,
});
export const count = (
  counter: Local,
  start: Expr,
  stop: Expr,
  step: Expr,
  body: readonly Stmt[],
  direction: "up" | "down" | "either" = "up",
): Stmt => ({
  kind: "for",
  counter,
  start,
  stop,
  step,
  direction,
  body,
  span,
});
export const barrier = (): Stmt => ({ kind: "barrier", scope: "block", combine: null, span });
export const leave = (kind: "break" | "continue"): Stmt => ({ kind, span });
export const done = (values: readonly Expr[] = []): Stmt => ({ kind: "return", values, span });

export const func = (
  name: string,
  body: readonly Stmt[],
  locals: readonly Local[] = [],
  params: readonly Local[] = [],
  results: readonly Scalar[] = [],
): Func => ({
  name,
  params,
  results,
  locals,
  body,
  span,
});

export const module = (kernel: Func, memories: readonly Memory[], rest: Partial<Module> = {}): Module => ({
  kernel,
  functions: [],
  memories,
  launchValues: [],
  sites: [],
  debug: false,
  ...rest,
});
