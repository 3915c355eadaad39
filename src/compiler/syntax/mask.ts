/**
 * Rewrites what Lezer's grammar does not know yet into something of the same length that it does, so that its tree still fits
 * the offsets of the text. Seen in @lezer/python 1.1.19; each rewrite can go once the grammar has it.
 */
import { stringOpening, type Token } from "./tokens.ts";

type Change = {
  readonly start: number;
  readonly end: number;
  readonly by: keyof typeof FILLERS;
};

const FILLERS = { name: "_", blanks: " ", zero: "0", newline: "\n" } as const;
/** Of the words that may have to be masked, `print` is the longest. */
const LONGEST_MASKED = "print".length;
export const BYTE_ORDER_MARK = "\ufeff";

/** The text that Lezer is to read. Numbers, names and strings are to be taken from the original text. */
export function maskForLezer(text: string, tokens: readonly Token[]): string {
  const changes: Change[] = [];
  const textOf = (token: Token | undefined): string => (token ? text.slice(token.start, token.end) : "");
  if (text.startsWith(BYTE_ORDER_MARK)) changes.push({ start: 0, end: 1, by: "newline" });
  let lineStart = 0;
  for (const [i, token] of tokens.entries()) {
    if (token.kind === "number") changes.push(...trailingDot(text, token));
    if (token.kind === "string") changes.push(...formatBody(text, token));
    const word = token.end - token.start <= LONGEST_MASKED ? textOf(token) : "";
    // The grammar still has the print statement of Python 2.
    if (word === "print") changes.push({ start: token.start, end: token.end, by: "name" });
    // `a[*b]`; the converter sees the star in the text.
    if (word === "*" && isStarredIndex(tokens, i, textOf))
      changes.push({ start: token.start, end: token.end, by: "blanks" });
    // `lambda a, /, b: ...` and `lambda a, : ...`
    const isSlash = word === "/" && textOf(tokens[i - 1]) === ",";
    if (isSlash && [",", ":"].includes(textOf(tokens[i + 1])))
      changes.push({ start: tokens[i - 1]?.start ?? token.start, end: token.end, by: "blanks" });
    if (word === "," && textOf(tokens[i + 1]) === ":" && isInLambda(tokens, i, textOf))
      changes.push({ start: token.start, end: token.end, by: "blanks" });
    if (token.kind === "newline") {
      const line = tokens.slice(lineStart, i);
      lineStart = i + 1;
      const first = textOf(line[0]) === "async" ? 1 : 0;
      if (textOf(line[first]) === "with") changes.push(...withTargets(line.slice(first), textOf));
      if (textOf(line[0]) === "match") changes.push(...matchSubject(line, textOf));
      if (textOf(line[0]) === "case") changes.push(...casePattern(line, textOf));
      if (textOf(line[0]) === "@") changes.push(...decorator(line, textOf));
    }
  }
  return applied(text, changes);
}

/** `1.` and `1.e5`: the grammar wants a digit behind the point. */
function trailingDot(text: string, token: Token): Change[] {
  const dot = text.slice(token.start, token.end).search(/\.(?!\d)/);
  return dot < 0 ? [] : [{ start: token.start + dot, end: token.start + dot + 1, by: "zero" }];
}

/** The inside of an f-string: what its fields hold has no place in kernels, and the grammar knows only a part of it. */
function formatBody(text: string, token: Token): Change[] {
  const opening = stringOpening(text, token.start);
  if (!opening || !/[ft]/i.test(opening.prefix)) return [];
  const start = token.start + opening.prefix.length + opening.quote.length;
  const end = token.end - opening.quote.length;
  const terminated = end >= start && text.startsWith(opening.quote, end);
  return terminated && end > start ? [{ start, end, by: "name" }] : [];
}

/** Whether a token stands between `lambda` and its colon. */
function isInLambda(
  tokens: readonly Token[],
  at: number,
  textOf: (token: Token | undefined) => string,
): boolean {
  const depth = tokens[at]?.depth;
  for (let i = at - 1; i >= 0 && (tokens[i]?.depth ?? 0) >= (depth ?? 0); i--) {
    const token = tokens[i];
    if (token?.depth !== depth) continue;
    if (textOf(token) === "lambda") return true;
    if (token?.kind === "newline" || textOf(token) === ":") return false;
  }
  return false;
}

/** Whether a star begins an item between the brackets of a subscript. */
function isStarredIndex(
  tokens: readonly Token[],
  at: number,
  textOf: (token: Token | undefined) => string,
): boolean {
  const before = textOf(tokens[at - 1]);
  if (before !== "[" && before !== ",") return false;
  const depth = tokens[at]?.depth ?? 0;
  let opening = at - 1;
  while (opening > 0 && (tokens[opening]?.depth ?? 0) >= depth) opening--;
  const owner = tokens[opening - 1];
  const isOwner = owner?.kind === "name" || [")", "]"].includes(textOf(owner));
  return (
    textOf(tokens[opening]) === "[" &&
    isOwner &&
    !/^(?:in|return|and|or|not|if|else|yield|is|lambda|assert|del|print)$/.test(textOf(owner))
  );
}

