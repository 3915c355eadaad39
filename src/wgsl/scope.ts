/** What the printing of expressions needs to know about where they stand. */
import type { Expr, LaunchValue, Local, Memory, PositionKind, Scalar } from "../compiler/ir/ir.ts";
import type { Storage } from "./binding-plan.ts";
import type { Code } from "./code.ts";

export interface Scope {
  expr(expr: Expr): Code;
  /** Threads of a block along x, y, z. */
  readonly block: readonly [number, number, number];
  /** An integer expression that is surely not negative. */
  isNatural(expr: Expr): boolean;
  local(local: Local): Code;
  /** As i32. */
  position(which: PositionKind, axis: 0 | 1 | 2): Code;
  /** The member of the uniform block, and the type that it has there. */
  launch(value: LaunchValue): { readonly code: Code; readonly type: Scalar };
  storage(memory: Memory): Storage;
  /** Whether evaluating the code may look at an array that atomics work on. */
  mayRead(code: Code, storage: Storage): boolean;
  /** The index of this thread's copy of a `perThread` storage: `[f]`; empty where there is one. */
  readonly threadSlot: string;
  /**
   * Puts a value into a `let` before the statement and gives its name; null where the expression may not be evaluated
   * at all (the right side of `and`), so that nothing may move out of it.
   */
  hoist(code: Code, name: string): Code | null;
  /** Runs `print` for an expression that may not be evaluated. */
  lazily<T>(print: () => T): T;
}
