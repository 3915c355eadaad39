/** The page's end of the language worker: checks a text and gives the problems found in it. */
import type { CheckReply, CheckRequest, TextProblem } from "../language/messages.ts";

export class LanguageClient {
  readonly #worker = new Worker(new URL("../language/worker.ts", import.meta.url), {
    type: "module",
    name: "kernelpad-language",
  });
  #latest = 0;
  readonly #waiting = new Map<number, (problems: readonly TextProblem[] | null) => void>();

  constructor() {
    this.#worker.onmessage = (event: MessageEvent<CheckReply>) => {
      const { id, problems } = event.data;
      this.#waiting.get(id)?.(id === this.#latest ? problems : null);
      this.#waiting.delete(id);
    };
  }

  /** The problems of this text; null where a later text was asked about before the answer came. */
  check(text: string): Promise<readonly TextProblem[] | null> {
    const request: CheckRequest = { kind: "check", id: ++this.#latest, name: "script.py", text };
    return new Promise((resolve) => {
      this.#waiting.set(request.id, resolve);
      this.#worker.postMessage(request);
    });
  }
}
