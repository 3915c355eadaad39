/** IR statements as WGSL, one statement for one wherever possible. */
import type {
  AtomicStmt,
  CallStmt,
  Expr,
  ForStmt,
  Func,
  IfStmt,
  Local,
  LoopStmt,
  PrintStmt,
  ReturnStmt,
  StoreStmt,
} from "../compiler/ir/ir.ts";
import { isFloat, type Scalar } from "../compiler/ir/ir.ts";
import { PRINT_HEADER_WORDS } from "../compiler/ir/notices.ts";
import type { PrintPart } from "../compiler/ir/program.ts";
import { InternalError } from "../compiler/diagnostics/diagnostic.ts";
import { atomicCode } from "./atomics.ts";
import { call, type Code, infix, isSimple, prefix, primary } from "./code.ts";
import { convertCode } from "./conversions.ts";
import { negationCode } from "./expressions.ts";
import type { FunctionPrinter } from "./function-printer.ts";
import { visitExpr } from "../compiler/ir/walk.ts";
import { type EndCheck, type Node, ownExprs } from "./ir-parts.ts";
import { placeOf, storeLines } from "./memory-access.ts";
import { isPair, u32Code, wgslType, zero } from "./types.ts";

/** What ends a thread where a statement stands. */
export interface Ending {
  /** `structured`: `region-returns.ts` has made ends into structure, and no statement ends the thread itself. */
  readonly kind: "kernel" | "function" | "structured";
  readonly func: Func | null;
}

export function printStatements(nodes: readonly Node[], printer: FunctionPrinter, ending: Ending): void {
  nodes.forEach((node, i) => {
    if (node.kind === "call" && standsInNextStatement(nodes, i, printer)) {
      const [result] = node.results;
      if (result) printer.substitute(result, callCode(node, printer));
    } else printStatement(node, printer, ending);
  });
}

/**
 * Whether a call can be written where its result is used: once, in the statement that follows (or in calls between,
 * which go there too), with nothing in between that could change what either sees.
 */
function standsInNextStatement(nodes: readonly Node[], index: number, printer: FunctionPrinter): boolean {
  const node = nodes[index];
  if (node?.kind !== "call" || node.results.length !== 1 || node.func.results.length !== 1) return false;
  const [result] = node.results;
  if (!result || printer.module.mayEnd(node.func) || !printer.isUsedOnce(result)) return false;
  const next = nodes[index + 1];
  if (!next) return false;
  // What is the call alone, bar conversions, may do anything.
  if (
    (next.kind === "assign" && isJust(next.value, result)) ||
    (next.kind === "return" && "values" in next && isJust(next.values[0], result))
  )
    return true;
  if (!printer.module.isPure(node.func)) return false;
  for (let i = index + 1; i < nodes.length; i++) {
    const later = nodes[i];
    if (!later || later.kind === "loop" || later.kind === "for") return false;
    if (readsLocal(later, result)) return later.kind !== "call" || later.results.length === 1;
    if (later.kind !== "call" || !standsInNextStatement(nodes, i, printer)) return false;
  }
  return false;
}

function isJust(expr: Expr | undefined, local: Local): boolean {
  if (expr?.kind === "convert") return isJust(expr.value, local);
  return expr?.kind === "local" && expr.local === local;
}

function readsLocal(node: Node, local: Local): boolean {
  let found = false;
  for (const expr of ownExprs(node)) {
    visitExpr(expr, (part) => {
      found ||= part.kind === "local" && part.local === local;
    });
  }
  return found;
}

function callCode(node: CallStmt, printer: FunctionPrinter): Code {
  return call(printer.module.functionName(node.func), ...node.args.map((arg) => printer.expr(arg)));
}

