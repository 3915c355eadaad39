/**
 * A block program as one WGSL module. This is where CUDA's words become WGSL's: a block is a workgroup, a thread an
 * invocation (or, folded, one of several that an invocation runs), shared memory is the address space `workgroup`.
 */
import type { BlockProgram } from "../compiler/ir/block.ts";
import type { Expr, Func, Local } from "../compiler/ir/ir.ts";
import type { DeviceLimits, LaunchFacts } from "../compiler/ir/launch-facts.ts";
import { type NoticeLayout, noticeLayout, PRINT_HEADER_WORDS } from "../compiler/ir/notices.ts";
import type { WgslBinding, WgslProgram } from "../compiler/ir/program.ts";
import { NO_SPAN } from "../compiler/text/span.ts";
import { type Declaration, planBindings } from "./binding-plan.ts";
import { flattenBlock, printBlockNodes, ROUNDS_LEFT } from "./block-nodes.ts";
import { planFold } from "./fold-threads.ts";
import { FunctionPrinter } from "./function-printer.ts";
import { type HelperName, helpersCalledIn, helperText, neededHelpers } from "./helpers.ts";
import { type Node, visitNodes } from "./ir-parts.ts";
import { LineWriter, lineLinks, type TextLine } from "./line-map.ts";
import { type Builtin, ModuleState } from "./module-state.ts";
import { printStatements } from "./statements.ts";
import { threadConstants } from "./thread-constants.ts";
import { wgslType, zero } from "./types.ts";
import { tooManyArrays, tooMuchSharedMemory, unsupportedRecursion } from "./unsupported.ts";

/** Bytes of the workgroup counters that votes go through. */
const VOTE_BYTES = 8;
const WARP_LANES = 32;
const WORD_BYTES = 4;
/** Longer signatures are written one parameter a line. */
const LONGEST_LINE = 110;

/**
 * Prints a program for a block size and an adapter. Throws `Unsupported`, with a diagnostic, for what WGSL cannot say.
 * `name` becomes the entry point, made legal where WGSL wants another.
 */
export function emitWgsl(
  program: BlockProgram,
  facts: LaunchFacts,
  limits: DeviceLimits,
  name: string,
): WgslProgram {
  const module = new ModuleState(program, facts, limits, planFold(facts, limits));
  refuseRecursion(program);
  const entryPoint = module.names.take(name);
  module.plan = planBindings({
    program,
    facts,
    limits,
    fold: module.fold.count,
    take: (wanted) => module.names.take(wanted),
  });
  const functions = module.functions.map((func) => printFunction(func, module));
  const kernel = printKernel(program, module);
  return assemble(module, kernel, functions, name, entryPoint);
}

function printFunction(func: Func, module: ModuleState): TextLine[] {
  const written = new Set<Local>();
  visitNodes(func.body, (node) => {
    if (node.kind === "assign") written.add(node.local);
    if (node.kind === "atomic" && node.result) written.add(node.result);
    if (node.kind === "call") for (const local of node.results) written.add(local);
  });
  const printer = new FunctionPrinter(module, func.body, {
    known: func.params,
    crossing: new Set(),
    constants: new Map(),
    isFunction: true,
  });
  // WGSL's parameters do not change: one that Python assigns to is copied.
  const copies: string[] = [];
  const params = func.params.map((param) => {
    const parameter = printer.declareLocal(param);
    if (!written.has(param)) return `${parameter}: ${wgslType(param.type)}`;
    const given = printer.take(`${param.name}_given`);
    copies.push(`var ${parameter} = ${given};`);
    return `${given}: ${wgslType(param.type)}`;
  });
  const { results } = func;
  const [only] = results;
  const type =
    results.length === 0
      ? ""
      : results.length === 1 && only
        ? ` -> ${wgslType(only)}`
        : ` -> ${module.resultStruct(func)}`;
  for (const copy of copies) printer.out.line(copy);
  printStatements(func.body, printer, { kind: "function", func });
  if (results.length > 0 && !surelyReturns(func.body)) {
    printer.out.line(
      results.length === 1 && only ? `return ${zero(only).text};` : `return ${module.resultStruct(func)}();`,
    );
  }
  const writer = new LineWriter();
  if (results.length > 1) {
    writer.line(
      `struct ${module.resultStruct(func)} { ${results.map((result, i) => `r${i}: ${wgslType(result)}`).join(", ")} }`,
    );
  }
  writer.at(func.span);
  writer.open(`fn ${module.functionName(func)}(${params.join(", ")})${type} {`);
  writer.append(printer.out.lines);
  writer.at(NO_SPAN);
  writer.close();
  return writer.lines;
}

