/** Reads expressions and accesses as `print.ts` writes them. */
import { NO_SPAN as span } from "../text/span.ts";
import { constant } from "./builder.ts";
import {
  type Access,
  type BinaryOperation,
  type Comparison,
  type Expr,
  isFloat,
  type LaunchValue,
  type Local,
  type Memory,
  type PositionKind,
  SCALAR_BITS,
  type Scalar,
  type UnaryOperation,
} from "./ir.ts";

/** What the names in an expression stand for. */
export interface Names {
  local(name: string): Local | undefined;
  launchValue(name: string): LaunchValue | undefined;
  memory(name: string): Memory | undefined;
}

/** A fault in IR text: for those who write tests, so it is thrown. */
export class IrSyntaxError extends Error {
  constructor(message: string, line: string) {
    super(`${message}: ${line.trim()}`);
    this.name = "IrSyntaxError";
  }
}

const NAME = /[\p{L}\p{N}_.<>$]+/uy;
const CONSTANT = /(-?\d[\d.]*(?:e[+-]?\d+)?|-?Infinity|NaN|true|false):(\w+)/y;
const POSITION = /(thread|block|block-size|grid-size|global|global-size|linear-thread|lane)\.([xyz]):(\w+)/y;
const FUNCTION = /([a-z][a-z0-9-]*)(?:\.(\w+))?\(/y;
const UNARY = new Set<string>([
  "not",
  "neg",
  "invert",
  "abs",
  "popcount",
  "clz",
  "ctz",
  "bit-reverse",
] satisfies UnaryOperation[]);
const BINARY = new Set<string>([
  "add",
  "sub",
  "mul",
  "div",
  "floor-div",
  "floor-mod",
  "trunc-div",
  "trunc-mod",
  "pow",
  "and",
  "or",
  "xor",
  "shl",
  "shr",
  "min",
  "max",
] satisfies BinaryOperation[]);
const COMPARE = new Set<string>(["eq", "ne", "lt", "le", "gt", "ge"] satisfies Comparison[]);

export function isScalar(name: string): name is Scalar {
  return Object.hasOwn(SCALAR_BITS, name);
}

/** A line of IR text, read from left to right. */
export class LineReader {
  readonly #line: string;
  readonly #names: Names;
  #at: number;

  constructor(line: string, names: Names, at = 0) {
    this.#line = line;
    this.#names = names;
    this.#at = at;
  }

  /** Takes `text` if it comes next. */
  takes(text: string): boolean {
    if (!this.#line.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  expect(text: string): void {
    if (!this.takes(text)) this.fail(`"${text}" expected at "${this.#line.slice(this.#at)}"`);
  }

  end(): void {
    if (this.#at < this.#line.length) this.fail(`nothing more expected at "${this.#line.slice(this.#at)}"`);
  }

  get atEnd(): boolean {
    return this.#at >= this.#line.length;
  }

  match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#line);
    if (found) this.#at = pattern.lastIndex;
    return found;
  }

  name(): string {
    return this.match(NAME)?.[0] ?? this.fail(`a name expected at "${this.#line.slice(this.#at)}"`);
  }

  number(): number {
    return Number(this.match(/\d+/y)?.[0] ?? this.fail("a number expected"));
  }

  /** A string in quotes, as JSON has it. */
  string(): string | null {
    const found = this.match(/"(?:[^"\\]|\\.)*"/y);
    return found ? (JSON.parse(found[0]) as string) : null;
  }

  fail(message: string): never {
    throw new IrSyntaxError(message, this.#line);
  }

  /** Expressions with commas between, up to the end or a closing parenthesis. */
  list(): Expr[] {
    const items: Expr[] = [];
    if (this.atEnd || this.#line.startsWith(")", this.#at)) return items;
    do items.push(this.expr());
    while (this.takes(", "));
    return items;
  }

  local(name: string): Local {
    return this.#names.local(name) ?? this.fail(`no local ${name}`);
  }

  expr(): Expr {
    const literal = this.match(CONSTANT);
    if (literal)
      return constant(this.#type(literal[2]), this.#value(literal[1] ?? "", this.#type(literal[2])));
    const position = this.match(POSITION);
    if (position) {
      const axis = "xyz".indexOf(position[2] ?? "x") as 0 | 1 | 2;
      return {
        kind: "position",
        which: position[1] as PositionKind,
        axis,
        type: this.#type(position[3]),
        span,
      };
    }
    if (this.takes("@")) {
      const name = this.name();
      const value = this.#names.launchValue(name) ?? this.fail(`no launch value ${name}`);
      return { kind: "launch", value, type: value.type, span };
    }
    const called = this.match(FUNCTION);
    if (called) {
      const args = this.list();
      this.expect(")");
      return this.#called(called[1] ?? "", called[2], args);
    }
    const name = this.name();
    if (this.takes("[")) {
      const access = this.#access(name);
      return { kind: "load", type: access.memory.element, access, span };
    }
    const local = this.local(name);
    return { kind: "local", local, type: local.type, span };
  }

  /** A memory's name and what follows. */
  access(): Access {
    const name = this.name();
    this.expect("[");
    return this.#access(name);
  }

  #access(name: string): Access {
    const memory = this.#names.memory(name) ?? this.fail(`no memory ${name}`);
    const axes: Access["axes"][number][] = [];
    if (!this.takes("]")) {
      do {
        const index = this.expr();
        const wraps = this.takes("~");
        const checked = this.takes("?");
        this.expect(" of ");
        const size = this.expr();
        this.expect(" by ");
        axes.push({ index, size, stride: this.expr(), wraps, checked });
      } while (this.takes("; "));
      this.expect("]");
    }
    // An offset of 0 is not printed; of which type it is, nothing depends on.
    const offset = this.takes(" at ") ? this.expr() : constant(axes[0]?.stride.type ?? "i64", 0n);
    const site = this.takes(" site ") ? this.number() : 0;
    return { memory, offset, axes, site, span };
  }

  #called(name: string, type: string | undefined, args: readonly Expr[]): Expr {
    const arg = (i: number): Expr => args[i] ?? this.fail(`${name} has too few operands`);
    if (type === undefined) {
      if (name === "and" || name === "or")
        return { kind: "logical", op: name, type: "bool", left: arg(0), right: arg(1), span };
      if (name !== "select") this.fail(`no operation ${name}`);
      return {
        kind: "select",
        type: arg(1).type,
        condition: arg(0),
        ["then"]: arg(1),
        otherwise: arg(2),
        span,
      };
    }
    const scalar = this.#type(type);
    if (name === "convert" || name === "bits")
      return { kind: "convert", type: scalar, value: arg(0), bits: name === "bits", span };
    if (UNARY.has(name))
      return { kind: "unary", op: name as UnaryOperation, type: scalar, value: arg(0), span };
    if (COMPARE.has(name))
      return { kind: "compare", op: name as Comparison, type: "bool", left: arg(0), right: arg(1), span };
    // On floats, a power is the function of the math table.
    if (BINARY.has(name) && !(name === "pow" && isFloat(scalar)))
      return { kind: "binary", op: name as BinaryOperation, type: scalar, left: arg(0), right: arg(1), span };
    return { kind: "math", fn: name, type: scalar, args, span };
  }

  #type(name: string | undefined): Scalar {
    return name !== undefined && isScalar(name) ? name : this.fail(`no type ${name}`);
  }

  #value(text: string, type: Scalar): bigint | number | boolean {
    if (type === "bool") return text === "true";
    return isFloat(type) ? Number(text) : BigInt(text);
  }
}
