/** Plants imports that the layers forbid, and expects Biome to refuse them: a checker that checks nothing is green too. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { ROOT } from "./paths.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** What Biome says of one import in a file of that folder. */
function lint(folder: string, from: string): Promise<string> {
  const planted = mkdtempSync(join(ROOT, folder, "planted-"));
  folders.push(planted);
  const file = join(planted, "planted.ts");
  writeFileSync(file, `export { thing } from "${from}";\n`);
  const biome = join(ROOT, "node_modules", ".bin", "biome");
  return new Promise((resolve) => {
    execFile(
      biome,
      ["lint", "--only=style/noRestrictedImports", file],
      { cwd: ROOT },
      (_error, stdout, stderr) => resolve(stdout + stderr),
    );
  });
}

const REFUSED: readonly (readonly [string, string])[] = [
  ["src/compiler", "../../wgsl/emit.ts"],
  ["src/compiler", "../../session/run-report.ts"],
  ["src/compiler", "node:fs"],
  ["src/wgsl", "../../compiler/types/type.ts"],
  ["src/wgsl", "../../wasm/emit.ts"],
  ["src/wasm", "../../compiler/lower/statement.ts"],
  ["src/runtime", "../../compiler/syntax/ast.ts"],
  ["src/runtime", "../../ui/App.tsx"],
  ["src/runtime", "../../session/client.ts"],
  ["src/session", "../../runtime/device.ts"],
  ["src/share", "../../session/messages.ts"],
  ["src/ui", "../../runtime/device.ts"],
  ["src/ui", "../../wgsl/emit.ts"],
  ["src/ui", "../../compiler/ir/ir.ts"],
];
test.each(REFUSED)("%s may not import %s", async (folder, from) => {
  expect(await lint(folder, from)).toContain("noRestrictedImports");
});

const ALLOWED: readonly (readonly [string, string])[] = [
  ["src/compiler", "../ir/ir.ts"],
  ["src/wgsl", "../../compiler/ir/ir.ts"],
  ["src/wasm", "../../compiler/analysis/intervals.ts"],
  ["src/runtime", "../../wgsl/binding-plan.ts"],
  ["src/runtime", "../../session/run-report.ts"],
  ["src/ui", "../../session/client.ts"],
  ["src/ui", "../wgsl/highlight.ts"],
];
test.each(ALLOWED)("%s may import %s", async (folder, from) => {
  expect(await lint(folder, from)).not.toContain("noRestrictedImports");
});
