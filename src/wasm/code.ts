/** The code of one function: instructions by name, labels by name instead of by depth. */
import { type FunctionHandle, signed, unsigned, type ValueType } from "./module.ts";

/** Instructions without immediates. Source: WebAssembly core specification 2.0, appendix "Index of Instructions". */
export const OPCODES = {
  unreachable: [0x00],
  return: [0x0f],
  drop: [0x1a],
  select: [0x1b],
  "i32.eqz": [0x45],
  "i32.eq": [0x46],
  "i32.ne": [0x47],
  "i32.lt_s": [0x48],
  "i32.lt_u": [0x49],
  "i32.gt_s": [0x4a],
  "i32.gt_u": [0x4b],
  "i32.le_s": [0x4c],
  "i32.le_u": [0x4d],
  "i32.ge_s": [0x4e],
  "i32.ge_u": [0x4f],
  "i64.eqz": [0x50],
  "i64.eq": [0x51],
  "i64.ne": [0x52],
  "i64.lt_s": [0x53],
  "i64.lt_u": [0x54],
  "i64.gt_s": [0x55],
  "i64.gt_u": [0x56],
  "i64.le_s": [0x57],
  "i64.le_u": [0x58],
  "i64.ge_s": [0x59],
  "i64.ge_u": [0x5a],
  "f32.eq": [0x5b],
  "f32.ne": [0x5c],
  "f32.lt": [0x5d],
  "f32.gt": [0x5e],
  "f32.le": [0x5f],
  "f32.ge": [0x60],
  "f64.eq": [0x61],
  "f64.ne": [0x62],
  "f64.lt": [0x63],
  "f64.gt": [0x64],
  "f64.le": [0x65],
  "f64.ge": [0x66],
  "i32.clz": [0x67],
  "i32.ctz": [0x68],
  "i32.popcnt": [0x69],
  "i32.add": [0x6a],
  "i32.sub": [0x6b],
  "i32.mul": [0x6c],
  "i32.div_s": [0x6d],
  "i32.div_u": [0x6e],
  "i32.rem_s": [0x6f],
  "i32.rem_u": [0x70],
  "i32.and": [0x71],
  "i32.or": [0x72],
  "i32.xor": [0x73],
  "i32.shl": [0x74],
  "i32.shr_s": [0x75],
  "i32.shr_u": [0x76],
  "i64.clz": [0x79],
  "i64.ctz": [0x7a],
  "i64.popcnt": [0x7b],
  "i64.add": [0x7c],
  "i64.sub": [0x7d],
  "i64.mul": [0x7e],
  "i64.div_s": [0x7f],
  "i64.div_u": [0x80],
  "i64.rem_s": [0x81],
  "i64.rem_u": [0x82],
  "i64.and": [0x83],
  "i64.or": [0x84],
  "i64.xor": [0x85],
  "i64.shl": [0x86],
  "i64.shr_s": [0x87],
  "i64.shr_u": [0x88],
  "f32.abs": [0x8b],
  "f32.neg": [0x8c],
  "f32.ceil": [0x8d],
  "f32.floor": [0x8e],
  "f32.trunc": [0x8f],
  "f32.nearest": [0x90],
  "f32.sqrt": [0x91],
  "f32.add": [0x92],
  "f32.sub": [0x93],
  "f32.mul": [0x94],
  "f32.div": [0x95],
  "f32.min": [0x96],
  "f32.max": [0x97],
  "f32.copysign": [0x98],
  "f64.abs": [0x99],
  "f64.neg": [0x9a],
  "f64.ceil": [0x9b],
  "f64.floor": [0x9c],
  "f64.trunc": [0x9d],
  "f64.nearest": [0x9e],
  "f64.sqrt": [0x9f],
  "f64.add": [0xa0],
  "f64.sub": [0xa1],
  "f64.mul": [0xa2],
  "f64.div": [0xa3],
  "f64.min": [0xa4],
  "f64.max": [0xa5],
  "f64.copysign": [0xa6],
  "i32.wrap_i64": [0xa7],
  "i64.extend_i32_s": [0xac],
  "i64.extend_i32_u": [0xad],
  "f32.convert_i32_s": [0xb2],
  "f32.convert_i32_u": [0xb3],
  "f32.convert_i64_s": [0xb4],
  "f32.convert_i64_u": [0xb5],
  "f32.demote_f64": [0xb6],
  "f64.convert_i32_s": [0xb7],
  "f64.convert_i32_u": [0xb8],
  "f64.convert_i64_s": [0xb9],
  "f64.convert_i64_u": [0xba],
  "f64.promote_f32": [0xbb],
  "i32.reinterpret_f32": [0xbc],
  "i64.reinterpret_f64": [0xbd],
  "f32.reinterpret_i32": [0xbe],
  "f64.reinterpret_i64": [0xbf],
  "i32.extend8_s": [0xc0],
  "i32.extend16_s": [0xc1],
  "i32.trunc_sat_f32_s": [0xfc, 0x00],
  "i32.trunc_sat_f32_u": [0xfc, 0x01],
  "i32.trunc_sat_f64_s": [0xfc, 0x02],
  "i32.trunc_sat_f64_u": [0xfc, 0x03],
  "i64.trunc_sat_f32_s": [0xfc, 0x04],
  "i64.trunc_sat_f32_u": [0xfc, 0x05],
  "i64.trunc_sat_f64_s": [0xfc, 0x06],
  "i64.trunc_sat_f64_u": [0xfc, 0x07],
} as const;
export type Instruction = keyof typeof OPCODES;

