import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { nearest } from "../diagnostics/suggest.ts";
import type * as ast from "../syntax/ast.ts";
import { expressionsIn } from "../syntax/walk.ts";
import type { Source } from "../text/source.ts";
import type { Constant, Names } from "./constant.ts";
import { notCallable, undefinedName, unknownAttribute } from "./diagnostics.ts";
import { HOST_MODULES } from "./module-members.ts";
import { isHostOnly, memberOf, membersOf } from "./modules.ts";
import { boundNames, nameReads } from "./scope.ts";

/** What to use instead of things that only the host has, by their full names. */
const INSTEAD: Readonly<Record<string, string>> = {
  "builtins.open": "read the file on the host, and pass its contents as an array",
  "builtins.input": "ask on the host, and pass the answer as an argument",
  "builtins.any": "write a loop that stops at the first true item",
  "builtins.all": "write a loop that stops at the first false item",
  "builtins.sorted": "sort on the host, or write the sort out on an array",
  "builtins.reversed": "count down: range(n - 1, -1, -1)",
  "builtins.list": "use a tuple, or an array from cuda.local.array(shape, dtype)",
  "builtins.dict": "use a tuple, or an array indexed by small integers",
  "builtins.set": "use a tuple, or an array indexed by small integers",
  "math.isclose": "compare abs(a - b) with a tolerance",
  "math.factorial": "write a loop, or use math.gamma(n + 1)",
  "math.cbrt": "use cuda.cbrt",
  "math.exp2": "use 2.0 ** x",
  "math.fma": "use cuda.fma",
  "numba.cuda.synchronize": "cuda.syncthreads() waits for the threads of a block",
  "numba.cuda.to_device": "copy on the host, and pass the array to the kernel",
  "numba.cuda.device_array": "make the array on the host and pass it, or use cuda.local.array",
  "numba.cuda.device_array_like": "make the array on the host and pass it, or use cuda.local.array",
};

/** Names without a meaning, attributes that modules do not have, and calls of what only the host has. */
export function checkNames(source: Source, func: ast.FunctionDef, names: Names): Diagnostic[] {
  const found: Diagnostic[] = [];
  const free = new Set<ast.Name>();
  const reported = new Set<string>();
  const candidates = (): string[] => [...boundNames(func), ...names.candidates()];
  for (const { name, isFree } of nameReads(func)) {
    if (!isFree) continue;
    free.add(name);
    if (names.lookup(name.id) !== undefined || reported.has(name.id)) continue;
    reported.add(name.id);
    const suggestion = nearest(name.id, candidates());
    found.push(undefinedName({ name: name.id, span: name.span, suggestion }));
  }

  /** What an expression made of names and attributes stands for. */
  const constantOf = (expr: ast.Expr): Constant => {
    if (expr.kind === "name") return free.has(expr) ? (names.lookup(expr.id) ?? UNKNOWN) : UNKNOWN;
    return expr.kind === "attribute" ? (memberOf(constantOf(expr.value), expr.attr) ?? UNKNOWN) : UNKNOWN;
  };
  for (const expr of expressionsIn(func)) {
    if (expr.kind === "attribute") found.push(...checkAttribute(source, expr, constantOf(expr.value)));
    if (expr.kind === "call") found.push(...checkCall(source, expr, constantOf));
  }
  return found;
}

const UNKNOWN: Constant = { kind: "unknown" };

function checkAttribute(source: Source, expr: ast.Attribute, owner: Constant): Diagnostic[] {
  if (memberOf(owner, expr.attr) !== undefined) return [];
  // Members of `threadIdx` and its kin are values, which Numba types; the others are looked up as Python has them.
  const isPosition = owner.kind === "builtin" && membersOf(owner).includes("x");
  return [
    unknownAttribute({
      owner: source.slice(expr.value.span),
      attr: expr.attr,
      span: expr.attrSpan,
      suggestion: nearest(expr.attr, membersOf(owner)),
      exception: isPosition ? "TypingError" : "AttributeError",
    }),
  ];
}

function checkCall(source: Source, call: ast.Call, constantOf: (expr: ast.Expr) => Constant): Diagnostic[] {
  const callee = constantOf(call.func);
  const written = source.slice(call.func.span);
  const { span } = call.func;
  if (callee.kind === "builtin" && isHostOnly(callee.name))
    return [notCallable({ name: written, span, instead: INSTEAD[callee.name] ?? null })];
  if (callee.kind === "function" && !callee.jitted)
    return [
      notCallable({
        name: written,
        span,
        instead: `put @cuda.jit(device=True) above \`def ${callee.name}\``,
      }),
    ];
  if (call.func.kind !== "attribute") return [];
  const owner = constantOf(call.func.value);
  const instead = owner.kind === "module" ? HOST_MODULES[owner.name] : undefined;
  return instead === undefined ? [] : [notCallable({ name: written, span, instead })];
}
