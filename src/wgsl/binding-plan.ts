/**
 * Where each memory lives in WGSL, and in which form. Arrays get a named, typed binding each; those that touch the same
 * bytes share one; elements that WGSL cannot hold in storage lie in words. LOWERING.md, section 4.
 */
import type { BlockProgram } from "../compiler/ir/block.ts";
import { type Memory, SCALAR_BITS, type Scalar } from "../compiler/ir/ir.ts";
import type { DeviceLimits, LaunchFacts } from "../compiler/ir/launch-facts.ts";
import type { WgslBinding } from "../compiler/ir/program.ts";
import type { Span } from "../compiler/text/span.ts";
import { constantCode, wgslType } from "./types.ts";
import { isWritten, type MemoryUse, memoryUses } from "./memory-use.ts";
import { tooManyArrays, tooMuchSharedMemory, unsupportedAtomic } from "./unsupported.ts";

/** What an array of WGSL holds: one element a slot (`value`), or 32-bit words that elements are packed into or spread over. */
export interface Storage {
  readonly name: string;
  readonly slot: "value" | "words";
  /** Type of a slot. */
  readonly type: "bool" | "i32" | "u32" | "f32" | "vec2u";
  readonly atomic: boolean;
  /** One copy for each of the threads that an invocation runs: `name[f][i]`. */
  readonly perThread: boolean;
  /** Bound as read-only storage, or a constant: reads of it at uniform places are uniform to WGSL. */
  readonly readOnly: boolean;
}

export interface Declaration {
  readonly text: string;
  readonly span: Span;
}

export interface BindingPlan {
  readonly storages: ReadonlyMap<Memory, Storage>;
  /** Without the uniform block and the notice buffer. */
  readonly bindings: readonly WgslBinding[];
  /** Declarations of the bindings, one a line. */
  readonly declarations: readonly Declaration[];
  /** Other declarations at module scope. */
  readonly variables: readonly Declaration[];
  /** Declarations at the head of the kernel. */
  readonly kernelDeclarations: readonly Declaration[];
  /** The next free binding number. */
  readonly nextBinding: number;
  /** The kernel both reads and writes some global array: barriers must order that too. */
  readonly ordersStorage: boolean;
  readonly sharedBytes: number;
}

/** Constant arrays up to this many elements are written into the text. */
const MOST_INLINE_CONSTANTS = 64;

export interface PlanInput {
  readonly program: BlockProgram;
  readonly facts: LaunchFacts;
  readonly limits: DeviceLimits;
  readonly fold: number;
  /** Takes a name at module scope. */
  readonly take: (wanted: string) => string;
}

export function planBindings(input: PlanInput): BindingPlan {
  const planner = new Planner(input);
  for (const group of planner.groups()) planner.placeGlobal(group);
  planner.placeOthers();
  return planner.finish();
}

class Planner {
  readonly #input: PlanInput;
  readonly #uses: readonly MemoryUse[];
  readonly #storages = new Map<Memory, Storage>();
  readonly #bindings: WgslBinding[] = [];
  readonly #declarations: Declaration[] = [];
  readonly #variables: Declaration[] = [];
  readonly #kernel: Declaration[] = [];
  /** Binding 0 is the uniform block's, so that arrays keep their numbers whether or not there is one. */
  #next = 1;
  #sharedBytes = 0;
  #sharedSpan: Span | null = null;

  constructor(input: PlanInput) {
    this.#input = input;
    this.#uses = memoryUses(input.program);
    for (const use of this.#uses) checkAtomics(use);
  }

  /** Global arrays that must share a binding: overlapping ones of which one is written. */
  groups(): MemoryUse[][] {
    const globals = this.#uses.filter(({ memory }) => memory.space === "global");
    const groups: MemoryUse[][] = [];
    for (const use of globals) {
      const argument = use.memory.argument;
      const overlap = this.#input.facts.overlaps.find(
        (group) => argument !== null && group.includes(argument),
      );
      const group = groups.find((others) =>
        others.some(
          (o) =>
            o.memory.argument === argument ||
            (o.memory.argument !== null && overlap?.includes(o.memory.argument)),
        ),
      );
      if (group) group.push(use);
      else groups.push([use]);
    }
    return groups.flatMap((group) =>
      group.some(isWritten) || group.length === 1 ? [group] : splitByArgument(group),
    );
  }

