/** Mathematical functions on numbers. */
import type { BuiltinCall } from "./builtin-call.ts";
import type { LowerContext } from "./lower-context.ts";
import type { Value } from "./value.ts";

export function callNumeric(_context: LowerContext, _request: BuiltinCall): Value | null {
  return null;
}
