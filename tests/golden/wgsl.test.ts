/** Generated WGSL as files to be read: `npx vitest -u tests/golden` writes them anew. The device tests compile each. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { goldenKernels } from "./wgsl-kernels.ts";

const FOLDER = join(import.meta.dirname, "wgsl");
/** What a person would write for `out[i] = a[i] + b[i]` under a guard. */
const MOST_VECTOR_ADD_LINES = 25;

describe("generated WGSL", () => {
  test.each(goldenKernels())("$name", async ({ name, program }) => {
    await expect(program.text).toMatchFileSnapshot(join(FOLDER, `${name}.wgsl`));
  });

  test("no file without a kernel", () => {
    const names = goldenKernels().map(({ name }) => `${name}.wgsl`);
    expect(readdirSync(FOLDER).filter((file) => !names.includes(file))).toEqual([]);
  });

  test("a vector add is short", () => {
    const text = goldenKernels()[0]?.program.text ?? "";
    expect(text.split("\n").filter((line) => line.trim() !== "").length).toBeLessThanOrEqual(MOST_VECTOR_ADD_LINES);
  });

  test("each line with a source says where it came from", () => {
    for (const { name, program } of goldenKernels()) {
      const lines = program.text.split("\n");
      expect(program.lines.length, name).toBeGreaterThan(3);
      for (const { wgslLine, start, end } of program.lines) {
        expect(lines[wgslLine - 1]?.trim(), `${name} line ${wgslLine}`).toBeTruthy();
        expect(end).toBeGreaterThan(start);
      }
    }
  });
});
