import { LanguageClient } from "../../session/language-client.ts";
import { problems } from "../state/problems.ts";

/** After this pause in typing the text is checked; a check takes a few milliseconds in its worker. */
const PAUSE_MS = 150;

let client: LanguageClient | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Checks the text in the language worker, soon, and puts what it finds into the problems store. */
export function checkAsTyped(text: string): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    client ??= new LanguageClient();
    void client.check(text).then((typed) => {
      if (typed) problems.setState({ typed });
    });
  }, PAUSE_MS);
}
