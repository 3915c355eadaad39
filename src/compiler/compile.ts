/** The one entry of the front end: a function's source and its argument types to IR, or what is wrong with it. */
import type { Diagnostic } from "./diagnostics/diagnostic.ts";
import type { Module } from "./ir/ir.ts";
import { lowerKernel } from "./lower/lower.ts";
import { type FlatArgument, flattenArguments } from "./lower/parameters.ts";
import type { FunctionSource } from "./names/constant.ts";
import { infer } from "./types/inference.ts";
import { hasUnknowns } from "./types/unknowns.ts";
import type { Type } from "./types/type.ts";
import { NONE } from "./types/type.ts";

export interface CompileRequest {
  readonly source: FunctionSource;
  /** Of the kernel's parameters, in order. */
  readonly argumentTypes: readonly Type[];
}

export interface Compiled {
  /** Null where there are errors, and where something is unknown: in the language worker, which has no live names. */
  readonly module: Module | null;
  readonly returnType: Type;
  /** What each flattened argument is: `LaunchSource.argument` is an index into this. A complex one has two parts. */
  readonly argumentLayout: readonly FlatArgument[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Compiles a kernel for argument types. */
export function compileFunction(request: CompileRequest): Compiled {
  const { source, argumentTypes } = request;
  const names = source.ast.params.map((param) => param.name);
  const argumentLayout = flattenArguments(names, argumentTypes);
  const inferred = infer(source, argumentTypes, true);
  const failed = inferred.diagnostics.some((diagnostic) => diagnostic.severity === "error");
  if (failed || hasUnknowns(inferred.function.body)) {
    return { module: null, returnType: NONE, argumentLayout, diagnostics: inferred.diagnostics };
  }
  const lowered = lowerKernel(inferred.function);
  return {
    module: lowered.module,
    returnType: NONE,
    argumentLayout,
    diagnostics: [...inferred.diagnostics, ...lowered.diagnostics],
  };
}

/** Infers a device function: its return type as Numba has it, and what is wrong with it. */
export function inferOnly(request: CompileRequest): {
  readonly returnType: Type;
  readonly diagnostics: readonly Diagnostic[];
} {
  const inferred = infer(request.source, request.argumentTypes, false);
  return { returnType: inferred.function.body.returnType, diagnostics: inferred.diagnostics };
}
