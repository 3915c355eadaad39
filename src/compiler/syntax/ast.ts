/**
 * The project's own syntax tree: the part of Python that a kernel or device function may be written in,
 * with Python's names for the nodes (https://docs.python.org/3/library/ast.html). Every node has a span in
 * the file. `syntax/parse.ts` makes it from Lezer's tree; nothing changes it afterwards. Nodes are compared by
 * identity: later stages keep what they find out in maps keyed by node.
 */
import type { NumbaException } from "../diagnostics/diagnostic.ts";
import type { Span } from "../text/span.ts";

interface Node {
  readonly span: Span;
}

export type Expr =
  | NumberLiteral
  | StringLiteral
  | ConstantLiteral
  | Name
  | Attribute
  | Subscript
  | Slice
  | Call
  | UnaryOp
  | BinaryOp
  | BoolOp
  | Compare
  | Conditional
  | Tuple
  | NamedExpr
  | Lambda
  | Starred
  | UnsupportedExpr
  | ErrorExpr;

/** `value` is exact: a bigint for `int`, a number for `float` and for the imaginary part of `imaginary`. */
export interface NumberLiteral extends Node {
  readonly kind: "number";
  readonly form: "int" | "float" | "imaginary";
  readonly value: bigint | number;
}
/** Escapes are resolved, adjacent literals joined. */
export interface StringLiteral extends Node {
  readonly kind: "string";
  readonly value: string;
}
export interface ConstantLiteral extends Node {
  readonly kind: "constant";
  readonly value: true | false | null | "...";
}
export interface Name extends Node {
  readonly kind: "name";
  readonly id: string;
}
export interface Attribute extends Node {
  readonly kind: "attribute";
  readonly value: Expr;
  readonly attr: string;
  readonly attrSpan: Span;
}
/** `a[i, j]` has two indices, `a[t]` one, even where `t` is a tuple. */
export interface Subscript extends Node {
  readonly kind: "subscript";
  readonly value: Expr;
  readonly indices: readonly Expr[];
  /** True where the brackets hold a comma. */
  readonly isTuple: boolean;
}
/** Only inside the indices of a subscript. */
export interface Slice extends Node {
  readonly kind: "slice";
  readonly lower: Expr | null;
  readonly upper: Expr | null;
  readonly step: Expr | null;
}
export interface Keyword extends Node {
  /** Empty for `**value`. */
  readonly name: string;
  readonly value: Expr;
}
export interface Call extends Node {
  readonly kind: "call";
  readonly func: Expr;
  readonly args: readonly Expr[];
  readonly keywords: readonly Keyword[];
}
export type UnaryOperator = "-" | "+" | "~" | "not";
export interface UnaryOp extends Node {
  readonly kind: "unary";
  readonly op: UnaryOperator;
  readonly operand: Expr;
}
export type BinaryOperator = "+" | "-" | "*" | "/" | "//" | "%" | "**" | "<<" | ">>" | "&" | "|" | "^" | "@";
export interface BinaryOp extends Node {
  readonly kind: "binary";
  readonly op: BinaryOperator;
  readonly left: Expr;
  readonly right: Expr;
}
export interface BoolOp extends Node {
  readonly kind: "bool";
  readonly op: "and" | "or";
  /** Two or more. */
  readonly values: readonly Expr[];
}
export type CompareOperator = "<" | "<=" | "==" | "!=" | ">" | ">=" | "is" | "is not" | "in" | "not in";
/** `a < b <= c` has operands a, b, c and operators <, <=. */
export interface Compare extends Node {
  readonly kind: "compare";
  readonly operands: readonly Expr[];
  readonly operators: readonly CompareOperator[];
}
/** `then if test else otherwise`. */
export interface Conditional extends Node {
  readonly kind: "conditional";
  readonly test: Expr;
  readonly then: Expr;
  readonly otherwise: Expr;
}
export interface Tuple extends Node {
  readonly kind: "tuple";
  readonly items: readonly Expr[];
}
/** The walrus, `name := value`. */
export interface NamedExpr extends Node {
  readonly kind: "named";
  readonly target: Name;
  readonly value: Expr;
}
export interface Lambda extends Node {
  readonly kind: "lambda";
  readonly params: readonly Param[];
  readonly body: Expr;
}
export interface Starred extends Node {
  readonly kind: "starred";
  readonly value: Expr;
}
/** Valid Python that has no place in a kernel. `what` reads before "is not supported in a kernel", as in "a dict display". */
export interface UnsupportedExpr extends Node {
  readonly kind: "unsupported-expr";
  readonly what: string;
  /** What would work instead. */
  readonly instead: string | null;
  /** The class that real Numba raises. */
  readonly exception: NumbaException;
}
/** Text that is no Python; a syntax diagnostic exists for it. */
export interface ErrorExpr extends Node {
  readonly kind: "error-expr";
}

export type Stmt =
  | Assign
  | AugAssign
  | AnnAssign
  | ExprStmt
  | If
  | While
  | For
  | Break
  | Continue
  | Return
  | Pass
  | Assert
  | Raise
  | NestedDef
  | Match
  | UnsupportedStmt
  | ErrorStmt;

