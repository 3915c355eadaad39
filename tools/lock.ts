/** One process at a time in a folder: two commands that start at once must not both download or build. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 200;

/** Holds the lock folder `path` while `work` runs; waits for another holder, and takes over from a dead one. */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(path), { recursive: true });
  while (!take(path)) await sleep(POLL_MS);
  const release = () => rmSync(path, { recursive: true, force: true });
  process.once("exit", release);
  try {
    return await work();
  } finally {
    process.off("exit", release);
    release();
  }
}

function take(path: string): boolean {
  try {
    mkdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    if (!holderIsDead(path)) return false;
    rmSync(path, { recursive: true, force: true });
    return false;
  }
  writeFileSync(join(path, "pid"), String(process.pid));
  return true;
}

function holderIsDead(path: string): boolean {
  const file = join(path, "pid");
  if (!existsSync(file)) return false;
  const pid = Number(readFileSync(file, "utf8"));
  if (!pid) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}
