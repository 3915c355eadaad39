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
  exception = "AttributeError",
}: {
  readonly owner: string;
  readonly attr: string;
  readonly span: Span;
  readonly exception?: NumbaException;
} & Suggested): Diagnostic {
  return {
    code: "unknown-attribute",
    severity: "error",
    message: `\`${owner}\` has no attribute \`${attr}\``,
    primary: { span, label: `not a part of \`${owner}\`` },
    related: [],
    notes: [],
    ...replacing(span, suggestion),
    numba: { exception, text: `${owner} has no attribute '${attr}'` },
  };
}

/** Python that no kernel may use. `what` is a noun phrase such as "a dict display". */
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
    message: `${what} is not supported in a kernel`,
    primary: { span, label: "kernels know only a part of Python" },
    related: [],
    notes: [],
    ...(instead === null ? {} : { help: { text: instead } }),
    numba: { exception },
  };
}

/** `return value` in a kernel; `span` is that of the value. */
export function kernelReturnsValue({
  span,
  kernel,
}: {
  readonly span: Span;
  readonly kernel: string;
}): Diagnostic {
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
export function notCallable({
  name,
  span,
  instead,
}: NameAt & { readonly instead?: string | null }): Diagnostic {
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

/** A variable that has no value yet where it is read, whichever way control flow comes; `assigned` is where it gets one. */
export function usedBeforeAssignment({
  name,
  span,
  assigned,
}: NameAt & { readonly assigned: Span | null }): Diagnostic {
  return {
    code: "used-before-assignment",
    severity: "warning",
    message: `\`${name}\` is used before it has a value`,
    primary: { span, label: "nothing is assigned to it before this line" },
    related: assigned ? [{ span: assigned, label: "first assigned here" }] : [],
    notes: ["a name that a function assigns anywhere is a variable of that function everywhere in it"],
    help: { text: `assign to \`${name}\` above this line, or pass it as an argument` },
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
