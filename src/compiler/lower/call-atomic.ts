/** `numba.cuda.atomic`: the old value comes back. */
import type { AtomicOperation } from "../ir/ir.ts";
import * as messages from "../types/diagnostics.ts";
import { type BuiltinCall, operand } from "./builtin-call.ts";
import { int64Value, irType, scalarValue } from "./convert.ts";
import type { LowerContext } from "./lower-context.ts";
import * as make from "./make.ts";
import { Refusal } from "./refusal.ts";
import { placeOf } from "./subscript.ts";
import type { Value } from "./value.ts";
import { accessOf } from "./view.ts";

const OPERATIONS: Readonly<Record<string, AtomicOperation>> = {
  add: "add",
  sub: "sub",
  max: "max",
  min: "min",
  nanmax: "nanmax",
  nanmin: "nanmin",
  and_: "and",
  or_: "or",
  xor: "xor",
  inc: "inc",
  dec: "dec",
  exch: "exchange",
  cas: "compare-exchange",
  compare_and_swap: "compare-exchange",
};

export function callAtomic(context: LowerContext, request: BuiltinCall): Value {
  const { frame } = context;
  const { span, args } = request;
  const member = request.name.slice(request.name.lastIndexOf(".") + 1);
  const op = OPERATIONS[member];
  const [array, index] = args;
  const isFirst = member === "compare_and_swap";
  const first = int64Value(make.int64(0, span));
  const place = placeOf(context, array ?? { kind: "none" }, [isFirst ? first : (index ?? first)], span);
  const element = place.element;
  if (!op || element.kind !== "scalar")
    throw new Refusal(messages.notSupportedYet(`atomic.${member} here`, span));
  const operands = args.slice(isFirst ? 1 : 2).map((_, i) => {
    const value = operand(request, i + (isFirst ? 1 : 2), element);
    if (value.kind !== "scalar") throw new Refusal(messages.notSupportedYet("a complex number here", span));
    return value.expr;
  });
  const isWanted = !isStatement(context, request);
  const result = isWanted
    ? frame.local(request.local === "value" ? "old" : request.local, irType(element), true)
    : null;
  const access = accessOf(context.module, place, irType(element), 0, span);
  frame.emit({ kind: "atomic", op, access, operands, result, span });
  return result ? scalarValue(element, frame.read(result, span)) : { kind: "none" };
}

/** True where the call is a statement of its own, so that nobody wants the old value. */
function isStatement(context: LowerContext, request: BuiltinCall): boolean {
  return context.unwanted === request.call;
}
