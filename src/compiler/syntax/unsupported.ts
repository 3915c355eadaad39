/** Python that no kernel may use: what it is called in a message, and what would work instead. */

export interface UnsupportedForm {
  readonly what: string;
  readonly instead: string | null;
}

const NO_LIST = "use a tuple, or an array from cuda.local.array(shape, dtype)";
const NO_TRY = "check the condition beforehand with if";

export const UNSUPPORTED: Readonly<Record<string, UnsupportedForm>> = {
  ArrayExpression: { what: "a list display", instead: NO_LIST },
  ArrayComprehensionExpression: { what: "a list comprehension", instead: "write the loop out" },
  ComprehensionExpression: { what: "a generator expression", instead: "write the loop out" },
  DictionaryExpression: { what: "a dict display", instead: "use a tuple, or an array indexed by small integers" },
  DictionaryComprehensionExpression: { what: "a dict comprehension", instead: "write the loop out" },
  SetExpression: { what: "a set display", instead: "use a tuple" },
  SetComprehensionExpression: { what: "a set comprehension", instead: "write the loop out" },
  FormatString: { what: "an f-string", instead: "give print several arguments" },
  AwaitExpression: { what: "await", instead: null },
  YieldExpression: { what: "yield", instead: "write into an array" },
  YieldStatement: { what: "yield", instead: "write into an array" },
  TryStatement: { what: "try", instead: NO_TRY },
  WithStatement: { what: "with", instead: null },
  ImportStatement: { what: "import", instead: "import at the top of the file" },
  ClassDefinition: { what: "a class", instead: "use a structured dtype or a tuple" },
  ScopeStatement: { what: "global and nonlocal", instead: "pass an array and write into it" },
  DeleteStatement: { what: "del", instead: null },
  TypeDefinition: { what: "a type alias", instead: null },
};

export function unsupportedForm(nodeName: string): UnsupportedForm {
  return UNSUPPORTED[nodeName] ?? { what: "this form of Python", instead: null };
}
