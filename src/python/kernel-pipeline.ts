/** The compiler and both back ends, put together for live kernels. */
import { compileFunction } from "../compiler/compile.ts";
import { Unsupported } from "../compiler/diagnostics/unsupported.ts";
import type { Module } from "../compiler/ir/ir.ts";
import type { LaunchFacts } from "../compiler/ir/launch-facts.ts";
import { printModule } from "../compiler/ir/print.ts";
import { blockProgram } from "../compiler/passes/block-program.ts";
import { optimise } from "../compiler/passes/pipeline.ts";
import { parseFile as parse } from "../compiler/syntax/parse.ts";
import { disassemble } from "../wasm/disassemble.ts";
import { emitWasm } from "../wasm/emit.ts";
import { MATH_IMPORTS } from "../wasm/math-library.ts";
import { emitWgsl } from "../wgsl/emit.ts";
import type { KernelPipeline } from "./compile-service.ts";
import type { ParseFile } from "./names-live.ts";

export const parseFile: ParseFile = (source) => parse(source).file.functions;

export const pipeline: KernelPipeline = {
  front: (source, argumentTypes) => compileFunction({ source, argumentTypes }),
  back(module, facts, target, limits, { source, ast }, wantIr) {
    const lineOf = (offset: number): number => source.line({ start: offset, end: offset });
    const name = ast.isLambda ? "kernel" : ast.name;
    const optimised = optimise(module, facts, target === "wgsl" ? "gpu" : "cpu", { lineOf });
    const ir = wantIr ? printModule(optimised.module) : null;
    try {
      const block = blockProgram(optimised.module);
      const program = target === "wgsl" ? emitWgsl(block, facts, limits, name) : emitWasm(block, facts, name);
      const wat = wantIr ? watOf(module, facts, name) : null;
      return { program, notices: optimised.notices, diagnostics: [], ir, wat };
    } catch (error) {
      if (!(error instanceof Unsupported)) throw error;
      return { program: null, notices: [], diagnostics: [error.diagnostic], ir, wat: null };
    }
  },
};

export const mathImports = MATH_IMPORTS;

/** The kernel as the CPU device would get it; null where it cannot have it. */
function watOf(module: Module, facts: LaunchFacts, name: string): string | null {
  try {
    return disassemble(emitWasm(blockProgram(optimise(module, facts, "cpu").module), facts, name).bytes);
  } catch (error) {
    if (error instanceof Unsupported) return null;
    throw error;
  }
}
