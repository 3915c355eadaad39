/**
 * Calls of device functions. Each function is lowered once for the types of its arguments and for where its arrays are:
 * an array parameter is its offset, sizes and strides as scalars, and a memory that the function's own text knows.
 */
import type { Expr, Func, Local, Scalar, Stmt } from "../ir/ir.ts";
import { sourceKey } from "../ir/launch-facts.ts";
import type { Span } from "../text/span.ts";
import * as messages from "../types/diagnostics.ts";
import type { Type } from "../types/type.ts";
import { unliteral } from "../types/unify.ts";
import type { TypedBody, Version } from "../types/typed.ts";
import { convertValue, irType, isComplex, scalarValue } from "./convert.ts";
import { Frame } from "./frame.ts";
import { type FunctionHost, FunctionLowering } from "./function-lowering.ts";
import type { ModuleBuilder, Specialised } from "./module-builder.ts";
import { Refusal } from "./refusal.ts";
import { expressionsOf, mapValue, type Value } from "./value.ts";

export class FunctionCalls implements FunctionHost {
  readonly module: ModuleBuilder;
  readonly #names = new Map<string, number>();

  constructor(module: ModuleBuilder) {
    this.module = module;
  }

  call(frame: Frame, target: Parameters<FunctionHost["call"]>[1], args: readonly Value[], span: Span): Value {
    const { callee } = target;
    return this.#call(frame, callee.key, callee.name, callee.body, args, new Map(), span);
  }

  callNested(
    frame: Frame,
    body: TypedBody,
    args: readonly Value[],
    captured: ReadonlyMap<Version, Value>,
    span: Span,
  ): Value {
    const name = body.func.kind === "lambda" || body.func.isLambda ? "inner" : body.func.name;
    return this.#call(frame, `nested ${this.module.identity(body)}`, name, body, args, captured, span);
  }

  #call(
    frame: Frame,
    key: string,
    name: string,
    body: TypedBody,
    args: readonly Value[],
    captured: ReadonlyMap<Version, Value>,
    span: Span,
  ): Value {
    const names = body.params.map((param) => param.name);
    const formal = new FormalArguments(this.module);
    const formals = args.map((arg, i) => formal.abstract(names[i] ?? "argument", arg, span));
    const inner = new Map<Version, Value>();
    for (const [version, value] of captured) inner.set(version, formal.abstract(version.name, value, span));
    const fullKey = `${key} ${formal.key}`;
    const known = this.module.specialised.get(fullKey);
    const specialised = known ?? this.#lower(fullKey, name, body, formal.params, formals, inner);
    const results = specialised.func.results.map((type, i) => {
      const label = specialised.func.results.length === 1 ? `${name}_result` : `${name}_result_${i}`;
      return frame.local(label, type, true);
    });
    frame.emit({ kind: "call", func: specialised.func, args: formal.actuals, results, span });
    return specialised.result(results.map((local) => frame.read(local, span)));
  }

  #lower(
    key: string,
    name: string,
    body: TypedBody,
    params: readonly { readonly name: string; readonly local: Local }[],
    formals: readonly Value[],
    captured: ReadonlyMap<Version, Value>,
  ): Specialised {
    const frame = new Frame(this.module, false);
    for (const { local } of params) frame.adopt(local);
    const type = unliteral(body.returnType);
    const results = resultTypes(type, body.func.span);
    const statements: Stmt[] = [];
    const locals: Local[] = [];
    const func: Func = {
      name: this.#uniqueName(name),
      params: params.map((param) => param.local),
      results,
      locals,
      body: statements,
      span: body.func.span,
    };
    const specialised: Specialised = { func, result: (values) => rebuild(type, [...values]) };
    // Known before its body is lowered, since that may call it.
    this.module.specialised.set(key, specialised);
    const lowering = new FunctionLowering(this, frame, captured, (value, span) => {
      const converted = convertValue(value, type, span);
      if (!converted) throw new Refusal(messages.notSupportedYet("returning this value", span));
      const values = results.length === 0 ? [] : expressionsOf(converted);
      frame.emit({ kind: "return", values, span });
    });
    statements.push(...lowering.lower(body, formals));
    locals.push(...frame.locals);
    this.module.functions.push(func);
    return specialised;
  }

  #uniqueName(name: string): string {
    const count = (this.#names.get(name) ?? 0) + 1;
    this.#names.set(name, count);
    return count === 1 ? name : `${name}_${count}`;
  }
}

