import { expect, test } from "vitest";
import { count, formatBytes, formatMs } from "./format.ts";

test.each([
  [0, "0 B"],
  [999, "999 B"],
  [1234, "1.23 kB"],
  [4_000_000, "4 MB"],
  [999_600, "1 MB"],
])("%d bytes read %s", (bytes, text) => expect(formatBytes(bytes)).toBe(text));

test.each([
  [0.0123, "12.3 µs"],
  [1.5, "1.5 ms"],
  [999.9, "1 s"],
  [61_234, "61.2 s"],
])("%d ms reads %s", (ms, text) => expect(formatMs(ms)).toBe(text));

test("one and many", () => {
  expect([count(1, "launch", "launches"), count(12, "launch", "launches")]).toEqual([
    "1 launch",
    "12 launches",
  ]);
});
