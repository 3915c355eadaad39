/** What the parts of inference see of one another: `infer-body.ts` implements it. */
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Constant, FunctionSource, Names } from "../names/constant.ts";
import type * as ast from "../syntax/ast.ts";
import type { TypedBody, TypedFunction, Version } from "./typed.ts";
import type { Type } from "./type.ts";

export interface InferContext {
  readonly body: TypedBody;
  readonly names: Names;
  /** The function whose text is looked at; for messages. */
  readonly source: FunctionSource;
  /** Infers an expression and keeps its type; once a node. */
  expr(expr: ast.Expr): Type;
  /** Infers an expression of which only the truth matters. */
  condition(expr: ast.Expr): void;
  /** The type that an expression was found to have. */
  typeOf(expr: ast.Expr): Type;
  /** The constant that an expression is, or that the variable it names was given. */
  constantOf(expr: ast.Expr): Constant | undefined;
  setConstant(expr: ast.Expr, value: Constant): void;
  report(diagnostic: Diagnostic): void;
  /** Reads a variable: null where the name is no variable of this function or those around it, `undefined` where it has no value yet. */
  read(name: ast.Name): Version | null | undefined;
  /** `constant`: what is assigned, where it is known when the kernel is compiled. */
  assign(target: ast.Name, type: Type, constant?: Constant | null): void;
  /** Evaluates `part` with the variables as they are now, which may not happen at run time. */
  branch(node: ast.Expr, part: () => void): void;
  callFunction(id: number, name: string, types: readonly Type[], call: ast.Call): TypedFunction | null;
  callClosure(func: ast.FunctionDef | ast.Lambda, args: readonly Type[], call: ast.Call): TypedBody | null;
  /** Remembers where a lambda or nested function was made, whose variables it sees. */
  defineClosure(func: ast.FunctionDef | ast.Lambda): void;
  /** Names of the variables of this function, for "did you mean". */
  variables(): readonly string[];
}
