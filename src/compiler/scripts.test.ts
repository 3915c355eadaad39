import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compileFile, sourceOf, splitTypes, typeOf } from "../../tests/compiler/python-names.ts";
import { compileFunction } from "./compile.ts";
import { verifyModule } from "./ir/verify.ts";

const SCRIPTS = new URL("../../tests/conformance/numba/", import.meta.url);

test.each([
  ["atomics", "tally", "int32[::1], int32[::1], float32[:,::1], float64[::1], int32[::1]"],
  ["atomics", "claim", "int32[::1], int32[::1]"],
  ["bitonic_sort", "exchange", "float32[::1], int64, int64"],
  ["cpu_against_gpu", "distances_gpu", "float64[:,::1], float64[:,::1]"],
  ["dynamic_shared", "reverse_and_rank", "float32[::1], float32[::1], int32[::1]"],
  ["grid_stride", "poly", "int32[::1], int32[::1]"],
  ["grid_sync", "relax", "float64[::1], float64[::1], int64"],
  ["hash_u64", "hashes", "uint64[::1], uint8[::1], uint64[::1], uint64[::1]"],
  ["hash_u64", "powmod", "uint64[::1], uint64[::1], uint64[::1], uint64[::1]"],
  ["heat_2d", "step", "float64[:,::1], float64[:,::1], float64"],
  ["histogram", "histogram", "float64[::1], float64, float64, int32[::1]"],
  ["kernel_print", "hello", "int32[::1]"],
  ["life", "life", "uint8[:,::1], uint8[:,::1]"],
  ["mandelbrot", "render", "float64, float64, float64, float64, uint8[:,::1], int64"],
  ["matmul_naive", "matmul", "float32[:,::1], float32[:,::1], float32[:,::1]"],
  ["matmul_tiled", "matmul", "float32[:,::1], float32[:,::1], float32[:,::1]"],
  ["nbody", "forces", "float32[:,::1], float32[::1], float32[:,::1]"],
  ["reduce_1024_int64", "block_sum", "int64[::1], int64[::1]"],
  ["reduce_1024_int64", "fold_in_branch", "int64[::1]"],
  ["saxpy_host_arrays", "saxpy", "float32, float32[:], float32[:]"],
  ["scan", "hillis_steele", "int32[::1], int32[::1], int32[::1]"],
  ["scan", "blelloch", "int32[::1]"],
  ["scan", "add_offsets", "int32[::1], int32[::1]"],
  ["stencil_f64", "smooth", "float64[::1], float64[::1], float64[::1]"],
  ["streams_events", "scale", "float32[::1], float64"],
  [
    "tuples_devices",
    "work",
    "int32[::1], int32[::1], int32[::1], int32[::1], float64[::1], float64[::1], (float64, float64), float64[:,::1], float64[::1]",
  ],
  ["views", "double", "float32[:]"],
  ["views", "add_2d", "float64[::1,:], float64[:,:], float64[:,::1]"],
  ["views", "edges", "int64[::1], int64[::1]"],
  ["volume_3d", "gradient", "float32[:,:,::1], float32[:,:,::1]"],
  ["warp_ops", "warp_sum", "int32[::1], int32[::1]"],
  ["warp_ops", "votes", "int32[::1], int32[:,::1]"],
])("%s.py: %s compiles", (file, name, types) => {
  const text = readFileSync(new URL(`${file}.py`, SCRIPTS), "utf8");
  const { module, diagnostics } = compileFile(text, types, name);
  expect(diagnostics.map((diagnostic) => diagnostic.message)).toEqual([]);
  expect(module && verifyModule(module)).toEqual([]);
});

test.each([
  ["calls_host_function", "kernel", "float32[::1]"],
  ["cannot_unify", "kernel", "float32[::1]"],
  ["dict_in_kernel", "kernel", "float32[::1]"],
  ["misspelled_attribute", "kernel", "float32[::1]"],
  ["returns_value", "total", "float32[::1]"],
  ["shared_shape_not_constant", "kernel", "float32[::1], int64"],
  ["string_concat", "kernel", "float32[::1]"],
  ["undefined_name", "shift", "float32[::1], float64"],
  ["wrong_dimensions", "kernel", "float32[::1]"],
])("errors/%s.py: class and line", (file, name, types) => {
  const text = readFileSync(new URL(`errors/${file}.py`, SCRIPTS), "utf8");
  const [, exception, line] = /expect: (\w+) : line (\d+)/.exec(text) ?? [];
  const [first] = compileFile(text, types, name).diagnostics;
  const at = first ? text.slice(0, first.primary.span.start).split("\n").length : 0;
  expect(`${first?.numba?.exception} : line ${at}`).toBe(`${exception} : line ${line}`);
});

test("a kernel with the wrong number of arguments", () => {
  const text = "@cuda.jit\ndef k(a, b, out):\n    out[0] = a[0] + b[0]\n";
  const types = splitTypes("float32[::1], float32[::1]").map(typeOf);
  const { diagnostics } = compileFunction({
    source: sourceOf(`from numba import cuda\n${text}`, "k"),
    argumentTypes: types,
  });
  expect(diagnostics.map((diagnostic) => `${diagnostic.numba?.exception}: ${diagnostic.message}`)).toEqual([
    "TypeError: `k` takes three arguments, 2 given",
  ]);
});
