import type { StringOpening } from "./tokens.ts";

/** Where a string literal that starts at `start` ends, and whether its closing quotes are there. */
export function stringEnd(
  text: string,
  start: number,
  { prefix, quote }: StringOpening,
): { readonly end: number; readonly terminated: boolean } {
  const triple = quote.length > 1;
  const formatted = /[ft]/i.test(prefix);
  let at = start + prefix.length + quote.length;
  while (at < text.length) {
    if (text.startsWith(quote, at)) return { end: at + quote.length, terminated: true };
    const character = text.charAt(at);
    if (character === "\\") at += text.startsWith("\r\n", at + 1) ? 3 : 2;
    else if (!triple && (character === "\n" || character === "\r")) return { end: at, terminated: false };
    else if (formatted && character === "{") {
      at = text.charAt(at + 1) === "{" ? at + 2 : replacementEnd(text, at + 1, quote);
    } else at++;
  }
  return { end: text.length, terminated: false };
}

/**
 * Behind the `}` of a replacement field; strings in it may hold the quotes of the literal (PEP 701). Where the field
 * does not end, the place where the literal ends without looking at fields.
 */
function replacementEnd(text: string, from: number, quote: string): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const character = text.charAt(at);
    if (quote.length === 1 && character === "\n") return from;
    if (character === "}" && depth === 0) return at + 1;
    if ("([{".includes(character)) depth++;
    else if (")]}".includes(character)) depth--;
    else if (character === "'" || character === '"') {
      const inner = text.startsWith(character.repeat(3), at) ? character.repeat(3) : character;
      const closing = text.indexOf(inner, at + inner.length);
      const lineEnd = text.indexOf("\n", at);
      if (closing < 0 || (inner.length === 1 && lineEnd >= 0 && lineEnd < closing)) return from;
      // Before Python 3.12 the literal's own quote ends it even in a field.
      if (inner === quote && !fieldGoesOn(text, closing + inner.length, quote)) return from;
      at = closing + inner.length - 1;
    }
  }
  return from;
}

/** Whether a `}` comes before the line ends, so that the quotes before it belonged to the field. */
function fieldGoesOn(text: string, from: number, quote: string): boolean {
  const lineEnd = text.indexOf("\n", from);
  const rest = quote.length > 1 || lineEnd < 0 ? text.slice(from) : text.slice(from, lineEnd);
  return rest.includes("}");
}