/** `a = b = value` has two targets; a target may be a name, subscript, attribute or (nested) tuple. */
export interface Assign extends Node {
  readonly kind: "assign";
  readonly targets: readonly Expr[];
  readonly value: Expr;
}
export interface AugAssign extends Node {
  readonly kind: "aug-assign";
  readonly target: Expr;
  readonly op: BinaryOperator;
  readonly value: Expr;
}
export interface AnnAssign extends Node {
  readonly kind: "ann-assign";
  readonly target: Expr;
  readonly annotation: Expr;
  readonly value: Expr | null;
}
export interface ExprStmt extends Node {
  readonly kind: "expr";
  readonly value: Expr;
}
/** `elif` is an `If` alone in `orelse`. */
export interface If extends Node {
  readonly kind: "if";
  readonly test: Expr;
  readonly body: readonly Stmt[];
  readonly orelse: readonly Stmt[];
}
export interface While extends Node {
  readonly kind: "while";
  readonly test: Expr;
  readonly body: readonly Stmt[];
  readonly orelse: readonly Stmt[];
}
export interface For extends Node {
  readonly kind: "for";
  readonly target: Expr;
  readonly iter: Expr;
  readonly body: readonly Stmt[];
  readonly orelse: readonly Stmt[];
}
export interface Break extends Node {
  readonly kind: "break";
}
export interface Continue extends Node {
  readonly kind: "continue";
}
export interface Return extends Node {
  readonly kind: "return";
  readonly value: Expr | null;
}
export interface Pass extends Node {
  readonly kind: "pass";
}
export interface Assert extends Node {
  readonly kind: "assert";
  readonly test: Expr;
  readonly message: Expr | null;
}
export interface Raise extends Node {
  readonly kind: "raise";
  readonly exception: Expr | null;
}
/** A `def` inside a kernel; it is inlined where it is called. */
export interface NestedDef extends Node {
  readonly kind: "nested-def";
  readonly func: FunctionDef;
}
export interface MatchCase extends Node {
  /** Constants to compare with; empty for the wildcard `_`. */
  readonly patterns: readonly Expr[];
  readonly guard: Expr | null;
  readonly body: readonly Stmt[];
}
export interface Match extends Node {
  readonly kind: "match";
  readonly subject: Expr;
  readonly cases: readonly MatchCase[];
}
export interface UnsupportedStmt extends Node {
  readonly kind: "unsupported-stmt";
  readonly what: string;
  readonly instead: string | null;
  readonly exception: NumbaException;
  /** Names that the statement gives a value, so that their use elsewhere is no second mistake. */
  readonly binds: readonly string[];
}
export interface ErrorStmt extends Node {
  readonly kind: "error-stmt";
}

export interface Param extends Node {
  readonly name: string;
  readonly nameSpan: Span;
  readonly default: Expr | null;
  /** `*args` and `**kwargs` are kept so that a message can point at them. */
  readonly star: "" | "*" | "**";
}
export interface FunctionDef extends Node {
  readonly kind: "function";
  /** `<lambda>` for a lambda, whose body is one return statement. */
  readonly name: string;
  readonly nameSpan: Span;
  readonly params: readonly Param[];
  readonly decorators: readonly Expr[];
  readonly body: readonly Stmt[];
  readonly isLambda: boolean;
  /** Functions nested in this one are reached through `NestedDef`. */
}

/** What `syntax/parse.ts` says about a whole file: every function in it, at any depth. */
export interface ParsedFile {
  readonly functions: readonly FunctionDef[];
  /** What the statements outside of all functions bind, in order. */
  readonly bindings: readonly Binding[];
  /** The function that a function stands in; none for those of the module and of its classes. */
  readonly enclosing: ReadonlyMap<FunctionDef, FunctionScope>;
  /** Names that are called anywhere in the file, as `f` in `f(x)`; launches are no calls of a name. */
  readonly calledNames: ReadonlySet<string>;
  /** Names that are handed to some call or decorator, as `f` in `jit(f)`. */
  readonly passedNames: ReadonlySet<string>;
}

/** A function with the names that its own statements bind, in order; parameters and inner functions' names are not among them. */
export interface FunctionScope {
  readonly func: FunctionDef;
  readonly bindings: readonly Binding[];
}

/** A name that host code gives a value, as far as the text says which. */
export type Binding =
  /** `import a.b` binds `a` to module `a`, `import a.b as c` binds `c` to `a.b`. */
  | { readonly kind: "import"; readonly name: string; readonly module: string }
  | {
      readonly kind: "import-member";
      readonly name: string;
      readonly module: string;
      readonly member: string;
    }
  | { readonly kind: "import-all"; readonly module: string }
  /** An assignment on the outermost level; `value` is null where the text does not say what is assigned. */
  | { readonly kind: "assign"; readonly name: string; readonly value: Expr | null }
  | { readonly kind: "function"; readonly name: string; readonly func: FunctionDef }
  | { readonly kind: "class"; readonly name: string };