/** Whether control never reaches the end, as WGSL's behaviour analysis sees it. */
function surelyReturns(nodes: readonly Node[]): boolean {
  const last = nodes.at(-1);
  if (!last) return false;
  if (last.kind === "return") return true;
  if (last.kind === "if") return surelyReturns(last.then) && surelyReturns(last.otherwise);
  return false;
}

interface PrintedKernel {
  readonly head: readonly TextLine[];
  readonly body: readonly TextLine[];
}

function printKernel(program: BlockProgram, module: ModuleState): PrintedKernel {
  const folded = module.fold.count > 1;
  const flag: Local = { kind: "local-variable", name: "running", type: "bool" };
  const nodes = flattenBlock(
    program.body,
    folded,
    flag,
    (node) => node.kind === "call" && module.mayEnd(node.func),
  );
  const constants = folded ? threadConstants(program, nodes) : new Map<Local, Expr>();
  const crossing = new Set([...(folded ? program.crossing : [])].filter((local) => !constants.has(local)));
  const printer = new FunctionPrinter(module, nodes, { known: [], crossing, constants, isFunction: false });
  const head = new LineWriter(1);
  for (const local of crossing)
    head.line(`var ${printer.declareLocal(local)}: array<${wgslType(local.type)}, ${module.fold.count}>;`);
  for (const { text } of module.plan.kernelDeclarations) head.line(text);
  let blockRounds = false;
  visitNodes(nodes, (node) => {
    blockRounds ||= (node.kind === "uniform-loop" || node.kind === "any-loop") && node.budget !== null;
  });
  if (blockRounds) head.line(`var ${ROUNDS_LEFT} = ${module.facts.loopBudget};`);
  printBlockNodes(nodes, printer);
  return { head: head.lines, body: printer.out.lines };
}

const BUILTIN_TYPES: Readonly<Record<Builtin, string>> = {
  global_invocation_id: "vec3u",
  local_invocation_id: "vec3u",
  workgroup_id: "vec3u",
  num_workgroups: "vec3u",
  local_invocation_index: "u32",
};

/** The entry point's parameters, and the lines that make of them what the body reads. */
function entryInputs(module: ModuleState): {
  readonly params: readonly string[];
  readonly lines: readonly string[];
} {
  const { facts, fold, uniforms, builtins } = module;
  const lines: string[] = [];
  const own = (name: Builtin): string => module.own(name);
  const names = new Map<Builtin, string>();
  if (module.notesThread) {
    builtins.add("local_invocation_index").add("workgroup_id");
    if (!facts.windowed) builtins.add("num_workgroups");
  }
  if (facts.windowed) {
    // The launch covers a part of the grid that begins at `window`.
    const global = builtins.delete("global_invocation_id");
    if (global) builtins.add("workgroup_id").add("local_invocation_id");
    if (builtins.has("workgroup_id")) {
      names.set("workgroup_id", "window_block");
      const first = ([0, 1, 2] as const).map(
        (axis) => `${module.own("launch")}.${uniforms.runtimeField({ what: "window", axis })}`,
      );
      lines.push(`let ${own("workgroup_id")} = window_block + vec3u(${first.join(", ")});`);
    }
    if (global) {
      lines.push(
        `let ${own("global_invocation_id")} = ${own("workgroup_id")} * vec3u(${fold.block.map((n) => `${n}u`).join(", ")}) + ${own("local_invocation_id")};`,
      );
    }
  }
  if (module.notesThread) {
    const block = own("workgroup_id");
    const size = ([0, 1] as const).map((axis) =>
      facts.windowed
        ? `${module.own("launch")}.${uniforms.runtimeField({ what: "grid-size", axis })}`
        : `${own("num_workgroups")}.${"xy"[axis]}`,
    );
    lines.push(`notice_block = ${block}.x + ${size[0]} * (${block}.y + ${size[1]} * ${block}.z);`);
    if (fold.count === 1) lines.push(`notice_thread = ${own("local_invocation_index")};`);
  }
  for (const name of module.privateBuiltins) lines.push(`this_${own(name)} = ${own(name)};`);
  const order: readonly Builtin[] = [
    "global_invocation_id",
    "workgroup_id",
    "local_invocation_id",
    "local_invocation_index",
    "num_workgroups",
  ];
  const params = order
    .filter((name) => builtins.has(name))
    .map((name) => `@builtin(${name}) ${names.get(name) ?? own(name)}: ${BUILTIN_TYPES[name]}`);
  return { params, lines };
}

