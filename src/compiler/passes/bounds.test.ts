import { expect, test } from "vitest";
import { assign, binary, compare, convert, count, done, int, read, when } from "../ir/builder.ts";
import { type Expr, isInteger, type Module, type Stmt } from "../ir/ir.ts";
import type { LaunchFacts } from "../ir/launch-facts.ts";
import { removeBounds } from "./bounds.ts";
import { fold } from "./fold.ts";
import { budgetLoops } from "./loop-budget.ts";
import { visitExprs } from "../ir/walk.ts";
import { add, both, KernelSketch, less, mul, type SketchedArray, update, wide } from "./sample-kernels.ts";
import { specialise } from "./specialise.ts";

/** What is left at each access of `a`, in order: `~` may count from the end, `?` is checked, `.` neither; an axis each. */
function remains(module: Module, facts: LaunchFacts, array: SketchedArray): string {
  const { module: settled } = removeBounds(budgetLoops(fold(specialise(module, facts)), facts), facts);
  const found: string[] = [];
  visitExprs(settled.kernel.body, (expr) => {
    if (expr.kind !== "load" || expr.access.memory !== array.memory) return;
    found.push(
      expr.access.axes.map((axis) => `${axis.wraps ? "~" : ""}${axis.checked ? "?" : ""}` || ".").join(""),
    );
  });
  return found.join(" ");
}

/** Loads of a one-dimensional array `a` of size n, in a kernel that `write` writes. */
function loads(
  write: (t: {
    k: KernelSketch;
    a: SketchedArray;
    n: Expr;
    use: (...indices: Expr[]) => Stmt[];
  }) => readonly Stmt[],
): string {
  const k = new KernelSketch();
  const a = k.array("a", "i64");
  const into = k.local("into");
  const use = (...indices: Expr[]): Stmt[] =>
    indices.map((index) => assign(into, add(read(into), a.load(index))));
  const body = write({ k, a, n: a.size(), use });
  return remains(k.module(body), k.facts([64, 1, 1]), a);
}

test("a guard proves the index", () => {
  expect(
    loads(({ k, n, use }) => {
      const i = k.local("i");
      return [
        assign(i, wide("global")),
        when(less(read(i), n), use(read(i), add(read(i), int(1)), binary("sub", read(i), int(1)))),
      ];
    }),
  ).toBe(". ? ~?");
});

test("an early return proves it too", () => {
  expect(
    loads(({ k, n, use }) => {
      const i = k.local("i");
      return [assign(i, wide("global")), when(compare("ge", read(i), n), [done()]), ...use(read(i))];
    }),
  ).toBe(".");
});

test("a condition kept in a variable counts, until the index changes", () => {
  expect(
    loads(({ k, n, use }) => {
      const i = k.local("i");
      const inside = k.local("inside", "bool");
      return [
        assign(i, wide("global")),
        assign(inside, less(read(i), n)),
        when(read(inside), [...use(read(i)), update(i, "add", int(1)), ...use(read(i))]),
      ];
    }),
  ).toBe(". ?");
});

test("0 < i < n - 1 proves the neighbours", () => {
  expect(
    loads(({ k, n, use }) => {
      const i = k.local("i");
      const inner = both(less(int(0), read(i)), less(read(i), binary("sub", n, int(1))));
      return [
        assign(i, wide("global")),
        when(inner, use(binary("sub", read(i), int(1)), read(i), add(read(i), int(1)), add(read(i), int(2)))),
      ];
    }),
  ).toBe(". . . ?");
});

test("the same sum compared and used", () => {
  expect(
    loads(({ k, n, use }) => {
      const t = k.local("t");
      const at = (): Expr => add(wide("thread"), mul(read(t), int(16)));
      return [
        count(t, int(0), binary("floor-div", n, int(16)), int(1), [
          when(less(add(mul(int(16), read(t)), wide("thread")), n), use(at(), add(at(), int(1)))),
        ]),
      ];
    }),
  ).toBe(". ?");
});

test("remainders by the size, where it is not zero", () => {
  expect(
    loads(({ k, n, use }) => {
      const i = k.local("i");
      const wrapped = binary("floor-mod", binary("sub", read(i), int(1)), n);
      return [assign(i, wide("global")), ...use(wrapped), when(less(read(i), n), use(wrapped))];
    }),
  ).toBe("? .");
});

test("counters of range(n), range(start, n, stride) and backwards", () => {
  expect(
    loads(({ k, n, use }) => {
      const i = k.local("i");
      const j = k.local("j");
      const h = k.local("h");
      return [
        count(i, int(0), n, int(1), use(read(i))),
        count(j, wide("global"), n, wide("global-size"), use(read(j)), "either"),
        count(h, binary("sub", n, int(1)), int(-1), int(-1), use(read(h)), "down"),
        count(h, int(-2), int(3), int(1), use(read(h))),
      ];
    }),
  ).toBe(". . . ~?");
});

