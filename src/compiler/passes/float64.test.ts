import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  binary,
  convert,
  constant,
  count,
  func,
  int,
  load,
  local,
  memory,
  module,
  read,
  store,
  when,
  done,
  compare,
  assign,
  at,
} from "../ir/builder.ts";
import { interpret } from "../ir/interpret.ts";
import type { Expr, Func, Local, Memory, Module, Scalar, Stmt } from "../ir/ir.ts";
import type { Float64Mode } from "../ir/launch-facts.ts";
import { printFunction } from "../ir/print.ts";
import { verifyModule } from "../ir/verify.ts";
import { Choice } from "./arbitrary-choice.ts";
import { fold } from "./fold.ts";
import { KernelSketch, type SketchedArray } from "./sample-kernels.ts";
import { specialise } from "./specialise.ts";
import { NO_SPAN as span } from "../text/span.ts";
import { legaliseFloat64 } from "./float64.ts";

const LENGTH = 4;
const ELEMENTS: readonly Scalar[] = ["f32", "f64", "i32", "f32"];

interface FloatKernel {
  readonly module: Module;
  readonly bytes: ReadonlyMap<Memory, Uint8Array>;
}

/** Straight-line and looping float code without branches, which relaxed comparisons could lead another way. */
function makeKernel(choice: Choice): FloatKernel {
  const locals: Local[] = [local("a", "f64"), local("b", "f64"), local("c", "f32"), local("d", "f64")];
  const counters: Local[] = [];
  const memories = ELEMENTS.map((type, position) => memory(`m${position}`, type, { argument: position }));
  const element = (): Expr => load(at(choice.pick(memories), int(choice.below(LENGTH), "i32")));
  const float = (type: Scalar, depth: number): Expr => {
    const kind = choice.below(depth > 2 ? 4 : 8);
    if (kind === 0)
      return constant(type, choice.pick(type === "f64" ? [0.5, 1, 0.1, 3, -1.7] : [0.5, 1, 3, -1.5]));
    if (kind === 1) return convert(type, element());
    if (kind < 4) return convert(type, read(choice.pick(locals)));
    if (kind === 4) return convert(type, float(type === "f64" ? "f32" : "f64", depth + 1));
    return binary(choice.pick(["add", "sub", "mul"]), float(type, depth + 1), float(type, depth + 1));
  };
  const statement = (depth: number): Stmt => {
    if (depth < 2 && choice.chance(15)) {
      const counter = local("i", "i32");
      counters.push(counter);
      return count(counter, int(0, "i32"), int(3, "i32"), int(1, "i32"), [
        statement(depth + 1),
        statement(depth + 1),
      ]);
    }
    if (choice.chance(50)) {
      const target = choice.pick(locals);
      return assign(target, float(target.type, 0));
    }
    const target = choice.pick(memories);
    return store(at(target, int(choice.below(LENGTH), "i32")), convert(target.element, float("f64", 0)));
  };
  const body = Array.from({ length: 1 + choice.below(8) }, () => statement(0));
  const bytes = new Map<Memory, Uint8Array>();
  for (const target of memories) {
    const values = Array.from({ length: LENGTH }, () => (choice.below(64) - 20) / 7);
    const typed =
      target.element === "f64" ? Float64Array : target.element === "f32" ? Float32Array : Int32Array;
    bytes.set(target, new Uint8Array(typed.from(values).buffer));
  }
  return { module: module(func("k", body, [...locals, ...counters]), memories), bytes };
}

const arbitraryFloatKernel = (): fc.Arbitrary<FloatKernel> =>
  fc.gen().map((gen) => makeKernel(new Choice(gen)));

function run(kernel: FloatKernel, changed: Module): Map<string, Uint8Array> {
  const memories = new Map([...kernel.bytes].map(([target, bytes]) => [target, bytes.slice()]));
  interpret(changed, {
    launch: new Map(),
    memories,
    thread: [0, 0, 0],
    block: [0, 0, 0],
    blockSize: [1, 1, 1],
    gridSize: [1, 1, 1],
    loopBudget: 0,
  });
  return new Map([...memories].map(([target, bytes]) => [target.name, bytes]));
}

/** Random kernels feed float32 results back as inputs; only those that do not may be compared bit for bit. */
function readsSingles(kernel: FloatKernel): boolean {
  const text = JSON.stringify(kernel.module.kernel.body, (_, value) =>
    typeof value === "bigint" ? String(value) : value,
  );
  return /"kind":"load","type":"f32"/.test(text);
}

