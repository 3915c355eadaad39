/** Types of calls to `numba.cuda.atomic`. */
import type * as ast from "../syntax/ast.ts";
import { type Answer, answer, FAILED, hasCount, isReal, refuse, shortName } from "./arguments.ts";
import * as arrayMessages from "./array-diagnostics.ts";
import type { InferContext } from "./infer-context.ts";
import { indexKinds } from "./infer-subscript.ts";
import type { ScalarName, Type } from "./type.ts";
import { counted } from "./type-words.ts";
import type { BoundArgument } from "./typed.ts";

const INTEGERS: readonly ScalarName[] = ["int32", "uint32", "int64", "uint64"];
const UNSIGNED: readonly ScalarName[] = ["uint32", "uint64"];
const NUMBERS: readonly ScalarName[] = [...INTEGERS, "float32", "float64"];

/** Element types that each operation works on, as Numba declares them (cudadecl.py). */
const ELEMENTS: Readonly<Record<string, readonly ScalarName[]>> = {
  add: NUMBERS,
  sub: NUMBERS,
  max: NUMBERS,
  min: NUMBERS,
  nanmax: NUMBERS,
  nanmin: NUMBERS,
  and_: INTEGERS,
  or_: INTEGERS,
  xor: INTEGERS,
  inc: UNSIGNED,
  dec: UNSIGNED,
  exch: INTEGERS,
  cas: INTEGERS,
  compare_and_swap: INTEGERS,
};

/** `operands`: the array's type, and its element for each value. */
export function inferAtomic(
  context: InferContext,
  call: ast.Call,
  name: string,
  args: readonly BoundArgument[],
  types: readonly Type[],
): Answer | null {
  const member = shortName(name);
  const elements = ELEMENTS[member];
  if (!elements) return null;
  const count = member === "cas" ? 4 : 3;
  if (!hasCount(context, call, name, args, count, count)) return FAILED;
  const [array, index] = types;
  if (array?.kind !== "array")
    return refuse(context, call, name, types, "the first argument is the array, the second the index");
  const { element } = array;
  if (element.kind !== "scalar" || !elements.includes(element.name)) {
    return refuse(context, call, name, types, `the array's elements may be ${elements.join(", ")}`);
  }
  if (array.readonly) {
    context.report(arrayMessages.readOnly(array, call.args[0]?.span ?? call.span));
    return FAILED;
  }
  const values = types.slice(member === "compare_and_swap" ? 1 : 2);
  if (!values.every(isReal)) return refuse(context, call, name, types);
  if (member !== "compare_and_swap" && index) {
    const kinds = indexKinds([index]);
    if (!Array.isArray(kinds) || kinds.some((kind) => kind !== "integer")) {
      context.report(arrayMessages.badIndex(index, call.args[1]?.span ?? call.span));
      return FAILED;
    }
    if (kinds.length !== array.ndim) {
      context.report(
        arrayMessages.wrongIndexCount(
          array,
          kinds.length,
          call.args[1]?.span ?? call.span,
          call.args[0]?.span ?? call.span,
        ),
      );
      return FAILED;
    }
  }
  if (member === "compare_and_swap" && array.ndim !== 1) {
    return refuse(
      context,
      call,
      name,
      types,
      `it changes the first element of an array with ${counted(1, "axis", "axes")}`,
    );
  }
  return answer(element, name, args, [array, ...values.map(() => element)]);
}
