/**
 * Kernels by argument types and launch facts. The front half (source to IR) is done once for argument types, the back
 * half (IR to WGSL or WebAssembly) once for each class of launches.
 */
import { type Diagnostic, InternalError } from "../compiler/diagnostics/diagnostic.ts";
import type { Module } from "../compiler/ir/ir.ts";
import { type DeviceLimits, factsKey, type LaunchFacts } from "../compiler/ir/launch-facts.ts";
import type { Program } from "../compiler/ir/program.ts";
import type { FunctionSource } from "../compiler/names/constant.ts";
import type { Span } from "../compiler/text/span.ts";
import type { Type } from "../compiler/types/type.ts";
import type { NoticeReport } from "../session/run-report.ts";
import { EngineError, errorOfDiagnostics } from "./engine-error.ts";
import { flattenTypes, type ParameterShape } from "./launch-decoder.ts";
import { withoutSizes } from "./launch-facts.ts";
import type { ArgumentTypes, NamesSource } from "./names-live.ts";

export type Target = "wgsl" | "wasm";

/** A notice of a pass: what was decided, and where. */
export interface PassNotice {
  readonly code: string;
  readonly span: Span;
  readonly message: string;
}
export interface BackResult {
  /** Null where a diagnostic says why. */
  readonly program: Program | null;
  readonly notices: readonly PassNotice[];
  readonly diagnostics: readonly Diagnostic[];
  readonly ir: string | null;
  readonly wat: string | null;
}
/** The compiler and back ends, as `kernel-pipeline.ts` puts them together. */
export interface KernelPipeline {
  front(
    source: FunctionSource,
    argumentTypes: readonly Type[],
  ): { readonly module: Module | null; readonly diagnostics: readonly Diagnostic[] };
  back(
    module: Module,
    facts: LaunchFacts,
    target: Target,
    limits: DeviceLimits,
    source: FunctionSource,
    wantIr: boolean,
  ): BackResult;
}

/** A kernel for argument types. */
export interface Specialisation {
  readonly id: number;
  readonly name: string;
  readonly source: FunctionSource;
  readonly module: Module;
  readonly argumentTypes: readonly string[];
  readonly parameters: readonly ParameterShape[];
  readonly compileMs: number;
  readonly variants: Map<string, CompiledVariant>;
}
/** A specialisation compiled for a class of launches: one entry of the run report. */
export interface CompiledVariant {
  /** `KernelReport.id`. */
  readonly kernel: number;
  readonly specialisation: Specialisation;
  readonly facts: LaunchFacts;
  readonly key: string;
  readonly program: Program;
  readonly notices: readonly NoticeReport[];
  readonly ir: string | null;
  readonly wat: string | null;
  readonly compileMs: number;
  launches: number;
}

/** Classes of launches after which a specialisation is compiled once for all sizes instead. */
const MOST_VARIANTS = 12;

export class CompileService {
  readonly #pipeline: KernelPipeline;
  readonly #names: NamesSource;
  readonly #now: () => number;
  readonly #specialisations: Specialisation[] = [];
  readonly #variants: CompiledVariant[] = [];

  constructor(pipeline: KernelPipeline, names: NamesSource, now: () => number) {
    this.#pipeline = pipeline;
    this.#names = names;
    this.#now = now;
  }

  /** Every variant compiled so far, in the order of their numbers. */
  get variants(): readonly CompiledVariant[] {
    return this.#variants;
  }

  specialisation(id: number): Specialisation {
    const found = this.#specialisations[id];
    if (!found) throw new InternalError("python", `there is no specialisation ${id}`);
    return found;
  }

  /** Types a kernel for argument types. Throws `EngineError` where the program is at fault. */
  specialise(functionId: number, types: ArgumentTypes): Specialisation {
    const started = this.#now();
    const source = this.#names.functionSource(functionId);
    if (!source) throw noSource(this.#names.functionInfo(functionId).name);
    const name = source.ast.name === "<lambda>" ? "lambda" : source.ast.name;
    const { module, diagnostics } = this.#pipeline.front(source, types.types);
    const error = errorOfDiagnostics(diagnostics, source.source, name);
    if (error) throw new EngineError(error);
    if (!module) throw new InternalError("compiler", `${name} gave neither code nor an error`);
    const specialisation: Specialisation = {
      id: this.#specialisations.length,
      name,
      source,
      module,
      argumentTypes: types.names,
      parameters: flattenTypes(types.types),
      compileMs: this.#now() - started,
      variants: new Map(),
    };
    this.#specialisations.push(specialisation);
    return specialisation;
  }

  /** The program for a launch. */
  variant(
    specialisation: Specialisation,
    wanted: LaunchFacts,
    target: Target,
    limits: DeviceLimits,
    wantIr: boolean,
  ): CompiledVariant {
    let facts = wanted;
    let key = `${target}|${factsKey(facts)}`;
    const known = specialisation.variants.get(key);
    if (known) return known;
    if (specialisation.variants.size >= MOST_VARIANTS) {
      facts = withoutSizes(wanted);
      key = `${target}|${factsKey(facts)}`;
      const general = specialisation.variants.get(key);
      if (general) return general;
    }
    const started = this.#now();
    const { source, name, module } = specialisation;
    const result = this.#pipeline.back(module, facts, target, limits, source, wantIr);
    const error = errorOfDiagnostics(result.diagnostics, source.source, name);
    if (error) throw new EngineError(error);
    if (!result.program) throw new InternalError("compiler", `${name} gave neither code nor an error`);
    const first = specialisation.variants.size === 0 ? specialisation.compileMs : 0;
    const variant: CompiledVariant = {
      kernel: this.#variants.length,
      specialisation,
      facts,
      key,
      program: result.program,
      notices: result.notices.map((notice) => noticeReport(notice, specialisation)),
      ir: result.ir,
      wat: result.wat,
      compileMs: first + this.#now() - started,
      launches: 0,
    };
    this.#variants.push(variant);
    specialisation.variants.set(key, variant);
    return variant;
  }

  /** The WGSL that the GPU would get, for kernels that ran on the CPU; null where there is none. */
  wgslFor(variant: CompiledVariant, limits: DeviceLimits): Extract<Program, { target: "wgsl" }> | null {
    if (variant.program.target === "wgsl") return variant.program;
    const { module, source } = variant.specialisation;
    const { program } = this.#pipeline.back(module, variant.facts, "wgsl", limits, source, false);
    return program?.target === "wgsl" ? program : null;
  }
}

function noticeReport(notice: PassNotice, specialisation: Specialisation): NoticeReport {
  const { source, name } = specialisation;
  const line = source.source.line(notice.span);
  return { code: notice.code, message: notice.message, file: source.source.name, line, kernel: name };
}

function noSource(name: string): EngineError {
  return new EngineError({
    exception: "TypingError",
    message: `the source of ${name} cannot be found, and kernels are compiled from their source`,
    notes: ["functions made by exec() or typed into an interactive prompt have no source file"],
    help: "define the function in a file",
  });
}
