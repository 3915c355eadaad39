/** A block program as a WebAssembly module: the CPU device. The plan that comes with it is `WasmProgram` in `compiler/ir/program.ts`. */
import type { BlockProgram } from "../compiler/ir/block.ts";
import type { Func, Local } from "../compiler/ir/ir.ts";
import type { LaunchFacts } from "../compiler/ir/launch-facts.ts";
import { type NoticeLayout, noticeLayout, SITE_WORDS } from "../compiler/ir/notices.ts";
import type { WasmProgram } from "../compiler/ir/program.ts";
import { BlockEmitter } from "./block-emitter.ts";
import { Code } from "./code.ts";
import { Globals, KernelEnvironment } from "./environment.ts";
import { ExpressionEmitter, type ModuleContext } from "./expressions.ts";
import { Library } from "./library.ts";
import { layOutRecord, layOutScratch, type RecordLayout, type ScratchNeeds } from "./memory.ts";
import { type FunctionHandle, ModuleWriter } from "./module.ts";
import { valueType } from "./operations.ts";
import { PrintTable } from "./prints.ts";
import { ModuleScan } from "./scan.ts";
import { emitZero, StatementEmitter } from "./statements.ts";
import { checkSharedMemory } from "./unsupported.ts";

const RECORD = 0;
const FIRST_BLOCK = 1;
const BLOCK_COUNT = 2;

/** Throws `Unsupported` where the CPU device cannot do what the kernel asks for. */
export function emitWasm(program: BlockProgram, facts: LaunchFacts, name: string): WasmProgram {
  checkSharedMemory(program.module.memories, facts.dynamicSharedBytes);
  return new ModuleEmitter(program, facts, name).emit();
}

class ModuleEmitter {
  readonly #program: BlockProgram;
  readonly #facts: LaunchFacts;
  readonly #name: string;
  readonly #module = new ModuleWriter();
  readonly #globals: Globals;
  readonly #record: RecordLayout;
  readonly #notices: NoticeLayout | null;
  readonly #prints: PrintTable;
  readonly #scan: ModuleScan;
  readonly #functions = new Map<Func, FunctionHandle>();
  readonly #context: ModuleContext;

