/** The compiler and both back ends, put together for live kernels. */
import { InternalError } from "../compiler/diagnostics/diagnostic.ts";
import { blockProgram } from "../compiler/passes/block-program.ts";
import { optimise } from "../compiler/passes/pipeline.ts";
import { parseFile as parse } from "../compiler/syntax/parse.ts";
import { emitWgsl } from "../wgsl/emit.ts";
import type { KernelPipeline } from "./compile-service.ts";
import type { ParseFile } from "./names-live.ts";

export const parseFile: ParseFile = (source) => parse(source).file.functions;

export const pipeline: KernelPipeline = {
  front() {
    throw new InternalError("compiler", "the compiler is not there yet");
  },
  back(module, facts, target, limits, { source, ast }) {
    const lineOf = (offset: number): number => source.line({ start: offset, end: offset });
    const optimised = optimise(module, facts, target === "wgsl" ? "gpu" : "cpu", { lineOf });
    const block = blockProgram(optimised.module);
    if (target === "wasm") throw new InternalError("wasm", "the CPU device's compiler is not there yet");
    const program = emitWgsl(block, facts, limits, ast.isLambda ? "kernel" : ast.name);
    return { program, notices: optimised.notices, diagnostics: [], ir: null };
  },
};

export const mathImports: Readonly<Record<string, (...args: number[]) => number>> = {};
