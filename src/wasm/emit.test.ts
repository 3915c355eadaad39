import fc from "fast-check";
import { expect, test } from "vitest";
import { runModule } from "../../tests/run-on-cpu.ts";
import * as ir from "../compiler/ir/builder.ts";
import type { BinaryOperation, Expr, Scalar, Site } from "../compiler/ir/ir.ts";

const tid = ir.convert("i64", ir.position("thread"));
const globalIndex = ir.convert("i64", ir.position("global"));
const global = (name: string, element: Scalar, argument: number) => ir.memory(name, element, { argument });

test("a thread an element, with a guard", () => {
  const [a, out] = [global("a", "f32", 0), global("out", "f32", 1)];
  const body = [
    ir.when(ir.compare("lt", globalIndex, ir.int(5)), [
      ir.store(
        ir.at(out, globalIndex),
        ir.binary("add", ir.load(ir.at(a, globalIndex)), ir.constant("f32", 0.5)),
      ),
    ]),
  ];
  const result = new Float32Array(6);
  runModule(ir.module(ir.func("add", body), [a, out]), {
    block: [4, 1, 1],
    grid: [2, 1, 1],
    args: [Float32Array.of(1, 2, 3, 4, 5, 6), result],
  });
  expect([...result]).toEqual([1.5, 2.5, 3.5, 4.5, 5.5, 0]);
});

/** out[i] = a[i] op b[i] for i below 1,000. */
function elementwise<T extends BigInt64Array | BigUint64Array | Int32Array | Uint32Array | Float64Array>(
  op: BinaryOperation,
  type: Scalar,
  a: T,
  b: T,
  out: T,
): T {
  const [x, y, z] = [global("x", type, 0), global("y", type, 1), global("z", type, 2)];
  const value = ir.binary(op, ir.load(ir.at(x, tid)), ir.load(ir.at(y, tid)));
  runModule(ir.module(ir.func("f", [ir.store(ir.at(z, tid), value)]), [x, y, z]), {
    block: [a.length, 1, 1],
    grid: [1, 1, 1],
    args: [a, b, out],
  });
  return out;
}

const floorDiv = (a: bigint, b: bigint) => (b === 0n ? 0n : (a - floorMod(a, b)) / b);
const floorMod = (a: bigint, b: bigint) => (b === 0n ? 0n : ((a % b) + b) % b);
const EDGES = [
  0n,
  1n,
  -1n,
  2n,
  -2n,
  7n,
  -7n,
  2n ** 31n,
  -(2n ** 31n),
  2n ** 32n + 1n,
  2n ** 62n + 12345n,
  2n ** 63n - 1n,
  -(2n ** 63n),
];

test.each<[BinaryOperation, (a: bigint, b: bigint) => bigint]>([
  ["add", (a, b) => a + b],
  ["sub", (a, b) => a - b],
  ["mul", (a, b) => a * b],
  ["floor-div", floorDiv],
  ["floor-mod", floorMod],
  ["trunc-div", (a, b) => (b === 0n ? 0n : a / b)],
  ["trunc-mod", (a, b) => (b === 0n ? 0n : a % b)],
  ["min", (a, b) => (a < b ? a : b)],
  ["max", (a, b) => (a > b ? a : b)],
  ["shl", (a, b) => (b < 0n || b >= 64n ? 0n : a << b)],
  ["shr", (a, b) => (b < 0n || b >= 64n ? (a < 0n ? -1n : 0n) : a >> b)],
  ["xor", (a, b) => a ^ b],
])("int64 %s is exact", (op, oracle) => {
  const sixtyFour = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
  const pairs = [
    ...EDGES.flatMap((a) => EDGES.map((b): [bigint, bigint] => [a, b])),
    ...fc.sample(fc.tuple(sixtyFour, sixtyFour), { numRuns: 300, seed: 1 }),
  ];
  const a = BigInt64Array.from(pairs, ([x]) => x);
  const b = BigInt64Array.from(pairs, ([, y]) => y);
  const out = elementwise(op, "i64", a, b, new BigInt64Array(pairs.length));
  pairs.forEach(([x, y], i) =>
    expect(`${x} ${op} ${y} = ${out[i]}`).toBe(`${x} ${op} ${y} = ${BigInt.asIntN(64, oracle(x, y))}`),
  );
});

test("float64 floor division and modulo are Python's", () => {
  const rows = [
    [7, 3, 2, 1],
    [-7, 3, -3, 2],
    [7, -3, -3, -2],
    [-7, -3, 2, -1],
    [5.5, 0.25, 22, 0],
    [-0.5, 2, -1, 1.5],
  ];
  const a = Float64Array.from(rows, (row) => row[0] ?? 0);
  const b = Float64Array.from(rows, (row) => row[1] ?? 0);
  expect([...elementwise("floor-div", "f64", a, b, new Float64Array(rows.length))]).toEqual(
    rows.map((row) => row[2]),
  );
  expect([...elementwise("floor-mod", "f64", a, b, new Float64Array(rows.length))]).toEqual(
    rows.map((row) => row[3]),
  );
});

