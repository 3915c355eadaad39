/** Which brackets are open while the tokens are read. */

export type BracketFault =
  | { readonly kind: "unclosed-bracket"; readonly start: number; readonly end: number }
  | { readonly kind: "unmatched-bracket"; readonly start: number; readonly end: number }
  | {
      readonly kind: "mismatched-bracket";
      readonly start: number;
      readonly end: number;
      readonly openedAt: number;
    };

export const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

export class Brackets {
  readonly #open: { readonly bracket: string; readonly at: number }[] = [];

  get depth(): number {
    return this.#open.length;
  }

  isBracket(character: string): boolean {
    return character in CLOSING || this.isClosing(character);
  }

  isClosing(character: string): boolean {
    return character === ")" || character === "]" || character === "}";
  }

  open(bracket: string, at: number): void {
    this.#open.push({ bracket, at });
  }

  close(bracket: string, at: number): BracketFault | null {
    const last = this.#open.pop();
    if (!last) return { kind: "unmatched-bracket", start: at, end: at + 1 };
    if (CLOSING[last.bracket] === bracket) return null;
    return { kind: "mismatched-bracket", start: at, end: at + 1, openedAt: last.at };
  }

  /** The innermost bracket that is still open, as CPython reports it. */
  unclosed(): BracketFault | null {
    const last = this.#open.at(-1);
    return last ? { kind: "unclosed-bracket", start: last.at, end: last.at + 1 } : null;
  }
}
