import { expect, test } from "vitest";
import { compileText, sourceOf } from "../../../tests/compiler/python-names.ts";
import { type CpuRun, runModule } from "../../../tests/run-on-cpu.ts";
import { compileFunction } from "../compile.ts";
import { printModule } from "../ir/print.ts";
import { verifyModule } from "../ir/verify.ts";
import type { Constant } from "../names/constant.ts";
import { type RecordType, scalar, type Type } from "../types/type.ts";

const ONE = [1, 1, 1] as const;

/** Compiles a kernel `k` and runs it on the CPU device. */
function run(
  text: string,
  types: string,
  args: CpuRun["args"],
  launch: Partial<CpuRun> = {},
  globals?: Readonly<Record<string, Constant>>,
) {
  const { module, diagnostics } = compileText(text, types, "k", globals);
  expect(diagnostics.map((diagnostic) => diagnostic.message)).toEqual([]);
  if (!module) throw new Error("no module");
  expect(verifyModule(module), printModule(module)).toEqual([]);
  return runModule(module, { block: ONE, grid: ONE, ...launch, args });
}

/** The messages of a kernel that does not compile. */
function problems(text: string, types: string): readonly string[] {
  return compileText(text, types, "k").diagnostics.map(
    (diagnostic) => `${diagnostic.code}: ${diagnostic.message}`,
  );
}

const kernel = (params: string, ...lines: readonly string[]): string =>
  `@cuda.jit\ndef k(${params}):\n${lines.map((line) => `    ${line}`).join("\n")}\n`;
const device = (signature: string, ...lines: readonly string[]): string =>
  `@cuda.jit(device=True)\ndef ${signature}:\n${lines.map((line) => `    ${line}`).join("\n")}\n`;
const ints = (...values: readonly number[]): BigInt64Array => BigInt64Array.from(values, BigInt);

// Threads and blocks

test("grid and gridsize along one, two and three axes", () => {
  const out = new Int32Array(2 * 3 * 4 * 2);
  const text = kernel(
    "out",
    "x, y, z = cuda.grid(3)",
    "nx, ny, nz = cuda.gridsize(3)",
    "out[(z * ny + y) * nx + x] += 1 + cuda.grid(1) + nx * ny * nz * 100",
  );
  run(text, "int32[::1]", [out], { block: [2, 1, 2], grid: [2, 3, 2] });
  expect([...out]).toEqual(Array.from({ length: 48 }, (_, i) => 4801 + (i % 4)));
});

test("shared memory, a barrier, and each position", () => {
  const out = new Int32Array(12);
  const text = kernel(
    "out",
    "s = cuda.shared.array(4, int32)",
    "t = cuda.threadIdx.x",
    "s[t] = t + 10 * cuda.blockIdx.x",
    "cuda.syncthreads()",
    "out[cuda.grid(1)] = s[cuda.blockDim.x - 1 - t] + 100 * cuda.gridDim.x",
  );
  run(text, "int32[::1]", [out], { block: [4, 1, 1], grid: [3, 1, 1] });
  expect([...out]).toEqual([303, 302, 301, 300, 313, 312, 311, 310, 323, 322, 321, 320]);
});

test("dynamic shared arrays are views of the same bytes from 0", () => {
  const out = new Int32Array(4);
  const text = kernel(
    "out",
    "f = cuda.shared.array(0, float32)",
    "i = cuda.shared.array(0, int32)[2:]",
    "f[0] = 1.0",
    "i[0] = 7",
    "out[0] = f.size",
    "out[1] = i.size",
    "whole = cuda.shared.array(0, int32)",
    "out[2] = whole[0]",
    "out[3] = whole[2]",
  );
  run(text, "int32[::1]", [out], { facts: { dynamicSharedBytes: 16 } });
  expect([...out]).toEqual([4, 2, 0x3f800000, 7]);
});

test("atomics give the old value", () => {
  const a = Int32Array.of(5, 9);
  const out = new Int32Array(6);
  const text = kernel(
    "a, out",
    "out[0] = cuda.atomic.add(a, 0, 2)",
    "out[1] = cuda.atomic.max(a, 0, 3)",
    "out[2] = cuda.atomic.cas(a, 1, 9, 1)",
    "out[3] = cuda.atomic.exch(a, -1, 4)",
    "out[4] = cuda.atomic.compare_and_swap(a, 7, 8)",
    "cuda.atomic.sub(a, 0, 1.9)",
  );
  run(text, "int32[::1], int32[::1]", [a, out]);
  expect([[...a], [...out]]).toEqual([
    [7, 4],
    [5, 7, 9, 1, 7, 0],
  ]);
});

