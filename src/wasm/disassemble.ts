/** A module of this back end as text, in the flat form of WebAssembly's text format: for `kernelpad compile --emit wat`. */
import { MEMORY_OPCODES, OPCODES } from "./code.ts";

const VALUE_TYPES: Readonly<Record<number, string>> = { 127: "i32", 126: "i64", 125: "f32", 124: "f64" };
const SECTION = { type: 1, import: 2, function: 3, global: 6, export: 7, code: 10 } as const;
/** Instructions with a number behind them. */
const INDEXED: Readonly<Record<number, string>> = {
  12: "br",
  13: "br_if",
  16: "call",
  32: "local.get",
  33: "local.set",
  34: "local.tee",
  35: "global.get",
  36: "global.set",
};
const STRUCTURED: Readonly<Record<number, string>> = { 2: "block", 3: "loop", 4: "if" };
const NO_RESULT = 0x40;
const PREFIXED = 0xfc;

const plain = new Map(Object.entries(OPCODES).map(([name, bytes]) => [bytes.join(), name]));
const memory = new Map<number, string>(
  Object.entries(MEMORY_OPCODES).map(([name, [opcode]]) => [opcode, name]),
);

export function disassemble(bytes: Uint8Array): string {
  const reader = new Reader(bytes);
  reader.at = 8;
  const types: string[] = [];
  const functions: string[] = [];
  const lines: string[] = ["(module"];
  let imported = 0;
  while (reader.at < bytes.length) {
    const id = reader.byte();
    const end = reader.unsigned() + reader.at;
    const items = reader.unsigned();
    for (let i = 0; i < items; i++) {
      switch (id) {
        case SECTION.type: {
          reader.byte();
          const params = reader.types();
          const results = reader.types();
          types.push(`${clause("param", params)}${clause("result", results)}`);
          break;
        }
        case SECTION.import: {
          const name = `${reader.name()} ${reader.name()}`;
          if (reader.byte() === 0)
            lines.push(`  (import ${name} (func (;${imported++};)${types[reader.unsigned()] ?? ""}))`);
          else lines.push(`  (import ${name} (memory ${reader.limits()}))`);
          break;
        }
        case SECTION.function:
          functions.push(types[reader.unsigned()] ?? "");
          break;
        case SECTION.global: {
          const type = VALUE_TYPES[reader.byte()] ?? "";
          reader.byte();
          lines.push(`  (global (;${i};) (mut ${type}) (${reader.instruction()}))`);
          reader.byte();
          break;
        }
        case SECTION.export:
          lines.push(`  (export ${reader.name()} (func ${reader.exported()}))`);
          break;
        case SECTION.code:
          lines.push(`  (func (;${imported + i};)${functions[i] ?? ""}`, ...reader.body(), "  )");
          break;
        default:
          reader.at = end;
      }
    }
    reader.at = end;
  }
  return `${lines.join("\n")}\n)\n`;
}

function clause(word: string, types: readonly string[]): string {
  return types.length > 0 ? ` (${word} ${types.join(" ")})` : "";
}

class Reader {
  at = 0;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  byte(): number {
    return this.#bytes[this.at++] ?? 0;
  }

  unsigned(): number {
    return Number(this.#leb(false));
  }

  name(): string {
    const length = this.unsigned();
    const text = String.fromCharCode(...this.#bytes.subarray(this.at, this.at + length));
    this.at += length;
    return JSON.stringify(text);
  }

  /** The function that an export names; the byte before it says that it is one. */
  exported(): number {
    this.byte();
    return this.unsigned();
  }

  types(): string[] {
    return Array.from({ length: this.unsigned() }, () => VALUE_TYPES[this.byte()] ?? "");
  }

  limits(): string {
    const hasMost = this.byte() === 1;
    const least = this.unsigned();
    return hasMost ? `${least} ${this.unsigned()}` : `${least}`;
  }

  /** One function: its locals, then its instructions, blocks indented. */
  body(): string[] {
    const end = this.unsigned() + this.at;
    const locals = Array.from({ length: this.unsigned() }, () => {
      const count = this.unsigned();
      return Array.from({ length: count }, (_, i) => (i === 0 ? VALUE_TYPES[this.byte()] : undefined));
    });
    const named = locals.flatMap((run) => run.map(() => run[0] ?? ""));
    const lines = named.length > 0 ? [`   ${clause("local", named)}`] : [];
    let depth = 2;
    while (this.at < end) {
      const text = this.instruction();
      if (text === "end" || text === "else") depth--;
      // The end of the function itself is its closing bracket.
      if (this.at < end) lines.push(`${"  ".repeat(depth)}${text}`);
      if (text === "else" || /^(block|loop|if)/.test(text)) depth++;
    }
    return lines;
  }

  instruction(): string {
    const opcode = this.byte();
    const indexed = INDEXED[opcode];
    if (indexed) return `${indexed} ${this.unsigned()}`;
    const structured = STRUCTURED[opcode];
    if (structured) {
      const type = this.byte();
      return type === NO_RESULT ? structured : `${structured}${clause("result", [VALUE_TYPES[type] ?? ""])}`;
    }
    const access = memory.get(opcode);
    if (access) {
      const alignment = 2 ** this.unsigned();
      const offset = this.unsigned();
      return `${access}${offset > 0 ? ` offset=${offset}` : ""} align=${alignment}`;
    }
    switch (opcode) {
      case 0x05:
        return "else";
      case 0x0b:
        return "end";
      case 0x41:
        return `i32.const ${this.#leb(true)}`;
      case 0x42:
        return `i64.const ${this.#leb(true)}`;
      case 0x43:
        this.at += 4;
        return `f32.const ${number(this.#view.getFloat32(this.at - 4, true))}`;
      case 0x44:
        this.at += 8;
        return `f64.const ${number(this.#view.getFloat64(this.at - 8, true))}`;
      case PREFIXED:
        return plain.get([opcode, this.unsigned()].join()) ?? "unknown";
      default:
        return plain.get(`${opcode}`) ?? "unknown";
    }
  }

  #leb(isSigned: boolean): bigint {
    let value = 0n;
    let shift = 0n;
    for (;;) {
      const byte = this.byte();
      value |= BigInt(byte & 0x7f) << shift;
      shift += 7n;
      if ((byte & 0x80) === 0) return isSigned ? BigInt.asIntN(Number(shift), value) : value;
    }
  }
}

function number(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (Number.isFinite(value)) return Object.is(value, -0) ? "-0" : `${value}`;
  return value > 0 ? "inf" : "-inf";
}
