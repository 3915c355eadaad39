import { expect, test } from "vitest";
import { assign, count, func, int, read, when } from "../ir/builder.ts";
import { printModule } from "../ir/print.ts";
import { verifyModule } from "../ir/verify.ts";
import { NO_SPAN as span } from "../text/span.ts";
import { removeDeadCode } from "./dead-code.ts";
import { add, KernelSketch, less, wide } from "./sample-kernels.ts";

test("what nothing reads goes, what may tell of a failure stays", () => {
  const k = new KernelSketch();
  const a = k.array("a", "i64");
  const unused = k.array("unused", "f32", 2);
  k.shared("scratch", "i32", 8);
  k.scalar("n");
  const [x, y, z, i, seen] = [k.local("x"), k.local("y"), k.local("z"), k.local("i"), k.local("seen")];
  const body = [
    assign(x, wide("global")),
    assign(y, add(read(x), int(1))),
    count(i, int(0), a.size(), int(1), [assign(y, read(i))]),
    when(less(read(x), int(5)), [assign(y, int(3))]),
    // Never read, but the load may fail.
    assign(z, a.load(read(x))),
    {
      kind: "atomic",
      op: "add",
      access: k.array("b", "i64").storeAccess(int(0)),
      operands: [int(1)],
      result: seen,
      span,
    },
  ] as const;
  const idle = func("idle", []);
  const module = removeDeadCode({ ...k.module(body), functions: [idle] });
  expect(verifyModule(module)).toEqual([]);
  expect(unused.sizes.length).toBe(2);
  expect(printModule(module)).toMatchInlineSnapshot(`
    "global a: i64[] = argument 0
    global unused: f32[] = argument 1
    global b: i64[] = argument 3
    launch a_shape_0: i64
    launch a_stride_0: i64
    launch a_offset: i64
    launch b_shape_0: i64
    launch b_stride_0: i64
    launch b_offset: i64

    kernel kernel()
      var x: i64
      var z: i64
      x = convert.i64(global.x:i32)
      z = a[x~? of @a_shape_0 by @a_stride_0] at @a_offset
      atomic add b[0:i64~? of @b_shape_0 by @b_stride_0] at @b_offset, 1:i64
    "
  `);
});

test("a kernel that uses everything stays the same", () => {
  const k = new KernelSketch();
  const a = k.array("a", "i64");
  const x = k.local("x");
  const module = k.module([assign(x, wide("global")), a.store([read(x)], read(x))]);
  expect(removeDeadCode(module).kernel).toBe(module.kernel);
});