test("shuffles, votes and counting barriers", () => {
  const out = new Int32Array(32 * 5);
  const text = kernel(
    "out",
    "t = cuda.threadIdx.x",
    "v = int32(t * t)",
    "out[t] = cuda.shfl_down_sync(-1, v, 1)",
    "out[32 + t] = cuda.shfl_xor_sync(-1, v, 3)",
    "out[64 + t] = cuda.popc(cuda.ballot_sync(-1, t < 5))",
    "out[96 + t] = cuda.any_sync(-1, t == 31) + 10 * cuda.all_sync(-1, t >= 0)",
    "out[128 + t] = cuda.syncthreads_count(int32(t % 2))",
  );
  run(text, "int32[::1]", [out], { block: [32, 1, 1] });
  expect([out[2], out[31], out[32 + 4], out[64], out[96 + 7], out[128]]).toEqual([9, 961, 49, 5, 11, 16]);
});

test("print joins numbers and literal strings", () => {
  const text = kernel("a", "print('thread', cuda.threadIdx.x, 'has', a[cuda.threadIdx.x] * 0.5)");
  const { module } = compileText(text, "int32[::1]", "k");
  expect(module && printModule(module)).toContain("print");
});

// Functions

test("device functions return tuples, take defaults and keywords, and call one another", () => {
  const out = new Float64Array(4);
  const text = [
    device("split(a, b)", "return a // b, a % b"),
    device("scale(x, by=2, plus=0)", "return x * by + plus"),
    device("both(a, b)", "q, r = split(a, b)", "return scale(q) + scale(r, plus=0.5)"),
    kernel(
      "out",
      "q, r = split(17, 5)",
      "out[0] = q",
      "out[1] = r",
      "out[2] = both(17, 5)",
      "out[3] = scale(plus=1, x=4)",
    ),
  ].join("\n");
  run(text, "float64[::1]", [out]);
  expect([...out]).toEqual([3, 2, 10.5, 9]);
});

test("a device function is made for each memory that its array may be in", () => {
  const a = ints(1, 2, 3, 4, 5, 6);
  const out = ints(0, 0, 0);
  const text = [
    device("total(row)", "s = 0", "for v in row:", "    s += v", "return s"),
    kernel(
      "a, out",
      "s = cuda.shared.array((2, 3), int64)",
      "s[0, 0] = 7",
      "s[0, 1] = 8",
      "s[0, 2] = 9",
      "out[0] = total(a[1])",
      "out[1] = total(a[:, 1])",
      "out[2] = total(s[0])",
    ),
  ].join("\n");
  run(text, "int64[:,::1], int64[::1]", [{ array: a, shape: [2, 3] }, out]);
  expect([...out]).toEqual([15n, 7n, 24n]);
});

test("a device function may write through a view that it gets", () => {
  const a = ints(0, 0, 0, 0, 0, 0);
  const text = [
    device("fill(row, v)", "for i in range(row.size):", "    row[i] = v + i", "row[-1] *= 10"),
    kernel("a", "fill(a[0], 1)", "fill(a[1, ::-1], 5)"),
  ].join("\n");
  run(text, "int64[:,::1]", [{ array: a, shape: [2, 3] }]);
  expect([...a]).toEqual([1n, 2n, 30n, 70n, 6n, 5n]);
});

test("functions passed as arguments, tuples, and None", () => {
  const out = new Float64Array(3);
  const text = [
    device("twice(x)", "return x * 2"),
    device("apply(f, x)", "return f(x)"),
    device("pick(t, i)", "return t[i]"),
    device("orelse(x, y)", "if y is None:", "    return x", "return y"),
    kernel(
      "out",
      "out[0] = apply(twice, 3)",
      "out[1] = pick((10, 20, 30), 1) + apply(lambda_free, 1)",
      "out[2] = orelse(4, None) + orelse(4, 5.5)",
    ),
  ].join("\n");
  run(
    text.replace(
      device("pick(t, i)", "return t[i]"),
      `${device("pick(t, i)", "return t[i]")}\n${device("lambda_free(x)", "return -x")}`,
    ),
    "float64[::1]",
    [out],
  );
  expect([...out]).toEqual([6, 19, 9.5]);
});

