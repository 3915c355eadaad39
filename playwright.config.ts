import { createHash } from "node:crypto";
import { defineConfig } from "@playwright/test";
import { launchOptions } from "./bin/browser.ts";
import { findChromium } from "./tools/chromium.ts";
import { ROOT } from "./tools/paths.ts";

/** A port of its own for each checkout, so that two of them never test each other's site. */
const FIRST_PORT = 20_000;
const PORTS = 10_000;
const port = FIRST_PORT + (createHash("sha256").update(ROOT).digest().readUInt16BE(0) % PORTS);
const baseURL = `http://localhost:${port}/`;

export default defineConfig({
  testDir: "e2e",
  outputDir: ".cache/e2e",
  // The software adapter and Python share the cores with the browser: tests side by side only slow each other.
  workers: 1,
  timeout: 180_000,
  forbidOnly: process.env["CI"] !== undefined,
  reporter: process.env["PLAYWRIGHT_JSON_OUTPUT_FILE"] ? [["list"], ["json"]] : [["list"]],
  use: { baseURL, launchOptions: launchOptions(findChromium()), trace: "retain-on-failure" },
  webServer: {
    command: `npx tsx tools/start.ts --port ${port}`,
    url: baseURL,
    reuseExistingServer: process.env["CI"] === undefined,
    timeout: 600_000,
  },
});
