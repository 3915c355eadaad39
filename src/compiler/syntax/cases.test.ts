import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Source } from "../text/source.ts";
import { parseFile } from "./parse.ts";
import { printStatement } from "./print-ast.ts";

/** Each file of `cases/`: `# title`, code, `==>`, one line for each statement. The code stands in a function. */
const FOLDER = new URL("./cases/", import.meta.url);

function casesOf(text: string): { title: string; code: string; tree: string }[] {
  return text.split(/\n\n(?=# )/).map((part) => {
    const [head = "", tree = ""] = part.split("\n\n==>\n\n");
    const [title = "", ...code] = head.split("\n");
    return { title, code: code.join("\n").trim(), tree: tree.trim() };
  });
}

for (const file of readdirSync(FOLDER)) {
  describe(file, () => {
    test.each(casesOf(readFileSync(new URL(file, FOLDER), "utf8")))("$title", ({ code, tree }) => {
      const body = code.split("\n").map((line) => `    ${line}`);
      const source = new Source("case.py", `def f():\n${body.join("\n")}\n`);
      const { file: parsed, diagnostics } = parseFile(source);
      expect(diagnostics).toEqual([]);
      const func = parsed.functions.find((entry) => entry.name === "f");
      expect(func?.body.map((statement) => printStatement(statement)).join("\n")).toBe(tree);
    });
  });
}
