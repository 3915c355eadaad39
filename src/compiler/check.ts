/** What can be said about a file as it is typed: without Python, and without knowing any argument. */
import type { Diagnostic } from "./diagnostics/diagnostic.ts";
import { checkAssignments } from "./names/check-assignments.ts";
import { checkNames } from "./names/check-names.ts";
import { checkShapes } from "./names/check-shapes.ts";
import { checkReturns, checkSubset } from "./names/check-subset.ts";
import { StaticFile } from "./names/static-names.ts";
import type { FunctionDef, ParsedFile } from "./syntax/ast.ts";
import { parseFile } from "./syntax/parse.ts";
import type { Source } from "./text/source.ts";

/**
 * The mistakes in a file, in the order of the text. Where it is no Python, only that: the rest may mean anything. Else
 * what is wrong in kernels and device functions whatever their arguments are.
 */
export function checkFile(source: Source): Diagnostic[] {
  const { file, diagnostics } = parseFile(source);
  if (diagnostics.length > 0) return [...diagnostics];
  const names = new StaticFile(source, file);
  const found = file.functions.flatMap((func) => checkFunction(file, names, func));
  return found.sort((a, b) => a.primary.span.start - b.primary.span.start);
}

function checkFunction(file: ParsedFile, names: StaticFile, func: FunctionDef): Diagnostic[] {
  const role = names.use(func)?.role;
  if (role !== "kernel" && role !== "device") return [];
  const around = names.namesOf(func);
  // What other code calls, or gets hold of, may be a device function: it may return values and get constants.
  const isKernel = role === "kernel" && !file.calledNames.has(func.name) && !file.passedNames.has(func.name);
  return [
    ...checkSubset(func),
    ...checkNames(names.source, func, around),
    ...(isKernel ? [...checkReturns(func), ...checkShapes(func, around)] : []),
    ...checkAssignments(func),
  ];
}