/** Loads and stores: opcode and the natural alignment as a power of two. */
export const MEMORY_OPCODES = {
  "i32.load": [0x28, 2],
  "i64.load": [0x29, 3],
  "f32.load": [0x2a, 2],
  "f64.load": [0x2b, 3],
  "i32.load8_s": [0x2c, 0],
  "i32.load8_u": [0x2d, 0],
  "i32.load16_s": [0x2e, 1],
  "i32.load16_u": [0x2f, 1],
  "i32.store": [0x36, 2],
  "i64.store": [0x37, 3],
  "f32.store": [0x38, 2],
  "f64.store": [0x39, 3],
  "i32.store8": [0x3a, 0],
  "i32.store16": [0x3b, 1],
} as const;
export type MemoryInstruction = keyof typeof MEMORY_OPCODES;

const BLOCK_TYPE: Readonly<Record<ValueType, number>> = { i32: 0x7f, i64: 0x7e, f32: 0x7d, f64: 0x7c };
const NO_RESULT = 0x40;

/** A place that `br` can go to. */
export interface Label {
  depth: number;
}

export class Code {
  readonly bytes: number[] = [];
  readonly locals: ValueType[] = [];
  readonly #paramCount: number;
  #depth = 0;

  constructor(paramCount: number) {
    this.#paramCount = paramCount;
  }

  /** A new local of the function; its number. */
  local(type: ValueType): number {
    this.locals.push(type);
    return this.#paramCount + this.locals.length - 1;
  }

  op(...names: readonly Instruction[]): void {
    for (const name of names) this.bytes.push(...OPCODES[name]);
  }

  get(local: number): void {
    this.bytes.push(0x20, ...unsigned(local));
  }

  set(local: number): void {
    this.bytes.push(0x21, ...unsigned(local));
  }

  tee(local: number): void {
    this.bytes.push(0x22, ...unsigned(local));
  }

  getGlobal(index: number): void {
    this.bytes.push(0x23, ...unsigned(index));
  }

  setGlobal(index: number): void {
    this.bytes.push(0x24, ...unsigned(index));
  }

  i32(value: number): void {
    this.bytes.push(0x41, ...signed(BigInt(value | 0)));
  }

  i64(value: bigint): void {
    this.bytes.push(0x42, ...signed(BigInt.asIntN(64, value)));
  }

  f32(value: number): void {
    const view = new DataView(new ArrayBuffer(4));
    view.setFloat32(0, value, true);
    this.bytes.push(0x43, ...new Uint8Array(view.buffer));
  }

  f64(value: number): void {
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, value, true);
    this.bytes.push(0x44, ...new Uint8Array(view.buffer));
  }

  /** A load, or a store, at the address on the stack plus `offset`. */
  memory(name: MemoryInstruction, offset = 0): void {
    const [opcode, alignment] = MEMORY_OPCODES[name];
    // Views may stand at any byte, so nothing is promised about alignment beyond a byte's.
    this.bytes.push(opcode, ...unsigned(Math.min(alignment, 0)), ...unsigned(offset));
  }

  call(callee: FunctionHandle): void {
    this.bytes.push(0x10, ...unsigned(callee.index));
  }

  /** A block that `br` to its label leaves. */
  block(body: (label: Label) => void): void {
    this.#structured(0x02, NO_RESULT, body);
  }

  /** A loop that `br` to its label repeats. */
  loop(body: (label: Label) => void): void {
    this.#structured(0x03, NO_RESULT, body);
  }

  /** Takes the condition from the stack. */
  if(then: (label: Label) => void, otherwise?: () => void, result?: ValueType): void {
    this.#structured(0x04, result ? BLOCK_TYPE[result] : NO_RESULT, (label) => {
      then(label);
      if (!otherwise) return;
      this.bytes.push(0x05);
      otherwise();
    });
  }

  br(label: Label): void {
    this.bytes.push(0x0c, ...unsigned(this.#depth - label.depth));
  }

  brIf(label: Label): void {
    this.bytes.push(0x0d, ...unsigned(this.#depth - label.depth));
  }

  #structured(opcode: number, type: number, body: (label: Label) => void): void {
    this.bytes.push(opcode, type);
    this.#depth++;
    body({ depth: this.#depth });
    this.#depth--;
    this.bytes.push(0x0b);
  }
}
