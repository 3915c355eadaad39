/** The language worker: checks the text while it is typed, with the compiler and without Python. */
import type { Diagnostic } from "../compiler/diagnostics/diagnostic.ts";
import { parseFile } from "../compiler/syntax/parse.ts";
import { Source } from "../compiler/text/source.ts";
import type { CheckReply, CheckRequest, TextProblem } from "./messages.ts";

self.onmessage = (event: MessageEvent<CheckRequest>) => {
  const { id, name, text } = event.data;
  const source = new Source(name, text);
  const reply: CheckReply = {
    id,
    problems: parseFile(source).diagnostics.map((diagnostic) => problemOf(source, diagnostic)),
  };
  self.postMessage(reply);
};

function problemOf(source: Source, diagnostic: Diagnostic): TextProblem {
  const start = source.position(diagnostic.primary.span.start);
  const end = source.position(diagnostic.primary.span.end);
  return {
    severity: diagnostic.severity,
    message: diagnostic.message,
    code: diagnostic.code,
    line: start.line,
    column: start.column,
    endLine: end.line,
    endColumn: end.column,
    notes: diagnostic.notes,
    help: diagnostic.help?.text ?? null,
  };
}