/** `with a as (b, c)`, `with a as b.c`, `with (a as b, c as d)`: the grammar wants `with a as b, c as d`. */
function withTargets(line: readonly Token[], textOf: (token: Token | undefined) => string): Change[] {
  const changes: Change[] = [];
  const opening = line[1];
  const inside = line.findIndex((token, i) => i > 1 && token.depth === 0 && textOf(token) === ")");
  const closing = line[inside];
  // The grammar knows parentheses around the whole list only where no item has a name.
  const whole =
    textOf(opening) === "(" &&
    closing &&
    textOf(line[inside + 1]) === ":" &&
    line.slice(2, inside).some((token) => token.depth === 1 && textOf(token) === "as");
  if (whole && opening) {
    const items = line.slice(2, textOf(line[inside - 1]) === "," ? inside - 1 : inside);
    let from = opening.start;
    for (const item of [...items, { start: closing.end, end: closing.end }]) {
      changes.push({ start: from, end: item.start, by: "blanks" });
      from = item.end;
    }
  }
  const depth = whole ? 1 : 0;
  for (const [i, token] of line.entries()) {
    if (token.depth !== depth || textOf(token) !== "as") continue;
    const end = line.findIndex(
      (other, k) =>
        k > i && (other.depth < depth || (other.depth === depth && [",", ":"].includes(textOf(other)))),
    );
    const target = line.slice(i + 1, end < 0 ? line.length : end);
    const last = target.at(-1);
    if (target.length > 1 && target[0] && last)
      changes.push({ start: target[0].start, end: last.end, by: "name" });
  }
  return changes;
}

/** `match a, b:` */
function matchSubject(line: readonly Token[], textOf: (token: Token | undefined) => string): Change[] {
  const last = line.at(-1);
  const subject = line.slice(1, -1);
  const first = subject[0];
  const end = subject.at(-1);
  const hasComma = subject.some((token, i) => i > 0 && token.depth === 0 && textOf(token) === ",");
  if (textOf(last) !== ":" || !hasComma || !first || !end) return [];
  return [{ start: first.start, end: end.end, by: "name" }];
}

/** Patterns that the grammar does not know: `case a, b`, `case "a" "b"`, `case 1 + 2j`. */
function casePattern(line: readonly Token[], textOf: (token: Token | undefined) => string): Change[] {
  const end = line.findIndex(
    (token) => token.depth === 0 && (textOf(token) === "if" || textOf(token) === ":"),
  );
  const pattern = line.slice(1, Math.max(1, end));
  const first = pattern[0];
  const last = pattern.at(-1);
  const isOdd = pattern.some((token, i) => {
    const next = pattern[i + 1];
    if (token.kind === "string" && next?.kind === "string") return true;
    if (token.depth === 0 && textOf(token) === ",") return i > 0;
    return i > 0 && pattern[i - 1]?.kind === "number" && ["+", "-"].includes(textOf(token));
  });
  return isOdd && first && last ? [{ start: first.start, end: last.end, by: "name" }] : [];
}

/** Decorators that are more than a dotted name and one call. */
function decorator(line: readonly Token[], textOf: (token: Token | undefined) => string): Change[] {
  let at = 1;
  while (line[at]?.kind === "name" && textOf(line[at + 1]) === ".") at += 2;
  const plain = line[at]?.kind === "name";
  at++;
  if (textOf(line[at]) === "(") {
    at = line.findIndex((token, i) => i > at && token.depth === 0 && textOf(token) === ")") + 1;
    if (at === 0) return [];
  }
  const first = line[1];
  const last = line.at(-1);
  // What is no expression at all stays, so that it is found.
  const opens = first?.kind === "name" || textOf(first) === "(";
  const closes = last?.kind === "name" || textOf(last) === ")" || textOf(last) === "]";
  const broken = line.some((token, i) => textOf(token) === "." && line[i + 1]?.kind !== "name");
  if (!opens || !closes || broken) return [];
  if ((plain && at >= line.length) || !first || !last) return [];
  return [{ start: first.start, end: last.end, by: "name" }];
}

function applied(text: string, changes: readonly Change[]): string {
  const sorted = [...changes].sort((a, b) => a.start - b.start || b.end - a.end);
  let masked = "";
  let at = 0;
  for (const change of sorted) {
    if (change.start < at) continue;
    const { start, end, by } = change;
    masked += text.slice(at, start) + FILLERS[by].repeat(end - start);
    at = end;
  }
  return masked + text.slice(at);
}
