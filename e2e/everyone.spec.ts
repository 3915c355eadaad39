import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { ADD, openPage, pasteScript, runScript, waitForEnd } from "./page.ts";

for (const theme of ["light", "dark"] as const) {
  test(`no accessibility fault in any view, ${theme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme });
    await openPage(page);
    await pasteScript(page, ADD);
    await runScript(page);
    await waitForEnd(page);
    for (const view of ["Output", "WGSL", "Timings"]) {
      await page.getByRole("tab", { name: new RegExp(view) }).click();
      const { violations } = await new AxeBuilder({ page }).exclude(".monaco-editor").analyze();
      expect(violations.map((violation) => `${violation.id}: ${violation.nodes[0]?.html}`)).toEqual([]);
    }
  });
}

test("at 380 px the code and the results are tabs, and Run is in reach", async ({ page }) => {
  await page.setViewportSize({ width: 380, height: 720 });
  await openPage(page);
  await runScript(page);
  await expect(page.getByRole("tab", { name: "Output" }).first()).toHaveAttribute("aria-selected", "true");
  await waitForEnd(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(380);
});