test("auto leaves the bits of everything float64 and integer alone", async () => {
  await fc.assert(
    fc.property(arbitraryFloatKernel(), (kernel) => {
      fc.pre(!readsSingles(kernel));
      const before = run(kernel, kernel.module);
      const relaxed = legaliseFloat64(kernel.module, "auto").module;
      expect(verifyModule(relaxed)).toEqual([]);
      expect(verifyModule(legaliseFloat64(kernel.module, "fast").module)).toEqual([]);
      const after = run(kernel, relaxed);
      for (const name of ["m1", "m2"]) expect(after.get(name)).toEqual(before.get(name));
    }),
    { numRuns: 500 },
  );
});

test("exact changes nothing", async () => {
  await fc.assert(
    fc.property(arbitraryFloatKernel(), (kernel) => {
      const result = legaliseFloat64(kernel.module, "exact");
      expect(result.module).toBe(kernel.module);
      expect(result.notices).toEqual([]);
    }),
    { numRuns: 20 },
  );
});

/** The kernel after the pass, and how many lines got a notice. */
function relaxed(
  mode: Float64Mode,
  write: (t: Sample) => readonly Stmt[],
  functions: (t: Sample) => readonly Func[] = () => [],
): string {
  const k = new KernelSketch();
  const sample: Sample = {
    k,
    x: k.array("x", "f32"),
    d: k.array("d", "f64"),
    n: k.array("n", "i32"),
    i: k.local("i", "i32"),
  };
  const made = { ...k.module(write(sample)), functions: functions(sample) };
  const plain = fold(specialise(made, k.facts([64, 1, 1])));
  const { module: result, notices } = legaliseFloat64(plain, mode, () => 1);
  expect(verifyModule(result)).toEqual([]);
  expect(notices.length).toBeLessThanOrEqual(1);
  const text = [...result.functions, result.kernel].map((f) => printFunction(f)).join("\n");
  // What accesses look like is not the matter here.
  return `${text.replaceAll(/\[[^\]]*\]/g, "[]")}${notices.length > 0 ? "\n(notice)" : ""}`;
}

interface Sample {
  readonly k: KernelSketch;
  readonly x: SketchedArray;
  readonly d: SketchedArray;
  readonly n: SketchedArray;
  readonly i: Local;
}

const half = constant("f64", 0.5);
const wider = (value: Expr): Expr => convert("f64", value);

test("one operation on float32 values that is stored as float32 needs no notice, two do", () => {
  expect(
    relaxed("auto", ({ x }) => [x.store([int(0)], binary("mul", wider(x.load(int(0))), half))]),
  ).toMatchInlineSnapshot(`
    "device kernel()
      var i: i32
      x[] = mul.f32(x[], 0.5:f32)"
  `);
  expect(
    relaxed("auto", ({ x }) => [
      x.store([int(0)], binary("add", binary("mul", wider(x.load(int(0))), half), half)),
    ]),
  ).toMatchInlineSnapshot(`
    "device kernel()
      var i: i32
      x[] = add.f32(mul.f32(x[], 0.5:f32), 0.5:f32)
    (notice)"
  `);
});

test("an accumulator is float32 if only float32 comes of it, and exact if a float64 or an integer does", () => {
  const sum = (end: (t: Sample, total: Expr) => Stmt): string =>
    relaxed("auto", (t) => {
      const total = t.k.local("total", "f64");
      return [
        assign(total, constant("f64", 0)),
        count(t.i, int(0, "i32"), int(9, "i32"), int(1, "i32"), [
          assign(
            total,
            binary("add", read(total), binary("mul", wider(t.x.load(convert("i64", read(t.i)))), half)),
          ),
        ]),
        end(t, read(total)),
      ];
    });
  expect(sum(({ x }, total) => x.store([int(0)], total))).toMatchInlineSnapshot(`
    "device kernel()
      var i: i32
      var total: f32
      total = 0:f32
      for i from 0:i32 up to 9:i32 by 1:i32
        total = add.f32(total, mul.f32(x[], 0.5:f32))
      x[] = total
    (notice)"
  `);
  expect(sum(({ d }, total) => d.store([int(0)], total))).toMatchInlineSnapshot(`
    "device kernel()
      var i: i32
      var total: f64
      total = 0:f64
      for i from 0:i32 up to 9:i32 by 1:i32
        total = add.f64(total, mul.f64(convert.f64(x[]), 0.5:f64))
      d[] = total"
  `);
  expect(sum(({ n }, total) => n.store([int(0)], total))).toMatchInlineSnapshot(`
    "device kernel()
      var i: i32
      var total: f64
      total = 0:f64
      for i from 0:i32 up to 9:i32 by 1:i32
        total = add.f64(total, mul.f64(convert.f64(x[]), 0.5:f64))
      n[] = convert.i32(total)"
  `);
});

