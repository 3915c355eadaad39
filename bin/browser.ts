/** Starts Chromium with WebGPU: on the machine's GPU where it has one, else on the software adapter. */
import { existsSync, readdirSync } from "node:fs";
import { platform } from "node:os";
import { type Browser, chromium, type LaunchOptions } from "playwright";
import { ensureChromium } from "../tools/chromium.ts";
import { say } from "../tools/setup.ts";

export interface BrowserOptions {
  readonly headless: boolean;
  /** False gives a browser in which WebGPU finds no adapter. */
  readonly gpu?: boolean;
}

export async function launchBrowser(options: BrowserOptions): Promise<Browser> {
  const executablePath = await ensureChromium(say);
  return chromium.launch({ ...launchOptions(executablePath, options.gpu), headless: options.headless });
}

/** The same options for Playwright's own runner. */
export function launchOptions(executablePath: string | null, gpu = true): LaunchOptions {
  const graphics = !gpu ? WITHOUT : usesSoftware() ? SOFTWARE : HARDWARE;
  return {
    ...(executablePath === null ? {} : { executablePath }),
    args: [...QUIET, ...(isRoot() ? ["--no-sandbox"] : []), ...graphics],
  };
}

const QUIET = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
] as const;

/** SwiftShader must be asked for by name; without `enable-unsafe-webgpu` Chromium hides it. */
const SOFTWARE = ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"] as const;
/** On Linux WebGPU runs on Vulkan, which headless Chromium does not switch on by itself. */
const HARDWARE =
  platform() === "linux"
    ? ["--enable-unsafe-webgpu", "--enable-features=Vulkan"]
    : ["--enable-unsafe-webgpu"];

const WITHOUT = ["--disable-gpu"] as const;

/** `KERNELPAD_ADAPTER=software|hardware` decides; otherwise the software one where Linux shows no GPU. */
function usesSoftware(): boolean {
  switch (process.env["KERNELPAD_ADAPTER"]) {
    case "software":
      return true;
    case "hardware":
      return false;
    default:
      return platform() === "linux" && !hasGpu();
  }
}

function hasGpu(): boolean {
  if (existsSync("/dev/nvidiactl")) return true;
  return existsSync("/dev/dri") && readdirSync("/dev/dri").some((name) => name.startsWith("renderD"));
}

/** Chromium's sandbox does not start for root. */
function isRoot(): boolean {
  return process.getuid?.() === 0;
}
