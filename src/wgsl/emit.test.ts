import { describe, expect, test } from "vitest";
import { KernelBuilder } from "../../tests/gpu/kernel-builder.ts";
import { LIMITS } from "../../tests/gpu/run-kernel.ts";
import type { Local, Stmt } from "../compiler/ir/ir.ts";
import type { LaunchFacts } from "../compiler/ir/launch-facts.ts";
import { blockProgram } from "../compiler/passes/block-program.ts";
import { emitWgsl } from "./emit.ts";
import { Unsupported } from "../compiler/diagnostics/unsupported.ts";

type Triple = readonly [number, number, number];

function emit(k: KernelBuilder, body: Stmt[], block: Triple = [64, 1, 1], more: Partial<LaunchFacts> = {}) {
  return emitWgsl(blockProgram(k.module(body)), k.facts(block, more), LIMITS, k.name);
}

/** The kernel's own lines. */
function kernelLines(k: KernelBuilder, body: Stmt[]): string[] {
  const text = emit(k, body).text;
  const start = text.indexOf("fn k(");
  return text
    .slice(text.indexOf("{", start) + 1, text.indexOf("\n}", start))
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}

describe("declarations", () => {
  test("a value that is set once is a `let` where it is set", () => {
    const k = new KernelBuilder("k");
    const out = k.array("out", "i32");
    const x = k.variable("x");
    expect(kernelLines(k, [k.set(x, k.at("thread")), k.store(out, k.get(x), k.get(x))])).toEqual([
      "let x = i32(thread.x);",
      "out[x] = x;",
    ]);
  });

  test("what both branches set is declared before them", () => {
    const k = new KernelBuilder("k");
    const out = k.array("out", "i32");
    const x = k.variable("x");
    const lines = kernelLines(k, [
      k.when(k.compare("lt", k.at("thread"), k.int(5)), [k.set(x, k.int(1))], [k.set(x, k.int(2))]),
      k.store(out, k.int(0), k.get(x)),
    ]);
    expect(lines).toEqual([
      "var x: i32;",
      "if (i32(thread.x) < 5) {",
      "x = 1;",
      "} else {",
      "x = 2;",
      "}",
      "out[0] = x;",
    ]);
  });

  test("what a round reads from the one before is declared outside the loop", () => {
    const k = new KernelBuilder("k");
    const out = k.array("out", "i32");
    const [last, fresh] = [k.variable("last"), k.variable("fresh")];
    const lines = kernelLines(k, [
      k.count("i", k.int(0), k.int(4), (i) => [
        k.set(fresh, k.binary("mul", i, i)),
        k.when(k.compare("gt", i, k.int(1)), [k.store(out, i, k.get(last))]),
        k.set(last, k.get(fresh)),
      ]),
    ]);
    expect(lines.slice(0, 3)).toEqual([
      "var last: i32;",
      "for (var i = 0; i < 4; i++) {",
      "let fresh = i * i;",
    ]);
  });

  test("two loops over the same name share it, a clash gets a number", () => {
    const k = new KernelBuilder("k");
    const out = k.array("out", "i32");
    const [a, b] = [k.variable("x"), k.variable("x")];
    const loop = () => k.count("i", k.int(0), k.int(4), (i) => [k.store(out, i, i)]);
    const lines = kernelLines(k, [
      loop(),
      loop(),
      k.set(a, k.int(1)),
      k.set(b, k.int(2)),
      k.store(out, k.get(a), k.get(b)),
    ]);
    expect(lines.filter((line) => line.startsWith("for"))).toEqual([
      "for (var i = 0; i < 4; i++) {",
      "for (var i = 0; i < 4; i++) {",
    ]);
    expect(lines.slice(-3)).toEqual(["let x = 1;", "let x_1 = 2;", "out[x] = x_1;"]);
  });

  test("else-if chains and flipped conditions", () => {
    const k = new KernelBuilder("k");
    const out = k.array("out", "i32");
    const t = () => k.at("thread");
    const put = (value: number) => k.store(out, t(), k.int(value));
    const lines = kernelLines(k, [
      k.when(
        k.compare("lt", t(), k.int(1)),
        [put(1)],
        [k.when(k.compare("lt", t(), k.int(2)), [put(2)], [put(3)])],
      ),
      k.when(k.compare("lt", t(), k.int(9)), [], [put(9)]),
    ]);
    expect(lines).toEqual([
      "if (i32(thread.x) < 1) {",
      "out[thread.x] = 1;",
      "} else if (i32(thread.x) < 2) {",
      "out[thread.x] = 2;",
      "} else {",
      "out[thread.x] = 3;",
      "}",
      "if (i32(thread.x) >= 9) {",
      "out[thread.x] = 9;",
      "}",
    ]);
  });
});

