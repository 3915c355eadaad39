/** Text from Python on its way to the page: joined for a few milliseconds, and cut where a script floods. */

export type StreamName = "stdout" | "stderr";

/** Writes that come faster than this are joined into one message. */
const BATCH_MS = 16;
const MOST_PENDING_CHARACTERS = 65_536;
/** A script that prints little never waits: no timer could send its last line while Python is busy. */
const PROMPT_LINES = 500;
/** A run shows this many lines at once, and at its end the last ones. */
const FIRST_LINES = 10_000;
const LAST_LINES = 1_000;
/** Lines may be long: text beyond this counts as flood too. */
const FIRST_CHARACTERS = 8_000_000;

export class OutputStream {
  readonly #post: (stream: StreamName, text: string) => void;
  readonly #now: () => number;
  readonly #decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  #pending: { stream: StreamName; text: string }[] = [];
  #pendingCharacters = 0;
  #lastPost = Number.NEGATIVE_INFINITY;
  #lines = 0;
  #characters = 0;
  #tail: { stream: StreamName; text: string }[] = [];
  #dropped = 0;

  constructor(post: (stream: StreamName, text: string) => void, now: () => number) {
    this.#post = post;
    this.#now = now;
  }

  /** Starts a run: the counts begin anew. */
  begin(): void {
    this.flush();
    this.#lines = 0;
    this.#characters = 0;
    this.#tail = [];
    this.#dropped = 0;
  }

  /** Bytes as Python writes them; a character may be split between two writes. */
  write(stream: StreamName, bytes: Uint8Array): void {
    this.text(stream, this.#decoders[stream].decode(bytes, { stream: true }));
  }

  text(stream: StreamName, text: string): void {
    if (text === "") return;
    if (this.#lines >= FIRST_LINES || this.#characters >= FIRST_CHARACTERS) {
      this.#keepTail(stream, text);
      return;
    }
    this.#lines += countLines(text);
    this.#characters += text.length;
    const last = this.#pending.at(-1);
    if (last?.stream === stream) last.text += text;
    else this.#pending.push({ stream, text });
    this.#pendingCharacters += text.length;
    const isPrompt = this.#lines <= PROMPT_LINES && text.endsWith("\n");
    const isDue = this.#now() - this.#lastPost >= BATCH_MS;
    if (isPrompt || isDue || this.#pendingCharacters >= MOST_PENDING_CHARACTERS) this.flush();
  }

  /** Sends what is waiting. Called before anything that may take long. */
  flush(): void {
    for (const { stream, text } of this.#pending) this.#post(stream, text);
    this.#pending = [];
    this.#pendingCharacters = 0;
    this.#lastPost = this.#now();
  }

  /** Ends a run: the last lines of a flood, and how many were left out. */
  end(): void {
    this.flush();
    if (this.#tail.length === 0) return;
    if (this.#dropped > 0) this.#post("stderr", `[kernelpad: ${this.#dropped} lines are not shown]\n`);
    for (const { stream, text } of this.#tail) this.#post(stream, text);
    this.#tail = [];
  }

  #keepTail(stream: StreamName, text: string): void {
    for (const line of text.split(/(?<=\n)/)) {
      const last = this.#tail.at(-1);
      if (last?.stream === stream && !last.text.endsWith("\n")) last.text += line;
      else this.#tail.push({ stream, text: line });
    }
    // Cut in bulk: one shift a line would move the whole list each time.
    if (this.#tail.length > 2 * LAST_LINES) {
      this.#dropped += this.#tail.length - LAST_LINES;
      this.#tail = this.#tail.slice(-LAST_LINES);
    }
  }
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
