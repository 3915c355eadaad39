import { expect, test } from "vitest";
import { assign, binary, compare, convert, count, func, int, local, read, when } from "../ir/builder.ts";
import type { Expr, Module } from "../ir/ir.ts";
import type { LaunchFacts } from "../ir/launch-facts.ts";
import { printFunction } from "../ir/print.ts";
import { verifyModule } from "../ir/verify.ts";
import { NO_SPAN as span } from "../text/span.ts";
import { removeBounds } from "./bounds.ts";
import { fold } from "./fold.ts";
import { narrowIntegers } from "./narrow-integers.ts";
import { add, KernelSketch, less, mul, update, wide } from "./sample-kernels.ts";
import { specialise } from "./specialise.ts";

function narrowed(module: Module, facts: LaunchFacts): Module {
  const bounded = removeBounds(fold(specialise(module, facts)), facts);
  const result = fold(narrowIntegers(bounded.module, bounded.intervals));
  expect(verifyModule(result)).toEqual([]);
  return result;
}

const shown = (module: Module, facts: LaunchFacts): string =>
  printFunction(narrowed(module, facts).kernel, true);

test("indices and counters are 32 bits wide", () => {
  const k = new KernelSketch();
  const [a, out] = [k.array("a", "f32"), k.array("out", "f32")];
  const i = k.local("i");
  const body = [
    count(i, wide("global"), out.size(), wide("global-size"), [out.store([read(i)], a.load(read(i)))]),
  ];
  expect(shown(k.module(body), k.facts([64, 1, 1], [[a.size(), out.size()]]))).toMatchInlineSnapshot(`
    "kernel kernel()
      var i: i32
      for i from global.x:i32 up to @a_shape_0 by global-size.x:i32
        out[i of @a_shape_0 by 1:i32] = a[i of @a_shape_0 by 1:i32]"
  `);
});

test("a 64-bit hash stays, one that is masked or cut to 32 bits does not", () => {
  const k = new KernelSketch();
  const x = k.array("x", "u8");
  const [wideOut, cutOut] = [k.array("wide", "u64"), k.array("cut", "u32")];
  const i = k.local("i");
  const h = k.local("h", "u64");
  const masked = k.local("masked");
  const cut = k.local("cut");
  const step = (variable: typeof h, prime: bigint): Expr =>
    mul(binary("xor", read(variable), convert(variable.type, x.load(read(i)))), int(prime, variable.type));
  const body = [
    assign(h, int(14695981039346656037n, "u64")),
    assign(masked, int(2166136261n)),
    assign(cut, int(5381)),
    count(i, int(0), x.size(), int(1), [
      assign(h, step(h, 1099511628211n)),
      assign(masked, binary("and", step(masked, 16777619n), int(0xffffffffn))),
      assign(cut, add(mul(read(cut), int(33)), convert("i64", x.load(read(i))))),
    ]),
    wideOut.store([int(0)], read(h)),
    cutOut.store([int(0)], read(masked)),
    cutOut.store([int(1)], read(cut)),
  ];
  expect(shown(k.module(body), k.facts([1, 1, 1]))).toMatchInlineSnapshot(`
    "kernel kernel()
      var i: i32
      var h: u64
      var masked: u32
      var cut: i32
      h = 14695981039346656037:u64
      masked = 2166136261:u32
      cut = 5381:i32
      for i from 0:i32 up to @x_shape_0 by 1:i32
        h = mul.u64(xor.u64(h, convert.u64(x[i of @x_shape_0 by 1:i32])), 1099511628211:u64)
        masked = mul.u32(xor.u32(masked, convert.u32(x[i of @x_shape_0 by 1:i32])), 16777619:u32)
        cut = add.i32(mul.i32(cut, 33:i32), convert.i32(x[i of @x_shape_0 by 1:i32]))
      wide[0:i32? of @wide_shape_0 by 1:i32] = h
      cut[0:i32? of @cut_shape_0 by 1:i32] = masked
      cut[1:i32? of @cut_shape_0 by 1:i32] = convert.u32(cut)"
  `);
});

test("a sum is narrow where the number of terms is known, and wide where it is compared and is not", () => {
  const sum = (terms: (k: KernelSketch, size: Expr) => Expr): string => {
    const k = new KernelSketch();
    const [x, out] = [k.array("x", "u8"), k.array("out", "i32")];
    const [i, j, n] = [k.local("i"), k.local("j"), k.local("n")];
    const body = [
      assign(n, int(0)),
      count(i, int(0), int(3), int(1), [
        count(j, int(0), terms(k, x.size()), int(1), [update(n, "add", convert("i64", x.load(read(j))))]),
      ]),
      when(compare("eq", read(n), int(3)), [out.store([int(0)], int(1))]),
    ];
    return shown(k.module(body), k.facts([1, 1, 1]));
  };
  expect(sum(() => int(3))).toMatchInlineSnapshot(`
    "kernel kernel()
      var i: i32
      var j: i32
      var n: i32
      n = 0:i32
      for i from 0:i32 up to 3:i32 by 1:i32
        for j from 0:i32 up to 3:i32 by 1:i32
          n = add.i32(n, convert.i32(x[j? of @x_shape_0 by 1:i32]))
      if eq.i32(n, 3:i32)
        out[0:i32? of @out_shape_0 by 1:i32] = 1:i32"
  `);
  expect(sum((_, size) => size)).toMatchInlineSnapshot(`
    "kernel kernel()
      var i: i32
      var j: i32
      var n: i64
      n = 0:i64
      for i from 0:i32 up to 3:i32 by 1:i32
        for j from 0:i32 up to @x_shape_0 by 1:i32
          n = add.i64(n, convert.i64(x[j of @x_shape_0 by 1:i32]))
      if eq.i64(n, 3:i64)
        out[0:i32? of @out_shape_0 by 1:i32] = 1:i32"
  `);
});

