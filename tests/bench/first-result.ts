import type { Browser } from "playwright";
import { type BenchRow, cost, median } from "./row.ts";

const ROUNDS = 3;
const TIMEOUT_MS = 120_000;

/** Page open to the end of the first run (NumPy, one kernel) against Pyodide alone, from a cold cache each. */
export async function measureFirstResult(
  browser: Browser,
  site: string,
  fragment: string,
): Promise<BenchRow[]> {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    theirs.push(await timePyodide(browser, site));
    ours.push(await timeFirstRun(browser, site, fragment));
  }
  return [
    cost(
      "page open to first result",
      median(ours) / 1000,
      median(theirs) / 1000,
      "s",
      "Pyodide's own boot and a print",
      1.3,
    ),
  ];
}

async function timeFirstRun(browser: Browser, site: string, fragment: string): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const start = performance.now();
  await page.goto(`${site}#${fragment}`);
  await page.locator(".top-bar").getByRole("button", { name: /^Run/ }).click();
  await page.locator(".summary").waitFor({ timeout: TIMEOUT_MS });
  const ms = performance.now() - start;
  const text = await page.locator(".summary").textContent();
  await context.close();
  if (!text?.startsWith("Ran in")) throw new Error(`the first run failed: ${text}`);
  return ms;
}

async function timePyodide(browser: Browser, site: string): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const start = performance.now();
  await page.goto(`${site}icon.svg`);
  await page.evaluate(
    (base) =>
      new Promise<void>((resolve, reject) => {
        const source = `import { loadPyodide } from "${base}pyodide/pyodide.mjs";
const python = await loadPyodide({ indexURL: "${base}pyodide/" });
python.runPython("print(1)");
postMessage(1);`;
        const worker = new Worker(`data:text/javascript,${encodeURIComponent(source)}`, { type: "module" });
        worker.onmessage = () => resolve();
        worker.onerror = (event) => reject(new Error(event.message));
      }),
    site,
  );
  const ms = performance.now() - start;
  await context.close();
  return ms;
}
