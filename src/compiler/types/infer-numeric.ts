/** Types of mathematical functions on numbers: `math`, `cmath`, NumPy's ufuncs on scalars, `operator`. */
import type * as ast from "../syntax/ast.ts";
import { type Answer } from "./arguments.ts";
import type { InferContext } from "./infer-context.ts";
import type { Type } from "./type.ts";
import type { BoundArgument } from "./typed.ts";

export function inferNumeric(
  _context: InferContext,
  _call: ast.Call,
  _name: string,
  _args: readonly BoundArgument[],
  _types: readonly Type[],
): Answer | null {
  return null;
}
