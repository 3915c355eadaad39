import { expect, test } from "vitest";
import { assign, int, read } from "../ir/builder.ts";
import { printModule } from "../ir/print.ts";
import { verifyModule } from "../ir/verify.ts";
import { fold } from "./fold.ts";
import { add, KernelSketch, mul, wide } from "./sample-kernels.ts";
import { specialise } from "./specialise.ts";

test("sizes of the block, offsets and strides become numbers, equal sizes one value", () => {
  const k = new KernelSketch();
  const a = k.array("a", "f32", 2);
  const out = k.array("out", "f32", 2);
  const rows = k.scalar("rows");
  const i = k.local("i");
  const body = [
    assign(i, add(mul(wide("block"), wide("block-size")), wide("thread"))),
    assign(i, add(read(i), add(wide("thread", 1), wide("linear-thread")))),
    out.store([read(i), rows], a.load(read(i), int(0))),
  ];
  const module = specialise(
    k.module(body),
    k.facts(
      [64, 1, 1],
      [
        [a.size(0), out.size(0), rows],
        [a.size(1), out.size(1)],
      ],
    ),
  );
  expect(verifyModule(module)).toEqual([]);
  expect(printModule(fold(module))).toMatchInlineSnapshot(`
    "global a: f32[] = argument 0
    global out: f32[] = argument 1
    launch rows: i32
    launch a_shape_1: i32

    kernel kernel()
      var i: i64
      i = add.i64(mul.i64(convert.i64(block.x:i32), 64:i64), convert.i64(thread.x:i32))
      i = add.i64(i, convert.i64(thread.x:i32))
      out[i~? of convert.i64(@rows) by convert.i64(@a_shape_1); convert.i64(@rows)~? of convert.i64(@a_shape_1) by 1:i64] = a[i~? of convert.i64(@rows) by convert.i64(@a_shape_1); 0:i64~? of convert.i64(@a_shape_1) by 1:i64]
    "
  `);
});

test("classes give scalars their types; what is strided or wide stays", () => {
  const k = new KernelSketch();
  const a = k.array("a", "i64");
  const values = [
    k.scalar("small"),
    k.scalar("int32", "i64", "int32"),
    k.scalar("uint32", "i64", "uint32"),
    k.scalar("any", "i64", "any"),
  ];
  const facts = k.facts([8, 8, 1]);
  const strided = {
    ...facts,
    arguments: facts.arguments.map((f) =>
      f.kind === "array" ? { ...f, offsetZero: false, contiguous: false } : f,
    ),
  };
  const body = values.map((value, position) => a.store([int(position)], add(value, wide("linear-thread"))));
  const module = specialise(k.module(body), strided);
  expect(verifyModule(module)).toEqual([]);
  expect(printModule(module)).toMatchInlineSnapshot(`
    "global a: i64[] = argument 0
    launch a_shape_0: i32
    launch a_stride_0: i32
    launch a_offset: i32
    launch small: i32
    launch int32: i32
    launch uint32: u32
    launch any: i64

    kernel kernel()
      a[0:i64~? of convert.i64(@a_shape_0) by convert.i64(@a_stride_0)] at convert.i64(@a_offset) = add.i64(convert.i64(@small), convert.i64(linear-thread.x:i32))
      a[1:i64~? of convert.i64(@a_shape_0) by convert.i64(@a_stride_0)] at convert.i64(@a_offset) = add.i64(convert.i64(@int32), convert.i64(linear-thread.x:i32))
      a[2:i64~? of convert.i64(@a_shape_0) by convert.i64(@a_stride_0)] at convert.i64(@a_offset) = add.i64(convert.i64(@uint32), convert.i64(linear-thread.x:i32))
      a[3:i64~? of convert.i64(@a_shape_0) by convert.i64(@a_stride_0)] at convert.i64(@a_offset) = add.i64(@any, convert.i64(linear-thread.x:i32))
    "
  `);
});
