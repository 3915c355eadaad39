/** The language worker: checks the text while it is typed, with the compiler and without Python. */
import { checkText } from "./check.ts";
import type { CheckReply, CheckRequest } from "./messages.ts";

self.onmessage = (event: MessageEvent<CheckRequest>) => {
  const { id, name, text } = event.data;
  let problems: CheckReply["problems"] = [];
  try {
    problems = checkText(name, text);
  } catch (error) {
    // A fault of ours must not leave the page without an answer; typing goes on without marks.
    reportError(error);
  }
  const reply: CheckReply = { id, problems };
  self.postMessage(reply);
};
