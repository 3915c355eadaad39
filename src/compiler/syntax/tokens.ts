/**
 * Python's tokens, as its own tokenizer makes them, with the first fault that it finds. Lezer's tree says what belongs
 * together; the tokens say what Lezer forgives: indentation, brackets and strings that do not end.
 * Source: the Python language reference, chapter 2.
 */
import { type BracketFault, Brackets } from "./brackets.ts";
import { type IndentationFault, IndentationReader } from "./indentation.ts";
import { stringEnd } from "./string-end.ts";

export interface Token {
  /** `newline` ends a logical line. Comments and line breaks inside brackets are no tokens. */
  readonly kind: "name" | "number" | "string" | "operator" | "newline";
  readonly start: number;
  readonly end: number;
  /** Brackets around the token; a bracket counts as outside of itself. */
  readonly depth: number;
}

/** What the tokenizer stumbles over, at `start`. */
export type LexicalFault =
  | BracketFault
  | IndentationFault
  | {
      readonly kind: "unterminated-string";
      readonly start: number;
      readonly end: number;
      readonly triple: boolean;
    }
  | { readonly kind: "invalid-character"; readonly start: number; readonly end: number }
  | { readonly kind: "leading-zeros" | "number-in-name"; readonly start: number; readonly end: number };

export interface Tokens {
  readonly tokens: readonly Token[];
  readonly fault: LexicalFault | null;
}

const NAME = /[\p{ID_Start}_][\p{ID_Continue}]*/uy;
const NUMBER =
  /0[xX](?:_?[\da-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|(?:\d(?:_?\d)*\.?(?:\d(?:_?\d)*)?|\.\d(?:_?\d)*)(?:[eE][+-]?\d(?:_?\d)*)?[jJ]?/y;
const OPERATOR = /\*\*=?|\/\/=?|<<=?|>>=?|\.\.\.|->|:=|<>|[-+*/%@&|^=!<>]=|[-+*/%@&|^~<>=.,:;]/y;
const STRING_START = /[a-zA-Z]{0,2}(?:"""|'''|"|')/y;
const STRING_PREFIX = /^(?:[urb]|[fbt]r|r[fbt]|[ft])?$/i;
const BLANKS = /[ \t\f]+/y;
const COMMENT = /#[^\r\n]*/y;
const LINE_END = /\r\n|\n|\r/y;
const CONTINUATION = /\\[ \t]*(?:\r\n|\n|\r|$)/y;

/** Words that CPython lets follow a number without a space. */
const AFTER_NUMBER = new Set(["and", "else", "for", "if", "in", "is", "not", "or"]);

/** Cuts a text into tokens. Never fails: what is no token becomes the fault and is skipped. */
export function readTokens(text: string): Tokens {
  const tokens: Token[] = [];
  const brackets = new Brackets();
  const indentation = new IndentationReader(text);
  let fault: LexicalFault | null = null;
  const blame = (found: LexicalFault | null): void => {
    fault ??= found;
  };
  const add = (kind: Token["kind"], start: number, end: number): void => {
    tokens.push({ kind, start, end, depth: brackets.depth });
  };

  let at = text.startsWith("\ufeff") ? 1 : 0;
  let atLineStart = true;
  while (at < text.length) {
    if (atLineStart) {
      atLineStart = false;
      if (brackets.depth === 0) blame(indentation.line(at, tokens));
    }
    const skipped =
      matchAt(BLANKS, text, at) ?? matchAt(COMMENT, text, at) ?? matchAt(CONTINUATION, text, at);
    if (skipped !== null) {
      at += skipped;
      continue;
    }
    const lineEnd = matchAt(LINE_END, text, at);
    if (lineEnd !== null) {
      const last = tokens.at(-1);
      if (brackets.depth === 0 && last && last.kind !== "newline") add("newline", at, at + lineEnd);
      at += lineEnd;
      atLineStart = true;
      continue;
    }
    const opening = stringOpening(text, at);
    if (opening) {
      const { end, terminated } = stringEnd(text, at, opening);
      if (!terminated)
        blame({ kind: "unterminated-string", start: at, end, triple: opening.quote.length > 1 });
      add("string", at, end);
      at = end;
      continue;
    }
    const name = matchAt(NAME, text, at);
    if (name !== null) {
      add("name", at, at + name);
      at += name;
      continue;
    }
    const number = matchAt(NUMBER, text, at);
    if (number !== null) {
      if (/^0[\d_]*[1-9][\d_]*$/.test(text.slice(at, at + number)))
        blame({ kind: "leading-zeros", start: at, end: at + number });
      add("number", at, at + number);
      at += number;
      const glued = matchAt(NAME, text, at);
      if (glued !== null && !AFTER_NUMBER.has(text.slice(at, at + glued)))
        blame({ kind: "number-in-name", start: at - number, end: at + glued });
      continue;
    }
    const character = text.charAt(at);
    if (brackets.isBracket(character)) {
      if (brackets.isClosing(character)) blame(brackets.close(character, at));
      add("operator", at, at + 1);
      if (!brackets.isClosing(character)) brackets.open(character, at);
      at++;
      continue;
    }
    const operator = matchAt(OPERATOR, text, at);
    if (operator !== null) {
      add("operator", at, at + operator);
      at += operator;
      continue;
    }
    const length = String.fromCodePoint(text.codePointAt(at) ?? 0).length;
    blame({ kind: "invalid-character", start: at, end: at + length });
    at += length;
  }
  blame(brackets.unclosed());
  if (brackets.depth === 0) blame(indentation.end(tokens));
  const last = tokens.at(-1);
  if (last && last.kind !== "newline") add("newline", text.length, text.length);
  return { tokens, fault };
}

/** The prefix and quotes with which a string begins. */
export interface StringOpening {
  readonly prefix: string;
  readonly quote: string;
}

export function stringOpening(text: string, at: number): StringOpening | null {
  const length = matchAt(STRING_START, text, at);
  if (length === null) return null;
  const opening = text.slice(at, at + length);
  const prefix = /^[a-zA-Z]*/.exec(opening)?.[0] ?? "";
  return STRING_PREFIX.test(prefix) ? { prefix, quote: opening.slice(prefix.length) } : null;
}

/** Length of the match of a sticky expression at an offset. */
function matchAt(expression: RegExp, text: string, at: number): number | null {
  expression.lastIndex = at;
  return expression.test(text) ? expression.lastIndex - at : null;
}
