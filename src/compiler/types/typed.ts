/**
 * What inference found out about one function for given argument types: annotations beside the syntax tree, keyed by
 * node. Variables are in SSA form, as Numba has them: each assignment makes a version with a type of its own, and where
 * control flow joins, versions meet in a join version. `lower/` reads this and nothing else of inference.
 */
import type { Constant, FunctionSource } from "../names/constant.ts";
import type * as ast from "../syntax/ast.ts";
import type { Span } from "../text/span.ts";
import type { ScalarType, Type } from "./type.ts";

/** One assignment of a variable, a parameter, or a join of versions. Compared by identity. */
export interface Version {
  readonly name: string;
  readonly origin: "param" | "assign" | "join";
  /** Where it is assigned; for a join the statement. */
  readonly span: Span;
  /** Settles during inference. */
  type: Type;
  /** What the assigned expression is, where that is a constant. Numba prunes branches that such a variable decides. */
  constant: Constant | null;
  /** For a join: the versions that meet. */
  incoming: readonly Version[];
  /** For a join whose versions have no common type: two of them. An error only where it is used. */
  conflict: readonly [Version, Version] | null;
  /** A name in reachable code reads it, itself or through a join. */
  used: boolean;
  /** Reads of it other than by joins. */
  reads: number;
}

/** What has to happen on an edge of the control flow: `to`, a join, takes the value of `from`. */
export interface Move {
  readonly from: Version;
  readonly to: Version;
}

/**
 * Edges are named by the node that they leave. `if`, `conditional`, `bool`: `then`, `else`. Loops: `entry` (into the first test),
 * `back` (from the end of the body), `exit` (the test failed, no `else`), `else` (from the end of the `else` clause). `break`, `continue`:
 * `jump`. `match`: `case 0`, `case 1`, ..., `none`.
 */
export type EdgeName = string;

/** A call, resolved. */
export type CallTarget =
  /** A jitted function; `args` in the order of its parameters. */
  | { readonly kind: "function"; readonly callee: TypedFunction; readonly args: readonly BoundArgument[] }
  /** A lambda or nested def, inlined or made a function of its own. */
  | { readonly kind: "closure"; readonly body: TypedBody; readonly args: readonly BoundArgument[] }
  /** Something that the compiler knows by name; `operands` are the types that the operation works in, `args` the arguments in order. */
  | {
      readonly kind: "builtin";
      readonly name: string;
      readonly args: readonly BoundArgument[];
      readonly operands: readonly Type[];
    }
  /** `float32(x)`, `int(x)`: conversion to the type of the call. */
  | { readonly kind: "convert"; readonly arg: BoundArgument | null; readonly to: ScalarType }
  /** `a.sum()`, `g.sync()`. */
  | {
      readonly kind: "method";
      readonly name: string;
      readonly receiver: ast.Expr;
      readonly args: readonly BoundArgument[];
    };

/** An argument of a call: an expression of the caller, or the callee's own default. */
export type BoundArgument =
  | { readonly kind: "expr"; readonly expr: ast.Expr }
  /** Where the arguments hold `*t`: item `index` of the tuple `expr`. */
  | { readonly kind: "item"; readonly expr: ast.Expr; readonly index: number }
  | { readonly kind: "default"; readonly value: Constant };

/** Annotations of one body: a function, or a closure at one call. */
export interface TypedBody {
  readonly func: ast.FunctionDef | ast.Lambda;
  readonly statements: readonly ast.Stmt[];
  readonly params: readonly Version[];
  /** The body whose variables this one sees, for closures. */
  readonly parent: TypedBody | null;
  readonly types: Map<ast.Expr, Type>;
  /** Names and attributes that are compile-time constants, and folded literals. */
  readonly constants: Map<ast.Expr, Constant>;
  /** The version that a name reads, or that a target makes. */
  readonly versions: Map<ast.Expr, Version>;
  /** What the target of `x += ...` read. */
  readonly augmented: Map<ast.AugAssign, Version>;
  readonly calls: Map<ast.Call, CallTarget>;
  readonly moves: Map<ast.Stmt | ast.Expr, Map<EdgeName, Move[]>>;
  /** Statements that control flow reaches; the others have no annotations. */
  readonly reached: Set<ast.Stmt>;
  /** Tests whose outcome is known at compile time, so that the other branch was not looked at. */
  readonly decided: Map<ast.Expr, boolean>;
  /** The parts of an `and` or `or` that may give its value, where constants decide that others do not. */
  readonly shortened: Map<ast.BoolOp, readonly ast.Expr[]>;
  readonly closures: Map<ast.Call, TypedBody>;
  /** The end of the body can be reached without `return`. */
  fallsThrough: boolean;
  returnType: Type;
}

/** A function for given argument types. */
export interface TypedFunction {
  readonly source: FunctionSource;
  readonly name: string;
  readonly argumentTypes: readonly Type[];
  readonly body: TypedBody;
  /** Stable text of function and types. */
  readonly key: string;
}

/** The moves of an edge; most have none. */
export function movesOf(body: TypedBody, node: ast.Stmt | ast.Expr, edge: EdgeName): readonly Move[] {
  return body.moves.get(node)?.get(edge) ?? [];
}