function assemble(
  module: ModuleState,
  kernel: PrintedKernel,
  functions: readonly (readonly TextLine[])[],
  name: string,
  entryPoint: string,
): WgslProgram {
  const { plan, limits, program } = module;
  const inputs = entryInputs(module);
  const generated = [...module.memoryFunctions.values()].map(({ text }) => text);
  const code = [...kernel.head, ...kernel.body, ...functions.flat()].map((line) => line.text);
  const prints = module.prints.length > 0;
  const layout = noticeLayout(program.module.sites.length, prints);
  if (prints) generated.push(printRecordText(layout));
  const called = new Set(helpersCalledIn([...code, ...generated].join("\n")));
  const helpers = neededHelpers(called);
  const notices = prints || helpers.includes("record_failure");
  const uniform = module.uniforms.layout();

  const bindings: WgslBinding[] = [];
  if (uniform.fields.length > 0) bindings.push({ kind: "uniform", binding: 0 });
  bindings.push(...plan.bindings);
  if (notices) bindings.push({ kind: "notices", binding: plan.nextBinding });
  const storages = bindings.length - (uniform.fields.length > 0 ? 1 : 0);
  if (storages > limits.maxStorageBuffers)
    throw tooManyArrays(storages, limits.maxStorageBuffers, program.module.kernel.span);

  const writer = new LineWriter();
  if (uniform.fields.length > 0) {
    for (const line of module.uniforms.text(module.own("struct"))) writer.line(line);
    writer.line(`@group(0) @binding(0) var<uniform> ${module.own("launch")}: ${module.own("struct")};`);
  }
  const declare = (declarations: readonly Declaration[]): void => {
    for (const { text, span } of declarations) {
      writer.at(span);
      writer.line(text);
    }
    writer.at(NO_SPAN);
  };
  declare(plan.declarations);
  if (notices)
    writer.line(
      `@group(0) @binding(${plan.nextBinding}) var<storage, read_write> notices: array<atomic<u32>>;`,
    );
  declare(plan.variables);
  const own = ownVariables(module, helpers, [...code, ...generated]);
  for (const line of own.lines) writer.line(line);
  const shared = plan.sharedBytes + own.sharedBytes;
  if (shared > limits.maxWorkgroupBytes)
    throw tooMuchSharedMemory(shared, limits.maxWorkgroupBytes, program.module.kernel.span);
  if (writer.lines.length > 0) writer.line("");

  const { workgroupSize, count } = module.fold;
  writer.at(program.module.kernel.span);
  writer.line(`@compute @workgroup_size(${trimmed(workgroupSize).join(", ")})`);
  const signature = `fn ${entryPoint}(${inputs.params.join(", ")}) {`;
  if (signature.length <= LONGEST_LINE) writer.open(signature);
  else {
    writer.open(`fn ${entryPoint}(`);
    for (const parameter of inputs.params) writer.line(`${parameter},`);
    writer.reopen(") {");
  }
  writer.at(NO_SPAN);
  for (const line of inputs.lines) writer.line(line);
  writer.append([...kernel.head, ...kernel.body]);
  writer.close();
  for (const lines of functions) {
    writer.line("");
    writer.append(lines);
  }
  for (const text of [...generated, ...helpers.map(helperText)]) {
    writer.line("");
    for (const line of text.split("\n")) writer.line(line);
  }
  return {
    target: "wgsl",
    name,
    sites: program.module.sites,
    prints: module.prints,
    notices: notices ? layout : null,
    debug: program.module.debug,
    fields: uniform.fields,
    recordBytes: uniform.bytes,
    text: `${writer.lines.map((line) => line.text).join("\n")}\n`,
    entryPoint,
    lines: lineLinks(writer.lines),
    bindings,
    workgroupSize,
    fold: count,
    features: [],
  };
}

