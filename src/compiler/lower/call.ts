/** Calls, by what inference found to be called. */
import type * as ast from "../syntax/ast.ts";
import * as messages from "../types/diagnostics.ts";
import { unliteral } from "../types/unify.ts";
import { callArrayFunction, callMethod } from "./call-array.ts";
import { callCuda } from "./call-cuda.ts";
import { callNumeric } from "./call-numeric.ts";
import { callPython } from "./call-python.ts";
import { convertNumber } from "./convert.ts";
import type { LowerContext } from "./lower-context.ts";
import * as make from "./make.ts";
import { Refusal } from "./refusal.ts";
import type { Value } from "./value.ts";

/** The value of a call. `name` is what a local for it would be called. */
export function lowerCall(context: LowerContext, call: ast.Call, name: string): Value {
  const target = context.body.calls.get(call);
  const { span } = call;
  if (!target) throw new Refusal(messages.notSupportedYet("this call", span));
  switch (target.kind) {
    case "convert": {
      const value = target.arg ? context.argument(target.arg) : null;
      const number = value ? convertNumber(value, target.to, span) : null;
      if (number) return number;
      if (!value) {
        const zero = convertNumber(
          { kind: "scalar", type: { kind: "scalar", name: "int64" }, expr: make.int64(0, span) },
          target.to,
          span,
        );
        if (zero) return zero;
      }
      throw new Refusal(messages.notSupportedYet("this conversion", span));
    }
    case "function": {
      const args = context.frame.sequence(target.args.map((arg) => () => context.argument(arg)));
      return context.callFunction(target, args, span);
    }
    case "closure": {
      const args = context.frame.sequence(target.args.map((arg) => () => context.argument(arg)));
      return context.callClosure(target, args, span);
    }
    case "method": {
      const [receiver, ...args] = context.frame.sequence([
        () => context.expr(target.receiver),
        ...target.args.map((arg) => () => context.argument(arg)),
      ]);
      return callMethod(context, target.name, receiver ?? { kind: "none" }, args, context.typeOf(call), span);
    }
    case "builtin": {
      const type = unliteral(context.typeOf(call));
      const args = context.frame.sequence(target.args.map((arg) => () => context.argument(arg)));
      const request = { name: target.name, args, operands: target.operands, type, span, local: name, call };
      const value =
        callPython(context, request) ??
        callCuda(context, request) ??
        callArrayFunction(context, request) ??
        callNumeric(context, request);
      if (value) return value;
      throw new Refusal(messages.notSupportedYet(target.name.replace(/^builtins\./, ""), span));
    }
  }
}
