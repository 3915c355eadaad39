/** The whole of inference: a kernel or device function, and every function that it calls, each once for its argument types. */
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { FunctionSource } from "../names/constant.ts";
import { kernelReturnsValue } from "../names/diagnostics.ts";
import type * as ast from "../syntax/ast.ts";
import * as messages from "./diagnostics.ts";
import { BodyInference, type InferenceHost, untilSettled } from "./infer-body.ts";
import type { InferContext } from "./infer-context.ts";
import { type Type, UNKNOWN } from "./type.ts";
import { typeName } from "./type-names.ts";
import type { TypedFunction } from "./typed.ts";

export interface Inferred {
  readonly function: TypedFunction;
  readonly diagnostics: readonly Diagnostic[];
}

/** Infers a kernel (`isKernel`) or device function for argument types. */
export function infer(source: FunctionSource, argumentTypes: readonly Type[], isKernel: boolean): Inferred {
  const { ast } = source;
  const starred = ast.params.find((param) => param.star !== "");
  if (starred) {
    const what = `the parameter \`${starred.star}${starred.name}\``;
    const found = messages.unsupported(what, "write the parameters out", starred.span);
    const inferred = new Inference().root(
      source,
      ast.params.map(() => UNKNOWN),
      isKernel,
    );
    return { function: inferred.typed, diagnostics: [found] };
  }
  if (ast.params.length !== argumentTypes.length) {
    const params = ast.params.map((param) => param.name);
    const wrong = messages.wrongArgumentCount(ast.name, params, argumentTypes.length, ast.nameSpan);
    const body = new Inference().root(
      source,
      ast.params.map(() => UNKNOWN),
      isKernel,
    );
    return { function: body.typed, diagnostics: [wrong] };
  }
  const inference = new Inference();
  const { typed, diagnostics } = inference.root(source, argumentTypes, isKernel);
  return { function: typed, diagnostics };
}

/** A function whose inference is finished or under way. */
interface Entry {
  readonly typed: TypedFunction;
  diagnostics: readonly Diagnostic[];
  /** Being inferred further up the stack: a call is recursion. */
  active: boolean;
  /** It called an active function, so its types may still change. */
  provisional: boolean;
}

class Inference {
  readonly #entries = new Map<string, Entry>();
  readonly #stack: Entry[] = [];
  #recursive = false;

  root(
    source: FunctionSource,
    argumentTypes: readonly Type[],
    isKernel: boolean,
  ): { readonly typed: TypedFunction; readonly diagnostics: readonly Diagnostic[] } {
    const entry = this.#run("root", source.ast.name, source, argumentTypes, isKernel);
    return { typed: entry.typed, diagnostics: unique(entry.diagnostics) };
  }

  #run(key: string, name: string, source: FunctionSource, types: readonly Type[], isKernel: boolean): Entry {
    let changed = false;
    let diagnostics: Diagnostic[] = [];
    const host: InferenceHost = {
      isKernel,
      changed: () => {
        changed = true;
      },
      report: (diagnostic) => diagnostics.push(diagnostic),
      callFunction: (id, callee, calleeTypes, call, caller) =>
        this.#call(id, callee, calleeTypes, call, caller),
    };
    const inference = new BodyInference(source.ast, types, source, host, null);
    const typed: TypedFunction = { source, name, argumentTypes: types, body: inference.body, key };
    const entry: Entry = { typed, diagnostics: [], active: true, provisional: false };
    this.#entries.set(key, entry);
    this.#stack.push(entry);
    untilSettled(() => {
      changed = false;
      diagnostics = [];
      inference.round();
      return changed;
    });
    inference.finish();
    if (isKernel) {
      for (const { type, span } of inference.returns) {
        if (type.kind !== "none" && type.kind !== "unknown")
          diagnostics.push(kernelReturnsValue({ span, kernel: name }));
      }
    }
    this.#stack.pop();
    entry.active = false;
    entry.diagnostics = diagnostics;
    return entry;
  }

  #call(
    id: number,
    name: string,
    types: readonly Type[],
    call: ast.Call,
    caller: InferContext,
  ): TypedFunction | null {
    const key = `${id}(${types.map(typeKey).join(",")})`;
    const known = this.#entries.get(key);
    if (known && (known.active || !known.provisional)) {
      if (known.active) this.#markProvisional(known);
      else this.#report(known, call, caller, types);
      return known.typed;
    }
    const source = caller.names.functionSource(id);
    if (!source) return null;
    const entry = this.#run(key, name, source, types, false);
    this.#report(entry, call, caller, types);
    return entry.typed;
  }

  /** All functions between a recursive call and the one called depend on what that will return. */
  #markProvisional(called: Entry): void {
    const from = this.#stack.indexOf(called);
    for (const entry of this.#stack.slice(from + 1)) entry.provisional = true;
    this.#recursive = true;
  }

  #report(entry: Entry, call: ast.Call, caller: InferContext, types: readonly Type[]): void {
    const { source } = entry.typed.source;
    for (const diagnostic of entry.diagnostics) {
      if (source.name === caller.source.source.name) {
        caller.report(messages.calledFrom(diagnostic, types, call.span));
      } else {
        const line = source.line(diagnostic.primary.span);
        caller.report(messages.insideCallee(entry.typed.name, diagnostic, source.name, line, call.span));
      }
    }
    const { body } = entry.typed;
    if (entry.diagnostics.length > 0) return;
    if (body.returnType.kind === "unknown" && this.#recursive) {
      caller.report(messages.recursionWithoutType(entry.typed.name, call.span));
    }
  }
}

/** Equal for equal types; names of statics alone do not tell them apart. */
export function typeKey(type: Type): string {
  switch (type.kind) {
    case "static":
      if (type.value.kind === "function") return `fn${type.value.id}`;
      if (type.value.kind === "object") return `obj${type.value.handle}`;
      return typeName(type);
    case "tuple":
      return `(${type.items.map(typeKey).join(",")})${type.names ? type.names.join(".") : ""}`;
    case "array":
      return `${typeName(type)}${type.space}`;
    default:
      return typeName(type);
  }
}

/** The same message at the same place once, though a function was looked at for several types. */
function unique(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Set<string>();
  return diagnostics.filter((diagnostic) => {
    const key = `${diagnostic.code} ${diagnostic.primary.span.start} ${diagnostic.primary.span.end}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
