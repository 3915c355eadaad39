/** float64 scalars of which float32 is enough: they need not be emulated, nor take two words of the launch. */
import type { Expr, LaunchValue, Module } from "../ir/ir.ts";
import { mapFunctions, mapOperands, mapStatements, visitExprs, visitInside } from "./rewrite.ts";

/** float64 scalars that are only ever read as float32 are passed as float32. */
export function narrowFloatScalars(module: Module): Module {
  const whole = new Set<LaunchValue>();
  const halved = new Set<LaunchValue>();
  for (const func of [module.kernel, ...module.functions]) {
    visitExprs(func.body, (root) => {
      const seen = new Set<Expr>();
      visitInside(root, (expr) => {
        if (expr.kind === "convert" && expr.type === "f32" && !expr.bits && expr.value.kind === "launch") {
          seen.add(expr.value);
          if (expr.value.type === "f64") halved.add(expr.value.value);
        } else if (expr.kind === "launch" && !seen.has(expr)) whole.add(expr.value);
      });
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
