import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type * as ast from "../syntax/ast.ts";
import { expressionsIn, statementsIn } from "../syntax/walk.ts";
import type { Constant, Names } from "./constant.ts";
import { shapeNotConstant } from "./diagnostics.ts";
import { memberOf } from "./modules.ts";
import { boundNames } from "./scope.ts";

/** A part of a shape that Numba cannot know when it compiles, and why. */
interface Fault {
  readonly part: ast.Expr;
  readonly because: string;
  readonly definition?: { readonly span: ast.Expr["span"]; readonly label: string };
}

/** Shapes of shared and local arrays that are certainly not constant, as Numba sees it. */
export function checkShapes(func: ast.FunctionDef, names: Names): Diagnostic[] {
  const locals = new LocalValues(func);
  const found: Diagnostic[] = [];
  for (const expr of expressionsIn(func)) {
    if (expr.kind !== "call") continue;
    const space = spaceOf(expr.func, locals, names);
    const shape = expr.args[0] ?? expr.keywords.find((keyword) => keyword.name === "shape")?.value;
    const fault = space && shape ? faultIn(shape, locals) : null;
    if (!space || !fault) continue;
    const { part, because, definition } = fault;
    found.push(shapeNotConstant({ space, span: part.span, because, ...(definition ? { definition } : {}) }));
  }
  return found;
}

/** What a function's own names are: parameters, or what the assignments say. */
class LocalValues {
  readonly #params: ReadonlySet<string>;
  readonly #bound: ReadonlySet<string>;
  readonly #values = new Map<string, { readonly value: ast.Expr | null; readonly target: ast.Expr }[]>();
  /** Names of functions inside are not looked into: what they are called with may be constant. */
  readonly #inner: ReadonlySet<string>;

  constructor(func: ast.FunctionDef) {
    this.#params = new Set(func.params.map((param) => param.name));
    this.#bound = boundNames(func);
    const inner = new Set<string>();
    for (const statement of statementsIn(func.body)) {
      if (statement.kind === "nested-def") for (const name of boundNames(statement.func)) inner.add(name);
    }
    for (const expr of expressionsIn(func)) {
      if (expr.kind === "lambda") for (const param of expr.params) inner.add(param.name);
    }
    this.#inner = inner;
    for (const statement of statementsIn(func.body, false)) {
      if (statement.kind !== "assign") continue;
      for (const target of statement.targets) {
        if (target.kind !== "name") continue;
        const known = this.#values.get(target.id) ?? [];
        this.#values.set(target.id, [...known, { value: statement.value, target }]);
      }
    }
  }

  isBound(name: string): boolean {
    return this.#bound.has(name) || this.#inner.has(name);
  }

  isParam(name: string): boolean {
    return this.#params.has(name) && !this.#values.has(name) && !this.#inner.has(name);
  }

  /** The only assignment to a name; undefined for parameters and where there are others. */
  only(name: string): { readonly value: ast.Expr | null; readonly target: ast.Expr } | undefined {
    const values = this.#values.get(name) ?? [];
    return values.length === 1 && !this.#params.has(name) && !this.#inner.has(name) ? values[0] : undefined;
  }
}

function spaceOf(callee: ast.Expr, locals: LocalValues, names: Names): "shared" | "local" | null {
  const constant = constantOf(callee, locals, names);
  if (constant?.kind !== "builtin") return null;
  if (constant.name === "numba.cuda.shared.array") return "shared";
  return constant.name === "numba.cuda.local.array" ? "local" : null;
}

function constantOf(expr: ast.Expr, locals: LocalValues, names: Names): Constant | undefined {
  if (expr.kind === "name") return locals.isBound(expr.id) ? undefined : names.lookup(expr.id);
  if (expr.kind !== "attribute") return undefined;
  const owner = constantOf(expr.value, locals, names);
  return owner && memberOf(owner, expr.attr);
}

/** The first part that is certainly no constant; null where all may be. */
function faultIn(shape: ast.Expr, locals: LocalValues, depth = 0): Fault | null {
  switch (shape.kind) {
    case "name":
      return nameFault(shape, locals, depth);
    case "tuple":
      for (const item of shape.items) {
        const fault = faultIn(item, locals, depth);
        if (fault) return fault;
      }
      return null;
    case "unary":
    case "binary":
      // CPython folds operations on literals before Numba sees them.
      return isLiteral(shape)
        ? null
        : { part: shape, because: "calculated when the kernel runs: Numba takes a number or one name here" };
    case "call":
    case "conditional":
    case "compare":
    case "bool":
      return { part: shape, because: "known only when the kernel runs" };
    case "attribute":
      return shape.attr === "ndim" ? null : argumentPart(shape, locals);
    case "subscript":
      return argumentPart(shape, locals);
    default:
      return null;
  }
}

function nameFault(name: ast.Name, locals: LocalValues, depth: number): Fault | null {
  if (locals.isParam(name.id))
    return { part: name, because: `\`${name.id}\` is an argument, known only at launch` };
  const only = locals.only(name.id);
  // A chain of names that refer to each other ends somewhere.
  if (!only?.value || depth > 8) return null;
  const fault = faultIn(only.value, locals, depth + 1);
  if (!fault) return null;
  return {
    part: name,
    because: `\`${name.id}\` is known only when the kernel runs`,
    definition: { span: only.target.span, label: `\`${name.id}\` is assigned here` },
  };
}

/** `x.shape[0]` of an argument `x`. */
function argumentPart(expr: ast.Expr, locals: LocalValues): Fault | null {
  let root = expr;
  while (root.kind === "attribute" || root.kind === "subscript") root = root.value;
  if (root.kind !== "name" || !locals.isParam(root.id)) return null;
  return { part: expr, because: `depends on the argument \`${root.id}\`, known only at launch` };
}

function isLiteral(expr: ast.Expr): boolean {
  if (expr.kind === "number") return true;
  if (expr.kind === "unary") return isLiteral(expr.operand);
  return expr.kind === "binary" && isLiteral(expr.left) && isLiteral(expr.right);
}
