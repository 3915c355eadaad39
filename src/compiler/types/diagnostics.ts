/** What inference has to say about a program. One function a message; `docs/messages` explains the codes. */
import type { Diagnostic, Label, NumbaException } from "../diagnostics/diagnostic.ts";
import { nearest } from "../diagnostics/suggest.ts";
import type { Constant } from "../names/constant.ts";
import * as names from "../names/diagnostics.ts";
import type * as ast from "../syntax/ast.ts";
import type { Span } from "../text/span.ts";
import type { ArrayType, Type } from "./type.ts";
import { typeName } from "./type-names.ts";
import { counted, inWords } from "./type-words.ts";
import type { Version } from "./typed.ts";

interface Parts {
  readonly code: string;
  readonly message: string;
  readonly span: Span;
  readonly label: string;
  readonly related?: readonly Label[];
  readonly notes?: readonly string[];
  readonly help?: string;
  readonly edit?: { readonly span: Span; readonly text: string };
  readonly exception?: NumbaException;
}

function error(parts: Parts): Diagnostic {
  return {
    code: parts.code,
    severity: "error",
    message: parts.message,
    primary: { span: parts.span, label: parts.label },
    related: parts.related ?? [],
    notes: parts.notes ?? [],
    ...(parts.help === undefined
      ? {}
      : { help: { text: parts.help, ...(parts.edit ? { edit: parts.edit } : {}) } }),
    numba: { exception: parts.exception ?? "TypingError" },
  };
}

export function cannotUnify(
  name: string,
  [first, second]: readonly [Version, Version],
  at: Span,
): Diagnostic {
  const span = second.origin === "join" ? at : second.span;
  if (first.type.kind === "none" || second.type.kind === "none") {
    return notSupportedYet(`a variable that is None or a value, as \`${name}\` is,`, span);
  }
  return differentTypes(name, first, second, span);
}

function differentTypes(name: string, first: Version, second: Version, span: Span): Diagnostic {
  return error({
    code: "cannot-unify",
    message: `\`${name}\` is ${inWords(second.type)} here and ${inWords(first.type)} elsewhere`,
    span,
    label: `${inWords(second.type)} (${typeName(second.type)})`,
    related: [
      { span: first.span, label: `first assigned here as ${inWords(first.type)} (${typeName(first.type)})` },
    ],
    notes: ["a variable needs one type where branches of the code come together again"],
    help: `use a second name for one of them`,
  });
}

export function undefinedName(name: string, span: Span, candidates: readonly string[]): Diagnostic {
  return names.undefinedName({ name, span, suggestion: nearest(name, candidates) });
}

export function usedBeforeAssignment(name: string, span: Span): Diagnostic {
  return error({
    code: "used-before-assignment",
    message: `\`${name}\` is used before it has a value`,
    span,
    label: "nothing was assigned yet",
    notes: [
      `\`${name}\` is assigned further down, which makes it a variable of this function everywhere in it`,
    ],
  });
}

export function unknownAttribute(
  owner: Type,
  attr: string,
  span: Span,
  candidates: readonly string[],
): Diagnostic {
  const near = nearest(attr, candidates);
  return error({
    code: "unknown-attribute",
    message: `${inWords(owner)} has no attribute \`${attr}\``,
    span,
    label: `this is ${typeName(owner)}`,
    ...(near === undefined ? {} : { help: `did you mean \`${near}\`?`, edit: { span, text: near } }),
  });
}

/** `written` is the owner as the source has it. */
export function unknownStaticAttribute(
  written: string,
  owner: Constant,
  attr: string,
  span: Span,
  candidates: readonly string[],
): Diagnostic {
  const found = names.unknownAttribute({ owner: written, attr, span, suggestion: nearest(attr, candidates) });
  // Numba knows the attributes of `numba.cuda` as Python has them, and those of other modules from its own tables.
  const isCuda = (owner.kind === "module" || owner.kind === "builtin") && owner.name.startsWith("numba.cuda");
  return isCuda ? found : { ...found, numba: { exception: "TypingError" } };
}

export function sidesDiffer(first: Type, second: Type, span: Span, parts: readonly ast.Expr[]): Diagnostic {
  if (first.kind === "none" || second.kind === "none")
    return notSupportedYet("an expression that is None or a value", span);
  return error({
    code: "cannot-unify",
    message: `this is ${inWords(first)} or ${inWords(second)}, depending on a condition`,
    span,
    label: `${typeName(first)} or ${typeName(second)}`,
    related: labelOperands(first, second, parts),
    notes: ["an expression needs one type"],
  });
}

