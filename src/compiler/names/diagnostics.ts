/** What can be wrong with the names in a kernel, in words. The typing stage says these things in the same way. */
import type { Diagnostic, NumbaException } from "../diagnostics/diagnostic.ts";
import type { Span } from "../text/span.ts";

/**
 * A name that nothing defines. `suggestion` is a name in scope that looks like it.
 * Numba: TypingError, "NameError: name 'x' is not defined".
 */
export function undefinedName({ name, span, suggestion }: NameAt & Suggested): Diagnostic {
  return {
    code: "undefined-name",
    severity: "error",
    message: `the name \`${name}\` is not defined`,
    primary: { span, label: "nothing in this file gives this name a value" },
    related: [],
    notes: [],
    ...replacing(span, suggestion),
    numba: { exception: "TypingError", text: `NameError: name '${name}' is not defined` },
  };
}

/** An attribute that a module, or a part of one such as `cuda.atomic`, does not have; `span` is that of `attr`. */
export function unknownAttribute({
  owner,
  attr,
  span,
  suggestion,
}: { readonly owner: string; readonly attr: string; readonly span: Span } & Suggested): Diagnostic {
  return {
    code: "unknown-attribute",
    severity: "error",
    message: `\`${owner}\` has no \`${attr}\``,
    primary: { span, label: `not a part of \`${owner}\`` },
    related: [],
    notes: [],
    ...replacing(span, suggestion),
    numba: { exception: "AttributeError", text: `${owner} has no attribute '${attr}'` },
  };
}

/** Python that no kernel may use. `what` reads after "a kernel cannot use". */
export function unsupportedSyntax({
  what,
  instead,
  exception,
  span,
}: {
  readonly what: string;
  readonly instead: string | null;
  readonly exception: NumbaException;
  readonly span: Span;
}): Diagnostic {
  return {
    code: "unsupported-syntax",
    severity: "error",
    message: `a kernel cannot use ${what}`,
    primary: { span, label: "kernels are a part of Python that does not include this" },
    related: [],
    notes: [],
    ...(instead === null ? {} : { help: { text: instead } }),
    numba: { exception },
  };
}

/** `return value` in a kernel; `span` is that of the value. */
export function kernelReturnsValue({ span, kernel }: { readonly span: Span; readonly kernel: string }): Diagnostic {
  return {
    code: "kernel-returns-value",
    severity: "error",
    message: "a kernel must not return a value",
    primary: { span, label: `\`${kernel}\` runs once for each thread, so there is nobody to return this to` },
    related: [],
    notes: [],
    help: {
      text: "write the result into an array that is passed in, or use @cuda.jit(device=True) for a function that kernels call",
    },
    numba: { exception: "TypeError", text: "CUDA kernel must have void return type." },
  };
}

/** A function of the host that a kernel calls. `instead` says what would do. */
export function notCallable({ name, span, instead }: NameAt & { readonly instead?: string | null }): Diagnostic {
  return {
    code: "not-callable-in-kernel",
    severity: "error",
    message: `\`${name}\` cannot be called in a kernel`,
    primary: { span, label: "exists on the host only" },
    related: [],
    notes: [],
    ...(instead ? { help: { text: instead } } : {}),
    numba: { exception: "TypingError" },
  };
}

/**
 * The shape of `cuda.shared.array` or `cuda.local.array` is no constant. `span` is the part of the shape at fault;
 * `because` says what it is, such as "`n` is an argument"; `definition` is where that comes from.
 */
export function shapeNotConstant({
  space,
  span,
  because,
  definition,
}: {
  readonly space: "shared" | "local";
  readonly span: Span;
  readonly because: string;
  readonly definition?: { readonly span: Span; readonly label: string };
}): Diagnostic {
  return {
    code: "shape-not-constant",
    severity: "error",
    message: `the shape of a ${space} array must be a compile-time constant`,
    primary: { span, label: because },
    related: definition ? [definition] : [],
    notes: ["the memory is set aside before the kernel starts, when its arguments are not known"],
    help: {
      text:
        space === "shared"
          ? "use a number or a global of the file, or shape 0 and give the size at launch: kernel[grid, block, stream, bytes]"
          : "use a number or a global of the file",
    },
    numba: { exception: "TypingError" },
  };
}

/** A variable that may have no value where it is read; `assigned` is where it gets one. */
export function maybeUnassigned({
  name,
  span,
  assigned,
  never,
}: NameAt & { readonly assigned: Span | null; readonly never: boolean }): Diagnostic {
  return {
    code: "maybe-unassigned",
    severity: "warning",
    message: never
      ? `\`${name}\` is read before anything is assigned to it`
      : `\`${name}\` may be read before anything is assigned to it`,
    primary: { span, label: never ? "has no value here" : "has no value here on some ways through the function" },
    related: assigned ? [{ span: assigned, label: "first assigned here" }] : [],
    notes: ["a kernel does not stop at such a read as Python does: it goes on with a value of 0 or with anything"],
    help: { text: `give \`${name}\` a value before the first if or loop that assigns to it` },
  };
}

interface NameAt {
  readonly name: string;
  readonly span: Span;
}
interface Suggested {
  readonly suggestion?: string | undefined;
}

function replacing(span: Span, suggestion: string | undefined): Pick<Diagnostic, "help"> {
  if (suggestion === undefined) return {};
  return { help: { text: `did you mean \`${suggestion}\`?`, edit: { span, text: suggestion } } };
}
