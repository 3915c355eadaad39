/**
 * The library of WGSL functions that generated code may call, and which of them a module needs. Each is one function
 * in the text; what it calls is read from the text, so a list of dependencies cannot go stale.
 */
import { InternalError } from "../compiler/diagnostics/diagnostic.ts";
import { FLOAT32 } from "./helpers/float32.ts";
import { FLOAT32_MATH } from "./helpers/float32-math.ts";
import { FLOAT64 } from "./helpers/float64.ts";
import { FLOAT64_CONVERT } from "./helpers/float64-convert.ts";
import { INTEGER32 } from "./helpers/integer32.ts";
import { INTEGER64 } from "./helpers/integer64.ts";
import { NOTICE_HELPERS } from "./helpers/notices.ts";
import { PACKED } from "./helpers/packed.ts";
import { COLLECTIVES } from "./helpers/collectives.ts";

const LIBRARY = {
  ...INTEGER32,
  ...INTEGER64,
  ...FLOAT32,
  ...FLOAT32_MATH,
  ...FLOAT64,
  ...FLOAT64_CONVERT,
  ...PACKED,
  ...NOTICE_HELPERS,
  ...COLLECTIVES,
} as const satisfies Record<string, string>;

export type HelperName = keyof typeof LIBRARY;

/** Every name of the library: Python names keep clear of them. */
export const HELPER_NAMES: readonly string[] = Object.keys(LIBRARY);

const isHelper = (name: string): name is HelperName => Object.hasOwn(LIBRARY, name);

/** The text of one helper, without its own dependencies. */
export function helperText(name: HelperName): string {
  return LIBRARY[name].trim();
}

/** Names of helpers that a WGSL text calls directly. */
export function helpersCalledIn(text: string): HelperName[] {
  const called = new Set<HelperName>();
  for (const [, name] of text.matchAll(/\b([a-z]\w*)\(/g)) {
    if (name !== undefined && isHelper(name)) called.add(name);
  }
  return [...called];
}

/**
 * The helpers that `roots` need, each before those that call it, in an order that depends on `roots` only.
 * Throws InternalError on a cycle, which WGSL forbids.
 */
export function neededHelpers(roots: Iterable<HelperName>): HelperName[] {
  const done: HelperName[] = [];
  const open = new Set<HelperName>();
  const visit = (name: HelperName): void => {
    if (done.includes(name)) return;
    if (open.has(name)) throw new InternalError("wgsl", `helper ${name} calls itself`);
    open.add(name);
    const text = LIBRARY[name];
    for (const called of helpersCalledIn(text.slice(text.indexOf("{")))) visit(called);
    open.delete(name);
    done.push(name);
  };
  for (const root of roots) visit(root);
  return done;
}
