/** Moves the editor to a place on behalf of other views, which know nothing of the editor. */

type Reveal = (line: number, column: number) => void;
let reveal: Reveal | null = null;

export function onReveal(handler: Reveal | null): void {
  reveal = handler;
}

/** Line and column from 1. */
export function revealLine(line: number, column: number): void {
  reveal?.(line, column);
}
