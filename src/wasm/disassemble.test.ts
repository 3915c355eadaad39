import { expect, test } from "vitest";
import { factsFor } from "../../tests/run-on-cpu.ts";
import * as ir from "../compiler/ir/builder.ts";
import { blockProgram } from "../compiler/passes/block-program.ts";
import { disassemble } from "./disassemble.ts";
import { emitWasm } from "./emit.ts";

test("a module reads as text: imports, exports, blocks that close", () => {
  const out = ir.memory("out", "f64", { argument: 0 });
  const tid = ir.convert("i64", ir.position("thread"));
  const sine = {
    kind: "math",
    fn: "sin",
    type: "f64",
    args: [ir.constant("f64", -0.5)],
    span: { start: 0, end: 0 },
  } as const;
  const body = [ir.when(ir.compare("lt", tid, ir.int(5)), [ir.store(ir.at(out, tid), sine)])];
  const facts = factsFor({ block: [8, 1, 1], grid: [1, 1, 1], args: [new Float64Array(8)] });
  const text = disassemble(emitWasm(blockProgram(ir.module(ir.func("k", body), [out])), facts, "k").bytes);
  expect(text).toContain('(import "math" "sin" (func (;0;) (param f64) (result f64)))');
  expect(text).toContain('(import "env" "memory" (memory 1))');
  expect(text).toMatch(/\(export "run" \(func \d+\)\)/);
  expect(text).toContain("f64.const -0.5");
  expect(text).toContain("f64.store align=1");
  expect(text).not.toContain("unknown");
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  expect(count(/^\s+(block|loop|if)/gm)).toBe(count(/^\s+end$/gm));
});