export function printStatement(node: Node, printer: FunctionPrinter, ending: Ending): void {
  if ("span" in node) printer.at(node.span);
  printer.declareBefore(node);
  switch (node.kind) {
    case "assign":
      printer.assign(node, node.local, printer.expr(node.value));
      return;
    case "store":
      printStore(node, printer);
      return;
    case "atomic":
      printAtomic(node, printer);
      return;
    case "call":
      printCall(node, printer, ending);
      return;
    case "if":
      printIf(node, printer, ending);
      return;
    case "for":
      printFor(node, printer, () => printStatements(node.body, printer, ending));
      return;
    case "loop":
      printLoop(node, printer, ending);
      return;
    case "break":
    case "continue":
      printer.out.line(`${node.kind};`);
      return;
    case "return":
      printReturn("values" in node ? node : null, printer, ending);
      return;
    case "print":
      printPrint(node, printer);
      return;
    case "fail":
      printer.out.line(`record_failure(${node.site}u, 0, 0, 0u);`);
      if (ending.kind === "structured") return;
      if (ending.kind === "function") printer.out.line("loop_budget = -1;");
      printer.out.line(leaveText(printer, ending));
      return;
    case "end-check":
      printEndCheck(node, printer);
      return;
    default:
      throw new InternalError("wgsl", `a ${node.kind} among the statements of a thread`);
  }
}

function printStore(node: StoreStmt, printer: FunctionPrinter): void {
  const value = printer.expr(node.value);
  const place = placeOf(node.access, printer);
  const put = (): void => {
    for (const line of storeLines(node.access, place, value, printer)) printer.out.line(line);
  };
  if (!place.condition) {
    put();
    return;
  }
  printer.out.open(`if (${place.condition.text}) {`);
  printer.scoped(put);
  printer.out.close();
}

function printAtomic(node: AtomicStmt, printer: FunctionPrinter): void {
  const operands = node.operands.map((operand) => printer.expr(operand));
  const place = placeOf(node.access, printer);
  const { result } = node;
  const act = (): void => {
    const code = atomicCode(node, place, operands, printer.module, printer);
    if (result) printer.assign(node, result, convertCode(code, node.access.memory.element, result.type));
    else printer.out.line(`${code.text};`);
  };
  if (!place.condition) {
    act();
    return;
  }
  const declares = printer.declaresAt(node);
  if (declares) printer.declareResults(node);
  printer.out.open(`if (${place.condition.text}) {`);
  printer.scoped(act);
  if (result && !declares) {
    // A failed check gives 0. Not before the check: the operands may read the old value.
    printer.out.reopen("} else {");
    printer.assign(node, result, zero(result.type));
  }
  printer.out.close();
}

function printCall(node: CallStmt, printer: FunctionPrinter, ending: Ending): void {
  const { module } = printer;
  const code = callCode(node, printer);
  const [only] = node.results;
  if (node.func.results.length === 0 || !only)
    printer.out.line(node.func.results.length === 0 ? `${code.text};` : `_ = ${code.text};`);
  else if (node.func.results.length === 1) printer.assign(node, only, code);
  else {
    const all = printer.take(`${node.func.name}_result`);
    printer.out.line(`let ${all} = ${code.text};`);
    node.results.forEach((local, i) => printer.assign(node, local, primary(`${all}.r${i}`)));
  }
  if (module.mayEnd(node.func) && ending.kind !== "structured") {
    printer.out.line(`if (loop_budget < 0) { ${leaveText(printer, ending)} }`);
  }
}

function printIf(node: IfStmt, printer: FunctionPrinter, ending: Ending): void {
  let current: IfStmt = node;
  const flipped = node.then.length === 0 && node.otherwise.length > 0;
  const condition = flipped ? negationCode(node.condition, printer) : printer.expr(node.condition);
  printer.out.open(`if (${condition.text}) {`);
  printBlock(flipped ? node.otherwise : node.then, printer, ending);
  for (let more = !flipped; more; ) {
    more = false;
    const [next] = current.otherwise;
    if (!next) break;
    if (
      next.kind === "if" &&
      current.otherwise.length === 1 &&
      next.then.length > 0 &&
      !printer.needsDeclarationBefore(next)
    ) {
      const { value, lines } = printer.aside(() => printer.expr(next.condition));
      if (lines.length === 0) {
        printer.at(next.span);
        printer.out.reopen(`} else if (${value.text}) {`);
        printBlock(next.then, printer, ending);
        current = next;
        more = true;
        continue;
      }
    }
    printer.out.reopen("} else {");
    printBlock(current.otherwise, printer, ending);
  }
  printer.out.close();
}