export function badOperands(
  op: string,
  left: Type,
  right: Type,
  node: ast.Expr | ast.Stmt,
  parts: readonly ast.Expr[],
): Diagnostic {
  const isString = left.kind === "string" || right.kind === "string";
  if (op === "+" && isString) {
    const other = left.kind === "string" ? right : left;
    return error({
      code: "string-concat",
      message: `a string cannot be added to ${inWords(other)}`,
      span: node.span,
      label: `${inWords(left)} + ${inWords(right)}`,
      related: labelOperands(left, right, parts),
      help: "write the number without quotes",
    });
  }
  const arrays = left.kind === "array" || right.kind === "array";
  return error({
    code: arrays ? "array-expression" : "bad-operands",
    message: arrays
      ? `\`${op}\` does not work on whole arrays in a kernel`
      : `\`${op}\` does not work on ${inWords(left)} and ${inWords(right)}`,
    span: node.span,
    label: `${typeName(left)} ${op} ${typeName(right)}`,
    related: labelOperands(left, right, parts),
    ...(arrays ? { help: "work on single elements: each thread has its own index" } : {}),
  });
}

function labelOperands(left: Type, right: Type, parts: readonly ast.Expr[]): Label[] {
  const types = [left, right];
  return parts.flatMap((part, i) => {
    const type = types[i];
    return type ? [{ span: part.span, label: `this is ${inWords(type)}` }] : [];
  });
}

export function badOperand(op: string, operand: Type, span: Span): Diagnostic {
  return error({
    code: "bad-operands",
    message: `\`${op}\` does not work on ${inWords(operand)}`,
    span,
    label: `${op} ${typeName(operand)}`,
  });
}

export function wrongIndexCount(array: ArrayType, given: number, span: Span, arraySpan: Span): Diagnostic {
  return error({
    code: "wrong-index-count",
    message: `a ${array.ndim}-d array takes ${counted(array.ndim, "index", "indices")}, ${counted(given, "", "").trim()} given`,
    span,
    label: `${counted(given, "index", "indices")} here`,
    related: [{ span: arraySpan, label: `this is ${typeName(array)}` }],
    ...(given > array.ndim && array.ndim === 1
      ? { help: "with a one-dimensional array use cuda.grid(1) and one index" }
      : {}),
  });
}

export function badIndex(index: Type, span: Span): Diagnostic {
  const isFloat = index.kind === "scalar" && index.name.startsWith("float");
  return error({
    code: "bad-index",
    message: `an array cannot be indexed by ${inWords(index)}`,
    span,
    label: `this is ${inWords(index)}`,
    ...(isFloat ? { help: "use // for a whole-number division, or int(...) to cut off the fraction" } : {}),
  });
}

export function cannotIndex(type: Type, span: Span): Diagnostic {
  return error({
    code: "not-indexable",
    message: `${inWords(type)} cannot be indexed`,
    span,
    label: `this is ${inWords(type)}`,
  });
}

export function tupleIndexNotConstant(type: Type, span: Span): Diagnostic {
  return error({
    code: "tuple-index-not-constant",
    message: "the index of a tuple with items of different types must be a constant",
    span,
    label: `the tuple is ${typeName(type)}`,
    notes: ["the type of the result would depend on the value of the index"],
    help: "use a literal index, or give all items the same type",
  });
}

export function tupleIndexRange(count: number, index: bigint, span: Span): Diagnostic {
  return error({
    code: "tuple-index-range",
    message: `a tuple of ${count} has no item ${index}`,
    span,
    label: `indices go from 0 to ${count - 1}`,
    exception: "IndexError",
  });
}

export function cannotStore(value: Type, array: Type, span: Span, arraySpan: Span): Diagnostic {
  return error({
    code: "cannot-store",
    message: `${inWords(value)} cannot be stored in ${inWords(array)}`,
    span,
    label: `this is ${inWords(value)}`,
    related: [{ span: arraySpan, label: `this is ${typeName(array)}` }],
    ...(value.kind === "scalar" && value.name.startsWith("complex") ? { help: "store .real or .imag" } : {}),
  });
}

export function readOnly(array: Type, span: Span): Diagnostic {
  return error({
    code: "read-only",
    message: "this array cannot be written to",
    span,
    label: `this is ${typeName(array)}`,
    notes: ["global arrays are constants of a kernel, and arrays marked read-only stay so"],
    help: "pass the array as an argument",
  });
}

export function notAssignable(what: string, span: Span): Diagnostic {
  return error({
    code: "not-assignable",
    message: `${what} cannot be assigned to`,
    span,
    label: "not a place to store",
  });
}

