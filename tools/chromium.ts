/** A Chromium with WebGPU: one that is named, one that is installed, Playwright's, or the system's package manager's. */
import { accessSync, constants, existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { chromium } from "playwright";
import { runQuietly } from "./command.ts";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"] as const;
const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
] as const;

/** Path of a browser that is there already, or null. `KERNELPAD_CHROMIUM` names one. */
export function findChromium(): string | null {
  const named = process.env["KERNELPAD_CHROMIUM"];
  if (named) {
    if (!existsSync(named)) throw new Error(`KERNELPAD_CHROMIUM names ${named}, which is not there`);
    return named;
  }
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const candidates = [
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...PLACES,
    chromium.executablePath(),
  ];
  return candidates.find(isExecutable) ?? null;
}

/** Path of a browser; brings one where there is none. */
export async function ensureChromium(say: (text: string) => void): Promise<string> {
  const found = findChromium();
  if (found !== null) return found;
  const problems: string[] = [];
  for (const bring of [fromPlaywright, fromApt]) {
    await bring(say).catch((error: unknown) =>
      problems.push(error instanceof Error ? error.message : String(error)),
    );
    const brought = findChromium();
    if (brought !== null) return brought;
  }
  throw new Error(
    `no Chromium was found and none could be installed; install one, or name it in KERNELPAD_CHROMIUM\n${problems.join("\n")}`,
  );
}

async function fromPlaywright(say: (text: string) => void): Promise<void> {
  say("no Chromium is installed: asking Playwright for one");
  const cli = join(dirname(createRequire(import.meta.url).resolve("playwright/package.json")), "cli.js");
  await runQuietly(process.execPath, [cli, "install", "--no-shell", "chromium"]);
}

async function fromApt(say: (text: string) => void): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get"))
    throw new Error("apt-get needs root on a Debian system");
  say("installing Debian's Chromium");
  const apt = ["-o", "DPkg::Lock::Timeout=300"];
  await runQuietly("apt-get", [...apt, "update", "-qq"]);
  await runQuietly("env", [
    "DEBIAN_FRONTEND=noninteractive",
    "apt-get",
    ...apt,
    "install",
    "-y",
    "-qq",
    "--no-install-recommends",
    "chromium",
  ]);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
