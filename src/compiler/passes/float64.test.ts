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
  assign,
  at,
} from "../ir/builder.ts";
import { interpret } from "../ir/interpret.ts";
import type { Expr, Local, Memory, Module, Scalar, Stmt } from "../ir/ir.ts";
import { verifyModule } from "../ir/verify.ts";
import { Choice } from "./arbitrary-choice.ts";
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