test("comparisons that steer: with arithmetic in float32, without it as they are; those that are stored are exact", () => {
  expect(
    relaxed("auto", ({ x, d, n }) => [
      when(compare("gt", binary("mul", wider(x.load(int(0))), d.load(int(0))), half), [
        n.store([int(0)], int(1)),
      ]),
      when(compare("lt", d.load(int(0)), d.load(int(1))), [n.store([int(1)], int(1))]),
      n.store([int(2)], convert("i32", compare("gt", binary("mul", d.load(int(0)), half), half))),
    ]),
  ).toMatchInlineSnapshot(`
    "device kernel()
      var i: i32
      if gt.f32(mul.f32(x[], convert.f32(d[])), 0.5:f32)
        n[] = 1:i32
      if lt.f64(d[], d[])
        n[] = 1:i32
      n[] = convert.i32(gt.f64(mul.f64(d[], 0.5:f64), 0.5:f64))
    (notice)"
  `);
});

test("a float32 variable on the way to float64 memory keeps its operands exact", () => {
  expect(
    relaxed("auto", ({ k, x, d }) => {
      const [single, other] = [k.local("single", "f32"), k.local("other", "f32")];
      return [
        assign(single, convert("f32", binary("add", d.load(int(0)), half))),
        assign(other, convert("f32", binary("add", d.load(int(0)), half))),
        d.store([int(1)], read(single)),
        x.store([int(1)], read(other)),
      ];
    }),
  ).toMatchInlineSnapshot(`
    "device kernel()
      var i: i32
      var single: f32
      var other: f32
      single = convert.f32(add.f64(d[], 0.5:f64))
      other = add.f32(convert.f32(d[]), 0.5:f32)
      d[] = convert.f64(single)
      x[] = other
    (notice)"
  `);
});

test("a device function is exact where a caller needs it so", () => {
  const [p, q] = [local("p", "f64"), local("q", "f64")];
  const shrink = func("shrink", [done([binary("mul", read(p), half)])], [], [p], ["f64"]);
  const grow = func("grow", [done([binary("add", read(q), half)])], [], [q], ["f64"]);
  const call = (callee: Func, arg: Expr, result: Local): Stmt => ({
    kind: "call",
    func: callee,
    args: [arg],
    results: [result],
    span,
  });
  expect(
    relaxed(
      "auto",
      ({ k, x, d }) => {
        const [a, b, c] = [k.local("a", "f64"), k.local("b", "f64"), k.local("c", "f64")];
        return [
          call(shrink, wider(x.load(int(0))), a),
          x.store([int(0)], read(a)),
          call(grow, wider(x.load(int(0))), b),
          x.store([int(1)], read(b)),
          call(grow, d.load(int(0)), c),
          d.store([int(0)], read(c)),
        ];
      },
      () => [shrink, grow],
    ),
  ).toMatchInlineSnapshot(`
    "device shrink(p: f32) -> f32
      return mul.f32(p, 0.5:f32)
    device grow(q: f64) -> f64
      return add.f64(q, 0.5:f64)
    device kernel()
      var i: i32
      var a: f32
      var b: f32
      var c: f64
      var b.1: f64
      a = call shrink(x[])
      x[] = a
      b.1 = call grow(convert.f64(x[]))
      b = convert.f32(b.1)
      x[] = b
      c = call grow(d[])
      d[] = c
    (notice)"
  `);
});

test("scalars that only float32 arithmetic reads are passed as float32", () => {
  const k = new KernelSketch();
  const [x, d] = [k.array("x", "f32"), k.array("d", "f64")];
  const [alpha, beta] = [k.scalar("alpha", "f64", "any"), k.scalar("beta", "f64", "any")];
  const body = [
    x.store([int(0)], binary("mul", binary("mul", alpha, beta), wider(x.load(int(0))))),
    d.store([int(0)], beta),
  ];
  const { module: result } = legaliseFloat64(k.module(body), "auto");
  const types = result.launchValues
    .filter((v) => v.source.what === "scalar")
    .map((v) => `${v.name}: ${v.type}`);
  expect(types).toEqual(["alpha: f32", "beta: f64"]);
});

test("fast computes in float32, and moves float64 as it is", () => {
  expect(
    relaxed("fast", ({ d, n }) => [
      d.store([int(0)], d.load(int(1))),
      d.store([int(1)], binary("add", d.load(int(0)), half)),
      n.store([int(0)], binary("mul", d.load(int(0)), half)),
    ]),
  ).toMatchInlineSnapshot(`
    "device kernel()
      var i: i32
      d[] = d[]
      d[] = convert.f64(add.f32(convert.f32(d[]), 0.5:f32))
      n[] = convert.i32(mul.f32(convert.f32(d[]), 0.5:f32))
    (notice)"
  `);
});
