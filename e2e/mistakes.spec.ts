import { expect, test } from "@playwright/test";
import { ADD, openPage, output, pasteScript, runScript, waitForEnd, waitForPython } from "./page.ts";

test("a misspelled name is marked while typing, before any run", async ({ page }) => {
  await openPage(page);
  await pasteScript(page, ADD.replace("cuda.grid(1)", "cuda.gird(1)"));
  const problem = page.locator(".problem-strip li").first();
  await expect(problem).toContainText("line 7");
  await expect(problem).toContainText("grid");
  await expect(page.locator(".monaco-editor .squiggly-error").first()).toBeVisible();
});

test("an error of a run names its line, and leads there", async ({ page }) => {
  await openPage(page);
  await pasteScript(page, ADD.replace("add[2, 32](a, a, out)", "add[2, 32](a, a)"));
  await waitForPython(page);
  await runScript(page);
  await waitForEnd(page);
  await expect(output(page).getByRole("alert")).toContainText("TypeError");
  await expect(output(page).getByRole("alert")).toContainText("line 14");
});

test("a script survives a reload", async ({ page }) => {
  await openPage(page);
  await pasteScript(page, "# keep me\n");
  await expect(page.locator(".view-lines").first()).toContainText("keep me");
  await page.waitForTimeout(600);
  await page.reload();
  await expect(page.locator(".view-lines").first()).toContainText("keep me");
});
