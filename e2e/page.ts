/** What a person does on the page, in their words. */
import { expect, type Page } from "@playwright/test";

export const RUN_TIMEOUT_MS = 120_000;

export async function openPage(page: Page, fragment = ""): Promise<void> {
  await page.goto(`/${fragment}`);
  await expect(page.locator(".monaco-editor").first()).toBeVisible({ timeout: 30_000 });
}

/** Puts a text into the editor, as a paste over everything does. */
export async function pasteScript(page: Page, text: string): Promise<void> {
  await page.locator(".monaco-editor .view-lines").first().click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.evaluate((code) => {
    const data = new DataTransfer();
    data.setData("text/plain", code);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, text);
}

export async function waitForPython(page: Page): Promise<void> {
  await expect(page.locator(".status-line")).toContainText("Ready", { timeout: RUN_TIMEOUT_MS });
}

export async function runScript(page: Page): Promise<void> {
  await page.locator(".top-bar").getByRole("button", { name: /^Run/ }).click();
}

export function output(page: Page) {
  return page.getByTestId("run-output");
}

export async function waitForEnd(page: Page): Promise<void> {
  await expect(page.locator(".summary")).toBeVisible({ timeout: RUN_TIMEOUT_MS });
}

export const ADD = `import numpy as np
from numba import cuda


@cuda.jit
def add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]


a = np.arange(64, dtype=np.float32)
out = np.zeros_like(a)
add[2, 32](a, a, out)
print("last is", out[-1])
`;