test("a binary search stays between its ends", () => {
  expect(
    loads(({ k, a, n, use }) => {
      const [lo, hi, mid] = [k.local("lo"), k.local("hi"), k.local("mid")];
      return [
        assign(lo, int(0)),
        assign(hi, n),
        k.whileLoop(less(read(lo), read(hi)), [
          assign(mid, binary("floor-div", add(read(lo), read(hi)), int(2))),
          when(
            less(a.load(read(mid)), int(5)),
            [assign(lo, add(read(mid), int(1)))],
            [assign(hi, read(mid))],
          ),
        ]),
        ...use(read(lo)),
      ];
    }),
  ).toBe(". ?");
});

test("clamped indices, and those that count from the end", () => {
  expect(
    loads(({ k, n, use }) => {
      const i = k.local("i");
      const last = binary("sub", n, int(1));
      return [
        when(compare("ge", n, int(3)), [
          assign(i, binary("sub", wide("global"), int(4))),
          when(less(read(i), int(0)), [assign(i, int(0))]),
          when(compare("ge", read(i), n), [assign(i, last)]),
          ...use(
            read(i),
            binary("max", binary("min", wide("global"), last), int(0)),
            int(-1),
            int(-3),
            int(-4),
          ),
        ]),
      ];
    }),
  ).toBe(". . . . ?");
});

test("shared arrays by their length", () => {
  const k = new KernelSketch();
  const tile = k.shared("tile", "i64", 64, 2);
  const into = k.local("into");
  const t = wide("thread");
  const load = (row: Expr, column: Expr): Stmt => assign(into, add(read(into), tile.load(row, column)));
  const body = [
    load(t, int(1)),
    load(add(t, int(1)), int(0)),
    load(t, int(2)),
    load(binary("floor-mod", add(t, int(1)), int(64)), binary("and", t, int(1))),
  ];
  expect(remains(k.module(body), k.facts([64, 1, 1]), tile)).toBe(".. ?. .? ..");
});

test("what is read from memory may be anything", () => {
  expect(
    loads(({ k, a, n, use }) => {
      const i = k.local("i");
      return [
        assign(i, a.load(int(0))),
        when(less(read(i), n), use(read(i))),
        when(both(compare("ge", read(i), int(0)), less(read(i), n)), use(read(i))),
        when(both(compare("ge", a.load(int(1)), int(0)), less(a.load(int(1)), n)), use(a.load(int(1)))),
      ];
    }),
  ).toBe("? ~? . ? ? ~? ?");
});

test("an index that may have wrapped at 64 bits is not proved", () => {
  expect(
    loads(({ k, a, n, use }) => {
      const i = k.local("i");
      return [
        assign(i, a.load(int(0))),
        when(compare("gt", read(i), int(0)), [
          when(less(add(read(i), int(1)), n), use(add(read(i), int(1)), read(i))),
        ]),
      ];
    }),
  ).toBe("? ~? ?");
});

test("unequal sizes stay apart, equal ones do not", () => {
  const write = (equal: boolean): string => {
    const k = new KernelSketch();
    const [a, b] = [k.array("a", "i64"), k.array("b", "i64")];
    const i = k.local("i");
    const body = [
      assign(i, wide("global")),
      when(less(read(i), b.size()), [b.store([read(i)], a.load(read(i)))]),
    ];
    return remains(k.module(body), k.facts([64, 1, 1], equal ? [[a.size(), b.size()]] : []), a);
  };
  expect(write(false)).toBe("?");
  expect(write(true)).toBe(".");
});

test("a loop that its budget may end says nothing about its condition", () => {
  expect(
    loads(({ k, a, n, use }) => {
      const i = k.local("i");
      return [
        assign(i, int(0)),
        // Nothing here makes i grow for certain.
        k.whileLoop(less(read(i), int(1)), [assign(i, binary("and", a.load(int(0)), int(1)))]),
        when(less(read(i), n), use(binary("sub", read(i), int(1)))),
      ];
    }),
  ).toBe("? ~?");
});

test("indices keep their type", () => {
  const k = new KernelSketch();
  const a = k.array("a", "i64");
  const body = [a.store([convert("i64", convert("u8", a.load(int(-1))))], int(0))];
  const facts = k.facts([1, 1, 1]);
  const { module: settled } = removeBounds(fold(specialise(k.module(body), facts)), facts);
  visitExprs(settled.kernel.body, (expr) => expect(isInteger(expr.type)).toBe(true));
});
