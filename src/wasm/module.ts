/** Writes WebAssembly's binary format. Source: WebAssembly core specification 2.0, section 5. */

export type ValueType = "i32" | "i64" | "f32" | "f64";

const VALUE_TYPE: Readonly<Record<ValueType, number>> = { i32: 0x7f, i64: 0x7e, f32: 0x7d, f64: 0x7c };
const FUNCTION_TYPE = 0x60;
const SECTION = { type: 1, import: 2, function: 3, global: 6, export: 7, code: 10 } as const;
const MAGIC = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];

export interface Signature {
  readonly params: readonly ValueType[];
  readonly results: readonly ValueType[];
}

/** A function of the module: its place in the index space is known before its code is. */
export interface FunctionHandle {
  readonly signature: Signature;
  readonly imported: boolean;
  readonly index: number;
}

interface DefinedFunction {
  readonly handle: FunctionHandle;
  locals: readonly ValueType[];
  code: readonly number[];
}

export class ModuleWriter {
  readonly #types: Signature[] = [];
  readonly #imports: { readonly module: string; readonly name: string; readonly type: number }[] = [];
  readonly #defined: DefinedFunction[] = [];
  readonly #globals: ValueType[] = [];
  readonly #exports: { readonly name: string; readonly index: number }[] = [];
  #importsClosed = false;

  /** All imports come before the first defined function, since they share one index space. */
  importFunction(module: string, name: string, signature: Signature): FunctionHandle {
    if (this.#importsClosed) throw new Error("imports come before functions");
    this.#imports.push({ module, name, type: this.#type(signature) });
    return { signature, imported: true, index: this.#imports.length - 1 };
  }

  declareFunction(signature: Signature): FunctionHandle {
    this.#importsClosed = true;
    const handle = { signature, imported: false, index: this.#imports.length + this.#defined.length };
    this.#defined.push({ handle, locals: [], code: [] });
    return handle;
  }

  /** Gives a declared function its locals (beside the parameters) and its code, without the final `end`. */
  defineFunction(handle: FunctionHandle, locals: readonly ValueType[], code: readonly number[]): void {
    const defined = this.#defined[handle.index - this.#imports.length];
    if (!defined) throw new Error("no such function");
    defined.locals = locals;
    defined.code = code;
  }

  /** A mutable global, zero at first. */
  addGlobal(type: ValueType): number {
    this.#globals.push(type);
    return this.#globals.length - 1;
  }

  exportFunction(name: string, handle: FunctionHandle): void {
    this.#exports.push({ name, index: handle.index });
  }

  finish(): Uint8Array {
    // Before the bodies are written, every type has its number.
    const functionTypes = this.#defined.map(({ handle }) => unsigned(this.#type(handle.signature)));
    const types = this.#types.map((type) => [
      FUNCTION_TYPE,
      ...vector(type.params.map((p) => [VALUE_TYPE[p]])),
      ...vector(type.results.map((r) => [VALUE_TYPE[r]])),
    ]);
    const imports = this.#imports.map(({ module, name, type }) => [
      ...text(module),
      ...text(name),
      0x00,
      ...unsigned(type),
    ]);
    // Memory of any size from one page up; a memory that may grow has no maximum.
    const memory = [...text("env"), ...text("memory"), 0x02, 0x00, 0x01];
    const globals = this.#globals.map((type) => [VALUE_TYPE[type], 0x01, ...zero(type), 0x0b]);
    const exports = this.#exports.map(({ name, index }) => [...text(name), 0x00, ...unsigned(index)]);
    const bodies = this.#defined.map(({ locals, code }) => {
      const body = [
        ...vector(runs(locals).map(([count, type]) => [...unsigned(count), VALUE_TYPE[type]])),
        ...code,
        0x0b,
      ];
      return [...unsigned(body.length), ...body];
    });
    const bytes: number[] = [...MAGIC];
    const section = (id: number, content: readonly number[]): void => {
      push(bytes, [id, ...unsigned(content.length)]);
      push(bytes, content);
    };
    section(SECTION.type, vector(types));
    section(SECTION.import, vector([...imports, memory]));
    section(SECTION.function, vector(functionTypes));
    if (globals.length > 0) section(SECTION.global, vector(globals));
    section(SECTION.export, vector(exports));
    section(SECTION.code, vector(bodies));
    return Uint8Array.from(bytes);
  }

  #type(signature: Signature): number {
    const key = (s: Signature): string => `${s.params.join()}>${s.results.join()}`;
    const known = this.#types.findIndex((type) => key(type) === key(signature));
    if (known >= 0) return known;
    this.#types.push(signature);
    return this.#types.length - 1;
  }
}

/** Appends without spreading a long list into arguments. */
function push(target: number[], bytes: readonly number[]): void {
  for (const byte of bytes) target.push(byte);
}

function vector(items: readonly (readonly number[])[]): number[] {
  const bytes = unsigned(items.length);
  for (const item of items) push(bytes, item);
  return bytes;
}

/** Equal neighbours together, as local declarations are written. */
function runs(types: readonly ValueType[]): [number, ValueType][] {
  const found: [number, ValueType][] = [];
  for (const type of types) {
    const last = found.at(-1);
    if (last && last[1] === type) last[0]++;
    else found.push([1, type]);
  }
  return found;
}

function zero(type: ValueType): number[] {
  switch (type) {
    case "i32":
      return [0x41, 0];
    case "i64":
      return [0x42, 0];
    case "f32":
      return [0x43, 0, 0, 0, 0];
    case "f64":
      return [0x44, 0, 0, 0, 0, 0, 0, 0, 0];
  }
}

function text(value: string): number[] {
  // Names are ASCII.
  return [...unsigned(value.length), ...Array.from(value, (char) => char.charCodeAt(0))];
}

/** LEB128. */
export function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let left = value >>> 0;
  do {
    const low = left & 0x7f;
    left >>>= 7;
    bytes.push(left === 0 ? low : low | 0x80);
  } while (left !== 0);
  return bytes;
}

/** Signed LEB128 of up to 64 bits. */
export function signed(value: bigint): number[] {
  const bytes: number[] = [];
  let left = value;
  for (;;) {
    const low = Number(left & 0x7fn);
    left >>= 7n;
    const done = (left === 0n && (low & 0x40) === 0) || (left === -1n && (low & 0x40) !== 0);
    bytes.push(done ? low : low | 0x80);
    if (done) return bytes;
  }
}
