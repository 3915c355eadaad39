/**
 * Python that no kernel may use: what it is called in a message, what would work instead, and what real Numba raises for it
 * (numba-cuda 0.30.4, asked with CPython 3.11).
 */
import type { NumbaException } from "../diagnostics/diagnostic.ts";

export interface UnsupportedForm {
  readonly what: string;
  readonly instead: string | null;
  readonly exception: NumbaException;
}

const LOOP = "write the loop out";
const TUPLE_OR_ARRAY = "use a tuple, or an array from cuda.local.array(shape, dtype)";
const YIELD = {
  what: "yield",
  instead: "write the values into an array",
  exception: "AttributeError",
} as const;
const ASYNC = { what: "async", instead: null, exception: "UnsupportedBytecodeError" } as const;

/** By the names of Lezer's nodes. */
const FORMS: Readonly<Record<string, UnsupportedForm>> = {
  ArrayExpression: { what: "a list display", instead: TUPLE_OR_ARRAY, exception: "NumbaRuntimeError" },
  ArrayComprehensionExpression: { what: "a list comprehension", instead: LOOP, exception: "TypingError" },
  ComprehensionExpression: { what: "a generator expression", instead: LOOP, exception: "UnsupportedError" },
  DictionaryExpression: {
    what: "a dict display",
    instead: "use a tuple, or an array indexed by small integers",
    exception: "TypingError",
  },
  DictionaryComprehensionExpression: {
    what: "a dict comprehension",
    instead: LOOP,
    exception: "TypingError",
  },
  SetExpression: { what: "a set display", instead: "use a tuple", exception: "AttributeError" },
  SetComprehensionExpression: { what: "a set comprehension", instead: LOOP, exception: "TypingError" },
  FormatString: {
    what: "an f-string",
    instead: "give print several arguments: print(a, b)",
    exception: "TypingError",
  },
  AwaitExpression: ASYNC,
  YieldExpression: YIELD,
  YieldStatement: YIELD,
  TryStatement: {
    what: "try",
    instead: "test with if beforehand what could go wrong",
    exception: "AttributeError",
  },
  WithStatement: { what: "with", instead: null, exception: "AttributeError" },
  ImportStatement: {
    what: "import",
    instead: "import at the top of the file",
    exception: "UnsupportedBytecodeError",
  },
  ClassDefinition: {
    what: "a class",
    instead: "use a structured dtype or a tuple",
    exception: "UnsupportedBytecodeError",
  },
  TypeDefinition: { what: "a type alias", instead: null, exception: "UnsupportedBytecodeError" },
};

export const BYTES: UnsupportedForm = {
  what: "a bytes literal",
  instead: "pass an array of np.uint8",
  exception: "TypingError",
};
export const ASYNC_FORM: UnsupportedForm = ASYNC;
export const GLOBAL_ASSIGNMENT: UnsupportedForm = {
  what: "assigning to a global",
  instead: "pass an array to the kernel and write into it",
  exception: "UnsupportedBytecodeError",
};
export const NONLOCAL: UnsupportedForm = {
  what: "nonlocal",
  instead: "return the value, or write into an array",
  exception: "UnsupportedBytecodeError",
};
export const DELETE_NAME: UnsupportedForm = {
  what: "del",
  instead: "leave it out: variables end with the kernel",
  exception: "CompilerError",
};
export const DELETE_ITEM: UnsupportedForm = {
  what: "del of an item",
  instead: "arrays and tuples keep their size; mark the item with a value instead",
  exception: "TypingError",
};
export const RAISE_FROM: UnsupportedForm = {
  what: "raise ... from",
  instead: "leave out the from",
  exception: "ValueError",
};
export const MATCH_STRUCTURE: UnsupportedForm = {
  what: "match on anything but values",
  instead: "use if and elif",
  exception: "UnsupportedBytecodeError",
};
export const TOO_DEEP: UnsupportedForm = {
  what: "code nested this deeply",
  instead: "give parts of it names of their own",
  exception: "UnsupportedError",
};

/** The form that a Lezer node stands for. */
export function unsupportedForm(nodeName: string): UnsupportedForm {
  return FORMS[nodeName] ?? { what: "this form of Python", instead: null, exception: "UnsupportedError" };
}
