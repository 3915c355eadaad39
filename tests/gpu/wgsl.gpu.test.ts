/** Everything about generated WGSL that only a real compiler and device can tell; one file, so that one browser serves it. */
import { afterAll, vi } from "vitest";
import { float32Cases } from "./float32-cases.ts";
import { float64Cases } from "./float64-cases.ts";
import { integerCases } from "./integer-cases.ts";
import { kernelCases } from "./kernel-cases.ts";
import { randomCases } from "./random-cases.ts";
import { closeGpuPage } from "./run-wgsl.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
afterAll(closeGpuPage);

kernelCases();
randomCases();
integerCases();
float32Cases();
float64Cases();
