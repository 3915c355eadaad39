/** `print` in a kernel: records in the notice buffer (`compiler/ir/notices.ts`). */
import type { NoticeLayout } from "../compiler/ir/notices.ts";
import type { PrintStmt } from "../compiler/ir/ir.ts";
import type { PrintFormat } from "../compiler/ir/program.ts";
import type { Code } from "./code.ts";
import type { Environment } from "./environment.ts";

/** The print statements of a program, by number. */
export class PrintTable {
  readonly layout: NoticeLayout | null;
  readonly #statements = new Map<PrintStmt, number>();
  readonly formats: PrintFormat[] = [];

  constructor(layout: NoticeLayout | null) {
    this.layout = layout;
  }

  number(statement: PrintStmt): number {
    let number = this.#statements.get(statement);
    if (number === undefined) {
      number = this.formats.length;
      this.#statements.set(statement, number);
      this.formats.push({
        parts: statement.parts.map((part) =>
          typeof part === "string" ? { kind: "text", text: part } : { kind: "operand", type: part.type },
        ),
      });
    }
    return number;
  }
}

/** Takes room for a record and writes its header; `operands` writes the rest. What does not fit only moves the cursor. */
export function emitPrintStart(
  code: Code,
  environment: Environment,
  prints: PrintTable,
  statement: PrintStmt,
  words: number,
  operands: (at: number) => void,
): void {
  const { layout } = prints;
  if (!layout) return;
  const cursor = code.local("i32");
  const at = code.local("i32");
  environment.get(code, "notices");
  code.memory("i32.load");
  code.set(cursor);
  environment.get(code, "notices");
  code.get(cursor);
  code.i32(words);
  code.op("i32.add");
  code.memory("i32.store");
  code.get(cursor);
  code.i32(layout.printWords - words);
  code.op("i32.le_u");
  code.if(() => {
    environment.get(code, "notices");
    code.get(cursor);
    code.i32(2);
    code.op("i32.shl", "i32.add");
    code.i32(layout.printsAt * 4);
    code.op("i32.add");
    code.set(at);
    const header = [
      () => code.i32(prints.number(statement)),
      () => code.i32(words),
      () => environment.get(code, "block-linear"),
      () => environment.get(code, "thread-linear"),
    ];
    header.forEach((word, i) => {
      code.get(at);
      word();
      code.memory("i32.store", i * 4);
    });
    operands(at);
  });
}
