/**
 * 32-bit integers that are surely not negative, so that WGSL's own `/` and `%` mean what Python's mean. Sums and
 * products of such count too: operands of a division have their exact values, since `narrow-integers` gives 32
 * bits only to what fits them wherever high bits matter, and a conversion that may wrap counts as anything.
 */
import { type Expr, isInteger, isUnsigned, type Local, SCALAR_BITS } from "../compiler/ir/ir.ts";
import type { LaunchFacts } from "../compiler/ir/launch-facts.ts";
import { type Node, visitNodes, writtenBy } from "./ir-parts.ts";

/** Locals that only ever hold natural numbers; `unknown` ones come from elsewhere. */
export function naturalLocals(
  nodes: readonly Node[],
  unknown: ReadonlySet<Local>,
  facts: LaunchFacts,
): ReadonlySet<Local> {
  // Start from "all are" and take away until nothing changes.
  const natural = new Set<Local>();
  const consider = (local: Local): void => {
    if (isInteger(local.type) && SCALAR_BITS[local.type] <= 32 && !unknown.has(local)) natural.add(local);
  };
  visitNodes(nodes, (node) => {
    if (node.kind === "for" || node.kind === "uniform-for") consider(node.counter);
    writtenBy(node).forEach(consider);
  });
  for (let before = -1; before !== natural.size; ) {
    before = natural.size;
    visitNodes(nodes, (node) => {
      if (node.kind === "for" || node.kind === "uniform-for") {
        if (!countsNaturals(node, natural, facts)) natural.delete(node.counter);
      } else if (node.kind === "assign") {
        if (!isNatural(node.value, natural, facts)) natural.delete(node.local);
      } else for (const local of writtenBy(node)) if (!isUnsigned(local.type)) natural.delete(local);
    });
  }
  return natural;
}

function countsNaturals(
  loop: Extract<Node, { kind: "for" | "uniform-for" }>,
  natural: ReadonlySet<Local>,
  facts: LaunchFacts,
): boolean {
  const { start, stop, direction } = loop;
  if (!isNatural(start, natural, facts)) return false;
  if (direction === "up") return true;
  // Counting down to just above the stop.
  const bound = stop.kind === "constant" && typeof stop.value === "bigint" ? stop.value : null;
  return direction === "down" && ((bound !== null && bound >= -1n) || isNatural(stop, natural, facts));
}

export function isNatural(expr: Expr, locals: ReadonlySet<Local>, facts: LaunchFacts): boolean {
  const natural = (part: Expr): boolean => isNatural(part, locals, facts);
  if (isUnsigned(expr.type)) return true;
  switch (expr.kind) {
    case "constant":
      return typeof expr.value === "bigint" && expr.value >= 0n;
    case "position":
      return true;
    case "local":
      return locals.has(expr.local);
    case "launch": {
      const { source } = expr.value;
      if (source.what === "shape") return true;
      const argument = source.what === "scalar" ? facts.arguments[source.argument] : undefined;
      return argument?.kind === "scalar" && argument.integer === "small";
    }
    case "convert":
      if (expr.bits) return false;
      if (expr.value.type === "bool") return true;
      return (
        isInteger(expr.value.type) &&
        SCALAR_BITS[expr.value.type] < SCALAR_BITS[expr.type] &&
        natural(expr.value)
      );
    case "select":
      return natural(expr.then) && natural(expr.otherwise);
    case "unary":
      return expr.op === "popcount" || expr.op === "clz" || expr.op === "ctz";
    case "binary":
      switch (expr.op) {
        case "add":
        case "mul":
        case "floor-div":
        case "trunc-div":
        case "or":
        case "xor":
        case "min":
          return natural(expr.left) && natural(expr.right);
        case "floor-mod":
          return natural(expr.right);
        case "and":
        case "max":
          return natural(expr.left) || natural(expr.right);
        case "shr":
        case "trunc-mod":
          return natural(expr.left);
        default:
          return false;
      }
    default:
      return false;
  }
}