function printBlock(nodes: readonly Node[], printer: FunctionPrinter, ending: Ending): void {
  printer.scoped(() => printStatements(nodes, printer, ending));
}

/** Prints the loop round a body; a block's uniform loops use it too. */
export function printFor(
  node: Pick<ForStmt, "counter" | "start" | "stop" | "step" | "direction">,
  printer: FunctionPrinter,
  body: () => void,
): void {
  const { counter, direction } = node;
  const { type } = counter;
  const start = printer.expr(node.start);
  const stop = cheap(printer.expr(node.stop), `${counter.name}_stop`, printer);
  const constantStep =
    node.step.kind === "constant" && typeof node.step.value === "bigint" ? node.step.value : null;
  const step =
    constantStep === null
      ? cheap(printer.expr(node.step), `${counter.name}_step`, printer)
      : printer.expr(node.step);
  printer.scoped(() => {
    const name = printer.declareLocal(counter);
    const up = comparison(type, primary(name), stop);
    const down = comparison(type, stop, primary(name));
    const condition = direction === "up" ? up : direction === "down" ? down : eitherWay(type, up, down, step);
    printer.out.open(
      `for (var ${name} = ${start.text}; ${condition.text}; ${advance(name, type, constantStep, step)}) {`,
    );
    printer.scoped(body);
    printer.out.close();
  });
}

function comparison(type: Scalar, left: Code, right: Code): Code {
  if (isPair(type)) return call(type === "u64" ? "u64_less" : "i64_less", left, right);
  // `n > k` with the counter on the right reads backwards.
  return /^[A-Za-z_]\w*$/.test(right.text) && !/^[A-Za-z_]\w*$/.test(left.text)
    ? infix(right, ">", left)
    : infix(left, "<", right);
}

function eitherWay(type: Scalar, up: Code, down: Code, step: Code): Code {
  const nothing = zero(type);
  const rises = isPair(type) ? call("i64_less", nothing, step) : infix(step, ">", nothing);
  const moves = isPair(type) ? prefix("!", call("i64_equal", step, nothing)) : infix(step, "!=", nothing);
  return infix(moves, "&&", call("select", down, up, rises));
}

function advance(name: string, type: Scalar, constant: bigint | null, step: Code): string {
  if (isPair(type)) return `${name} = ${call("i64_add", primary(name), step).text}`;
  if (constant === 1n) return `${name}++`;
  if (constant === -1n && wgslType(type) === "i32") return `${name}--`;
  if (constant !== null && constant < 0n && wgslType(type) === "i32") return `${name} -= ${-constant}`;
  return `${name} += ${step.text}`;
}

