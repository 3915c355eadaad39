/** Kernels that every course has, through all passes: what is left should be what a person would write. */
import { expect, test } from "vitest";
import {
  assign,
  barrier,
  binary,
  compare,
  constant,
  convert,
  count,
  done,
  int,
  read,
  when,
} from "../ir/builder.ts";
import type { Module } from "../ir/ir.ts";
import type { LaunchFacts } from "../ir/launch-facts.ts";
import { printModule } from "../ir/print.ts";
import { optimise } from "./pipeline.ts";
import { add, both, KernelSketch, less, mul, update, wide } from "./sample-kernels.ts";

const gpu = (module: Module, facts: LaunchFacts): string =>
  printModule(optimise(module, facts, "gpu", { verify: true }).module);

test("vector_add", () => {
  const k = new KernelSketch();
  const [a, b, out] = [k.array("a", "f32"), k.array("b", "f32"), k.array("out", "f32")];
  const i = k.local("i");
  const body = [
    assign(i, wide("global")),
    when(less(read(i), out.size()), [out.store([read(i)], add(a.load(read(i)), b.load(read(i))))]),
  ];
  const facts = k.facts([256, 1, 1], [[a.size(), b.size(), out.size()]]);
  expect(gpu(k.module(body), facts)).toMatchInlineSnapshot(`
    "global a: f32[] = argument 0
    global b: f32[] = argument 1
    global out: f32[] = argument 2
    launch a_shape_0: i32

    kernel kernel()
      var i: i32
      i = global.x:i32
      if lt.i32(i, @a_shape_0)
        out[i of @a_shape_0 by 1:i32] = add.f32(a[i of @a_shape_0 by 1:i32], b[i of @a_shape_0 by 1:i32])
    "
  `);
  const unequal = k.facts([256, 1, 1]);
  expect(gpu(k.module(body), unequal)).toMatchInlineSnapshot(`
    "global a: f32[] = argument 0
    global b: f32[] = argument 1
    global out: f32[] = argument 2
    launch out_shape_0: i32
    launch a_shape_0: i32
    launch b_shape_0: i32

    kernel kernel()
      var i: i32
      i = global.x:i32
      if lt.i32(i, @out_shape_0)
        out[i of @out_shape_0 by 1:i32] = add.f32(a[i? of @a_shape_0 by 1:i32], b[i? of @b_shape_0 by 1:i32])
    "
  `);
  expect(printModule(optimise(k.module(body), facts, "cpu", { verify: true }).module)).toMatchInlineSnapshot(`
    "global a: f32[] = argument 0
    global b: f32[] = argument 1
    global out: f32[] = argument 2
    launch a_shape_0: i32

    kernel kernel()
      var i: i64
      i = convert.i64(global.x:i32)
      if lt.i64(i, convert.i64(@a_shape_0))
        out[i of convert.i64(@a_shape_0) by 1:i64] = add.f32(a[i of convert.i64(@a_shape_0) by 1:i64], b[i of convert.i64(@a_shape_0) by 1:i64])
    "
  `);
});