test("what needs 33 bits keeps them, unless only the low ones are used", () => {
  const k = new KernelSketch();
  const a = k.array("a", "i32");
  const out = k.array("out", "i64");
  const [u, v] = [k.local("u"), k.local("v")];
  const sum = (): Expr => add(read(u), read(v));
  const body = [
    assign(u, convert("i64", a.load(int(0)))),
    assign(v, convert("i64", a.load(int(1)))),
    out.store([int(0)], sum()),
    a.store([int(2)], sum()),
    when(compare("gt", sum(), int(0)), [a.store([int(3)], binary("floor-div", sum(), int(2)))]),
    a.store([int(4)], binary("floor-div", read(u), read(v))),
    a.store([int(5)], binary("floor-div", read(u), int(4))),
    a.store([int(6)], binary("floor-mod", binary("and", read(u), int(255)), int(10))),
  ];
  expect(shown(k.module(body), k.facts([1, 1, 1]))).toMatchInlineSnapshot(`
    "kernel kernel()
      var u: i32
      var v: i32
      u = a[0:i32? of @a_shape_0 by 1:i32]
      v = a[1:i32? of @a_shape_0 by 1:i32]
      out[0:i32? of @out_shape_0 by 1:i32] = add.i64(convert.i64(u), convert.i64(v))
      a[2:i32? of @a_shape_0 by 1:i32] = add.i32(u, v)
      if gt.i64(add.i64(convert.i64(u), convert.i64(v)), 0:i64)
        a[3:i32? of @a_shape_0 by 1:i32] = convert.i32(trunc-div.u32(add.u32(convert.u32(u), convert.u32(v)), 2:u32))
      a[4:i32? of @a_shape_0 by 1:i32] = convert.i32(floor-div.i64(convert.i64(u), convert.i64(v)))
      a[5:i32? of @a_shape_0 by 1:i32] = shr.i32(u, 2:i32)
      a[6:i32? of @a_shape_0 by 1:i32] = trunc-mod.i32(and.i32(u, 255:i32), 10:i32)"
  `);
});

test("parameters and results of device functions follow their calls", () => {
  const k = new KernelSketch();
  const out = k.array("out", "i64");
  const wideOut = k.array("wide", "i64");
  const [x, p, q] = [k.local("x"), local("p", "i64"), local("q", "i64")];
  const half = func(
    "half",
    [{ kind: "return", values: [binary("floor-div", read(p), int(2))], span }],
    [],
    [p],
    ["i64"],
  );
  const twice = func("twice", [{ kind: "return", values: [mul(read(q), int(2))], span }], [], [q], ["i64"]);
  const call = (callee: typeof half, arg: Expr) =>
    ({ kind: "call", func: callee, args: [arg], results: [x], span }) as const;
  const body = [
    call(half, wide("global")),
    out.store([read(x)], int(1)),
    call(twice, wideOut.load(int(0))),
    wideOut.store([int(1)], read(x)),
  ];
  const result = narrowed({ ...k.module(body), functions: [half, twice] }, k.facts([64, 1, 1]));
  expect([...result.functions, result.kernel].map((f) => printFunction(f)).join("\n")).toMatchInlineSnapshot(`
    "device half(p: i32) -> i32
      return trunc-div.i32(p, 2:i32)
    device twice(q: i64) -> i64
      return mul.i64(q, 2:i64)
    device kernel()
      var x: i64
      var x.1: i32
      x.1 = call half(global.x:i32)
      x = convert.i64(x.1)
      out[convert.i32(x)? of @out_shape_0 by 1:i32] = 1:i64
      x = call twice(wide[0:i32? of @wide_shape_0 by 1:i32])
      wide[1:i32? of @wide_shape_0 by 1:i32] = x"
  `);
});

test("64-bit arithmetic on 64-bit values stays as it is", () => {
  const k = new KernelSketch();
  const a = k.array("a", "i64");
  const n = k.scalar("n", "i64", "any");
  const x = k.local("x");
  const body = [
    assign(x, a.load(n)),
    a.store([int(0)], binary("shr", mul(read(x), n), int(7))),
    when(less(read(x), n), [a.store([read(x)], binary("floor-mod", read(x), n))]),
  ];
  expect(shown(k.module(body), k.facts([1, 1, 1]))).toMatchInlineSnapshot(`
    "kernel kernel()
      var x: i64
      x = a[@n~? of @a_shape_0 by 1:i32]
      a[0:i32? of @a_shape_0 by 1:i32] = shr.i64(mul.i64(x, @n), 7:i64)
      if lt.i64(x, @n)
        a[x~? of @a_shape_0 by 1:i32] = floor-mod.i64(x, @n)"
  `);
});