  constructor(program: BlockProgram, facts: LaunchFacts, name: string) {
    this.#program = program;
    this.#facts = facts;
    this.#name = name;
    this.#scan = new ModuleScan(program);
    this.#globals = new Globals(this.#module);
    this.#record = layOutRecord(program);
    this.#notices =
      this.#scan.reports || this.#scan.prints
        ? noticeLayout(program.module.sites.length, this.#scan.prints)
        : null;
    this.#prints = new PrintTable(this.#notices);
    const math = new Map<string, FunctionHandle>();
    for (const [fn, params] of this.#scan.math) {
      const signature = {
        params: Array.from({ length: params }, () => "f64" as const),
        results: ["f64" as const],
      };
      math.set(fn, this.#module.importFunction("math", fn, signature));
    }
    const reportSite = this.#notices ? this.#makeReportSite(this.#notices) : null;
    this.#context = {
      library: new Library(this.#module, math),
      math,
      scratch: layOutScratch(program, facts, this.#needs()),
      memoryNumbers: new Map(program.module.memories.map((memory, i) => [memory, i])),
      launchNumbers: new Map(program.module.launchValues.map((value, i) => [value, i])),
      block: facts.block,
      reportSite,
    };
  }

  /** What threads keep between regions. */
  #needs(): ScratchNeeds {
    const { collective } = this.#program;
    const { warps, ends, spends } = this.#scan;
    return { warps, ends: collective && ends, spends: collective && spends };
  }

  emit(): WasmProgram {
    const { module } = this.#program;
    for (const func of module.functions) {
      const params = func.params.map((param) => valueType(param.type));
      this.#functions.set(
        func,
        this.#module.declareFunction({ params, results: func.results.map(valueType) }),
      );
    }
    for (const func of module.functions) this.#emitFunction(func);
    const run = this.#emitKernel();
    this.#module.exportFunction("run", run);
    const { scratch } = this.#context;
    return {
      target: "wasm",
      name: this.#name,
      bytes: this.#module.finish(),
      sites: module.sites,
      prints: this.#prints.formats,
      notices: this.#notices,
      debug: module.debug,
      fields: this.#record.fields,
      recordBytes: this.#record.totalBytes,
      mathImports: [...this.#context.math.keys()],
      addresses: this.#record.addresses,
      scratchAt: this.#record.scratchAt,
      noticesAt: this.#record.noticesAt,
      scratchBytes: scratch.totalBytes,
      scratchData: scratch.data,
    };
  }

  /** (site, index, size, axis): the first thread that fails at a site is written down. */
  #makeReportSite(layout: NoticeLayout): FunctionHandle {
    const handle = this.#module.declareFunction({ params: ["i32", "i32", "i32", "i32"], results: [] });
    const code = new Code(4);
    const at = code.local("i32");
    this.#globals.get(code, "notices");
    code.get(0);
    code.i32(SITE_WORDS * 4);
    code.op("i32.mul", "i32.add");
    code.i32(layout.sitesAt * 4);
    code.op("i32.add");
    code.tee(at);
    code.memory("i32.load");
    code.op("i32.eqz");
    code.if(() => {
      this.#globals.get(code, "notices");
      code.i32(1);
      code.memory("i32.store", 4);
      const words: (() => void)[] = [
        () => code.i32(1),
        () => code.get(1),
        () => code.get(2),
        () => code.get(3),
        () => this.#globals.get(code, "block-linear"),
        () => this.#globals.get(code, "thread-linear"),
      ];
      words.forEach((word, i) => {
        code.get(at);
        word();
        code.memory("i32.store", i * 4);
      });
    });
    this.#module.defineFunction(handle, code.locals, code.bytes);
    return handle;
  }

  #emitFunction(func: Func): void {
    const handle = this.#functions.get(func);
    if (!handle) return;
    const code = new Code(func.params.length);
    const expressions = new ExpressionEmitter(code, this.#context, this.#globals);
    func.params.forEach((param, index) => expressions.place(param, { kind: "local", index }));
    for (const local of func.locals)
      expressions.place(local, { kind: "local", index: code.local(valueType(local.type)) });
    const zeros = (): void => {
      for (const type of func.results) emitZero(expressions, type);
    };
    const statements = new StatementEmitter(expressions, {
      globals: this.#globals,
      functions: this.#functions,
      mayEnd: this.#scan.mayEnd,
      prints: this.#prints,
      loopBudget: this.#facts.loopBudget,
      endThread: () => {
        code.i32(1);
        this.#globals.set(code, "ended");
        zeros();
        code.op("return");
      },
      returns: (values) => {
        values();
        code.op("return");
      },
    });
    statements.emitAll(func.body);
    // What stands behind the last return is never reached, but must leave results of the right types.
    zeros();
    this.#module.defineFunction(handle, code.locals, code.bytes);
  }

  #emitKernel(): FunctionHandle {
    const handle = this.#module.declareFunction({ params: ["i32", "i32", "i32"], results: [] });
    const code = new Code(3);
    const environment = new KernelEnvironment(this.#globals);
    const expressions = new ExpressionEmitter(code, this.#context, environment);
    this.#placeLocals(code, expressions);
    // The emitter of the block and that of its statements need each other.
    let endThread = (): void => undefined;
    const statements = new StatementEmitter(expressions, {
      globals: this.#globals,
      functions: this.#functions,
      mayEnd: this.#scan.mayEnd,
      prints: this.#prints,
      loopBudget: this.#facts.loopBudget,
      endThread: () => endThread(),
      returns: () => endThread(),
    });
    const block = new BlockEmitter(expressions, statements, environment, this.#globals, {
      program: this.#program,
      block: this.#facts.block,
      loopBudget: this.#facts.loopBudget,
      scratch: this.#context.scratch,
      scan: this.#scan,
    });
    endThread = () => block.endThread();
    this.#loadRecord(code, environment);
    this.#forBlocks(code, environment, () => block.emit());
    this.#module.defineFunction(handle, code.locals, code.bytes);
    return handle;
  }

  #placeLocals(code: Code, expressions: ExpressionEmitter): void {
    const { slots } = this.#context.scratch;
    const locals = new Set<Local>([...this.#program.locals, ...this.#program.module.kernel.params]);
    for (const local of locals) {
      const offsetBytes = slots.get(local);
      if (offsetBytes === undefined)
        expressions.place(local, { kind: "local", index: code.local(valueType(local.type)) });
      else expressions.place(local, { kind: "slot", offsetBytes });
    }
  }

  /** Everything of the record into locals, once a call. */
  #loadRecord(code: Code, environment: KernelEnvironment): void {
    const address = (
      offset: number,
      key: "scratch" | "notices" | `address:${number}` | `grid-${0 | 1 | 2}`,
    ): void => {
      code.get(RECORD);
      code.memory("i32.load", offset);
      environment.set(code, key);
    };
    for (const { source, offsetBytes } of this.#record.fields) {
      if (source.what === "grid-size") address(offsetBytes, `grid-${source.axis}`);
    }
    this.#record.values.forEach(({ value, offsetBytes }, number) => {
      const carrier = valueType(value.type);
      code.get(RECORD);
      // The host writes every integer of up to 32 bits, and bool, as a whole word.
      code.memory(`${carrier}.load`, offsetBytes);
      environment.set(code, `launch:${number}`, carrier);
    });
    for (const { memory, offsetBytes } of this.#record.addresses) {
      address(offsetBytes, `address:${this.#context.memoryNumbers.get(memory) ?? 0}`);
    }
    address(this.#record.scratchAt, "scratch");
    if (this.#notices) address(this.#record.noticesAt, "notices");
  }

  /** Blocks by linear number, x fastest. */
  #forBlocks(code: Code, environment: KernelEnvironment, body: () => void): void {
    const linear = code.local("i32");
    const end = code.local("i32");
    code.get(FIRST_BLOCK);
    code.set(linear);
    code.get(FIRST_BLOCK);
    code.get(BLOCK_COUNT);
    code.op("i32.add");
    code.set(end);
    code.block((done) => {
      code.loop((again) => {
        code.get(linear);
        code.get(end);
        code.op("i32.ge_u");
        code.brIf(done);
        code.get(linear);
        environment.set(code, "block-linear");
        code.get(linear);
        environment.get(code, "grid-0");
        code.op("i32.rem_u");
        environment.set(code, "block-0");
        code.get(linear);
        environment.get(code, "grid-0");
        code.op("i32.div_u");
        environment.get(code, "grid-1");
        code.op("i32.rem_u");
        environment.set(code, "block-1");
        code.get(linear);
        environment.get(code, "grid-0");
        environment.get(code, "grid-1");
        code.op("i32.mul", "i32.div_u");
        environment.set(code, "block-2");
        body();
        code.get(linear);
        code.i32(1);
        code.op("i32.add");
        code.set(linear);
        code.br(again);
      });
    });
  }
}