describe("calls", () => {
  test("a call stands where its result is used, unless something may come between", () => {
    const k = new KernelBuilder("k");
    const [out, bytes] = [k.array("out", "i32"), k.array("bytes", "u8")];
    const [x, y] = [k.variable("x"), k.variable("y")];
    const square = k.func("square", [x], ["i32"], [k.back(k.binary("mul", k.get(x), k.get(x)))]);
    const bump = k.func(
      "bump",
      [y],
      ["i32"],
      [k.store(out, k.get(y), k.int(1)), k.back(k.load(out, k.int(3)))],
    );
    const [a, b, c, d, e, f] = ["a", "b", "c", "d", "e", "f"].map((name) => k.variable(name)) as [
      Local,
      Local,
      Local,
      Local,
      Local,
      Local,
    ];
    const lines = kernelLines(k, [
      k.call(square, [k.int(2)], [a]),
      k.call(square, [k.int(3)], [b]),
      k.store(out, k.int(0), k.binary("add", k.get(a), k.get(b))),
      k.call(bump, [k.int(4)], [c]),
      k.set(d, k.get(c)),
      k.call(bump, [k.get(d)], [e]),
      k.store(out, k.int(1), k.binary("add", k.load(out, k.int(2)), k.get(e))),
      k.call(square, [k.int(5)], [f]),
      k.store(bytes, k.at("thread"), k.convert(k.get(f), "u8")),
    ]);
    expect(lines.slice(0, 5)).toEqual([
      "out[0] = square(2) + square(3);",
      "let d = bump(4);",
      "let e = bump(d);",
      "out[1] = out[2] + e;",
      "let bytes_value = u32(square(5)) & 255u;",
    ]);
  });
});

describe("division", () => {
  test("WGSL's own operators where nothing is negative, shifts for powers of two, helpers else", () => {
    const k = new KernelBuilder("k");
    const out = k.array("out", "i32");
    const [n, m] = [k.size(out), k.scalar("m")];
    const of = (value: ReturnType<typeof k.int>) => k.store(out, k.int(0), value);
    const lines = kernelLines(k, [
      of(k.binary("floor-div", k.at("global"), k.int(3))),
      of(k.binary("floor-mod", k.at("global"), n)),
      of(k.binary("floor-div", k.at("global"), n)),
      of(k.binary("floor-div", m, k.int(8))),
      of(k.binary("floor-mod", m, k.int(8))),
      of(k.binary("floor-mod", m, k.int(3))),
    ]);
    expect(lines.map((line) => line.replace("out[0] = ", ""))).toEqual([
      "i32(grid.x) / 3;",
      "i32(grid.x) % launch.out_size;",
      "i32_div(i32(grid.x), launch.out_size);",
      "launch.m >> 3u;",
      "launch.m & 7;",
      "floor_mod(launch.m, 3);",
    ]);
  });
});

describe("what WGSL cannot say", () => {
  const refuse = (k: KernelBuilder, body: Stmt[], more: Partial<LaunchFacts> = {}) => {
    try {
      emit(k, body, [64, 1, 1], more);
    } catch (error) {
      if (error instanceof Unsupported) return error.diagnostic;
      throw error;
    }
    throw new Error("nothing was refused");
  };

  test("a float64 function that the library lacks", () => {
    const k = new KernelBuilder("k");
    const out = k.array("out", "f64");
    const x = k.math("sin", k.load(out, k.int(0)));
    const diagnostic = refuse(k, [k.store(out, k.int(0), x)]);
    expect(diagnostic.message).toBe("math.sin on float64 is not available on the GPU yet");
    expect(diagnostic.primary.span).toEqual(x.span);
  });

  test("atomics that have no right form", () => {
    const k = new KernelBuilder("k");
    const out = k.array("out", "f64");
    expect(refuse(k, [k.atomic("add", out, k.int(0), [k.float(1, "f64")])]).code).toBe("gpu-atomic");
  });

  test("more shared memory than a workgroup has", () => {
    const k = new KernelBuilder("k");
    const out = k.array("out", "f32");
    const s = k.dynamicShared("s", "f32");
    const diagnostic = refuse(
      k,
      [k.store(s, k.int(0), k.float(1)), k.sync(), k.store(out, k.int(0), k.load(s, k.int(1)))],
      { dynamicSharedBytes: 40960 },
    );
    expect(diagnostic.message).toContain("40960 bytes");
    expect(diagnostic.message).toContain("32768");
  });

  test("more arrays than bindings", () => {
    const k = new KernelBuilder("k");
    const arrays = Array.from({ length: 11 }, (_, i) => k.array(`a${i}`, "f32"));
    expect(
      refuse(
        k,
        arrays.map((array) => k.store(array, k.int(0), k.float(1))),
      ).code,
    ).toBe("gpu-bindings");
  });

  test("recursion", () => {
    const k = new KernelBuilder("k");
    const body: Stmt[] = [];
    const again = k.func("again", [], [], body);
    body.push(k.call(again, [], []));
    expect(refuse(k, [k.call(again, [], [])]).code).toBe("gpu-recursion");
  });
});

test("the uniform block holds what is used, wide fields aligned to 8 bytes", () => {
  const k = new KernelBuilder("k");
  const out = k.array("out", "i64");
  const [small, wide] = [k.scalar("small", "i64"), k.scalar("wide", "i64")];
  const facts = k.facts([64, 1, 1]);
  const args = facts.arguments.map((fact, i) =>
    i === 1 ? ({ kind: "scalar", integer: "small" } as const) : fact,
  );
  const program = emit(k, [k.store(out, k.int(0), k.binary("add", small, wide))], [64, 1, 1], {
    arguments: args,
  });
  expect(program.fields.map(({ name, type, offsetBytes }) => [name, type, offsetBytes])).toEqual([
    ["small", "i32", 0],
    ["wide", "i64", 8],
  ]);
  expect(program.recordBytes).toBe(16);
  expect(program.text).toContain("struct Launch { small: i32, wide: vec2u }");
});
