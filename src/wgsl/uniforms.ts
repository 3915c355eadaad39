/** The uniform block `Launch`: scalars of the launch that the kernel reads, laid out as WGSL lays out a struct. */
import { type LaunchSource, type LaunchValue, type Scalar, SCALAR_BITS } from "../compiler/ir/ir.ts";
import { type LaunchFacts, sourceKey } from "../compiler/ir/launch-facts.ts";
import type { RecordField, RuntimeSource } from "../compiler/ir/program.ts";
import { wgslType } from "./types.ts";
import { legalName, NameScope } from "./names.ts";

/** Structs of more fields than this, or longer lines, are written one field a line. */
const MOST_FIELDS_IN_LINE = 4;
const LONGEST_LINE = 90;

export class UniformBlock {
  readonly #facts: LaunchFacts;
  readonly #fields = new Map<
    string,
    { readonly name: string; readonly type: Scalar; readonly source: RecordField["source"] }
  >();
  readonly #names = new NameScope(null);

  constructor(facts: LaunchFacts) {
    this.#facts = facts;
  }

  /** The field of a launch value; adds it on first use. Integers that fit 32 bits at this launch travel in 32 bits. */
  field(value: LaunchValue): { readonly name: string; readonly type: Scalar } {
    const key = sourceKey(value.source);
    const known = this.#fields.get(key);
    if (known) return known;
    return this.#add(key, value.name, this.#fieldType(value), value.source);
  }

  runtimeField(source: RuntimeSource): string {
    const key = `${source.what}.${source.axis}`;
    const name = `${source.what === "window" ? "window" : "grid"}_${"xyz"[source.axis]}`;
    return (this.#fields.get(key) ?? this.#add(key, name, "u32", source)).name;
  }

  get used(): boolean {
    return this.#fields.size > 0;
  }

  /** Fields with offsets: each at a multiple of its size (WGSL spec, 14.4.1: pairs of u32 align to 8). */
  layout(): { readonly fields: readonly RecordField[]; readonly bytes: number } {
    let at = 0;
    const fields = [...this.#fields.values()].map((field): RecordField => {
      const size = SCALAR_BITS[field.type] === 64 ? 8 : 4;
      at = Math.ceil(at / size) * size;
      const placed = { ...field, offsetBytes: at };
      at += size;
      return placed;
    });
    const align = fields.some((field) => SCALAR_BITS[field.type] === 64) ? 8 : 4;
    return { fields, bytes: Math.ceil(at / align) * align };
  }

  /** The declaration of the struct. */
  text(structName: string): string[] {
    const members = [...this.#fields.values()].map((field) => `${field.name}: ${storageType(field.type)}`);
    const line = `struct ${structName} { ${members.join(", ")} }`;
    if (members.length <= MOST_FIELDS_IN_LINE && line.length <= LONGEST_LINE) return [line];
    return [`struct ${structName} {`, ...members.map((member) => `  ${member},`), "}"];
  }

  #add(key: string, wanted: string, type: Scalar, source: RecordField["source"]) {
    const field = { name: this.#names.take(legalName(wanted)), type, source };
    this.#fields.set(key, field);
    return field;
  }

  #fieldType(value: LaunchValue): Scalar {
    const { source, type } = value;
    if (source.what !== "scalar") return "i32";
    if (type !== "i64" && type !== "u64") return type;
    return narrowed(source, this.#facts) ?? type;
  }
}

function narrowed(source: Extract<LaunchSource, { what: "scalar" }>, facts: LaunchFacts): Scalar | null {
  const argument = facts.arguments[source.argument];
  if (argument?.kind !== "scalar") return null;
  switch (argument.integer) {
    case "small":
    case "int32":
      return "i32";
    case "uint32":
      return "u32";
    case "any":
      return null;
  }
}

/** WGSL forbids bool in a uniform block; the runtime writes it as a word. */
function storageType(type: Scalar): string {
  return type === "bool" ? "u32" : wgslType(type);
}