/** `name` is written as the source has it. */
export function notCallable(name: string, span: Span, instead?: string): Diagnostic {
  return names.notCallable({ name, span, instead: instead ?? null });
}

export function valueNotCallable(type: Type, span: Span): Diagnostic {
  return error({
    code: "not-callable-in-kernel",
    message: `${inWords(type)} cannot be called`,
    span,
    label: `this is ${typeName(type)}, no function`,
  });
}

export function hostFunction(name: string, span: Span): Diagnostic {
  return names.notCallable({ name, span, instead: `put @cuda.jit(device=True) above \`def ${name}\`` });
}

export function wrongArguments(
  name: string,
  wanted: string,
  given: number,
  span: Span,
  related: readonly Label[],
): Diagnostic {
  return error({
    code: "wrong-argument-count",
    message: `\`${name}\` takes ${wanted}, ${given} given`,
    span,
    label: counted(given, "argument", "arguments"),
    related,
  });
}

export function badArguments(name: string, types: readonly Type[], span: Span, why?: string): Diagnostic {
  return error({
    code: "bad-arguments",
    message: `\`${name}\` does not take ${types.length === 0 ? "no arguments" : types.map(inWords).join(", ")}`,
    span,
    label: `called with (${types.map(typeName).join(", ")})`,
    ...(why === undefined ? {} : { notes: [why] }),
  });
}

export function unknownKeyword(
  name: string,
  keyword: string,
  span: Span,
  candidates: readonly string[],
): Diagnostic {
  const near = nearest(keyword, candidates);
  return error({
    code: "unknown-keyword",
    message: `\`${name}\` has no parameter \`${keyword}\``,
    span,
    label: "no such parameter",
    ...(near === undefined ? {} : { help: `did you mean \`${near}\`?` }),
  });
}

export function returnsDiffer(
  first: Type,
  second: Type,
  span: Span,
  returns: readonly { readonly type: Type; readonly span: Span }[],
): Diagnostic {
  const other = returns.find((entry) => entry.span !== span && entry.type.kind === first.kind);
  return error({
    code: "returns-differ",
    message: `this returns ${inWords(second)}, another return gives ${inWords(first)}`,
    span,
    label: `${inWords(second)} (${typeName(second)})`,
    related: other ? [{ span: other.span, label: `${inWords(first)} (${typeName(first)})` }] : [],
  });
}

export function sometimesNone(span: Span): Diagnostic {
  return notSupportedYet("a function that returns a value on some ways and None on others", span);
}

export function shapeNotConstant(
  space: "shared" | "local",
  type: Type,
  span: Span,
  isSum: boolean,
): Diagnostic {
  const because = isSum
    ? "Numba takes a number or one global name as a shape, and does not calculate with them"
    : `this is ${inWords(type)}, known only when the kernel runs`;
  return names.shapeNotConstant({ space, span, because });
}

export function notADtype(span: Span, type: Type): Diagnostic {
  return error({
    code: "not-a-dtype",
    message: `${inWords(type)} is no element type`,
    span,
    label: "expected a type such as float32, np.int64 or 'float32'",
  });
}

export function cannotIterate(type: Type, span: Span): Diagnostic {
  return error({
    code: "not-iterable",
    message: `${inWords(type)} cannot be iterated over`,
    span,
    label: `this is ${typeName(type)}`,
    ...(type.kind === "tuple"
      ? { notes: ["the items have different types, so the loop variable would have no single type"] }
      : {}),
    ...(type.kind === "scalar" || type.kind === "literal" ? { help: "use range(...)" } : {}),
  });
}

/** `why` says what is wrong with the number of items, or is "" where the value has no items. */
export function cannotUnpack(why: string, type: Type, wanted: number, span: Span): Diagnostic {
  return error({
    code: "cannot-unpack",
    message: why === "" ? `${inWords(type)} cannot be unpacked into ${wanted} names` : why,
    span,
    label: `this is ${inWords(type)}`,
  });
}

export function unsupported(
  what: string,
  instead: string | null,
  span: Span,
  exception: NumbaException = "TypingError",
): Diagnostic {
  return names.unsupportedSyntax({ what, instead, exception, span });
}

export function notSupportedYet(what: string, span: Span): Diagnostic {
  return error({
    code: "not-supported-yet",
    message: `${what} is not supported yet`,
    span,
    label: "valid in Numba, but not available here so far",
    exception: "UnsupportedError",
  });
}