  placeGlobal(group: readonly MemoryUse[]): void {
    const [first] = group;
    if (!first) return;
    const written = group.some(isWritten);
    const name = this.#input.take(first.memory.name);
    const form = slotForm(group, true);
    const storage = { name, ...form, perThread: false, readOnly: !written };
    for (const use of group) this.#storages.set(use.memory, storage);
    const access = written ? "read_write" : "read";
    const args = [...new Set(group.flatMap((use) => use.memory.argument ?? []))];
    const note = group.length > 1 ? ` // ${group.map((use) => use.memory.name).join(", ")}` : "";
    this.#declarations.push({
      text: `@group(0) @binding(${this.#next}) var<storage, ${access}> ${name}: array<${slotType(form)}>;${note}`,
      span: first.memory.span,
    });
    this.#bindings.push({ kind: "array", binding: this.#next++, arguments: args, access });
  }

  placeOthers(): void {
    const dynamic = this.#uses.filter(({ memory }) => memory.space === "shared" && memory.dynamic);
    if (dynamic.length > 0) this.#placeDynamic(dynamic);
    for (const use of this.#uses) {
      const { memory } = use;
      if (memory.space === "shared" && !memory.dynamic) this.#placeShared(use);
      else if (memory.space === "local") this.#placeLocal(use);
      else if (memory.space === "constant") this.#placeConstant(use);
    }
  }

  finish(): BindingPlan {
    const { limits } = this.#input;
    if (this.#sharedBytes > limits.maxWorkgroupBytes && this.#sharedSpan) {
      throw tooMuchSharedMemory(this.#sharedBytes, limits.maxWorkgroupBytes, this.#sharedSpan);
    }
    const arrays = this.#bindings.length;
    const span = this.#input.program.module.kernel.span;
    if (arrays > limits.maxStorageBuffers) throw tooManyArrays(arrays, limits.maxStorageBuffers, span);
    return {
      storages: this.#storages,
      bindings: this.#bindings,
      declarations: this.#declarations,
      variables: this.#variables,
      kernelDeclarations: this.#kernel,
      nextBinding: this.#next,
      ordersStorage: this.#ordersStorage(),
      sharedBytes: this.#sharedBytes,
    };
  }

  /** By storage, since one of two overlapping arrays may be read and the other written. */
  #ordersStorage(): boolean {
    const globals = this.#uses.filter(({ memory }) => memory.space === "global");
    const read = new Set(
      globals
        .filter((use) => use.loads > 0 || use.atomics.length > 0)
        .map((use) => this.#storages.get(use.memory)),
    );
    return globals.some((use) => isWritten(use) && read.has(this.#storages.get(use.memory)));
  }

  #placeShared(use: MemoryUse): void {
    const { memory } = use;
    const form = slotForm([use], false);
    const length = Math.max(1, memory.length ?? 0);
    const slots = form.slot === "words" && SCALAR_BITS[memory.element] === 64 ? length * 2 : length;
    const name = this.#input.take(memory.name);
    this.#storages.set(memory, { name, ...form, perThread: false, readOnly: false });
    this.#variables.push({
      text: `var<workgroup> ${name}: array<${slotType(form)}, ${slots}>;`,
      span: memory.span,
    });
    this.#addShared(slots * slotBytes(form), memory.span);
  }

  /** All dynamic shared arrays are views of the same bytes. */
  #placeDynamic(uses: readonly MemoryUse[]): void {
    const [first] = uses;
    if (!first) return;
    const form = slotForm(uses, true);
    const bytes = this.#input.facts.dynamicSharedBytes;
    const length = Math.max(1, Math.floor(bytes / slotBytes(form)));
    const name = this.#input.take(uses.length === 1 ? first.memory.name : "shared_bytes");
    for (const use of uses)
      this.#storages.set(use.memory, { name, ...form, perThread: false, readOnly: false });
    const note = uses.length > 1 ? ` // ${uses.map((use) => use.memory.name).join(", ")}` : "";
    this.#variables.push({
      text: `var<workgroup> ${name}: array<${slotType(form)}, ${length}>;${note}`,
      span: first.memory.span,
    });
    this.#addShared(length * slotBytes(form), first.memory.span);
  }

  #placeLocal(use: MemoryUse): void {
    const { memory } = use;
    const { program, fold } = this.#input;
    const name = this.#input.take(memory.name);
    const type = wgslType(memory.element);
    const perThread = fold > 1 && program.collective;
    this.#storages.set(memory, { name, slot: "value", type, atomic: false, perThread, readOnly: false });
    const row = `array<${type}, ${Math.max(1, memory.length ?? 0)}>`;
    const whole = perThread ? `array<${row}, ${fold}>` : row;
    if (use.inFunctions) this.#variables.push({ text: `var<private> ${name}: ${whole};`, span: memory.span });
    else this.#kernel.push({ text: `var ${name}: ${whole};`, span: memory.span });
  }

  #placeConstant(use: MemoryUse): void {
    const { memory } = use;
    const data = memory.data ?? new Uint8Array();
    const length = memory.length ?? 0;
    const name = this.#input.take(memory.name);
    const values =
      length <= MOST_INLINE_CONSTANTS ? constantElements(memory.element, data, Math.max(1, length)) : [];
    // Infinity and NaN are no constants to WGSL, so they come in a buffer.
    if (values.length > 0 && !values.some((value) => value.includes("f32_from_bits"))) {
      const type = wgslType(memory.element);
      this.#storages.set(memory, {
        name,
        slot: "value",
        type,
        atomic: false,
        perThread: false,
        readOnly: true,
      });
      this.#variables.push({
        text: `const ${name} = array<${type}, ${values.length}>(${values.join(", ")});`,
        span: memory.span,
      });
      return;
    }
    const form = slotForm([use], true);
    this.#storages.set(memory, { name, ...form, perThread: false, readOnly: true });
    this.#declarations.push({
      text: `@group(0) @binding(${this.#next}) var<storage, read> ${name}: array<${slotType(form)}>;`,
      span: memory.span,
    });
    this.#bindings.push({ kind: "constants", binding: this.#next++, data });
  }

  #addShared(bytes: number, span: Span): void {
    this.#sharedBytes += bytes;
    this.#sharedSpan ??= span;
  }
}

