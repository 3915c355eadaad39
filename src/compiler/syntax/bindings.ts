/** Which names the statements of host code bind, and to what, as far as the text says. */
import type { SyntaxNode } from "@lezer/common";
import { targetNames } from "./assigned.ts";
import type { Binding, Expr } from "./ast.ts";
import type { StatementConverter } from "./statements.ts";
import { childrenOf } from "./tree.ts";

/** Statements directly in these are always reached, once. */
const OUTERMOST = new Set(["Script", "StatementGroup", "Body", "FunctionDefinition"]);

/**
 * The bindings of a `Script`, of the body of a `FunctionDefinition`, or of one statement. Functions and classes inside
 * bind their own names only.
 */
export function bindingsOf(scope: SyntaxNode, converter: StatementConverter): readonly Binding[] {
  const bindings: Binding[] = [];
  const unknown = (names: readonly string[]): void => {
    for (const name of names) bindings.push({ kind: "assign", name, value: null });
  };
  const { expressions } = converter;
  if (scope.name === "LambdaExpression") return bindings;
  const isScope = scope.name === "Script" || scope.name === "FunctionDefinition";
  scope.cursor().iterate((ref) => {
    if (isScope && ref.from === scope.from && ref.to === scope.to && ref.name === scope.name) return true;
    switch (ref.name) {
      case "FunctionDefinition": {
        const func = converter.functionAt(ref.node);
        bindings.push({ kind: "function", name: func.name, func });
        if (scope.name === "Script") unknown(globalNames(ref.node, converter));
        return false;
      }
      case "ClassDefinition": {
        const name = childrenOf(ref.node).find((child) => child.name === "VariableName");
        if (name) bindings.push({ kind: "class", name: expressions.text(name) });
        return false;
      }
      case "ImportStatement":
        bindings.push(...imports(ref.node, converter));
        return false;
      case "LambdaExpression":
      case "Decorator":
        return false;
      case "AssignStatement":
        bindings.push(...assignments(ref.node, scope, converter));
        return true;
      case "UpdateStatement":
        unknown(ref.node.firstChild ? targetNames(expressions.convert(ref.node.firstChild)) : []);
        return true;
      case "ForStatement": {
        const children = childrenOf(ref.node);
        const from = children.findIndex((child) => child.name === "for") + 1;
        const to = children.findIndex((child) => child.name === "in");
        if (to > from) unknown(targetNames(expressions.convertTarget(children.slice(from, to))));
        return true;
      }
      case "NamedExpression":
        if (ref.node.firstChild) unknown([expressions.text(ref.node.firstChild)]);
        return true;
      case "AssignOp": {
        // In a call's arguments the grammar has `x := 1` as it has `x = 1`.
        const name = ref.node.prevSibling;
        if (name && ref.node.parent?.name === "ArgList" && expressions.text(ref.node) === ":=")
          unknown([expressions.text(name)]);
        return true;
      }
      case "as":
        // With `with` and `except`; masked targets hold several names.
        if (ref.node.nextSibling) unknown(identifiers(expressions.text(ref.node.nextSibling)));
        return true;
      case "CapturePattern":
        unknown(identifiers(expressions.text(ref.node)));
        return true;
      case "ScopeStatement":
      case "TypeDefinition":
        unknown(
          childrenOf(ref.node)
            .filter((child) => child.name === "VariableName")
            .map((child) => expressions.text(child)),
        );
        return true;
      default:
        return true;
    }
  });
  return bindings;
}

function assignments(node: SyntaxNode, scope: SyntaxNode, converter: StatementConverter): Binding[] {
  const [statement] = converter.convert(node);
  if (statement?.kind !== "assign" && statement?.kind !== "ann-assign") return [];
  if (!statement.value) return [];
  const { value } = statement;
  const targets = statement.kind === "assign" ? statement.targets : [statement.target];
  const known = isOutermost(node, scope);
  return targets.flatMap((target) => assigned(target, known ? value : null));
}

function assigned(target: Expr, value: Expr | null): Binding[] {
  if (target.kind === "name") return [{ kind: "assign", name: target.id, value }];
  const items = target.kind === "tuple" ? target.items : [];
  const values = value?.kind === "tuple" && value.items.length === items.length ? value.items : null;
  const exact = values !== null && [...items, ...values].every((item) => item.kind !== "starred");
  return exact
    ? items.flatMap((item, i) => assigned(item, values?.[i] ?? null))
    : targetNames(target).map((name) => ({ kind: "assign", name, value: null }));
}

/** Whether a statement stands directly in the scope, not in an `if` or a loop. */
function isOutermost(node: SyntaxNode, scope: SyntaxNode): boolean {
  for (let at = node.parent; at; at = at.parent) {
    if (at.from === scope.from && at.to === scope.to && at.name === scope.name) return true;
    if (!OUTERMOST.has(at.name)) return false;
  }
  return true;
}

/** `import a.b as c, d` and `from a.b import c as d, e`. */
function imports(node: SyntaxNode, { expressions }: StatementConverter): Binding[] {
  const words = childrenOf(node).map((child) => expressions.text(child));
  const importAt = words.indexOf("import");
  const module = words.slice(1, importAt).join("");
  const listed = words.slice(importAt + 1).filter((word) => word !== "(" && word !== ")");
  const items = listed.join(" ").split(" , ");
  return items.flatMap((item): Binding[] => {
    const [path = "", alias] = item.replace(/ ,$/, "").split(" as ");
    const full = path.replaceAll(" ", "");
    if (full === "") return [];
    if (words[0] !== "from") {
      const name = alias ?? full.split(".")[0] ?? full;
      return [{ kind: "import", name, module: alias === undefined ? name : full }];
    }
    if (full === "*") return [{ kind: "import-all", module }];
    return [{ kind: "import-member", name: alias ?? full, module, member: full }];
  });
}

/** Names that a function declares `global`: it may bind them in the module. */
function globalNames(func: SyntaxNode, { expressions }: StatementConverter): string[] {
  const names: string[] = [];
  func.cursor().iterate((ref) => {
    if (ref.name !== "ScopeStatement" || ref.node.firstChild?.name !== "global") return;
    for (const child of childrenOf(ref.node))
      if (child.name === "VariableName") names.push(expressions.text(child));
  });
  return names;
}

function identifiers(text: string): string[] {
  return text.match(/[\p{ID_Start}_]\p{ID_Continue}*/gu) ?? [];
}
