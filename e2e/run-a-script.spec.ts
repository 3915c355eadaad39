import { expect, test } from "@playwright/test";
import { ADD, openPage, output, pasteScript, runScript, waitForEnd, waitForPython } from "./page.ts";

test("paste a script, press Run, see what it printed", async ({ page }) => {
  await openPage(page);
  await pasteScript(page, ADD);
  await waitForPython(page);
  await page.keyboard.press("ControlOrMeta+Enter");
  await waitForEnd(page);
  await expect(output(page)).toContainText("last is 126.0");
  await expect(page.locator(".summary")).toContainText("1 kernel");
});

test("the example of the first visit draws its picture", async ({ page }) => {
  await openPage(page);
  await page.getByRole("button", { name: "Run it on your GPU" }).click();
  await waitForEnd(page);
  await expect(output(page).locator("img.figure")).toBeVisible();
  await expect(output(page)).toContainText("pixels that never escape");
});

test("a table is shown in a frame that can do nothing", async ({ page }) => {
  await openPage(page);
  await pasteScript(
    page,
    'import pandas as pd\nfrom kernelpad import display\ndisplay(pd.DataFrame({"x": [1, 2]}))\n',
  );
  await runScript(page);
  await waitForEnd(page);
  const frame = output(page).locator("iframe");
  await expect(frame).toHaveAttribute("sandbox", "");
  await expect(frame.contentFrame().getByRole("table")).toBeVisible();
});

test("an endless loop stops within a second or two, and the next run works", async ({ page }) => {
  await openPage(page);
  await pasteScript(page, 'print("before")\nwhile True:\n    pass\n');
  await waitForPython(page);
  await runScript(page);
  await expect(output(page)).toContainText("before");
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.locator(".summary")).toContainText("Stopped", { timeout: 5000 });
  await pasteScript(page, ADD);
  await runScript(page);
  await expect(output(page)).toContainText("last is 126.0", { timeout: 60_000 });
});

test("float64, WGSL and timings lead to one another", async ({ page }) => {
  await openPage(page);
  await pasteScript(page, ADD);
  await page
    .getByRole("button", { name: /CPU|GPU|WebGPU/ })
    .first()
    .click();
  await page.getByRole("radio", { name: /^GPU/ }).check();
  await page.getByRole("button", { name: "Close" }).click();
  await runScript(page);
  await waitForEnd(page);
  await page.getByRole("tab", { name: /WGSL/ }).and(page.locator(":visible")).click();
  await page.locator(".wgsl-lines button", { hasText: "out[" }).click();
  await expect(page.locator(".monaco-editor .linked-line")).toBeVisible();
  await page.locator(".monaco-editor .view-line", { hasText: "cuda.grid" }).click();
  await expect(page.locator(".wgsl-lines li.lit").first()).toBeVisible();
  await page
    .getByRole("tab", { name: /Timings/ })
    .and(page.locator(":visible"))
    .click();
  await expect(page.getByRole("table").filter({ hasText: "Launches" }).first()).toContainText("add");
});
