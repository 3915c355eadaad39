/** The kernels whose WGSL is kept under `wgsl/` to be read and reviewed: one a feature. Built as the passes leave them. */
import type { LaunchFacts } from "../../src/compiler/ir/launch-facts.ts";
import type { WgslProgram } from "../../src/compiler/ir/program.ts";
import type { Stmt } from "../../src/compiler/ir/ir.ts";
import { blockProgram } from "../../src/compiler/passes/block-program.ts";
import { emitWgsl } from "../../src/wgsl/emit.ts";
import { KernelBuilder } from "../gpu/kernel-builder.ts";
import { LIMITS } from "../gpu/run-kernel.ts";

export interface GoldenKernel {
  readonly name: string;
  readonly program: WgslProgram;
}

type Triple = readonly [number, number, number];

function golden(k: KernelBuilder, body: Stmt[], block: Triple, more: Partial<LaunchFacts> = {}): GoldenKernel {
  const facts = k.facts(block, more);
  const natural = facts.arguments.map((fact) => (fact.kind === "scalar" ? ({ kind: "scalar", integer: "small" } as const) : fact));
  return { name: k.name, program: emitWgsl(blockProgram(k.module(body)), { ...facts, arguments: natural }, LIMITS, k.name) };
}

function vectorAdd(): GoldenKernel {
  const k = new KernelBuilder("vector_add");
  const [a, b, out] = [k.array("a", "f32"), k.array("b", "f32"), k.array("out", "f32")];
  const n = k.scalar("n");
  const i = k.variable("i");
  return golden(k, [
    k.set(i, k.at("global")),
    k.when(k.compare("lt", k.get(i), n), [k.store(out, k.get(i), k.binary("add", k.load(a, k.get(i)), k.load(b, k.get(i))))]),
  ], [128, 1, 1]);
}

function matmulTiled(): GoldenKernel {
  const k = new KernelBuilder("matmul_tiled");
  const [a, b, c] = [k.array("a", "f32"), k.array("b", "f32"), k.array("c", "f32")];
  const [n, m] = [k.scalar("n"), k.scalar("m")];
  const [sa, sb] = [k.shared("sa", "f32", 256), k.shared("sb", "f32", 256)];
  const [x, y, tx, ty] = [k.variable("x"), k.variable("y"), k.variable("tx"), k.variable("ty")];
  const acc = k.variable("acc", "f32");
  const at = (row: ReturnType<typeof k.get>, width: ReturnType<typeof k.get>, column: ReturnType<typeof k.get>) => k.binary("add", k.binary("mul", row, width), column);
  const tile = () => k.int(16);
  return golden(k, [
    k.set(x, k.at("global", 0)),
    k.set(y, k.at("global", 1)),
    k.set(tx, k.at("thread", 0)),
    k.set(ty, k.at("thread", 1)),
    k.set(acc, k.float(0)),
    k.count("t", k.int(0), k.binary("floor-div", m, tile()), (t) => [
      k.store(sa, at(k.get(ty), tile(), k.get(tx)), k.load(a, at(k.get(y), m, k.binary("add", k.binary("mul", t, tile()), k.get(tx))))),
      k.store(sb, at(k.get(ty), tile(), k.get(tx)), k.load(b, at(k.binary("add", k.binary("mul", t, tile()), k.get(ty)), n, k.get(x)))),
      k.sync(),
      k.count("j", k.int(0), tile(), (j) => [
        k.set(acc, k.binary("add", k.get(acc), k.binary("mul", k.load(sa, at(k.get(ty), tile(), j)), k.load(sb, at(j, tile(), k.get(tx)))))),
      ]),
      k.sync(),
    ]),
    k.store(c, at(k.get(y), n, k.get(x)), k.get(acc)),
  ], [16, 16, 1]);
}

function reduction(name: string, block: number): GoldenKernel {
  const k = new KernelBuilder(name);
  const [x, out] = [k.array("x", "i32"), k.array("out", "i32")];
  const s = k.shared("s", "i32", block);
  const [t, d] = [k.variable("t"), k.variable("d")];
  return golden(k, [
    k.set(t, k.at("thread")),
    k.store(s, k.get(t), k.load(x, k.at("global"))),
    k.sync(),
    k.set(d, k.int(block / 2)),
    k.repeat(k.compare("gt", k.get(d), k.int(0)), [
      k.when(k.compare("lt", k.get(t), k.get(d)), [
        k.store(s, k.get(t), k.binary("add", k.load(s, k.get(t)), k.load(s, k.binary("add", k.get(t), k.get(d))))),
      ]),
      k.sync(),
      k.set(d, k.binary("floor-div", k.get(d), k.int(2))),
    ]),
    k.when(k.compare("eq", k.get(t), k.int(0)), [k.store(out, k.at("block"), k.load(s, k.int(0)))]),
  ], [block, 1, 1]);
}

function unevenLoop(): GoldenKernel {
  const k = new KernelBuilder("uneven_loop");
  const [counts, out] = [k.array("counts", "i32"), k.array("out", "i32")];
  const s = k.shared("s", "i32", 64);
  const [t, c, total] = [k.variable("t"), k.variable("c"), k.variable("total")];
  return golden(k, [
    k.set(t, k.at("thread")),
    k.when(k.compare("ge", k.get(t), k.size(counts)), [k.back()]),
    k.set(c, k.load(counts, k.get(t))),
    k.set(total, k.int(0)),
    k.repeat(k.compare("gt", k.get(c), k.int(0)), [
      k.store(s, k.get(t), k.get(c)),
      k.sync(),
      k.set(total, k.binary("add", k.get(total), k.load(s, k.int(0)))),
      k.sync(),
      k.set(c, k.binary("sub", k.get(c), k.int(1))),
    ]),
    k.store(out, k.get(t), k.get(total)),
  ], [64, 1, 1]);
}