test("matmul with tiles in shared memory", () => {
  const TILE = 16;
  const k = new KernelSketch();
  const [A, B, C] = [k.array("A", "f32", 2), k.array("B", "f32", 2), k.array("C", "f32", 2)];
  const [sA, sB] = [k.shared("sA", "f32", TILE, TILE), k.shared("sB", "f32", TILE, TILE)];
  const [x, y, tx, ty, i, j] = [
    k.local("x"),
    k.local("y"),
    k.local("tx"),
    k.local("ty"),
    k.local("i"),
    k.local("j"),
  ];
  const tmp = k.local("tmp", "f32");
  const column = add(read(ty), mul(read(i), int(TILE)));
  const row = add(read(tx), mul(read(i), int(TILE)));
  const zero = constant("f32", 0);
  const body = [
    assign(x, wide("global", 0)),
    assign(y, wide("global", 1)),
    assign(tx, wide("thread", 0)),
    assign(ty, wide("thread", 1)),
    assign(tmp, zero),
    count(i, int(0), binary("floor-div", add(A.size(1), int(TILE - 1)), int(TILE)), int(1), [
      sA.store([read(tx), read(ty)], zero),
      sB.store([read(tx), read(ty)], zero),
      when(both(less(read(x), A.size(0)), less(column, A.size(1))), [
        sA.store([read(tx), read(ty)], A.load(read(x), column)),
      ]),
      when(both(less(read(y), B.size(1)), less(row, B.size(0))), [
        sB.store([read(tx), read(ty)], B.load(row, read(y))),
      ]),
      barrier(),
      count(j, int(0), int(TILE), int(1), [
        assign(tmp, add(read(tmp), mul(sA.load(read(tx), read(j)), sB.load(read(j), read(ty))))),
      ]),
      barrier(),
    ]),
    when(both(less(read(x), C.size(0)), less(read(y), C.size(1))), [C.store([read(x), read(y)], read(tmp))]),
  ];
  const equal = [
    [A.size(0), C.size(0)],
    [A.size(1), B.size(0)],
    [B.size(1), C.size(1)],
  ];
  expect(gpu(k.module(body), k.facts([TILE, TILE, 1], equal))).toMatchInlineSnapshot(`
    "global A: f32[] = argument 0
    global B: f32[] = argument 1
    global C: f32[] = argument 2
    shared sA: f32[256]
    shared sB: f32[256]
    launch A_shape_1: i32
    launch A_shape_0: i32
    launch B_shape_1: i32

    kernel kernel()
      var x: i32
      var y: i32
      var tx: i32
      var ty: i32
      var i: i32
      var j: i32
      var tmp: f32
      x = global.x:i32
      y = global.y:i32
      tx = thread.x:i32
      ty = thread.y:i32
      tmp = 0:f32
      for i from 0:i32 up to trunc-div.i32(add.i32(@A_shape_1, 15:i32), 16:i32) by 1:i32
        sA[tx of 16:i32 by 16:i32; ty of 16:i32 by 1:i32] = 0:f32
        sB[tx of 16:i32 by 16:i32; ty of 16:i32 by 1:i32] = 0:f32
        if and(lt.i32(x, @A_shape_0), lt.i32(add.i32(ty, mul.i32(i, 16:i32)), @A_shape_1))
          sA[tx of 16:i32 by 16:i32; ty of 16:i32 by 1:i32] = A[x of @A_shape_0 by @A_shape_1; add.i32(ty, mul.i32(i, 16:i32)) of @A_shape_1 by 1:i32]
        if and(lt.i32(y, @B_shape_1), lt.i32(add.i32(tx, mul.i32(i, 16:i32)), @A_shape_1))
          sB[tx of 16:i32 by 16:i32; ty of 16:i32 by 1:i32] = B[add.i32(tx, mul.i32(i, 16:i32)) of @A_shape_1 by @B_shape_1; y of @B_shape_1 by 1:i32]
        barrier block
        for j from 0:i32 up to 16:i32 by 1:i32
          tmp = add.f32(tmp, mul.f32(sA[tx of 16:i32 by 16:i32; j of 16:i32 by 1:i32], sB[j of 16:i32 by 16:i32; ty of 16:i32 by 1:i32]))
        barrier block
      if and(lt.i32(x, @A_shape_0), lt.i32(y, @B_shape_1))
        C[x of @A_shape_0 by @B_shape_1; y of @B_shape_1 by 1:i32] = tmp
    "
  `);
});

