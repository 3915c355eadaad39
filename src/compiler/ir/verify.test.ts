import { expect, test } from "vitest";
import { parseModule } from "./parse.ts";
import { verifyModule } from "./verify.ts";

const kernel = (...lines: readonly string[]): string => `
  global a: f32[] = argument 0
  constant table: u8[1] = bytes 7
  launch n: i64
  site bounds "a" ""
  device half(x: i64) -> i64
    return floor-div.i64(x, 2:i64)
  kernel k()
    var i: i64
    var j: i64
    var f: f32
    var h: i32
    var b: bool
    var c: i8
${lines.map((line) => `    ${line}`).join("\n")}
`;

const RIGHT: readonly string[] = [
  "i = call half(j)",
  "for i from 0:i64 up to @n by 1:i64\n      a[i~? of @n by 1:i64] site 0 = f",
  "h = barrier block count b",
  "h, b = warp match-all -1:i32, f",
  "i = select(b, i, add.i64(i, j))",
  // A local that is counted and assigned has a value of its own outside the loop.
  "for i from 0:i64 up to @n by 1:i64\n      j = i\n    i = 3:i64\n    j = i",
];

test.each(RIGHT)("nothing is wrong with %s", (line) => {
  expect(verifyModule(parseModule(kernel(line)))).toEqual([]);
});

const WRONG: readonly (readonly [string, string])[] = [
  ["i = f", "k: value of i is f32, not i64: f"],
  ["i = add.i64(i, h)", "k: right of add is i32, not i64: h"],
  ["b = lt.i64(i, h)", "k: right of lt is i32, not i64: h"],
  ["i = not.i64(i)", "k: not gives i64: not.i64(i)"],
  ["c = add.i8(c, c)", "k: add on i8: add.i8(c, c)"],
  ["f = xor.f32(f, f)", "k: xor on f32: xor.f32(f, f)"],
  ["i = div.i64(i, i)", "k: div on integers: div.i64(i, i)"],
  ["b = add.bool(b, b)", "k: add on bool: add.bool(b, b)"],
  ["i = bits.i64(f)", "k: bits of f32 as i64: bits.i64(f)"],
  ["f = 0.1:f32", "k: a constant that is no float32: 0.1:f32"],
  ["c = 200:i8", "k: a constant outside i8: 200:i8"],
  [
    "i = select(b, i, floor-div.i64(i, j))",
    "k: a side of a select has a checked load or an integer division: select(b, i, floor-div.i64(i, j))",
  ],
  ["if i\n      i = j", "k: condition is i64, not bool: i"],
  ["loop while i\n      break", "k: condition is i64, not bool: i"],
  ["break", "k: break outside a loop"],
  ["return i", "k: returns 1 values, not 0"],
  ["for i from 0:i64 up to h by 1:i64\n      j = i", "k: bound of a loop is i32, not i64: h"],
  ["for i from 0:i64 up to @n by 1:i64\n      i = j", "k: the counter i is assigned in its loop"],
  [
    "for i from 0:i64 up to j by 1:i64\n      j = i",
    "k: a bound of the loop over i reads j, which the loop changes",
  ],
  ["for i from 0:i64 up to @n by 1:i64\n      b = b\n    j = i", "k: the counter i is read outside its loop"],
  [
    "for h from 0:i32 up to convert.i32(a[i of @n by 1:i64]) by 1:i32\n      b = b",
    "k: a bound of the loop over h reads memory",
  ],
  ["i, j = call half(j)", "k: half gives 1 results, not 2"],
  ["h = call half(j)", "k: result 0 of half is i64, h is i32"],
  ["i = call half(j, j)", "k: half takes 1 arguments, not 2"],
  ["table[i of @n by 1:i64] = 1:u8", "k: table is constant"],
  ["a[i of @n by 1:i64] = i", "k: value stored in a is i64, not f32: i"],
  ["a[f of @n by 1:i64] = f", "k: an index of a is f32"],
  ["i = atomic add a[i of @n by 1:i64], f", "k: atomic add gives f32"],
  ["atomic compare-exchange a[i of @n by 1:i64], f", "k: atomic compare-exchange takes 2 operands"],
  ["h = barrier block count i", "k: predicate of a barrier is i64, not bool: i"],
  ["h = barrier warp and b", "k: a warp barrier combines a predicate"],
  ["h = warp shfl-idx -1:i32, i, 0:i32", "k: warp shfl-idx of i64 gives i32"],
  ["h = warp ballot f, b", "k: the mask of warp ballot is f32"],
  ["h = warp ballot -1:i32", "k: warp ballot takes 1 operands"],
];

test.each(WRONG)("%s: %s", (line, finding) => {
  expect(verifyModule(parseModule(kernel(line)))).toContain(finding);
});

test("declarations that do not fit", () => {
  const module = parseModule(kernel("return"));
  const [a, table] = module.memories;
  const [n] = module.launchValues;
  if (!a || !table || !n) throw new Error("the module declares them");
  const { kernel: k } = module;
  const broken = {
    ...module,
    memories: [
      { ...a, argument: null },
      { ...table, length: 2 },
      { ...a, space: "shared" as const, argument: null },
    ],
    launchValues: [n, n],
    kernel: { ...k, locals: [...k.locals, ...k.locals], results: ["i32" as const] },
  };
  expect(verifyModule(broken)).toEqual([
    "the kernel gives results",
    "a: global memory with argument null",
    "table: contents of another length than the memory's",
    "a: shared memory without a length",
    "a launch value is declared twice",
    "k: a local is declared twice",
    "k: returns 0 values, not 1",
  ]);
});

test("a site, a local, a memory or a function of another module is found", () => {
  const module = parseModule(kernel("i = call half(j)", "a[i? of @n by 1:i64] site 0 = f"));
  expect(verifyModule({ ...module, sites: [], functions: [], memories: [], launchValues: [] })).toEqual([
    "k: half is no function of the module",
    "k: a is no memory of the module",
    "k: there is no site 0",
    "k: n is no launch value of the module",
  ]);
  expect(verifyModule({ ...module, kernel: { ...module.kernel, locals: [] } })).toContain(
    "k: i is not declared",
  );
});
