/** float64 scalars of which float32 is enough: they need not be emulated, nor take two words of the launch. */
import type { Expr, LaunchValue, Module } from "../ir/ir.ts";
import { forEachOperand, statementExprs, visitStatements } from "../ir/walk.ts";
import { mapFunctions, mapOperands, mapStatements } from "./rewrite.ts";

/** float64 scalars that are only ever read as float32 are passed as float32. */
export function narrowFloatScalars(module: Module): Module {
  const whole = new Set<LaunchValue>();
  const halved = new Set<LaunchValue>();
  const read = (expr: Expr, asSingle: boolean): void => {
    if (expr.kind === "launch" && expr.type === "f64") (asSingle ? halved : whole).add(expr.value);
    const toSingle = expr.kind === "convert" && expr.type === "f32" && !expr.bits;
    forEachOperand(expr, (operand) => read(operand, toSingle));
  };
  for (const func of [module.kernel, ...module.functions]) {
    visitStatements(func.body, (statement) => {
      for (const expr of statementExprs(statement)) read(expr, false);
    });
  }
  return withSingles(module, new Set([...halved].filter((value) => !whole.has(value))));
}

function withSingles(module: Module, values: ReadonlySet<LaunchValue>): Module {
  if (values.size === 0) return module;
  const renewed = new Map<LaunchValue, LaunchValue>(
    [...values].map((value) => [value, { ...value, type: "f32" }]),
  );
  const renew = (expr: Expr): Expr => {
    if (expr.kind === "convert" && expr.value.kind === "launch") {
      const value = renewed.get(expr.value.value);
      if (value) return { kind: "launch", value, type: "f32", span: expr.span };
    }
    return mapOperands(expr, renew);
  };
  const mapped = mapFunctions(module, (func) => ({ ...func, body: mapStatements(func.body, renew) }));
  return { ...mapped, launchValues: module.launchValues.map((value) => renewed.get(value) ?? value) };
}
