/** Assignment in all its forms: the value first, then the targets from left to right. */
import type { Expr } from "../ir/ir.ts";
import type * as ast from "../syntax/ast.ts";
import type { Span } from "../text/span.ts";
import * as messages from "../types/diagnostics.ts";
import { isTrivial, readsLocal } from "./effects.ts";
import { binaryValue } from "./arithmetic.ts";
import { lowerConditional } from "./condition.ts";
import { lowerExpr } from "./expression.ts";
import type { LowerContext } from "./lower-context.ts";
import { Refusal } from "./refusal.ts";
import { storeInto, targetPlace } from "./store.ts";
import { freeAxes, mapValue, type Value, type ViewValue } from "./value.ts";
import { loadItem } from "./view.ts";

export function lowerAssign(context: LowerContext, statement: ast.Assign): void {
  const [target] = statement.targets;
  if (target?.kind === "name" && statement.targets.length === 1 && statement.value.kind === "conditional") {
    const version = context.body.versions.get(target);
    const destination = version ? context.variables.destination(version) : null;
    const chosen = lowerConditional(context, statement.value, target.id, destination);
    assignTarget(context, target, chosen, statement.span);
    return;
  }
  const value = lowerExpr(context, statement.value, target ? nameFor(target) : "value");
  const held = statement.targets.length > 1 ? context.frame.settle("value", value) : value;
  for (const each of statement.targets) assignTarget(context, each, held, statement.span);
}

/** What a local that holds the value for a target is called. */
function nameFor(target: ast.Expr): string {
  switch (target.kind) {
    case "name":
      return target.id;
    case "subscript":
      return target.value.kind === "name" ? `${target.value.id}_value` : "value";
    default:
      return "value";
  }
}

/** `target = value` for any form of target. */
export function assignTarget(context: LowerContext, target: ast.Expr, value: Value, span: Span): void {
  switch (target.kind) {
    case "name": {
      const version = context.body.versions.get(target);
      if (!version) throw new Refusal(messages.notSupportedYet("this assignment", span));
      context.variables.assign(version, value, span);
      return;
    }
    case "tuple": {
      if (value.kind !== "tuple") throw new Refusal(messages.notSupportedYet("unpacking this value", span));
      assignItems(context, target.items, value.items, span);
      return;
    }
    default: {
      const held = context.frame.sequence([() => value, () => targetPlace(context, target)]);
      const [kept, place] = held;
      if (kept && place?.kind === "view") storeInto(context, place, kept, span);
    }
  }
}

/** No value sees what an earlier target changed: `a[i], a[j] = a[j], a[i]`. */
function assignItems(
  context: LowerContext,
  targets: readonly ast.Expr[],
  values: readonly Value[],
  span: Span,
): void {
  const held = values.map((value, i) => {
    const earlier = targets.slice(0, i);
    return mapValue(value, (part) =>
      earlier.some((target) => changes(context, target, part))
        ? context.frame.hold(nameOfPart(targets[i]), part)
        : part,
    );
  });
  targets.forEach((target, i) => {
    const value = held[i];
    if (value) assignTarget(context, target, value, span);
  });
}

/** True where assigning to the target may change what the expression gives. */
function changes(context: LowerContext, target: ast.Expr, expr: Expr): boolean {
  if (target.kind === "tuple") return target.items.some((item) => changes(context, item, expr));
  if (target.kind !== "name") return !context.frame.isStable(expr);
  const version = context.body.versions.get(target);
  const destination = version && context.variables.destination(version);
  return destination ? readsLocal(expr, destination.local) : !context.frame.isStable(expr);
}

function nameOfPart(target: ast.Expr | undefined): string {
  return target?.kind === "name" ? `${target.id}_new` : "item";
}

/** `target op= value`: the target's place is found once, and its old value read before the value is evaluated. */
export function lowerAugmented(context: LowerContext, statement: ast.AugAssign): void {
  const { target, span } = statement;
  if (target.kind === "name") {
    augmentName(context, statement, target);
    return;
  }
  const { frame } = context;
  const found = settledPlace(context, target);
  const [place, old, value] = frame.sequence([
    () => found,
    () => loadItem(context.module, found, target.span),
    () => context.expr(statement.value),
  ]);
  if (!old || !value || place?.kind !== "view") return;
  storeInto(context, place, binaryValue(context.frame, statement.op, old, value, span), span);
}

/** The place of a single item, with indices that are written down twice held. */
function settledPlace(context: LowerContext, target: ast.Expr): ViewValue {
  const place = targetPlace(context, target);
  if (freeAxes(place).length > 0)
    throw new Refusal(messages.notSupportedYet("this assignment to a whole array", target.span));
  const settled = mapValue(place, (part) => (isTrivial(part) ? part : context.frame.hold("at", part)));
  return settled.kind === "view" ? settled : place;
}

function augmentName(context: LowerContext, statement: ast.AugAssign, target: ast.Name): void {
  const { span } = statement;
  const before = context.body.augmented.get(statement);
  const version = context.body.versions.get(target);
  if (!version || !before) throw new Refusal(messages.usedBeforeAssignment(target.id, target.span));
  const [old, value] = context.frame.sequence([
    () => context.read(before, target.span),
    () => context.expr(statement.value),
  ]);
  if (!old || !value) return;
  context.variables.assign(version, binaryValue(context.frame, statement.op, old, value, span), span);
}
