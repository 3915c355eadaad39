/** Pictures for a designer's eye: `test-results/screenshots/`. They are looked at, not compared. */
import { expect, type Page, test } from "@playwright/test";
import { ADD, openPage, pasteScript, runScript, waitForEnd } from "./page.ts";

const FOLDER = "test-results/screenshots";
const SIZES = [
  { name: "wide", width: 1440, height: 900 },
  { name: "middle", width: 1024, height: 768 },
  { name: "narrow", width: 380, height: 720 },
] as const;

for (const colorScheme of ["light", "dark"] as const) {
  for (const { name, width, height } of SIZES) {
    test(`${colorScheme}, ${name}`, async ({ page }) => {
      const keep = (state: string) =>
        page.screenshot({ path: `${FOLDER}/${colorScheme}-${name}-${state}.png` });
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      await openPage(page);
      await keep("idle");
      await runScript(page);
      await waitForEnd(page);
      await keep("figure");
      await view(page, "WGSL");
      await page.locator(".wgsl-lines button:enabled").nth(3).click();
      await keep("wgsl");
      await view(page, "Timings");
      await keep("timings");
      if (name === "narrow") await view(page, "Code");
      await pasteScript(page, ADD.replace("a[i] + b[i]", 'a[i] + "1"'));
      await runScript(page);
      await view(page, "Output");
      await expect(page.locator(".card-error")).toBeVisible({ timeout: 60_000 });
      await keep("error");
    });
  }
}

async function view(page: Page, name: string): Promise<void> {
  await page
    .getByRole("tab", { name: new RegExp(name) })
    .and(page.locator(":visible"))
    .click();
}
