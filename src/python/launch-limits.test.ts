import { expect, test } from "vitest";
import { EngineError } from "./engine-error.ts";
import { checkLaunchLimits } from "./launch-limits.ts";

const header = { specialisation: 0, grid: [4, 1, 1], block: [256, 1, 1], dynamicSharedBytes: 0 } as const;

test("a usual launch passes", () => {
  expect(() => checkLaunchLimits(header, [{ kind: "scalar", value: 2n ** 40n }])).not.toThrow();
});

test("a grid of more threads than are compiled for is refused with the numbers", () => {
  const huge = { ...header, grid: [2 ** 24, 1, 1] } as const;
  expect(() => checkLaunchLimits(huge, [])).toThrow(EngineError);
  expect(() => checkLaunchLimits(huge, [])).toThrow("4294967296 threads along x");
});

test("an array of more elements than are compiled for is refused", () => {
  const array = {
    kind: "array",
    buffer: 1,
    offsetBytes: 0,
    shape: [2 ** 16, 2 ** 15],
    stridesBytes: [2 ** 15, 1],
    itemBytes: 1,
  } as const;
  expect(() => checkLaunchLimits(header, [array])).toThrow("2147483648 elements");
});