/** Module-scope variables that helpers and the entry point name. */
function ownVariables(module: ModuleState, helpers: readonly HelperName[], code: readonly string[]) {
  const lines: string[] = [];
  let sharedBytes = 0;
  if (module.notesThread) lines.push("var<private> notice_block: u32;", "var<private> notice_thread: u32;");
  if (helpers.includes("out_of_budget") || code.some((line) => /\bloop_budget (<|=)/.test(line))) {
    lines.push(`var<private> loop_budget: i32 = ${module.facts.loopBudget};`);
  }
  for (const name of module.privateBuiltins)
    lines.push(`var<private> this_${module.own(name)}: ${BUILTIN_TYPES[name]};`);
  if (module.usesFoldedThread) lines.push("var<private> folded_thread: u32;");
  if (helpers.includes("block_total")) {
    lines.push("var<workgroup> vote_count: atomic<u32>;", "var<workgroup> vote_total: u32;");
    sharedBytes += VOTE_BYTES;
  }
  const lanes = Math.ceil(module.fold.threads / WARP_LANES) * WARP_LANES;
  for (const name of module.laneArrays) {
    lines.push(`var<workgroup> ${name}: array<u32, ${lanes}>;`);
    sharedBytes += lanes * WORD_BYTES;
  }
  for (const type of module.broadcastTypes) {
    lines.push(`var<workgroup> uniform_${type}: ${type};`);
    sharedBytes += VOTE_BYTES;
  }
  return { lines, sharedBytes };
}

/** Reserves a record of the print area and writes its header; gives the place of the first operand, or 0 where it is full. */
function printRecordText(layout: NoticeLayout): string {
  return [
    "fn print_record(format: u32, words: u32) -> u32 {",
    "  let at = atomicAdd(&notices[0], words);",
    `  if (at + words > ${layout.printWords}u) { return 0u; }`,
    `  let record = ${layout.printsAt}u + at;`,
    "  atomicStore(&notices[record], format);",
    "  atomicStore(&notices[record + 1u], words);",
    "  atomicStore(&notices[record + 2u], notice_block);",
    "  atomicStore(&notices[record + 3u], notice_thread);",
    `  return record + ${PRINT_HEADER_WORDS}u;`,
    "}",
  ].join("\n");
}

/** (128, 1, 1) is written (128). */
function trimmed(size: readonly number[]): readonly number[] {
  let length = size.length;
  while (length > 1 && size[length - 1] === 1) length--;
  return size.slice(0, length);
}

function refuseRecursion(program: BlockProgram): void {
  const open = new Set<Func>();
  const done = new Set<Func>();
  const visit = (nodes: readonly Node[]): void =>
    visitNodes(nodes, (node) => {
      if (node.kind !== "call" || done.has(node.func)) return;
      if (open.has(node.func)) throw unsupportedRecursion(node.func.name, node.span);
      open.add(node.func);
      visit(node.func.body);
      open.delete(node.func);
      done.add(node.func);
    });
  visit(program.body);
}