test("nested functions see the variables around them at the call", () => {
  const out = ints(0, 0, 0, 0);
  const text = kernel(
    "out",
    "k = 5",
    "def early(x):",
    "    if x > k:",
    "        return x - k",
    "    return 0",
    "f = lambda x: early(x) * 10 + k",
    "out[0] = early(7)",
    "out[1] = f(8)",
    "k = 7",
    "out[2] = early(7)",
    "out[3] = f(8)",
  );
  run(text, "int64[::1]", [out]);
  expect([...out]).toEqual([2n, 35n, 0n, 17n]);
});

test("the same function for other types is another function", () => {
  const { module } = compileText(
    [device("same(x)", "return x"), kernel("a", "a[0] = same(1) + same(2.5) + same(2)")].join("\n"),
    "float64[::1]",
  );
  expect(module?.functions.map((func) => func.name)).toEqual(["same", "same_2"]);
});

// Values

test("complex arrays are pairs of floats", () => {
  const a = Float32Array.of(1, 2, 3, 4);
  const out = new Float32Array(4);
  const text = kernel(
    "a, out",
    "z = a[0] * a[1]",
    "out[0] = z.conjugate()",
    "out[1] = a[1].imag + 1j * a.real[0]",
  );
  const { module } = compileText(text, "complex64[::1], complex64[::1]", "k");
  if (!module) throw new Error("no module");
  expect(verifyModule(module)).toEqual([]);
  runModule(module, {
    block: ONE,
    grid: ONE,
    args: [
      { array: a, shape: [2] },
      { array: out, shape: [2] },
    ],
  });
  expect([...out]).toEqual([-5, -10, 4, 1]);
});

const PARTICLE: RecordType = {
  kind: "record",
  sizeBytes: 16,
  fields: [
    { name: "x", type: scalar("float32"), offsetBytes: 0 },
    { name: "id", type: scalar("int32"), offsetBytes: 4 },
    { name: "m", type: scalar("float64"), offsetBytes: 8 },
  ],
};

test("fields of records are read and written in place, whole records are copied", () => {
  const text = kernel(
    "p",
    "t = cuda.shared.array(2, particle)",
    "t[0] = p[1]",
    "t[0].id += 1",
    "p[0] = t[0]",
    "p[1].m = p[0].x + p.id[0]",
    "p[1]['x'] = 9",
  );
  const globals: Readonly<Record<string, Constant>> = { particle: { kind: "dtype", type: PARTICLE } };
  const array: Type = {
    kind: "array",
    element: PARTICLE,
    ndim: 1,
    layout: "C",
    readonly: false,
    space: "global",
  };
  const { module, diagnostics } = compileFunction({
    source: sourceOf(`from numba import cuda\n${text}`, "k", globals),
    argumentTypes: [array],
  });
  expect(diagnostics).toEqual([]);
  if (!module) throw new Error("no module");
  expect(verifyModule(module)).toEqual([]);
  expect(module.memories.map((memory) => `${memory.space} ${memory.name} ${memory.element}`)).toEqual([
    "global p f32",
    "global p_i32 i32",
    "global p_f64 f64",
    "shared t_x f32",
    "shared t_id i32",
    "shared t_m f64",
  ]);
});

test("a global array is constant memory", () => {
  const out = new Float64Array(3);
  const table = new Float64Array([1.5, 2.5, 3.5, 4.5]);
  const globals: Readonly<Record<string, Constant>> = {
    TABLE: { kind: "array", dtype: "float64", shape: [2, 2], bytes: new Uint8Array(table.buffer) },
  };
  const text = kernel(
    "out, i",
    "out[0] = TABLE[i, 1]",
    "out[1] = cuda.const.array_like(TABLE)[0, 0]",
    "out[2] = TABLE.size",
  );
  run(text, "float64[::1], int64", [out, 1n], {}, globals);
  expect([...out]).toEqual([4.5, 1.5, 4]);
});

