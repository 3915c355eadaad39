/**
 * Symbolic values: what an expression was when it was evaluated, in terms that do not change later. So
 * `inside = i < n` followed later by `if inside` still tells about the value that `i` had.
 */
import type { LinearForm } from "./linear-form.ts";

export type Value =
  | { readonly kind: "integer"; readonly form: LinearForm }
  | { readonly kind: "bool"; readonly condition: Condition }
  /** Floats: nothing is known of them. */
  | { readonly kind: "other" };

export type Condition =
  | { readonly kind: "constant"; readonly value: boolean }
  /** form <= 0 */
  | { readonly kind: "at-most-zero"; readonly form: LinearForm }
  /** form == 0 */
  | { readonly kind: "zero"; readonly form: LinearForm }
  | { readonly kind: "not"; readonly value: Condition }
  | { readonly kind: "and" | "or"; readonly left: Condition; readonly right: Condition }
  | { readonly kind: "unknown" };

export const UNKNOWN_CONDITION: Condition = { kind: "unknown" };
export const OTHER_VALUE: Value = { kind: "other" };
export const integerValue = (form: LinearForm): Value => ({ kind: "integer", form });
