import { expect, test } from "@playwright/test";
import { ADD, openPage, output, pasteScript, runScript, waitForEnd } from "./page.ts";

test("share and reopen: the link shows the code and waits", async ({ page, context }) => {
  await openPage(page);
  await pasteScript(page, ADD);
  await page.getByRole("button", { name: "Share" }).click();
  const link = await page.getByLabel("Link").inputValue();
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.locator(".view-lines").first()).toContainText("out[i]");
  await expect(other.getByText("This program came in a link")).toBeVisible();
  await expect(other.locator(".summary")).toHaveCount(0);
  await runScript(other);
  await waitForEnd(other);
  await expect(output(other)).toContainText("last is 126.0");
});

test("a damaged link says so and leaves one's own script alone", async ({ page }) => {
  await openPage(page, "#1.notALink");
  await expect(page.locator(".card-error")).toContainText("damaged");
  await expect(page.locator(".view-lines").first()).not.toBeEmpty();
});
