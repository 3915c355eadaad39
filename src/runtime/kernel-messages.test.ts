import { expect, test } from "vitest";
import { noticeLayout } from "../compiler/ir/notices.ts";
import type { PrintFormat, WasmProgram } from "../compiler/ir/program.ts";
import { decodeNotices } from "./kernel-messages.ts";

const prints: PrintFormat[] = [
  {
    parts: [
      { kind: "text", text: "i64" },
      { kind: "operand", type: "i64" },
      { kind: "operand", type: "f32" },
      { kind: "operand", type: "bool" },
    ],
  },
];

function program(): WasmProgram {
  return { sites: [], prints, notices: noticeLayout(2, true) } as unknown as WasmProgram;
}

function record(
  words: Uint32Array,
  at: number,
  block: number,
  thread: number,
  value: bigint,
  float: number,
): number {
  const view = new DataView(words.buffer);
  words.set([0, 8, block, thread], at);
  view.setBigInt64((at + 4) * 4, value, true);
  view.setFloat32((at + 6) * 4, float, true);
  words[at + 7] = 1;
  return at + 8;
}

test("printed lines come in thread order, and a thread's own in the order it printed them", () => {
  const p = program();
  const words = new Uint32Array(p.notices?.totalWords ?? 0);
  const start = p.notices?.printsAt ?? 0;
  let at = record(words, start, 1, 0, -5n, 0.5);
  at = record(words, at, 0, 3, 2n ** 62n, -1);
  at = record(words, at, 0, 3, 7n, 1e20);
  words[0] = at - start;
  expect(decodeNotices(words, p, 0, [2, 1, 1], [32, 1, 1]).printed).toEqual([
    "i64 4611686018427387904 -1.000000 True\n",
    "i64 7 100000002004087734272.000000 True\n",
    "i64 -5 0.500000 True\n",
  ]);
});

test("a site names its block and thread along three axes", () => {
  const p = program();
  const words = new Uint32Array(p.notices?.totalWords ?? 0);
  words[1] = 1;
  words.set([1, -2 >>> 0, 10, 0, 5, 35, 0, 0], (p.notices?.sitesAt ?? 0) + 8);
  const { failures } = decodeNotices(words, p, 4, [2, 3, 1], [16, 2, 2]);
  expect(failures).toMatchObject([
    { site: 1, kernel: 4, index: -2, size: 10, block: [1, 2, 0], thread: [3, 0, 1] },
  ]);
});

test("a full print area says how much is shown", () => {
  const p = program();
  const words = new Uint32Array(p.notices?.totalWords ?? 0);
  record(words, p.notices?.printsAt ?? 0, 0, 0, 1n, 1);
  words[0] = 0x7000_0000;
  expect(decodeNotices(words, p, 0, [1, 1, 1], [1, 1, 1]).printed.at(-1)).toContain("1 lines are shown");
});
