/** Errors on their way to Python, which raises them: `numba.cuda.errors.exception_of`. */
import { type Diagnostic, InternalError } from "../compiler/diagnostics/diagnostic.ts";
import type { Source } from "../compiler/text/source.ts";
import type { Span } from "../compiler/text/span.ts";
import { DeviceLost, OutOfMemory } from "../runtime/device.ts";

/** What crosses to Python as JSON. Lines and columns from 1, columns in UTF-16 units. */
export interface EngineErrorJson {
  readonly exception: string;
  readonly message: string;
  readonly code?: number;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly endLine?: number;
  readonly endColumn?: number;
  readonly function?: string;
  readonly notes?: readonly string[];
  readonly help?: string | null;
  /** Numba's own words. */
  readonly text?: string | null;
}

/** An error that Python is to raise. */
export class EngineError extends Error {
  readonly json: EngineErrorJson;

  constructor(json: EngineErrorJson) {
    super(`${json.exception}: ${json.message}`);
    this.name = "EngineError";
    this.json = json;
  }
}

/** CUDA's code for a launch that failed. */
const LAUNCH_FAILED = 719;

/** Any error that was thrown in the engine, as Python will raise it. */
export function asEngineError(error: unknown): EngineErrorJson {
  if (error instanceof EngineError) return error.json;
  if (error instanceof OutOfMemory) {
    return { exception: "MemoryError", message: `the device has no room for ${error.message}` };
  }
  if (error instanceof DeviceLost) {
    const message = `the GPU was lost: ${error.message || "the browser does not say why"}`;
    return { exception: "CudaAPIError", code: LAUNCH_FAILED, message };
  }
  if (error instanceof Error && error.name === "Interrupted")
    return { exception: "KeyboardInterrupt", message: "" };
  if (error instanceof InternalError) {
    const message = `Kernelpad failed in ${error.message}; this is not a fault of your program, please report it`;
    return { exception: "InternalError", message, notes: error.detail ? [error.detail] : [] };
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const message = "Kernelpad failed; this is not a fault of your program, please report it";
  return { exception: "InternalError", message: `${message} (${firstLine(detail)})`, notes: [detail] };
}

export function placeOf(source: Source, span: Span) {
  const start = source.position(span.start);
  const end = source.position(Math.max(span.end, span.start));
  return {
    file: source.name,
    line: start.line,
    column: start.column,
    endLine: end.line,
    endColumn: end.column,
  };
}

/** The first error of a compilation: the others mostly follow from it. */
export function errorOfDiagnostics(
  diagnostics: readonly Diagnostic[],
  source: Source,
  functionName: string,
): EngineErrorJson | null {
  const first = diagnostics.find((diagnostic) => diagnostic.severity === "error");
  if (!first) return null;
  return {
    exception: first.numba?.exception ?? "TypingError",
    message: first.message,
    ...placeOf(source, first.primary.span),
    function: functionName,
    notes: [...labels(first, source), ...first.notes],
    help: first.help?.text ?? null,
    text: first.numba?.text ?? null,
  };
}

function labels(diagnostic: Diagnostic, source: Source): string[] {
  const primary = diagnostic.primary.label ? [diagnostic.primary.label] : [];
  const related = diagnostic.related.map((label) => `line ${source.line(label.span)}: ${label.label}`);
  return [...primary, ...related];
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}
