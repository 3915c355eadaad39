/** What inference has to say about a program. One function a message; `docs/messages` explains the codes. */
import type { Diagnostic, Label, NumbaException } from "../diagnostics/diagnostic.ts";
import { nearest } from "../diagnostics/suggest.ts";
import type { Constant } from "../names/constant.ts";
import * as names from "../names/diagnostics.ts";
import type * as ast from "../syntax/ast.ts";
import type { Span } from "../text/span.ts";
import type { Type } from "./type.ts";
import { typeName } from "./type-names.ts";
import { counted, inWords } from "./type-words.ts";
import type { Version } from "./typed.ts";

import { error } from "./message.ts";

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
