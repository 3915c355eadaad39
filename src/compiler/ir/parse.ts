/**
 * IR text to IR, so that tests of passes can write kernels as text. `parse(print(module))` prints the same again;
 * spans are not in the text. What printing in full adds may be left out: a launch value without a source is the
 * scalar argument of its number, and sites that nobody describes are bounds.
 */
import { NO_SPAN as span } from "../text/span.ts";
import type {
  Access,
  AtomicOperation,
  BarrierStmt,
  Expr,
  Func,
  LaunchSource,
  LaunchValue,
  Local,
  Memory,
  Module,
  Scalar,
  Site,
  Stmt,
  WarpStmt,
} from "./ir.ts";
import { IrSyntaxError, isScalar, LineReader, type Names } from "./parse-expression.ts";
import { statementExprs, visitExpr, visitStatements } from "./walk.ts";

/** Reads a module. Throws `IrSyntaxError` with the line that is wrong. */
export function parseModule(text: string): Module {
  return new ModuleParser(text).parse();
}

const TARGETS = /([\p{L}\p{N}_.<>$]+(?:, [\p{L}\p{N}_.<>$]+)*) = /uy;
const HEADER = /^(kernel|device) ([^\s(]+)\((.*?)\)(?: -> (.+))?$/u;

/** While it is being read, so that functions may call each other. */
type OpenFunc = { -readonly [key in keyof Func]: Func[key] };

class ModuleParser implements Names {
  readonly #lines: readonly string[];
  readonly #memories = new Map<string, Memory>();
  readonly #launchValues = new Map<string, LaunchValue>();
  readonly #sites: Site[] = [];
  readonly #functions = new Map<string, OpenFunc>();
  #kernel: OpenFunc | null = null;
  #debug = false;
  /** As each local is written in the text. */
  readonly #labels = new Map<Local, string>();
  #locals = new Map<string, Local>();
  #at = 0;

  constructor(text: string) {
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    // Text in a test is indented as the test is.
    const margin = Math.min(...lines.map((line) => line.search(/\S/)));
    this.#lines = lines.map((line) => line.slice(margin).trimEnd());
  }

  local(name: string): Local | undefined {
    return this.#locals.get(name);
  }

  launchValue(name: string): LaunchValue | undefined {
    return this.#launchValues.get(name);
  }

  memory(name: string): Memory | undefined {
    return this.#memories.get(name);
  }

  parse(): Module {
    // Headers first: a function may call one that stands further down.
    for (const line of this.#lines) {
      const header = HEADER.exec(line);
      if (!header) continue;
      const func = this.#header(line, header);
      if (header[1] === "kernel") this.#kernel = func;
      else this.#functions.set(func.name, func);
    }
    while (this.#at < this.#lines.length) this.#topLevel();
    const kernel = this.#kernel;
    if (!kernel) throw new IrSyntaxError("no kernel", this.#lines[0] ?? "");
    const functions = [...this.#functions.values()];
    for (const func of [...functions, kernel]) this.#inventSites(func.body);
    return {
      kernel,
      functions,
      memories: [...this.#memories.values()],
      launchValues: [...this.#launchValues.values()],
      sites: this.#sites,
      debug: this.#debug,
    };
  }

  #topLevel(): void {
    const line = this.#lines[this.#at++] ?? "";
    const header = HEADER.exec(line);
    if (header) {
      const func = header[1] === "kernel" ? this.#kernel : (this.#functions.get(header[2] ?? "") ?? null);
      if (func) this.#body(func);
      return;
    }
    const reader = new LineReader(line, this);
    if (reader.takes("launch ")) this.#launch(reader);
    else if (reader.takes("site ")) this.#site(reader);
    else if (line === "debug") this.#debug = true;
    else this.#declareMemory(reader);
  }

  #declareMemory(reader: LineReader): void {
    const space = reader.match(/(global|shared|local|constant) /y)?.[1] as Memory["space"] | undefined;
    if (!space) reader.fail("no such declaration");
    const name = reader.name();
    reader.expect(": ");
    const element = this.#scalar(reader, reader.name());
    const extent = reader.match(/\[(\d*|dynamic)\]/y)?.[1] ?? "";
    const argument = reader.takes(" = argument ") ? reader.number() : null;
    const bytes = reader.match(/ = bytes ([\d ]+)/y)?.[1];
    reader.end();
    this.#memories.set(name, {
      kind: "memory",
      name,
      space,
      element,
      length: extent === "" || extent === "dynamic" ? null : Number(extent),
      argument,
      data: bytes === undefined ? null : Uint8Array.from(bytes.split(" "), Number),
      dynamic: extent === "dynamic",
      span,
    });
  }

  #launch(reader: LineReader): void {
    const name = reader.name();
    reader.expect(": ");
    const type = this.#scalar(reader, reader.name());
    const source: LaunchSource = reader.takes(" = ")
      ? this.#source(reader)
      : { what: "scalar", argument: this.#launchValues.size, part: 0 };
    reader.end();
    this.#launchValues.set(name, { kind: "launch-value", name, type, source });
  }

  #source(reader: LineReader): LaunchSource {
    if (reader.takes("dynamic-shared-bytes")) return { what: "dynamic-shared-bytes" };
    const what = reader.match(/(scalar|shape|stride|offset) /y)?.[1];
    const argument = reader.number();
    switch (what) {
      case "shape":
      case "stride":
        reader.expect(" axis ");
        return { what, argument, axis: reader.number() };
      case "offset":
        return { what, argument };
      default:
        return { what: "scalar", argument, part: reader.takes(" part 1") ? 1 : 0 };
    }
  }

  #site(reader: LineReader): void {
    const kind = reader.match(/(bounds|loop-budget|division-by-zero|exception|assert)/y)?.[1];
    if (!kind) reader.fail("no such site");
    const name = reader.takes(" ") ? (reader.string() ?? "") : "";
    const message = reader.takes(" ") ? (reader.string() ?? "") : "";
    reader.end();
    this.#sites.push({ kind: kind as Site["kind"], span, name, message });
  }

  #header(line: string, [, , name = "", params = "", results]: RegExpExecArray): OpenFunc {
    const reader = new LineReader(line, this);
    const declared = params === "" ? [] : params.split(", ").map((text) => this.#declaration(reader, text));
    return {
      name,
      params: declared,
      results: results?.split(", ").map((type) => this.#scalar(reader, type)) ?? [],
      locals: [],
      body: [],
      span,
    };
  }

  /** `x.1: i64`: the number only tells locals of one name apart. */
  #declaration(reader: LineReader, text: string): Local {
    const [label = "", type = ""] = text.split(": ");
    const name = label.replace(/\.\d+$/, "");
    const local: Local = { kind: "local-variable", name, type: this.#scalar(reader, type) };
    this.#labels.set(local, label);
    return local;
  }

  #scalar(reader: LineReader, name: string): Scalar {
    return isScalar(name) ? name : reader.fail(`no type ${name}`);
  }

  #body(func: OpenFunc): void {
    this.#locals = new Map();
    const declare = (local: Local): void => {
      this.#locals.set(this.#labels.get(local) ?? local.name, local);
    };
    func.params.forEach(declare);
    const locals: Local[] = [];
    for (; this.#lines[this.#at]?.startsWith("  var "); this.#at++) {
      const line = this.#lines[this.#at] ?? "";
      const local = this.#declaration(new LineReader(line, this), line.slice("  var ".length));
      declare(local);
      locals.push(local);
    }
    func.locals = locals;
    func.body = this.#statements(2);
  }

  #statements(indent: number): Stmt[] {
    const statements: Stmt[] = [];
    for (;;) {
      const line = this.#lines[this.#at];
      if (line === undefined || line.search(/\S/) < indent || line.trim() === "else") return statements;
      if (line.search(/\S/) > indent) throw new IrSyntaxError("too far to the right", line);
      this.#at++;
      const reader = new LineReader(line, this, indent);
      const statement = this.#statement(reader, indent);
      statements.push(statement);
    }
  }

  #statement(reader: LineReader, indent: number): Stmt {
    const targets = reader.match(TARGETS)?.[1]?.split(", ") ?? [];
    const results = targets.map((name) => reader.local(name));
    const simple = this.#effect(reader, results);
    if (simple) return simple;
    const [target] = results;
    if (target) {
      const value = reader.expr();
      reader.end();
      return { kind: "assign", local: target, value, span };
    }
    if (reader.takes("if ")) {
      const condition = reader.expr();
      reader.end();
      const then = this.#statements(indent + 2);
      const line = this.#lines[this.#at];
      const hasElse = line?.trim() === "else" && line.search(/\S/) === indent;
      if (hasElse) this.#at++;
      const otherwise = hasElse ? this.#statements(indent + 2) : [];
      return { kind: "if", condition, ["then"]: then, otherwise, span };
    }
    if (reader.takes("for ")) return this.#for(reader, indent);
    if (reader.match(/loop(?= while | budget |$)/y)) {
      const condition = reader.takes(" while ") ? reader.expr() : null;
      const budget = reader.takes(" budget ") ? reader.number() : null;
      reader.end();
      return { kind: "loop", condition, body: this.#statements(indent + 2), budget, span };
    }
    const leave = reader.match(/(break|continue)$/y)?.[1];
    if (leave) return { kind: leave as "break" | "continue", span };
    if (reader.match(/return(?= |$)/y)) {
      reader.takes(" ");
      const values = reader.list();
      reader.end();
      return { kind: "return", values, span };
    }
    const access = reader.access();
    reader.expect(" = ");
    const value = reader.expr();
    reader.end();
    return { kind: "store", access, value, span };
  }

  #for(reader: LineReader, indent: number): Stmt {
    const counter = reader.local(reader.name());
    reader.expect(" from ");
    const start = reader.expr();
    const direction = reader.match(/ (up|down|either) to /y)?.[1] as "up" | "down" | "either" | undefined;
    if (!direction) reader.fail("up, down or either expected");
    const stop = reader.expr();
    reader.expect(" by ");
    const step = reader.expr();
    reader.end();
    return { kind: "for", counter, start, stop, step, direction, body: this.#statements(indent + 2), span };
  }

  /** A statement with an effect beyond locals, which may give results; null where it is none. */
  #effect(reader: LineReader, results: readonly Local[]): Stmt | null {
    const kind = reader.match(/(atomic|barrier|warp|fail|call|print)(?: (?=[\p{L}\p{N}_<$"@-])|$)/uy)?.[1];
    switch (kind) {
      case "atomic":
        return this.#atomic(reader, results[0] ?? null);
      case "call": {
        const name = reader.name();
        const func = this.#functions.get(name) ?? reader.fail(`no function ${name}`);
        reader.expect("(");
        const args = reader.list();
        reader.expect(")");
        reader.end();
        return { kind, func, args, results, span };
      }
      case "barrier": {
        const scope = reader.match(/(block|warp|grid)/y)?.[1] as BarrierStmt["scope"] | undefined;
        if (!scope) reader.fail("no such barrier");
        const op = reader.match(/ (count|and|or) /y)?.[1] as "count" | "and" | "or" | undefined;
        const [result] = results;
        const combine = op && result ? { op, predicate: reader.expr(), result } : null;
        reader.end();
        return { kind, scope, combine, span };
      }
      case "warp": {
        const op = reader.match(/[a-z-]+/y)?.[0] as WarpStmt["op"];
        reader.expect(" ");
        const [mask, ...operands] = reader.list();
        reader.end();
        if (!mask) reader.fail("a mask expected");
        return { kind, op, mask, operands, results, span };
      }
      case "print": {
        const parts: (string | Expr)[] = [];
        if (reader.atEnd) return { kind, parts, span };
        do parts.push(reader.string() ?? reader.expr());
        while (reader.takes(", "));
        reader.end();
        return { kind, parts, span };
      }
      case "fail": {
        const site = reader.number();
        reader.end();
        return { kind, site, span };
      }
      default:
        return null;
    }
  }

  #atomic(reader: LineReader, result: Local | null): Stmt {
    const op = reader.match(/[a-z-]+/y)?.[0] as AtomicOperation;
    reader.expect(" ");
    const access = reader.access();
    reader.expect(", ");
    const operands = reader.list();
    reader.end();
    return { kind: "atomic", op, access, operands, result, span };
  }

  /** Sites that the text uses but does not describe. */
  #inventSites(statements: readonly Stmt[]): void {
    const needs = (site: number, kind: Site["kind"], name = ""): void => {
      while (this.#sites.length < site) this.#sites.push({ kind: "bounds", span, name: "", message: "" });
      if (this.#sites.length === site) this.#sites.push({ kind, span, name, message: "" });
    };
    const inAccess = (access: Access): void => {
      if (access.axes.some((axis) => axis.checked)) needs(access.site, "bounds", access.memory.name);
    };
    visitStatements(statements, (statement) => {
      if (statement.kind === "store" || statement.kind === "atomic") inAccess(statement.access);
      if (statement.kind === "loop" && statement.budget !== null) needs(statement.budget, "loop-budget");
      if (statement.kind === "fail") needs(statement.site, "exception");
      for (const expr of statementExprs(statement)) {
        visitExpr(expr, (inner) => {
          if (inner.kind === "load") inAccess(inner.access);
        });
      }
    });
  }
}
