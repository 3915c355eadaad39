/** Rows of the fault table: what the user sees, and that nothing of theirs is lost. */
import { expect, test } from "@playwright/test";
import { launchBrowser } from "../bin/browser.ts";
import { ADD, openPage, output, pasteScript, runScript, waitForEnd, waitForPython } from "./page.ts";

const onGpu = (code: string) => `# kernelpad: device=gpu\n${code}`;

test("fault-01: without WebGPU the CPU device runs the script and says why", async ({ baseURL }) => {
  const browser = await launchBrowser({ headless: true, gpu: false });
  try {
    const page = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage();
    await openPage(page);
    await pasteScript(page, ADD);
    await runScript(page);
    await waitForEnd(page);
    await expect(output(page)).toContainText("last is 126.0");
    await expect(page.locator(".top-bar")).toContainText("CPU device");
  } finally {
    await browser.close();
  }
});

test("fault-03: the GPU process dies between two runs, and the next run gets a new device", async ({
  page,
  browser,
}) => {
  await openPage(page);
  await pasteScript(page, onGpu(ADD));
  await runScript(page);
  await waitForEnd(page);
  const session = await browser.newBrowserCDPSession();
  await session.send("Browser.crashGpuProcess").catch(() => undefined);
  await page.waitForTimeout(500);
  await runScript(page);
  await expect(output(page)).toContainText("last is 126.0", { timeout: 60_000 });
  await expect(page.locator(".view-lines").first()).toContainText("out[i]");
});

test("fault-05: an endless kernel ends at its loop budget, on its line", async ({ page }) => {
  await openPage(page);
  await pasteScript(
    page,
    "import numpy as np\nfrom numba import cuda\n\n\n@cuda.jit\ndef spin(x):\n    while x[0] == 0:\n        x[1] += 1\n\n\nspin[1, 1](np.zeros(2, np.int32))\nprint('after')\n",
  );
  await waitForPython(page);
  await runScript(page);
  await waitForEnd(page);
  await expect(output(page)).toContainText("after");
  await expect(page.locator(".summary")).toContainText("line 7");
});

test("fault-08: an index out of bounds is named with its line, and the neighbours keep their values", async ({
  page,
}) => {
  await openPage(page);
  await pasteScript(page, ADD.replace("if i < out.size:", "if True:").replace("add[2, 32]", "add[3, 32]"));
  await runScript(page);
  await waitForEnd(page);
  await expect(output(page)).toContainText("last is 126.0");
  await expect(page.locator(".summary")).toContainText("line 9");
});

test("fault-14: deep recursion is a RecursionError, and Python lives on", async ({ page }) => {
  await openPage(page);
  await pasteScript(page, "def f(n):\n    return f(n + 1)\n\nf(0)\n");
  await runScript(page);
  await waitForEnd(page);
  await expect(output(page).getByRole("alert")).toContainText("RecursionError");
  await pasteScript(page, ADD);
  await runScript(page);
  await expect(output(page)).toContainText("last is 126.0", { timeout: 60_000 });
});

test("fault-12: a flood of lines is cut with a note, and the page answers", async ({ page }) => {
  await openPage(page);
  await pasteScript(page, "for i in range(200_000):\n    print('line', i)\n");
  await runScript(page);
  await waitForEnd(page);
  await expect(output(page)).toContainText("line 0");
  await expect(output(page)).toContainText("line 199999");
  await expect(output(page)).toContainText("lines are not shown");
});

test("input() is refused in words", async ({ page }) => {
  await openPage(page);
  await pasteScript(page, "name = input('who? ')\n");
  await runScript(page);
  await waitForEnd(page);
  await expect(output(page).getByRole("alert")).toContainText("input");
});
