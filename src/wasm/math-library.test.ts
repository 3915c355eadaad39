import { expect, test } from "vitest";
import values from "../../tests/oracle/math-values.json" with { type: "json" };
import { MATH_IMPORTS } from "./math-library.ts";

/** Largest difference in units of the last place. gamma and lgamma by Lanczos are a little further off. */
const MOST_ULP: Readonly<Record<string, number>> = { gamma: 12, lgamma: 12 };

const view = new DataView(new ArrayBuffer(8));

function ordered(x: number): bigint {
  view.setFloat64(0, x);
  const bits = view.getBigInt64(0);
  return bits < 0n ? -(bits & 0x7fff_ffff_ffff_ffffn) : bits;
}

test.each(Object.entries(values))("%s is that of the C library", (name, rows) => {
  const fn = MATH_IMPORTS[name];
  let worst = 0;
  for (const row of rows as number[][]) {
    const want = row.at(-1) ?? 0;
    const got = fn?.(...row.slice(0, -1)) ?? Number.NaN;
    // Near its zeros lgamma is a difference of large numbers; there the absolute error counts.
    if (name === "lgamma" && Math.abs(got - want) < 2e-14) continue;
    const ulp = Number(ordered(got) - ordered(want));
    worst = Math.max(worst, Math.abs(ulp));
  }
  expect(worst).toBeLessThanOrEqual(MOST_ULP[name] ?? 2);
});