/** Puts parameters in the place of what a call passes. */
class FormalArguments {
  readonly params: { readonly name: string; readonly local: Local }[] = [];
  readonly actuals: Expr[] = [];
  readonly #module: ModuleBuilder;
  readonly #parts: string[] = [];

  constructor(module: ModuleBuilder) {
    this.#module = module;
  }

  get key(): string {
    return this.#parts.join(" ");
  }

  abstract(name: string, value: Value, span: Span): Value {
    const keepsFixed = this.#describe(value, span);
    return mapValue(value, (expr, role) => {
      const fixed = keepsFixed ? fixedKey(expr) : null;
      if (fixed !== null) {
        this.#parts.push(fixed);
        return expr;
      }
      const local: Local = {
        kind: "local-variable",
        name: role === "" ? name : `${name}_${role}`,
        type: expr.type,
      };
      this.params.push({ name, local });
      this.actuals.push(expr);
      this.#parts.push(expr.type);
      return { kind: "local", local, type: expr.type, span: expr.span };
    });
  }

  /** Writes what is no expression into the key; true where constants and launch values stay in the function. */
  #describe(value: Value, span: Span): boolean {
    switch (value.kind) {
      case "view":
      case "record": {
        const view = value.kind === "record" ? value.view : value;
        const axes = view.axes.map((axis) => `${axis.index === null ? "free" : "fixed"}${axis.wraps}`);
        this.#parts.push(`m${this.#module.identity(view.storage)}+${view.fieldBytes}[${axes.join(",")}]`);
        return true;
      }
      case "tuple": {
        const keeps = value.items.map((item) => this.#describe(item, span));
        return keeps.includes(true);
      }
      case "closure":
        throw new Refusal(
          messages.notSupportedYet("passing a lambda or nested function to a function", span),
        );
      case "string":
        this.#parts.push(JSON.stringify(value.value));
        return false;
      case "dim3":
        this.#parts.push(value.which);
        return false;
      default:
        return false;
    }
  }
}

/** A text for an expression that is the same in every function; null for others. */
function fixedKey(expr: Expr): string | null {
  switch (expr.kind) {
    case "constant":
      return `${expr.type}:${expr.value}`;
    case "launch":
      return sourceKey(expr.value.source);
    case "binary": {
      // Strides of C-ordered arrays are products of launch values.
      const left = fixedKey(expr.left);
      const right = left === null ? null : fixedKey(expr.right);
      return right === null ? null : `(${left} ${expr.op} ${right})`;
    }
    default:
      return null;
  }
}

/** The scalars that a function gives back for a value of this type. */
function resultTypes(type: Type, span: Span): Scalar[] {
  switch (type.kind) {
    case "scalar":
      return isComplex(type) ? [irType(type), irType(type)] : [irType(type)];
    case "tuple":
      return type.items.flatMap((item) => resultTypes(item, span));
    case "none":
    case "static":
      return [];
    default:
      throw new Refusal(
        messages.notSupportedYet(
          `a function that returns ${type.kind === "array" ? "an array" : `a ${type.kind}`}`,
          span,
        ),
      );
  }
}

function rebuild(type: Type, values: Expr[]): Value {
  switch (type.kind) {
    case "scalar": {
      const [re, im] = isComplex(type) ? [values.shift(), values.shift()] : [values.shift(), undefined];
      if (re && im) return { kind: "complex", type, re, im };
      if (re) return scalarValue(type, re);
      return { kind: "none" };
    }
    case "tuple":
      return { kind: "tuple", items: type.items.map((item) => rebuild(item, values)) };
    case "static":
      return { kind: "static", value: type.value };
    default:
      return { kind: "none" };
  }
}
