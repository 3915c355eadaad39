/** Calls: what is called, how its arguments bind to parameters, and what comes back. */
import type { Constant } from "../names/constant.ts";
import type * as ast from "../syntax/ast.ts";
import * as messages from "./diagnostics.ts";
import { type Answer, typeOfArgument } from "./arguments.ts";
import { inferArrayFunction, inferMethod } from "./infer-array.ts";
import type { InferContext } from "./infer-context.ts";
import { inferCuda } from "./infer-cuda.ts";
import { inferNumeric } from "./infer-numeric.ts";
import { inferPython } from "./infer-python.ts";
import { GRID_GROUP } from "./positions.ts";
import type { BoundArgument, CallTarget } from "./typed.ts";
import { type ScalarType, type Type, UNKNOWN } from "./type.ts";
import { counted, inWords } from "./type-words.ts";
import { unliteral } from "./unify.ts";

export function inferCall(context: InferContext, call: ast.Call): Type {
  const { func } = call;
  if (func.kind === "attribute") {
    const owner = context.expr(func.value);
    if (isValue(owner)) {
      const args = positional(context, call);
      return args ? inferMethod(context, call, func, owner, args) : UNKNOWN;
    }
  }
  const callee = context.expr(func);
  const args = positional(context, call);
  for (const keyword of call.keywords) if (keyword.name !== "") context.expr(keyword.value);
  if (!args) return UNKNOWN;
  switch (callee.kind) {
    case "unknown":
      return UNKNOWN;
    case "closure":
      return closure(context, call, callee.func, args);
    case "static":
      return callStatic(context, call, callee.value, args);
    default:
      context.report(messages.valueNotCallable(callee, func.span));
      return UNKNOWN;
  }
}

/** True for values whose attributes are methods or fields, not members of a module. */
function isValue(type: Type): boolean {
  if (type.kind !== "static") return type.kind !== "unknown";
  return type.value.kind === "builtin" && type.value.name === GRID_GROUP;
}

/** The positional arguments, `*t` taken apart; infers them. Null after an error. */
function positional(context: InferContext, call: ast.Call): BoundArgument[] | null {
  const bound: BoundArgument[] = [];
  for (const arg of call.args) {
    if (arg.kind !== "starred") {
      context.expr(arg);
      bound.push({ kind: "expr", expr: arg });
      continue;
    }
    const type = context.expr(arg.value);
    if (type.kind !== "tuple") {
      if (type.kind !== "unknown")
        context.report(messages.unsupported(`\`*\` on ${inWords(type)}`, null, arg.span));
      return null;
    }
    type.items.forEach((_, index) => {
      bound.push({ kind: "item", expr: arg.value, index });
    });
  }
  const starred = call.keywords.find((keyword) => keyword.name === "");
  if (!starred) return bound;
  context.report(messages.unsupported("`**` in a call", "write the arguments out", starred.span));
  return null;
}

function callStatic(
  context: InferContext,
  call: ast.Call,
  callee: Constant,
  args: readonly BoundArgument[],
): Type {
  const written = context.source.source.slice(call.func.span);
  switch (callee.kind) {
    case "unknown":
      return UNKNOWN;
    case "dtype":
      return convertTo(context, call, callee.type, args);
    case "builtin":
      return builtin(context, call, callee.name, args);
    case "function": {
      if (!callee.jitted) {
        context.report(messages.hostFunction(callee.name, call.func.span));
        return UNKNOWN;
      }
      return jitted(context, call, callee, args);
    }
    case "object":
      context.report(messages.notCallable(written, call.func.span, `this is ${callee.describe} of the host`));
      return UNKNOWN;
    default:
      context.report(messages.notCallable(written, call.func.span));
      return UNKNOWN;
  }
}

function builtin(context: InferContext, call: ast.Call, name: string, args: readonly BoundArgument[]): Type {
  const types = args.map((arg) => typeOfArgument(context, arg));
  if (types.some((type) => type.kind === "unknown")) return UNKNOWN;
  for (const infer of [inferPython, inferCuda, inferArrayFunction, inferNumeric]) {
    const answer: Answer | null = infer(context, call, name, args, types);
    if (!answer) continue;
    if (answer.target) context.body.calls.set(call, answer.target);
    return answer.type;
  }
  context.report(messages.notCallable(context.source.source.slice(call.func.span), call.func.span));
  return UNKNOWN;
}

/** `float32(x)`, `np.int8(x)`, and `float32()`. */
function convertTo(context: InferContext, call: ast.Call, to: Type, args: readonly BoundArgument[]): Type {
  const [arg] = args;
  if (to.kind !== "scalar") {
    context.report(messages.notSupportedYet("making a record in a kernel", call.span));
    return UNKNOWN;
  }
  if (args.length > 1 || call.keywords.length > 0) {
    context.report(messages.wrongArguments(to.name, "one argument", args.length, call.span, []));
    return UNKNOWN;
  }
  const from = arg ? unliteral(typeOfArgument(context, arg)) : to;
  if (from.kind === "unknown") return UNKNOWN;
  if (from.kind !== "scalar" || (isComplex(from) && !isComplex(to))) {
    context.report(messages.cannotConvert(from, `a ${to.name}`, (call.args[0] ?? call).span));
    return UNKNOWN;
  }
  const target: CallTarget = { kind: "convert", arg: arg ?? null, to };
  context.body.calls.set(call, target);
  return to;
}

