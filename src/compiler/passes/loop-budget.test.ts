import { expect, test } from "vitest";
import { assign, binary, compare, convert, int, leave, read, when } from "../ir/builder.ts";
import type { Expr, Local, Stmt } from "../ir/ir.ts";
import { fold } from "./fold.ts";
import { budgetLoops } from "./loop-budget.ts";
import { add, KernelSketch, less, type SketchedArray, update, wide } from "./sample-kernels.ts";
import { specialise } from "./specialise.ts";

interface Tools {
  readonly k: KernelSketch;
  readonly a: SketchedArray;
  readonly i: Local;
  readonly n: Expr;
}

/** Whether the first loop of a kernel surely ends. */
function ends(write: (tools: Tools) => readonly Stmt[], loopBudget = 1000): boolean {
  const k = new KernelSketch();
  const a = k.array("a", "i64");
  const i = k.local("i");
  const body = write({ k, a, i, n: a.size() });
  const facts = k.facts([64, 1, 1], [], { loopBudget });
  const module = budgetLoops(fold(specialise(k.module(body), facts)), facts);
  const loop = module.kernel.body.find((statement) => statement.kind === "loop");
  if (loop?.kind !== "loop") throw new Error("no loop");
  if (loop.budget !== null) expect(module.sites[loop.budget]?.kind).toBe("loop-budget");
  return loop.budget === null;
}

test("halving, shifting and counting down", () => {
  for (const [op, by] of [
    ["floor-div", 2],
    ["shr", 1],
    ["sub", 32],
    ["trunc-div", 3],
  ] as const) {
    const loop = ({ k, i }: Tools): Stmt[] => [
      assign(i, int(128)),
      k.whileLoop(compare("gt", read(i), int(0)), [assign(i, binary(op, read(i), int(by)))]),
    ];
    expect(ends(loop), op).toBe(true);
  }
});

test("doubling from one, counting up, and grid strides", () => {
  expect(
    ends(({ k, i, n }) => [
      assign(i, int(1)),
      k.whileLoop(less(read(i), n), [assign(i, binary("mul", read(i), int(2)))]),
    ]),
  ).toBe(true);
  expect(
    ends(({ k, i, n }) => [assign(i, int(0)), k.whileLoop(less(read(i), n), [update(i, "add", int(1))])]),
  ).toBe(true);
  expect(
    ends(({ k, i, n }) => [
      assign(i, wide("global")),
      k.whileLoop(less(read(i), n), [update(i, "add", wide("global-size"))]),
    ]),
  ).toBe(true);
});

test("while True with a break, and continue after counting", () => {
  const loop = ({ k, a, i, n }: Tools): Stmt[] => [
    assign(i, int(0)),
    k.whileLoop(null, [
      when(compare("ge", read(i), n), [leave("break")]),
      update(i, "add", int(1)),
      when(compare("eq", a.load(int(0)), int(3)), [leave("continue")]),
      a.store([int(1)], read(i)),
    ]),
  ];
  expect(ends(loop)).toBe(true);
});

test("a binary search", () => {
  const loop = ({ k, a, i, n }: Tools): Stmt[] => {
    const [hi, mid] = [k.local("hi"), k.local("mid")];
    return [
      assign(i, int(0)),
      assign(hi, n),
      k.whileLoop(less(read(i), read(hi)), [
        assign(mid, binary("floor-div", add(read(i), read(hi)), int(2))),
        when(less(a.load(read(mid)), int(5)), [assign(i, add(read(mid), int(1)))], [assign(hi, read(mid))]),
      ]),
    ];
  };
  expect(ends(loop)).toBe(true);
});

test("loops that may run for ever keep their budget", () => {
  const cases: readonly ((tools: Tools) => readonly Stmt[])[] = [
    ({ k, a }) => [k.whileLoop(compare("eq", a.load(int(0)), int(0)), [])],
    ({ k, i, n }) => [assign(i, int(0)), k.whileLoop(less(read(i), n), [update(i, "mul", int(2))])],
    ({ k, a, i, n }) => [
      assign(i, int(0)),
      k.whileLoop(less(read(i), n), [update(i, "add", a.load(int(0)))]),
    ],
    ({ k, i }) => [
      assign(i, int(5)),
      k.whileLoop(compare("ge", read(i), int(0)), [update(i, "floor-div", int(2))]),
    ],
    ({ k, a, i, n }) => [
      assign(i, int(0)),
      k.whileLoop(less(read(i), n), [
        when(compare("eq", a.load(read(i)), int(0)), [leave("continue")]),
        update(i, "add", int(1)),
      ]),
    ],
    // The bound moves away.
    ({ k, i }) => {
      const n = k.local("n");
      return [
        assign(i, int(0)),
        assign(n, int(9)),
        k.whileLoop(less(read(i), read(n)), [update(i, "add", int(1)), update(n, "add", int(1))]),
      ];
    },
    // An int32 that is stepped over its end.
    ({ k, i, a }) => [
      assign(i, convert("i64", convert("i32", a.load(int(0))))),
      k.whileLoop(compare("ne", read(i), int(10)), [
        assign(i, convert("i64", convert("i32", add(read(i), int(1))))),
      ]),
    ],
  ];
  for (const [position, loop] of cases.entries()) expect(ends(loop), `case ${position}`).toBe(false);
});

test("a budget of 0 switches it off", () => {
  expect(ends(({ k, a }) => [k.whileLoop(compare("eq", a.load(int(0)), int(0)), [])], 0)).toBe(true);
});
