/** One headless browser with the engine in it, for one or many scripts. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Browser, Page } from "playwright";
import type {} from "../src/session/command-line-page.ts";
import type { FromEngine, RunRequest } from "../src/session/messages.ts";
import { ensureBuilt } from "../tools/build.ts";
import { serveDist } from "../tools/serve.ts";
import { launchBrowser } from "./browser.ts";

type PageMessage = FromEngine | { readonly kind: "state"; readonly state: string; readonly detail: string };
export type FinishedMessage = Extract<FromEngine, { kind: "finished" }>;

export interface ScriptRun {
  readonly file: string;
  readonly argv: readonly string[];
  readonly settings: RunRequest["settings"];
  readonly compileOnly: boolean;
  readonly timeoutSeconds: number;
  readonly onMessage: (message: FromEngine) => void;
}

/** How long Python may take to load on a slow machine before that counts as a failure. */
const BOOT_TIMEOUT_MS = 120_000;

export class EnginePage {
  readonly #browser: Browser;
  readonly #page: Page;
  readonly #close: () => Promise<void>;
  /** Address of the served site, with a slash at the end. */
  readonly site: string;
  #listener: (message: PageMessage) => void = () => undefined;
  #state = "starting";
  #detail = "";

  private constructor(browser: Browser, page: Page, site: string, close: () => Promise<void>) {
    this.#browser = browser;
    this.site = site;
    this.#page = page;
    this.#close = close;
  }

  static async open(): Promise<EnginePage> {
    await ensureBuilt();
    const server = await serveDist({ port: 0, host: "127.0.0.1" });
    const browser = await launchBrowser({ headless: true });
    const page = await browser.newPage();
    const engine = new EnginePage(browser, page, server.url, server.close);
    // Functions handed to the page were compiled with a helper that keeps their names; the page needs one too.
    await page.addInitScript("globalThis.__name = (fn) => fn");
    await page.exposeFunction("kernelpadMessage", (message: PageMessage) => engine.#receive(message));
    page.on("pageerror", (error) => process.stderr.write(`kernelpad: error in the page: ${error.message}\n`));
    page.on("crash", () =>
      engine.#receive({ kind: "state", state: "failed", detail: "the browser tab crashed" }),
    );
    await page.goto(new URL("cli.html", server.url).href);
    await engine.#ready();
    return engine;
  }

  /** The page itself, for measurements. */
  get page(): Page {
    return this.#page;
  }

  get browser(): Browser {
    return this.#browser;
  }

  /** Runs one script; null where it was ended by the timeout. */
  async run(script: ScriptRun): Promise<FinishedMessage | null> {
    await this.#ready();
    const request = {
      fileName: basename(script.file),
      files: filesBeside(script.file),
      argv: script.argv,
      settings: script.settings,
      compileOnly: script.compileOnly,
    };
    return new Promise<FinishedMessage | null>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#listener = () => undefined;
        void this.#page.evaluate(() => window.kernelpad.restart("timed out")).catch(reject);
        this.#state = "starting";
        resolve(null);
      }, script.timeoutSeconds * 1000);
      this.#listener = (message) => {
        if (message.kind === "state") {
          if (message.state !== "failed") return;
          clearTimeout(timer);
          reject(new Error(`the engine ended: ${message.detail}`));
        } else if (message.kind === "finished") {
          clearTimeout(timer);
          resolve(message);
        } else {
          script.onMessage(message);
        }
      };
      this.#page.evaluate((full) => window.kernelpad.run(full), request).catch(reject);
    });
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.#close();
  }

  #receive(message: PageMessage): void {
    if (message.kind === "state") {
      this.#state = message.state;
      this.#detail = message.detail;
    } else if (message.kind === "boot-failed") {
      this.#detail = `${message.message} ${message.help}`;
    }
    this.#listener(message);
  }

  async #ready(): Promise<void> {
    const until = Date.now() + BOOT_TIMEOUT_MS;
    while (this.#state !== "ready") {
      if (this.#state === "failed") throw new Error(`Python did not start: ${this.#detail}`);
      if (Date.now() > until) throw new Error("Python did not start in time");
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** The script and the Python files beside it that it may import, by name. */
export function filesBeside(file: string): Record<string, string> {
  const folder = dirname(file);
  const code = readFileSync(file, "utf8");
  const files: Record<string, string> = { [basename(file)]: code };
  const imported = new Set([...code.matchAll(/^\s*(?:from|import)\s+(\w+)/gm)].map((match) => match[1]));
  for (const name of readdirSync(folder)) {
    if (name.endsWith(".py") && imported.has(name.slice(0, -3)))
      files[name] = readFileSync(join(folder, name), "utf8");
  }
  return files;
}