function splitByArgument(group: readonly MemoryUse[]): MemoryUse[][] {
  const split = new Map<number | null, MemoryUse[]>();
  for (const use of group) split.set(use.memory.argument, [...(split.get(use.memory.argument) ?? []), use]);
  return [...split.values()];
}

type Form = Pick<Storage, "slot" | "type" | "atomic">;

/** `packed`: small elements lie in words, as host memory has them; otherwise each has a slot of its own. */
function slotForm(uses: readonly MemoryUse[], packed: boolean): Form {
  const elements = new Set(uses.map((use) => use.memory.element));
  const [only] = elements;
  const atomic = uses.some((use) => use.atomics.length > 0);
  const bits = only ? SCALAR_BITS[only] : 32;
  const written = uses.some((use) => use.stores > 0);
  if (elements.size > 1) {
    const packs = uses.some((use) => use.stores > 0 && SCALAR_BITS[use.memory.element] < 32);
    return { slot: "words", type: "u32", atomic: atomic || packs };
  }
  if (bits < 32 && packed) return { slot: "words", type: "u32", atomic: written };
  if (bits === 64 && atomic) return { slot: "words", type: "u32", atomic: true };
  const type = only ? wgslType(only) : "u32";
  return atomic
    ? { slot: type === "f32" ? "words" : "value", type: type === "i32" ? "i32" : "u32", atomic: true }
    : { slot: "value", type, atomic: false };
}

const slotType = (form: Form): string => (form.atomic ? `atomic<${form.type}>` : form.type);
const slotBytes = (form: Form): number => (form.type === "vec2u" ? 8 : 4);

function checkAtomics(use: MemoryUse): void {
  const { element } = use.memory;
  const bits = SCALAR_BITS[element];
  for (const { op, result, span: at } of use.atomics) {
    if (bits < 32) throw unsupportedAtomic(op, element, at);
    if (bits === 64) {
      // Word by word: sums with a carry come out right in any order; bits too, where only one kind of them happens.
      const sums =
        (op === "add" || op === "sub") && use.atomics.every((a) => a.op === "add" || a.op === "sub");
      const bitwise = (op === "and" || op === "or" || op === "xor") && use.atomics.every((a) => a.op === op);
      if (element === "f64" || result || !(sums || bitwise)) throw unsupportedAtomic(op, element, at);
    }
  }
}

function constantElements(element: Scalar, data: Uint8Array, length: number): string[] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const size = SCALAR_BITS[element] / 8;
  return Array.from({ length }, (_, i) => {
    if ((i + 1) * size > data.length) return "0";
    return constantCode(element, readElement(view, i * size, element)).text;
  });
}

function readElement(view: DataView, at: number, element: Scalar): bigint | number | boolean {
  switch (element) {
    case "bool":
      return view.getUint8(at) !== 0;
    case "i8":
      return BigInt(view.getInt8(at));
    case "u8":
      return BigInt(view.getUint8(at));
    case "i16":
      return BigInt(view.getInt16(at, true));
    case "u16":
      return BigInt(view.getUint16(at, true));
    case "i32":
      return BigInt(view.getInt32(at, true));
    case "u32":
      return BigInt(view.getUint32(at, true));
    case "i64":
      return view.getBigInt64(at, true);
    case "u64":
      return view.getBigUint64(at, true);
    case "f32":
      return view.getFloat32(at, true);
    case "f64":
      return view.getFloat64(at, true);
    case "f16":
      return halfValue(view.getUint16(at, true));
  }
}

function halfValue(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}