function invertBytes(): GoldenKernel {
  const k = new KernelBuilder("invert_bytes");
  const [image, out] = [k.array("image", "u8"), k.array("out", "u8")];
  const i = k.variable("i");
  return golden(k, [
    k.set(i, k.at("global")),
    k.when(k.compare("lt", k.get(i), k.size(image)), [
      k.store(out, k.get(i), k.convert(k.binary("sub", k.int(255), k.convert(k.load(image, k.get(i)), "i32")), "u8")),
    ]),
  ], [256, 1, 1]);
}

function checkedGather(): GoldenKernel {
  const k = new KernelBuilder("checked_gather");
  const [values, places, out] = [k.array("values", "f32"), k.array("places", "i32"), k.array("out", "f32")];
  const i = k.variable("i");
  return golden(k, [
    k.set(i, k.at("global")),
    k.when(k.compare("lt", k.get(i), k.size(out)), [k.store(out, k.get(i), k.load(values, k.load(places, k.get(i)), true))]),
  ], [128, 1, 1]);
}

function histogram(): GoldenKernel {
  const k = new KernelBuilder("histogram");
  const [x, bins, weights] = [k.array("x", "i32"), k.array("bins", "i32"), k.array("weights", "f32")];
  return golden(k, [
    k.count("i", k.at("global"), k.size(x), (at) => [
      k.atomic("add", bins, k.binary("floor-mod", k.load(x, at), k.size(bins)), [k.int(1)]),
      k.atomic("add", weights, k.int(0), [k.float(0.5)]),
    ], k.at("global-size")),
  ], [256, 1, 1]);
}

function hash64(): GoldenKernel {
  const k = new KernelBuilder("hash64");
  const [x, out] = [k.array("x", "u64"), k.array("out", "u64")];
  const i = k.variable("i");
  const h = k.variable("h", "u64");
  return golden(k, [
    k.set(i, k.at("global")),
    k.when(k.compare("lt", k.get(i), k.size(x)), [
      k.set(h, k.load(x, k.get(i))),
      k.set(h, k.binary("mul", k.binary("xor", k.get(h), k.binary("shr", k.get(h), k.int(33, "u64"))), k.int(0xff51afd7ed558ccdn, "u64"))),
      k.store(out, k.get(i), k.binary("xor", k.get(h), k.binary("shr", k.get(h), k.int(33, "u64")))),
    ]),
  ], [128, 1, 1]);
}

function warpSum(): GoldenKernel {
  const k = new KernelBuilder("warp_sum");
  const [x, out] = [k.array("x", "f32"), k.array("out", "f32")];
  const [v, other] = [k.variable("v", "f32"), k.variable("other", "f32")];
  const d = k.variable("d");
  return golden(k, [
    k.set(v, k.load(x, k.at("global"))),
    k.set(d, k.int(16)),
    k.repeat(k.compare("gt", k.get(d), k.int(0)), [
      k.warp("shfl-down", [k.get(v), k.get(d)], [other]),
      k.set(v, k.binary("add", k.get(v), k.get(other))),
      k.set(d, k.binary("floor-div", k.get(d), k.int(2))),
    ]),
    k.when(k.compare("eq", k.at("lane"), k.int(0)), [k.store(out, k.binary("floor-div", k.at("global"), k.int(32)), k.get(v))]),
  ], [64, 1, 1]);
}

function deviceFunction(): GoldenKernel {
  const k = new KernelBuilder("device_function");
  const [re, im, out] = [k.array("re", "f32"), k.array("im", "f32"), k.array("out", "f32")];
  const [x, y, length] = [k.variable("x", "f32"), k.variable("y", "f32"), k.variable("length", "f32")];
  const normalise = k.func("normalise", [x, y], ["f32", "f32"], [
    k.set(length, k.math("sqrt", k.binary("add", k.binary("mul", k.get(x), k.get(x)), k.binary("mul", k.get(y), k.get(y))))),
    k.when(k.compare("eq", k.get(length), k.float(0)), [k.back(k.float(1), k.float(0))]),
    k.back(k.binary("div", k.get(x), k.get(length)), k.binary("div", k.get(y), k.get(length))),
  ]);
  const [i, a, b] = [k.variable("i"), k.variable("a", "f32"), k.variable("b", "f32")];
  return golden(k, [
    k.set(i, k.at("global")),
    k.when(k.compare("lt", k.get(i), k.size(out)), [
      k.call(normalise, [k.load(re, k.get(i)), k.load(im, k.get(i))], [a, b]),
      k.store(out, k.get(i), k.math("atan2", k.get(b), k.get(a))),
    ]),
  ], [128, 1, 1]);
}

export const goldenKernels = (): GoldenKernel[] => [
  vectorAdd(),
  matmulTiled(),
  reduction("reduce_shared", 128),
  reduction("reduce_folded", 1024),
  unevenLoop(),
  invertBytes(),
  checkedGather(),
  histogram(),
  hash64(),
  warpSum(),
  deviceFunction(),
];