const isComplex = (type: ScalarType): boolean => type.name.startsWith("complex");

function closure(
  context: InferContext,
  call: ast.Call,
  func: ast.FunctionDef | ast.Lambda,
  args: readonly BoundArgument[],
): Type {
  const name = func.kind === "lambda" || func.isLambda ? "the lambda" : func.name;
  const bound = bindParameters(context, call, name, func.params, args, (param) =>
    constantDefault(context, param),
  );
  if (!bound) return UNKNOWN;
  const types = bound.map((arg) => typeOfArgument(context, arg));
  const body = context.callClosure(func, types, call);
  if (!body) return UNKNOWN;
  context.body.calls.set(call, { kind: "closure", body, args: bound });
  return body.returnType;
}

function jitted(
  context: InferContext,
  call: ast.Call,
  callee: Extract<Constant, { kind: "function" }>,
  args: readonly BoundArgument[],
): Type {
  const source = context.names.functionSource(callee.id);
  if (!source) {
    context.report(messages.notCallable(callee.name, call.func.span, "its source cannot be found"));
    return UNKNOWN;
  }
  const bound = bindParameters(context, call, callee.name, source.ast.params, args, (param) =>
    constantDefault({ names: source.names }, param),
  );
  if (!bound) return UNKNOWN;
  const types = bound.map((arg) => unliteral(typeOfArgument(context, arg)));
  if (types.some((type) => type.kind === "unknown")) return UNKNOWN;
  const called = context.callFunction(callee.id, callee.name, types, call);
  if (!called) return UNKNOWN;
  context.body.calls.set(call, { kind: "function", callee: called, args: bound });
  return unliteral(called.body.returnType);
}

/** The arguments in the order of the parameters; reports what does not fit. */
function bindParameters(
  context: InferContext,
  call: ast.Call,
  name: string,
  params: readonly ast.Param[],
  args: readonly BoundArgument[],
  defaultOf: (param: ast.Param) => Constant | undefined,
): BoundArgument[] | null {
  const starred = params.find((param) => param.star !== "");
  if (starred) {
    context.report(
      messages.unsupported(
        `the parameter \`${starred.star}${starred.name}\``,
        "write the parameters out",
        call.span,
      ),
    );
    return null;
  }
  const bound: (BoundArgument | undefined)[] = params.map((_, i) => args[i]);
  for (const keyword of call.keywords) {
    const at = params.findIndex((param) => param.name === keyword.name);
    if (at < 0) {
      const names = params.map((param) => param.name);
      context.report(messages.unknownKeyword(name, keyword.name, keyword.span, names));
      return null;
    }
    bound[at] = { kind: "expr", expr: keyword.value };
  }
  const complete: BoundArgument[] = [];
  params.forEach((param, i) => {
    const value = bound[i];
    const constant = value ? undefined : defaultOf(param);
    if (value) complete.push(value);
    else if (constant) complete.push({ kind: "default", value: constant });
  });
  if (complete.length === params.length && args.length <= params.length) return complete;
  const required = params.filter((param) => !param.default).length;
  const wanted =
    required === params.length
      ? counted(params.length, "argument", "arguments")
      : `${required} to ${params.length} arguments`;
  context.report(messages.wrongArguments(name, wanted, args.length + call.keywords.length, call.span, []));
  return null;
}

/** A default that is a literal or a plain name; Python evaluated it when the function was made. */
function constantDefault(context: Pick<InferContext, "names">, param: ast.Param): Constant | undefined {
  const expr = param.default;
  if (!expr) return undefined;
  switch (expr.kind) {
    case "number":
      if (expr.form === "int") return { kind: "int", value: BigInt(expr.value) };
      if (expr.form === "float") return { kind: "float", value: Number(expr.value) };
      return { kind: "complex", re: 0, im: Number(expr.value) };
    case "unary": {
      const inner = constantDefault(context, { ...param, default: expr.operand });
      if (expr.op !== "-") return undefined;
      if (inner?.kind === "int") return { kind: "int", value: -inner.value };
      return inner?.kind === "float" ? { kind: "float", value: -inner.value } : undefined;
    }
    case "constant":
      if (expr.value === "...") return undefined;
      return expr.value === null ? { kind: "none" } : { kind: "bool", value: expr.value };
    case "string":
      return { kind: "string", value: expr.value };
    case "name":
      return context.names.lookup(expr.id);
    default:
      return undefined;
  }
}
