import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Source } from "../text/source.ts";
import { syntaxError } from "./diagnostics.ts";

const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
/** Strings and comments, whose brackets do not count; then the brackets themselves. */
const TOKENS = /[a-zA-Z]{0,2}("""|''')[\s\S]*?(?:\1|$)|"(?:\\[\s\S]|[^"\\\n])*(?:"|$|(?=\n))|'(?:\\[\s\S]|[^'\\\n])*(?:'|$|(?=\n))|#.*|[()[\]{}]/g;

/** The first bracket that has no partner, as CPython reports it: at the opening one where nothing closes it. */
export function unmatchedBracket(source: Source): Diagnostic | null {
  const open: { readonly bracket: string; readonly at: number }[] = [];
  for (const match of source.text.matchAll(TOKENS)) {
    const bracket = match[0];
    const at = match.index;
    if (bracket in CLOSING) {
      open.push({ bracket, at });
    } else if (bracket === ")" || bracket === "]" || bracket === "}") {
      const last = open.pop();
      if (last && CLOSING[last.bracket] === bracket) continue;
      const message = last
        ? `closing bracket '${bracket}' does not match opening bracket '${last.bracket}'`
        : `unmatched '${bracket}'`;
      return syntaxError({ message, primary: { start: at, end: at + 1 }, label: "nothing opens this bracket" });
    }
  }
  const left = open[0];
  if (!left) return null;
  return syntaxError({
    message: `'${left.bracket}' was never closed`,
    primary: { start: left.at, end: left.at + 1 },
    label: "opened here",
    help: `add '${CLOSING[left.bracket]}' where the bracket should end`,
  });
}
