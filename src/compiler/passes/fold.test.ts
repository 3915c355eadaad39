import { expect, test } from "vitest";
import { binary, compare, constant, convert, int, local, read } from "../ir/builder.ts";
import type { Expr } from "../ir/ir.ts";
import { printExpr, printFunction } from "../ir/print.ts";
import { NO_SPAN as span } from "../text/span.ts";
import { fold, foldExpr } from "./fold.ts";
import { KernelSketch, less } from "./sample-kernels.ts";

const n = read(local("n", "i64"));
const x = read(local("x", "f32"));
const d = read(local("d", "f64"));
const p = read(local("p", "bool"));
const not = (value: Expr): Expr => ({ kind: "unary", op: "not", type: "bool", value, span });

const CASES: readonly (readonly [string, Expr, string])[] = [
  ["2 + 3", binary("add", int(2), int(3)), "5:i64"],
  ["overflow wraps", binary("add", int(2n ** 63n - 1n), int(1)), "-9223372036854775808:i64"],
  ["n + 0", binary("add", n, int(0)), "n"],
  ["1 * n", binary("mul", int(1), n), "n"],
  ["n * 0", binary("mul", n, int(0)), "0:i64"],
  ["n & -1", binary("and", n, int(-1)), "n"],
  ["n // 1", binary("floor-div", n, int(1)), "n"],
  ["(n + 2) + 3", binary("add", binary("add", n, int(2)), int(3)), "add.i64(n, 5:i64)"],
  ["(n + 2) - 2", binary("sub", binary("add", n, int(2)), int(2)), "n"],
  ["n + -4", binary("add", n, int(-4)), "sub.i64(n, 4:i64)"],
  ["0.1 + 0.2", binary("add", constant("f64", 0.1), constant("f64", 0.2)), "0.30000000000000004:f64"],
  ["float32 rounds", binary("add", constant("f32", 1), constant("f32", 2 ** -30)), "1:f32"],
  ["3 < 4", compare("lt", int(3), int(4)), "true:bool"],
  ["not n < 4", not(compare("lt", n, int(4))), "ge.i64(n, 4:i64)"],
  ["not not p", not(not(p)), "p"],
  ["convert of a constant", convert("u8", int(-1)), "255:u8"],
  ["int32 of int64 of uint8", convert("i32", convert("i64", read(local("b", "u8")))), "convert.i32(b)"],
  ["float32 of float64 of float32", convert("f32", convert("f64", x)), "x"],
  // Compared in float32, with the neighbour of 0.1 on the right side of it.
  [
    "float64(x) > 0.1",
    compare("gt", convert("f64", x), constant("f64", 0.1)),
    "ge.f32(x, 0.10000000149011612:f32)",
  ],
  [
    "float64(x) < 0.3",
    compare("lt", convert("f64", x), constant("f64", 0.3)),
    "lt.f32(x, 0.30000001192092896:f32)",
  ],
  ["float64(x) == 0.1", compare("eq", convert("f64", x), constant("f64", 0.1)), "false:bool"],
  // These must stay: the float result would change, or what is dropped may be needed.
  ["x * 0", binary("mul", x, constant("f32", 0)), "mul.f32(x, 0:f32)"],
  ["x + 0", binary("add", x, constant("f32", 0)), "add.f32(x, 0:f32)"],
  ["not x < 1", not(compare("lt", x, constant("f32", 1))), "not.bool(lt.f32(x, 1:f32))"],
  ["d > 0.1", compare("gt", d, constant("f64", 0.1)), "gt.f64(d, 0.1:f64)"],
  ["int64 of int32 of int64", convert("i64", convert("i32", n)), "convert.i64(convert.i32(n))"],
  ["float32 of float64 of int64", convert("f32", convert("f64", n)), "convert.f32(convert.f64(n))"],
  ["n - n", binary("sub", n, n), "sub.i64(n, n)"],
];

for (const [name, before, after] of CASES) {
  test(name, () => expect(printExpr(foldExpr(before))).toBe(after));
}

test("statements whose condition is known", () => {
  const k = new KernelSketch();
  const a = k.array("a", "i32");
  const i = k.local("i");
  const body = [
    {
      kind: "if",
      condition: less(int(1), int(2)),
      ["then"]: [a.store([int(0)], int(1))],
      otherwise: [a.store([int(0)], int(2))],
      span,
    },
    k.whileLoop(less(int(2), int(1)), [a.store([int(0)], int(3))]),
    {
      kind: "for",
      counter: i,
      start: int(0),
      stop: int(0),
      step: int(1),
      direction: "up",
      body: [a.store([read(i)], int(4))],
      span,
    },
    k.whileLoop(null, [{ kind: "break", span }, a.store([int(0)], int(5))]),
    // A load that may fail tells so even if nobody wants its value.
    a.store([int(1)], binary("mul", convert("i64", a.load(int(7))), int(0))),
  ] as const;
  expect(printFunction(fold(k.module(body)).kernel, true)).toMatchInlineSnapshot(`
    "kernel kernel()
      var i: i64
      a[0:i64~? of @a_shape_0 by @a_stride_0] at @a_offset = 1:i32
      loop budget 6
        break
      a[1:i64~? of @a_shape_0 by @a_stride_0] at @a_offset = convert.i32(mul.i64(convert.i64(a[7:i64~? of @a_shape_0 by @a_stride_0] at @a_offset), 0:i64))"
  `);
});