test("tuple arguments are flattened; small vectors have parts", () => {
  const text = kernel(
    "t, out",
    "out[0] = t[0] + t[1][1] + out.size",
    "v = cuda.float32x4(1, 2, 3, 4)",
    "out[1] = v.x + v.w",
  );
  const compiled = compileText(text, "(float64, (int64, int64)), float64[::1]", "k");
  expect(compiled.argumentLayout.map((arg) => `${arg.name} of ${arg.parameter}`)).toEqual([
    "t_0 of 0",
    "t_1_0 of 0",
    "t_1_1 of 0",
    "out of 1",
  ]);
  if (!compiled.module) throw new Error("no module");
  const out = new Float64Array(2);
  runModule(compiled.module, { block: ONE, grid: ONE, args: [0.5, 1n, 2n, out] });
  expect([...out]).toEqual([4.5, 5]);
});

// Order and laziness

test("what a call changes does not change what was read before it", () => {
  const a = ints(1, 2);
  const text = [
    device("bump(x)", "x[0] += 10", "return x[0]"),
    kernel("a", "a[1] = a[0] + bump(a) * 100 + a[0] * 10000"),
  ].join("\n");
  run(text, "int64[::1]", [a]);
  expect([...a]).toEqual([11n, 1n + 1100n + 110000n]);
});

test("the right side of `and` is evaluated only where the left one holds", () => {
  const a = ints(0, 0);
  const text = [
    device("touch(x, i)", "x[i] += 1", "return x[i] > 0"),
    kernel(
      "a",
      "if a[0] > 0 and touch(a, 1):",
      "    a[0] = 5",
      "if a[0] == 0 or touch(a, 1):",
      "    a[0] = 7",
    ),
  ].join("\n");
  run(text, "int64[::1]", [a]);
  expect([...a]).toEqual([7n, 0n]);
});

// Debugging

test("without debug an exception ends the thread in silence, with debug it is recorded", () => {
  const text = (options: string): string =>
    `@cuda.jit${options}\ndef k(a):\n    if a[0] == 0:\n        raise ValueError("bad")\n    assert a[0] > 5, "small"\n    a[0] = 9\n`;
  const quiet = compileText(text(""), "int64[::1]", "k").module;
  const loud = compileText(text("(debug=True, opt=False)"), "int64[::1]", "k").module;
  expect(quiet?.sites.filter((site) => site.kind !== "bounds")).toEqual([]);
  expect(loud?.debug).toBe(true);
  expect(
    loud?.sites.filter((site) => site.kind !== "bounds").map((site) => [site.kind, site.name, site.message]),
  ).toEqual([
    ["exception", "ValueError", "bad"],
    ["assert", "AssertionError", "small"],
  ]);
});

// What is not there yet is said by name

test("an array variable may not change its memory", () => {
  expect(
    problems(
      kernel("a, b", "for i in range(3):", "    a, b = b, a", "a[0] = 1"),
      "float32[::1], float32[::1]",
    ),
  ).toEqual([
    "array-variable-changes-memory: `a` stands for different arrays, depending on how the code gets here",
  ]);
  expect(
    problems(kernel("a, b", "c = a if b.size > 1 else b", "c[0] = 1"), "float32[::1], float32[::1]"),
  ).toEqual([
    "array-variable-changes-memory: `c` stands for different arrays, depending on how the code gets here",
  ]);
});

test("a view of the same memory may change", () => {
  const a = ints(1, 2, 3, 4, 5, 6);
  run(kernel("a", "r = a", "for i in range(2):", "    r = r[1:]", "r[0] = r.size * 10"), "int64[::1]", [a]);
  expect([...a]).toEqual([1n, 2n, 40n, 4n, 5n, 6n]);
});

test.each([
  ["x = [1, 2]\na[0] = x[0]", "unsupported-syntax"],
  ["a[0] = sorted(a)[0]", "not-callable-in-kernel"],
  ["a[1:] = a[:-1]", "not-supported-yet"],
  ["x = None\nif a.size > 2:\n    x = 1\na[0] = x", "not-supported-yet"],
  ["a += 1", "array-expression"],
  ["a.sort()", "not-supported-yet"],
  ["a[0] = np.sqrt(a[0])", "ufunc-not-available"],
])("refused by name: %s", (body, code) => {
  const [first] = problems(kernel("a", ...body.split("\n")), "float64[::1]");
  expect(first?.split(":")[0]).toBe(code);
});