/** `s = n // 2; while s > 0: if tid < s: buf[tid] += buf[tid + s]; barrier; s //= 2`, the barrier in or outside a branch. */
function blockSum(threads: number, barrierInBranch: boolean) {
  const data = global("data", "i64", 0);
  const out = global("out", "i64", 1);
  const buf = ir.memory("buf", "i64", { space: "shared", length: threads });
  const s = ir.local("s", "i64");
  const add = ir.store(
    ir.at(buf, tid),
    ir.binary("add", ir.load(ir.at(buf, tid)), ir.load(ir.at(buf, ir.binary("add", tid, ir.read(s))))),
  );
  const halve = ir.assign(s, ir.binary("floor-div", ir.read(s), ir.int(2)));
  const fold = [
    ir.store(ir.at(buf, tid), ir.load(ir.at(data, globalIndex))),
    ir.barrier(),
    ir.assign(s, ir.int(threads / 2)),
    ir.loop(ir.compare("gt", ir.read(s), ir.int(0)), [
      ir.when(ir.compare("lt", tid, ir.read(s)), [add]),
      ir.barrier(),
      halve,
    ]),
    ir.when(ir.compare("eq", tid, ir.int(0)), [
      ir.store(ir.at(out, ir.convert("i64", ir.position("block"))), ir.load(ir.at(buf, ir.int(0)))),
    ]),
  ];
  const body = barrierInBranch ? [ir.when(ir.compare("lt", tid, ir.int(threads)), fold)] : fold;
  return ir.module(ir.func("block_sum", body, [s]), [data, out, buf]);
}

test.each([false, true])("a reduction over 1,024 threads is exact (barrier in a branch: %s)", (inBranch) => {
  const data = BigInt64Array.from({ length: 2048 }, (_, i) => BigInt(i) * 4_000_000_007n);
  const out = new BigInt64Array(2);
  runModule(blockSum(1024, inBranch), { block: [1024, 1, 1], grid: [2, 1, 1], args: [data, out] });
  const sum = (from: number) => data.slice(from, from + 1024).reduce((total, value) => total + value, 0n);
  expect([...out]).toEqual([sum(0), sum(1024)]);
});

test("loops that count differently, with a barrier inside, and an early return", () => {
  // Threads 6 and 7 return at once; thread t goes round t + 1 times and adds what its neighbour wrote before the barrier.
  const out = global("out", "i32", 0);
  const cell = ir.memory("cell", "i32", { space: "shared", length: 8 });
  const [k, seen] = [ir.local("k", "i64"), ir.local("seen", "i32")];
  const turns = ir.binary("add", tid, ir.int(1));
  const body = [
    ir.when(ir.compare("ge", tid, ir.int(6)), [ir.done()]),
    ir.assign(seen, ir.int(0, "i32")),
    ir.count(k, ir.int(0), turns, ir.int(1), [
      ir.store(ir.at(cell, tid), ir.convert("i32", ir.read(k))),
      ir.barrier(),
      ir.assign(
        seen,
        ir.binary(
          "add",
          ir.read(seen),
          ir.load(ir.at(cell, ir.binary("trunc-mod", ir.binary("add", tid, ir.int(1)), ir.int(6)))),
        ),
      ),
      ir.barrier(),
    ]),
    ir.store(ir.at(out, tid), ir.read(seen)),
  ];
  const result = new Int32Array(8).fill(-1);
  runModule(ir.module(ir.func("f", body, [k, seen]), [out, cell]), {
    block: [8, 1, 1],
    grid: [1, 1, 1],
    args: [result],
  });
  // Thread t < 5 reads k of thread t + 1, which is still going round: 0 + 1 + ... + t. Thread 5 reads thread 0, stuck at 0.
  expect([...result]).toEqual([0, 1, 3, 6, 10, 0, -1, -1]);
});

test("a break and a continue under a condition, round a barrier", () => {
  const out = global("out", "i32", 0);
  const [k, sum] = [ir.local("k", "i64"), ir.local("sum", "i32")];
  const odd = ir.compare("eq", ir.binary("and", ir.read(k), ir.int(1)), ir.int(1));
  const body = [
    ir.assign(sum, ir.int(0, "i32")),
    ir.assign(k, ir.int(-1)),
    ir.loop(null, [
      ir.assign(k, ir.binary("add", ir.read(k), ir.int(1))),
      ir.when(ir.compare("gt", ir.read(k), tid), [ir.leave("break")]),
      ir.when(odd, [ir.leave("continue")]),
      ir.barrier(),
      ir.assign(sum, ir.binary("add", ir.read(sum), ir.convert("i32", ir.read(k)))),
    ]),
    ir.store(ir.at(out, tid), ir.read(sum)),
  ];
  const result = new Int32Array(7);
  runModule(ir.module(ir.func("f", body, [k, sum]), [out]), {
    block: [7, 1, 1],
    grid: [1, 1, 1],
    args: [result],
  });
  expect([...result]).toEqual([0, 0, 2, 2, 6, 6, 12]);
});

