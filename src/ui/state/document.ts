/** The script in the editor, and keeping it. */
import { createStore } from "zustand/vanilla";
import { findExample, START_EXAMPLE } from "../examples/examples.ts";
import { decodeLink } from "../../share/link.ts";
import { settings } from "./settings.ts";

export type Origin =
  /** Untouched example; edits make it the user's own. */
  | "example"
  | "own"
  /** From a share link: somebody else's until the user runs or edits it, and never put over their own script. */
  | "link";

export interface DocumentState {
  readonly name: string;
  readonly code: string;
  readonly origin: Origin;
  /** Id of the example it began as. */
  readonly example: string | null;
  /** Why a link could not be opened. */
  readonly linkError: string | null;
  /** The browser refuses to store anything. */
  readonly storageBlocked: boolean;
}

/** One key for the script of this tab, one shared by all tabs: a tab keeps its own, a new tab starts from the latest. */
const KEY = "kernelpad.document.1";
const SAVE_DELAY_MS = 400;

export const documentStore = createStore<DocumentState>(() => initialDocument());

/** Replaces the text as the user types. */
export function editCode(code: string): void {
  const { origin } = documentStore.getState();
  documentStore.setState({ code, origin: origin === "example" ? "own" : origin });
  saveSoon();
}

export function renameDocument(name: string): void {
  documentStore.setState({ name });
  saveSoon();
}

export function openExample(id: string): void {
  const example = findExample(id);
  if (!example) return;
  documentStore.setState({
    name: `${example.id}.py`,
    code: example.code,
    origin: "example",
    example: id,
    linkError: null,
  });
  saveSoon();
}

/** Opens the document of a link in the address, as the address may change while the page is open. */
export function openAddress(fragment: string): void {
  if (fragment.length < 2) return;
  documentStore.setState(fromLink(fragment));
}

export function dismissLinkError(): void {
  documentStore.setState({ linkError: null });
}

function initialDocument(): DocumentState {
  const kept = keptDocument();
  const fallback = kept ?? exampleDocument();
  if (location.hash.length < 2) return fallback;
  return { ...fallback, ...fromLink(location.hash) };
}

function fromLink(fragment: string): Partial<DocumentState> {
  const result = decodeLink(fragment);
  if (!result.ok) return { linkError: result.message };
  const { name, code, device, float64 } = result.document;
  settings.setState({ device, float64 });
  return { name: name || "shared.py", code, origin: "link", example: null, linkError: null };
}

function exampleDocument(): DocumentState {
  return {
    name: `${START_EXAMPLE.id}.py`,
    code: START_EXAMPLE.code,
    origin: "example",
    example: START_EXAMPLE.id,
    linkError: null,
    storageBlocked: false,
  };
}

function keptDocument(): DocumentState | null {
  for (const storage of storages()) {
    const document = readKept(storage);
    if (document) return document;
  }
  return null;
}

function readKept(storage: Storage): DocumentState | null {
  const text = storage.getItem(KEY);
  if (text === null) return null;
  try {
    const kept = JSON.parse(text) as Partial<DocumentState>;
    if (typeof kept.code !== "string" || typeof kept.name !== "string") return null;
    const origin = kept.origin === "example" || kept.origin === "link" ? kept.origin : "own";
    const example = typeof kept.example === "string" ? kept.example : null;
    return { name: kept.name, code: kept.code, origin, example, linkError: null, storageBlocked: false };
  } catch (error) {
    console.warn("the stored script could not be read and is left as it is", error);
    return null;
  }
}

/** The tab's own storage first; fewer or none where the browser blocks them. */
function storages(): Storage[] {
  const found: Storage[] = [];
  for (const name of ["sessionStorage", "localStorage"] as const) {
    try {
      found.push(window[name]);
    } catch (error) {
      console.warn(`${name} is blocked`, error);
    }
  }
  return found;
}

let saveTimer: ReturnType<typeof setTimeout> | undefined;

function saveSoon(): void {
  clearTimeout(saveTimer);
  saveTimer = setTimeout(saveNow, SAVE_DELAY_MS);
}

function saveNow(): void {
  const { name, code, origin, example } = documentStore.getState();
  const text = JSON.stringify({ name, code, origin, example });
  let kept = false;
  for (const storage of storages()) {
    if (origin === "link" && storage === window.localStorage) continue;
    try {
      storage.setItem(KEY, text);
      kept = true;
    } catch (error) {
      console.warn("the script could not be stored", error);
    }
  }
  documentStore.setState({ storageBlocked: !kept });
}

if (typeof window !== "undefined") {
  window.addEventListener("pagehide", saveNow);
  window.addEventListener("hashchange", () => openAddress(location.hash));
}
