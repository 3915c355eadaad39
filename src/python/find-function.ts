import type { FunctionDef } from "../compiler/syntax/ast.ts";
import type { Source } from "../compiler/text/source.ts";

/** How Python names a place in a file: by the code object of the function. */
export interface FunctionPlace {
  readonly name: string;
  /** Of the first decorator, or of `def`, or of the lambda's expression; from 1. */
  readonly line: number;
  readonly lambda: boolean;
  /** Line (from 1) and column (from 0, in UTF-8 bytes) of an expression inside, to tell lambdas of one line apart. */
  readonly position: readonly [number, number] | null;
  readonly parameters: readonly string[];
}

/** The definition in the file that a live function came from; undefined where the file no longer holds it. */
export function findFunction(
  source: Source,
  functions: readonly FunctionDef[],
  place: FunctionPlace,
): FunctionDef | undefined {
  const sameKind = functions.filter((func) => func.isLambda === place.lambda);
  if (place.lambda) return findLambda(source, sameKind, place);
  const named = sameKind.filter((func) => func.name === place.name);
  return (
    named.find((func) => firstLine(source, func) === place.line) ??
    named.find((func) => firstLine(source, func) <= place.line && source.line(func.nameSpan) >= place.line) ??
    (named.length === 1 ? named[0] : undefined)
  );
}

function findLambda(
  source: Source,
  lambdas: readonly FunctionDef[],
  place: FunctionPlace,
): FunctionDef | undefined {
  const fits = lambdas.filter(
    (func) =>
      func.params.length === place.parameters.length &&
      func.params.every((param, i) => param.name === place.parameters[i]) &&
      source.line(func.span) <= place.line &&
      source.position(func.span.end).line >= place.line,
  );
  if (fits.length <= 1 || !place.position) return fits[0];
  const offset = utf8Offset(source, place.position);
  // The innermost lambda that holds the expression.
  return fits
    .filter((func) => func.span.start <= offset && offset <= func.span.end)
    .sort((a, b) => a.span.end - a.span.start - (b.span.end - b.span.start))[0];
}

function firstLine(source: Source, func: FunctionDef): number {
  const decorator = func.decorators[0];
  return source.line(decorator ? decorator.span : func.span);
}

/** UTF-16 offset of a line and a column in UTF-8 bytes. */
function utf8Offset(source: Source, [line, column]: readonly [number, number]): number {
  const start = source.lineStart(line);
  let bytes = 0;
  let at = start;
  for (const character of source.lineText(line)) {
    if (bytes >= column) break;
    bytes += utf8Length(character.codePointAt(0) ?? 0);
    at += character.length;
  }
  return at;
}

/** Bytes of a code point in UTF-8: the encoding's own limits. */
function utf8Length(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x1_0000 ? 3 : 4;
}