const site = (kind: Site["kind"], name: string): Site => ({
  kind,
  name,
  span: { start: 0, end: 1 },
  message: "",
});

test("a failed check reads 0, writes nothing, and is told once", () => {
  const [a, out] = [global("a", "i32", 0), global("out", "i32", 1)];
  const next: Expr = ir.binary("add", tid, ir.int(1));
  const body = [
    ir.store(
      ir.at(out, ir.binary("sub", tid, ir.int(1)), ir.int(4), 1),
      ir.load(ir.at(a, next, ir.int(4), 0)),
    ),
  ];
  const result = new Int32Array(4).fill(9);
  const module = ir.module(ir.func("f", body), [a, out], {
    sites: [site("bounds", "a"), site("bounds", "out")],
  });
  const messages = runModule(module, {
    block: [6, 1, 1],
    grid: [1, 1, 1],
    args: [Int32Array.of(10, 20, 30, 40), result],
  });
  // Thread 0 writes at -1, which counts from the end; threads 3 to 5 read past it, thread 4 writes its 0 over what thread 0 wrote, thread 5 writes past it.
  expect([...result]).toEqual([30, 40, 0, 0]);
  expect(messages.failures).toMatchObject([
    { site: 0, index: 4, size: 4, thread: [3, 0, 0] },
    { site: 1, index: 4, size: 4, thread: [5, 0, 0] },
  ]);
});

test("an endless loop ends at its budget, and the other threads go on", () => {
  const out = global("out", "i32", 0);
  const body = [
    ir.when(ir.compare("eq", tid, ir.int(1)), [ir.loop(null, [], 0)]),
    ir.store(ir.at(out, tid), ir.int(1, "i32")),
  ];
  const result = new Int32Array(3);
  const module = ir.module(ir.func("f", body), [out], { sites: [site("loop-budget", "")] });
  const { failures } = runModule(module, {
    block: [3, 1, 1],
    grid: [1, 1, 1],
    args: [result],
    facts: { loopBudget: 1000 },
  });
  expect([...result]).toEqual([1, 0, 1]);
  expect(failures).toMatchObject([{ site: 0, thread: [1, 0, 0] }]);
});

test("a device function with two results, and one that calls itself", () => {
  const out = global("out", "i64", 0);
  const [a, b, q, r, n, f, x] = ["a", "b", "q", "r", "n", "f", "x"].map((name) => ir.local(name, "i64")) as [
    ReturnType<typeof ir.local>,
    ...ReturnType<typeof ir.local>[],
  ];
  if (!b || !q || !r || !n || !f || !x) throw new Error("locals");
  const divmod = ir.func(
    "divmod",
    [
      ir.done([
        ir.binary("floor-div", ir.read(a), ir.read(b)),
        ir.binary("floor-mod", ir.read(a), ir.read(b)),
      ]),
    ],
    [],
    [a, b],
    ["i64", "i64"],
  );
  const factorial = { ...ir.func("factorial", [], [x], [n], ["i64"]) };
  const span = { start: 0, end: 0 };
  factorial.body = [
    ir.when(ir.compare("le", ir.read(n), ir.int(1)), [ir.done([ir.int(1)])]),
    { kind: "call", func: factorial, args: [ir.binary("sub", ir.read(n), ir.int(1))], results: [x], span },
    ir.done([ir.binary("mul", ir.read(n), ir.read(x))]),
  ];
  const body = [
    { kind: "call", func: divmod, args: [ir.int(-7), ir.int(2)], results: [q, r], span } as const,
    { kind: "call", func: factorial, args: [ir.int(20)], results: [f], span } as const,
    ir.store(ir.at(out, ir.int(0)), ir.read(q)),
    ir.store(ir.at(out, ir.int(1)), ir.read(r)),
    ir.store(ir.at(out, ir.int(2)), ir.read(f)),
  ];
  const result = new BigInt64Array(3);
  runModule(ir.module(ir.func("k", body, [q, r, f]), [out], { functions: [divmod, factorial] }), {
    block: [1, 1, 1],
    grid: [1, 1, 1],
    args: [result],
  });
  expect([...result]).toEqual([-4n, 1n, 2432902008176640000n]);
});

test("more shared memory than CUDA has is refused with both numbers", () => {
  const buf = ir.memory("buf", "f64", { space: "shared", length: 20_000 });
  const out = global("out", "f64", 0);
  const module = ir.module(ir.func("k", [ir.store(ir.at(out, ir.int(0)), ir.load(ir.at(buf, ir.int(0))))]), [
    buf,
    out,
  ]);
  const run = () => runModule(module, { block: [1, 1, 1], grid: [1, 1, 1], args: [new Float64Array(1)] });
  expect(run).toThrow("160000 bytes of shared memory for each block, and CUDA gives a block 49152");
});
