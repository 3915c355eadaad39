/** From a typed kernel to the IR. */
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Module } from "../ir/ir.ts";
import type { TypedFunction } from "../types/typed.ts";
import { Frame } from "./frame.ts";
import { FunctionLowering } from "./function-lowering.ts";
import { ModuleBuilder } from "./module-builder.ts";
import { ParameterReader } from "./parameters.ts";
import { Refusal } from "./refusal.ts";
import { FunctionCalls } from "./specialise-call.ts";
import type { Value } from "./value.ts";

export interface Lowered {
  /** Null where there are diagnostics. */
  readonly module: Module | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** Lowers a kernel and everything that it calls. */
export function lowerKernel(typed: TypedFunction): Lowered {
  const { options } = typed.source;
  const module = new ModuleBuilder(options.debug);
  const frame = new Frame(module, true);
  const { body } = typed;
  try {
    const reader = new ParameterReader(module);
    const args = body.params.map((param): Value => reader.read(param.name, param.type, param.span));
    const lowering = new FunctionLowering(new FunctionCalls(module), frame, new Map(), (_value, span) => {
      frame.emit({ kind: "return", values: [], span });
    });
    const statements = lowering.lower(body, args);
    if (module.diagnostics.length > 0) return { module: null, diagnostics: module.diagnostics };
    return {
      module: {
        kernel: {
          name: typed.name,
          params: [],
          results: [],
          locals: frame.locals,
          body: statements,
          span: body.func.span,
        },
        functions: module.functions,
        memories: module.memories,
        launchValues: module.launchValues,
        sites: module.sites,
        debug: options.debug,
      },
      diagnostics: [],
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { module: null, diagnostics: [...module.diagnostics, error.diagnostic] };
  }
}
