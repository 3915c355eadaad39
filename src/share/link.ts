/**
 * Share links: the whole document in the URL's fragment, which no server sees. `#1.DATA`, where 1 is the version of
 * the format and DATA is base64url of raw DEFLATE (with a preset dictionary) of UTF-8 JSON. Opening a link never
 * runs it. Later versions keep reading older ones.
 */
import { Deflate, Inflate } from "fflate";
import { DICTIONARY_1 } from "./dictionary.ts";

export interface SharedDocument {
  readonly name: string;
  readonly code: string;
  readonly device: "auto" | "gpu" | "cpu";
  readonly float64: "auto" | "exact" | "fast";
}
export type LinkResult =
  | { readonly ok: true; readonly document: SharedDocument }
  | { readonly ok: false; readonly message: string };

/** Longest fragment that is looked at, in characters. */
const MOST_FRAGMENT_CHARS = 32_768;
/** A DEFLATE bomb expands a thousandfold; no script is this long. */
const MOST_TEXT_BYTES = 1_048_576;
const DEVICES = ["auto", "gpu", "cpu"] as const;
const MODES = ["auto", "exact", "fast"] as const;

/** The fragment for a document, without `#`. */
export function encodeLink(document: SharedDocument): string {
  const packed: Record<string, string> = { c: document.code };
  if (document.name) packed["n"] = document.name;
  if (document.device !== "auto") packed["d"] = document.device;
  if (document.float64 !== "auto") packed["f"] = document.float64;
  return `1.${toBase64Url(deflate(new TextEncoder().encode(JSON.stringify(packed))))}`;
}

/** Reads a fragment (with or without `#`). Never throws: damage, excess and newer versions come back as a message. */
export function decodeLink(fragment: string): LinkResult {
  const text = fragment.replace(/^#/, "");
  if (text.length > MOST_FRAGMENT_CHARS) return failed("the link is too long to be one of ours");
  const match = /^(\d{1,4})\.([A-Za-z0-9_-]*)$/.exec(text);
  if (!match) return failed("the link is damaged: part of it is missing or was changed");
  if (match[1] !== "1") return failed("the link was made by a newer Kernelpad; reload the page to get it");
  let json: unknown;
  try {
    json = JSON.parse(
      new TextDecoder("utf-8", { fatal: true }).decode(inflate(fromBase64Url(match[2] ?? ""))),
    );
  } catch (error) {
    if (error instanceof TooLarge) return failed("the program in the link is larger than 1 MB");
    return failed("the link is damaged: its end may have been cut off when it was copied");
  }
  const document = readDocument(json);
  return document ? { ok: true, document } : failed("the link holds no program");
}

function readDocument(json: unknown): SharedDocument | null {
  if (typeof json !== "object" || json === null) return null;
  const fields = json as Record<string, unknown>;
  const { c: code, n: name = "", d = "auto", f = "auto" } = fields;
  if (typeof code !== "string" || typeof name !== "string") return null;
  const device = DEVICES.find((known) => known === d);
  const float64 = MODES.find((known) => known === f);
  if (!device || !float64) return null;
  return { name: name.slice(0, 200), code, device, float64 };
}

function failed(message: string): LinkResult {
  return { ok: false, message };
}

class TooLarge extends Error {}

function deflate(data: Uint8Array): Uint8Array {
  const chunks: Uint8Array[] = [];
  const stream = new Deflate({ level: 9, dictionary: DICTIONARY_1 }, (chunk) => chunks.push(chunk));
  stream.push(data, true);
  return joined(chunks);
}

function inflate(data: Uint8Array): Uint8Array {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let ended = false;
  const stream = new Inflate({ dictionary: DICTIONARY_1 }, (chunk, final) => {
    bytes += chunk.length;
    ended = final;
    if (bytes > MOST_TEXT_BYTES) throw new TooLarge();
    chunks.push(chunk);
  });
  // Small pieces, so that a bomb is noticed after the first of them.
  const piece = 256;
  for (let at = 0; at < data.length; at += piece) {
    stream.push(data.subarray(at, at + piece), at + piece >= data.length);
  }
  if (!ended) throw new Error("the data ends early");
  return joined(chunks);
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

function toBase64Url(data: Uint8Array): string {
  let binary = "";
  for (const byte of data) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64Url(text: string): Uint8Array {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}