test("a reduction in shared memory", () => {
  const THREADS = 128;
  const k = new KernelSketch();
  const [x, out] = [k.array("x", "f32"), k.array("out", "f32")];
  const n = k.scalar("n");
  const sums = k.shared("sums", "f32", THREADS);
  const [tid, i, s] = [k.local("tid"), k.local("i"), k.local("s")];
  const body = [
    assign(tid, wide("thread")),
    assign(i, wide("global")),
    when(
      less(read(i), n),
      [sums.store([read(tid)], x.load(read(i)))],
      [sums.store([read(tid)], constant("f32", 0))],
    ),
    barrier(),
    assign(s, binary("floor-div", wide("block-size"), int(2))),
    k.whileLoop(compare("gt", read(s), int(0)), [
      when(less(read(tid), read(s)), [
        sums.store([read(tid)], add(sums.load(read(tid)), sums.load(add(read(tid), read(s))))),
      ]),
      barrier(),
      update(s, "floor-div", int(2)),
    ]),
    when(compare("eq", read(tid), int(0)), [out.store([wide("block")], sums.load(int(0)))]),
  ];
  expect(gpu(k.module(body), k.facts([THREADS, 1, 1], [[x.size(), n]]))).toMatchInlineSnapshot(`
    "global x: f32[] = argument 0
    global out: f32[] = argument 1
    shared sums: f32[128]
    launch n: i32
    launch out_shape_0: i32

    kernel kernel()
      var tid: i32
      var i: i32
      var s: i32
      tid = thread.x:i32
      i = global.x:i32
      if lt.i32(i, @n)
        sums[tid of 128:i32 by 1:i32] = x[i of @n by 1:i32]
      else
        sums[tid of 128:i32 by 1:i32] = 0:f32
      barrier block
      s = 64:i32
      loop while gt.i32(s, 0:i32)
        if lt.i32(tid, s)
          sums[tid of 128:i32 by 1:i32] = add.f32(sums[tid of 128:i32 by 1:i32], sums[add.i32(tid, s) of 128:i32 by 1:i32])
        barrier block
        s = trunc-div.i32(s, 2:i32)
      if eq.i32(tid, 0:i32)
        out[block.x:i32? of @out_shape_0 by 1:i32] = sums[0:i32 of 128:i32 by 1:i32]
    "
  `);
});

test("Conway's game of life on a torus", () => {
  const k = new KernelSketch();
  const [old, grid] = [k.array("old", "u8", 2), k.array("new", "u8", 2)];
  const [x, y, dx, dy, n] = [k.local("x"), k.local("y"), k.local("dx"), k.local("dy"), k.local("n")];
  const [height, width] = [old.size(0), old.size(1)];
  const row = binary("floor-mod", add(read(y), read(dy)), height);
  const column = binary("floor-mod", add(read(x), read(dx)), width);
  const body = [
    assign(x, wide("global", 0)),
    assign(y, wide("global", 1)),
    when(compare("ge", read(x), width), [done()]),
    when(compare("ge", read(y), height), [done()]),
    assign(n, int(0)),
    count(dy, int(-1), int(2), int(1), [
      count(dx, int(-1), int(2), int(1), [update(n, "add", convert("i64", old.load(row, column)))]),
    ]),
    update(n, "sub", convert("i64", old.load(read(y), read(x)))),
    when(compare("eq", read(n), int(3)), [grid.store([read(y), read(x)], int(1))]),
  ];
  const equal = [
    [height, grid.size(0)],
    [width, grid.size(1)],
  ];
  expect(gpu(k.module(body), k.facts([16, 16, 1], equal))).toMatchInlineSnapshot(`
    "global old: u8[] = argument 0
    global new: u8[] = argument 1
    launch old_shape_1: i32
    launch old_shape_0: i32

    kernel kernel()
      var x: i32
      var y: i32
      var dx: i32
      var dy: i32
      var n: i32
      x = global.x:i32
      y = global.y:i32
      if ge.i32(x, @old_shape_1)
        return
      if ge.i32(y, @old_shape_0)
        return
      n = 0:i32
      for dy from -1:i32 up to 2:i32 by 1:i32
        for dx from -1:i32 up to 2:i32 by 1:i32
          n = add.i32(n, convert.i32(old[floor-mod.i32(add.i32(y, dy), @old_shape_0) of @old_shape_0 by @old_shape_1; floor-mod.i32(add.i32(x, dx), @old_shape_1) of @old_shape_1 by 1:i32]))
      n = sub.i32(n, convert.i32(old[y of @old_shape_0 by @old_shape_1; x of @old_shape_1 by 1:i32]))
      if eq.i32(n, 3:i32)
        new[y of @old_shape_0 by @old_shape_1; x of @old_shape_1 by 1:i32] = 1:u8
    "
  `);
});