export function cannotConvert(from: Type, to: string, span: Span): Diagnostic {
  return error({
    code: "cannot-convert",
    message: `${inWords(from)} cannot become ${to}`,
    span,
    label: `this is ${inWords(from)}`,
  });
}

export function noTruth(type: Type, span: Span): Diagnostic {
  return error({
    code: "no-truth-value",
    message: `${inWords(type)} is neither true nor false`,
    span,
    label: `this is ${inWords(type)}`,
    ...(type.kind === "array" ? { help: "compare one element, or the size" } : {}),
  });
}

export function recursionWithoutType(name: string, span: Span): Diagnostic {
  return error({
    code: "recursion-without-type",
    message: `the type that \`${name}\` returns cannot be found out, since every return calls it again`,
    span,
    label: "calls itself here",
    help: "add a branch that returns without a call",
  });
}

export function intTooLarge(span: Span): Diagnostic {
  return error({
    code: "int-too-large",
    message: "this number does not fit in 64 bits",
    span,
    label: "the largest is 2**64 - 1",
    exception: "NumbaValueError",
  });
}

/** An error inside a function that stands in another file: told at the call. */
export function insideCallee(
  name: string,
  inner: Diagnostic,
  file: string,
  line: number,
  call: Span,
): Diagnostic {
  return {
    ...inner,
    message: `in \`${name}\`: ${inner.message}`,
    primary: { span: call, label: "called here" },
    related: [],
    notes: [`${file}, line ${line}: ${inner.primary.label}`, ...inner.notes],
  };
}

export function calledFrom(inner: Diagnostic, types: readonly Type[], call: Span): Diagnostic {
  return {
    ...inner,
    related: [
      ...inner.related,
      { span: call, label: `called here with (${types.map(typeName).join(", ")})` },
    ],
  };
}

export function gridAxes(name: string, span: Span, isNumber: boolean): Diagnostic {
  return error({
    code: "grid-axes",
    message: `cuda.${name} takes the number of axes: 1, 2 or 3, as a literal`,
    span,
    label: isNumber ? "there are at most three axes" : "not known when the kernel is compiled",
    exception: isNumber ? "ValueError" : "TypingError",
  });
}

export function emptyMemory(space: string, span: Span): Diagnostic {
  return error({
    code: "empty-memory",
    message: `a ${space} array needs a positive size`,
    span,
    label: "this has no room for an element",
    exception: "ValueError",
  });
}

export function cannotPrint(type: Type, span: Span): Diagnostic {
  return error({
    code: "cannot-print",
    message: `print in a kernel does not take ${inWords(type)}`,
    span,
    label: `this is ${inWords(type)}`,
    help: "print numbers and literal strings, each as an argument",
    exception: "LoweringError",
  });
}

export function notContiguous(array: ArrayType, span: Span): Diagnostic {
  return error({
    code: "not-contiguous",
    message: "reshape() works on contiguous arrays only",
    span,
    label: `the array is ${typeName(array)}`,
  });
}

export function arrayChangesMemory(name: string, span: Span): Diagnostic {
  return error({
    code: "array-variable-changes-memory",
    message: `\`${name}\` stands for different arrays, depending on how the code gets here`,
    span,
    label: "not supported yet",
    notes: ["which memory an access touches must be known when the kernel is compiled"],
    help: "swap the arrays between launches, on the host, or use one array with an extra axis of size 2",
    exception: "UnsupportedError",
  });
}

export function returnsArray(type: Type, span: Span): Diagnostic {
  return error({
    code: "returns-array",
    message: `a device function cannot return ${inWords(type)} that it made`,
    span,
    label: `this is ${typeName(type)}`,
    notes: ["only an array that was passed in can be returned"],
    help: "pass the array in and write into it",
    exception: "NumbaTypeError",
  });
}

/** As Python says it of a call; the launch itself stands elsewhere in the file. */
export function wrongArgumentCount(
  name: string,
  params: readonly string[],
  given: number,
  span: Span,
): Diagnostic {
  return error({
    code: "wrong-argument-count",
    message: `\`${name}\` takes ${counted(params.length, "argument", "arguments")}, ${given} given`,
    span,
    label: `the parameters are ${params.join(", ")}`,
    exception: "TypeError",
  });
}

export function ufuncNotAvailable(name: string, instead: string | undefined, span: Span): Diagnostic {
  return error({
    code: "ufunc-not-available",
    message: `np.${name} is not available in a kernel`,
    span,
    label: "Numba has it for the CPU only",
    ...(instead === undefined ? {} : { help: `use ${instead} instead` }),
    exception: "KeyError",
  });
}