/** The bounds of a loop do not change while it runs, so what takes work is done before it. */
function cheap(code: Code, name: string, printer: FunctionPrinter): Code {
  const works = code.text.replace(/\b(i32|u32|f32|vec2u)\(/g, "(").match(/\w\(/);
  return works ? (printer.hoist(code, name) ?? code) : code;
}

function printLoop(node: LoopStmt, printer: FunctionPrinter, ending: Ending): void {
  openLoop(node.condition, printer);
  printer.scoped(() => {
    if (node.budget !== null && ending.kind !== "structured") {
      printer.out.line(`if (out_of_budget(${node.budget}u)) { ${leaveText(printer, ending)} }`);
    }
    printStatements(node.body, printer, ending);
    // WGSL refuses a loop that has no way out, whether or not anybody runs it.
    if (!node.condition && node.budget === null && !hasWayOut(node.body))
      printer.out.line("if (false) { break; }");
  });
  printer.out.close();
}

function hasWayOut(nodes: readonly Node[], inLoop = false): boolean {
  return nodes.some((node) => {
    if (node.kind === "return" || node.kind === "fail" || node.kind === "end-check") return true;
    if (node.kind === "break") return !inLoop;
    if (node.kind === "if") return hasWayOut(node.then, inLoop) || hasWayOut(node.otherwise, inLoop);
    return (node.kind === "for" || node.kind === "loop") && hasWayOut(node.body, true);
  });
}

/** `while (c) {`, or `loop {` with the condition inside where it needs statements of its own. */
function openLoop(condition: LoopStmt["condition"], printer: FunctionPrinter): void {
  if (!condition) {
    printer.out.open("loop {");
    return;
  }
  const { value, lines } = printer.aside(() => printer.expr(condition));
  if (lines.length === 0) {
    printer.out.open(`while (${value.text}) {`);
    return;
  }
  printer.out.open("loop {");
  printer.out.line(`if (${negationCode(condition, printer).text}) { break; }`);
}

/** The statement that ends the thread, or gives zeros from a function whose thread has ended. */
function leaveText(printer: FunctionPrinter, ending: Ending): string {
  const results = ending.func?.results ?? [];
  if (ending.kind !== "function" || results.length === 0) return "return;";
  const [only] = results;
  return results.length === 1 && only
    ? `return ${zero(only).text};`
    : `return ${resultStruct(printer, ending.func)}();`;
}

function resultStruct(printer: FunctionPrinter, func: Func | null): string {
  return func ? printer.module.resultStruct(func) : "";
}

function printReturn(node: ReturnStmt | null, printer: FunctionPrinter, ending: Ending): void {
  const values = (node?.values ?? []).map((value) => printer.expr(value));
  const [only] = values;
  if (ending.kind !== "function" || !only) printer.out.line("return;");
  else if (values.length === 1) printer.out.line(`return ${only.text};`);
  else printer.out.line(`return ${call(resultStruct(printer, ending.func), ...values).text};`);
}

function printEndCheck(node: EndCheck, printer: FunctionPrinter): void {
  const spent = node.budget === null ? "loop_budget < 0" : `out_of_budget(${node.budget}u)`;
  printer.out.open(`if (${spent}) {`);
  if (node.flag) printer.out.line(`${printer.local(node.flag).text} = false;`);
  if (node.leave !== "nothing") printer.out.line(`${node.leave};`);
  printer.out.close();
}

function printPrint(node: PrintStmt, printer: FunctionPrinter): void {
  const { module } = printer;
  const parts: PrintPart[] = node.parts.map((part) =>
    typeof part === "string" ? { kind: "text", text: part } : { kind: "operand", type: part.type },
  );
  const words = node.parts.flatMap((part) => {
    if (typeof part === "string") return [];
    const code = printer.expr(part);
    if (!isPair(part.type)) return [asWord(code, part.type)];
    const value = isSimple(code) ? code : (printer.hoist(code, "operand") ?? code);
    return [primary(`${value.text}.x`), primary(`${value.text}.y`)];
  });
  const number = module.prints.length;
  module.prints.push({ parts });
  const reserve = `print_record(${number}u, ${PRINT_HEADER_WORDS + words.length}u)`;
  if (words.length === 0) {
    printer.out.line(`_ = ${reserve};`);
    return;
  }
  const at = printer.hoist(primary(reserve), "record");
  if (!at) throw new InternalError("wgsl", "a print inside an expression");
  printer.out.open(`if (${at.text} != 0u) {`);
  words.forEach((word, i) => {
    const slot = i === 0 ? at : infix(at, "+", u32Code(i));
    printer.out.line(`atomicStore(&notices[${slot.text}], ${word.text});`);
  });
  printer.out.close();
}

function asWord(code: Code, type: Scalar): Code {
  if (isFloat(type)) return call("bitcast<u32>", code);
  return wgslType(type) === "u32" ? code : call("u32", code);
}
