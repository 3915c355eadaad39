/** Everything about generated WGSL that only a real compiler and device can tell; one file, so that one browser serves it. */
import { afterAll, describe, expect, test, vi } from "vitest";
import { goldenKernels } from "../golden/wgsl-kernels.ts";
import { arithmeticCases } from "./arithmetic-cases.ts";
import { collectiveCases } from "./collective-cases.ts";
import { float32Cases } from "./float32-cases.ts";
import { float64Cases } from "./float64-cases.ts";
import { integerCases } from "./integer-cases.ts";
import { memoryCases } from "./memory-cases.ts";
import { randomCases } from "./random-cases.ts";
import { closeGpuPage, compileErrors } from "./run-wgsl.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
afterAll(closeGpuPage);

describe("the browser accepts the golden files", () => {
  test.each(goldenKernels())("$name", async ({ program }) => {
    expect(await compileErrors(program.text)).toEqual([]);
  });
});
collectiveCases();
memoryCases();
arithmeticCases();
randomCases();
integerCases();
float32Cases();
float64Cases();
