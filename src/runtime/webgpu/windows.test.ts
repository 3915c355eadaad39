import { expect, test } from "vitest";
import { sizeClass } from "./buffers.ts";
import { gridWindows } from "./windows.ts";

test("a grid within the limit is one window", () => {
  expect(gridWindows([65535, 4, 1], 65535)).toEqual([{ first: [0, 0, 0], count: [65535, 4, 1] }]);
});

test("windows cover a larger grid once", () => {
  const windows = gridWindows([10, 3, 1], 4);
  expect(windows.map((w) => w.first[0])).toEqual([0, 4, 8]);
  expect(windows.reduce((sum, w) => sum + w.count[0] * w.count[1] * w.count[2], 0)).toBe(30);
});

test("size classes hold what was asked for and waste at most an eighth", () => {
  for (const bytes of [1, 256, 257, 1000, 4096, 5000, 1_000_003, 2 ** 30]) {
    const size = sizeClass(bytes);
    expect(size).toBeGreaterThanOrEqual(bytes);
    expect(size % 4).toBe(0);
    if (bytes > 4096) expect(size).toBeLessThanOrEqual(bytes * 1.13);
  }
});
