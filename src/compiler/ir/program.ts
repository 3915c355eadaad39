/**
 * What a back end hands to the runtime: the code, and how a launch fills its inputs. Both back ends share the
 * description of prints and sites; each has its own plan for memory.
 */
import type { LaunchSource, Memory, Scalar, Site } from "./ir.ts";
import type { NoticeLayout } from "./notices.ts";

/** A print statement: literal text, and the types of the operands between. */
export interface PrintFormat {
  readonly parts: readonly PrintPart[];
}
export type PrintPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "operand"; readonly type: Scalar };

/** Values that the runtime itself supplies. `window` is the first block of the launched window along an axis. */
export type RuntimeSource =
  | { readonly what: "grid-size"; readonly axis: 0 | 1 | 2 }
  | { readonly what: "window"; readonly axis: 0 | 1 | 2 };

/** One scalar in the uniform block (WGSL) or launch record (WebAssembly). 64-bit fields are two words, low first. */
export interface RecordField {
  readonly name: string;
  readonly offsetBytes: number;
  readonly type: Scalar;
  readonly source: LaunchSource | RuntimeSource;
}

interface ProgramBase {
  readonly name: string;
  readonly sites: readonly Site[];
  readonly prints: readonly PrintFormat[];
  readonly notices: NoticeLayout | null;
  readonly debug: boolean;
  readonly fields: readonly RecordField[];
  readonly recordBytes: number;
}

export type WgslBinding =
  | { readonly kind: "uniform"; readonly binding: number }
  /** One array argument, or several in one buffer (`offset` fields then place each); read-only or not. */
  | {
      readonly kind: "array";
      readonly binding: number;
      readonly arguments: readonly number[];
      readonly access: "read" | "read_write";
    }
  | { readonly kind: "constants"; readonly binding: number; readonly data: Uint8Array }
  | { readonly kind: "notices"; readonly binding: number };

/** A WGSL line (from 1) and the Python line (from 1) that it came from, with the file's offsets. */
export interface LineLink {
  readonly wgslLine: number;
  readonly start: number;
  readonly end: number;
}

export interface WgslProgram extends ProgramBase {
  readonly target: "wgsl";
  readonly text: string;
  readonly entryPoint: string;
  readonly lines: readonly LineLink[];
  readonly bindings: readonly WgslBinding[];
  readonly workgroupSize: readonly [number, number, number];
  /** Threads an invocation runs. */
  readonly fold: number;
  readonly features: readonly ("f16" | "subgroups")[];
}

/**
 * A WebAssembly module. Imports: `env.memory`; `math.NAME` for each entry of `mathImports`. Export:
 * `run(record: i32, firstBlock: i32, blockCount: i32)` runs blocks by linear index, x fastest.
 */
export interface WasmProgram extends ProgramBase {
  readonly target: "wasm";
  readonly bytes: Uint8Array;
  readonly mathImports: readonly string[];
  /** Where in the launch record the address (i32) of each memory stands. Global memories: address of the allocation's byte 0. */
  readonly addresses: readonly { readonly memory: Memory; readonly offsetBytes: number }[];
  /** Offsets in the record of the i32 addresses of the scratch area and of the notice buffer (-1: none). */
  readonly scratchAt: number;
  readonly noticesAt: number;
  /** Bytes for shared memory, constant memory, local arrays and locals that cross regions, for one block at a time. */
  readonly scratchBytes: number;
  /** Bytes to place at offsets of the scratch area before the first launch: constant memories. */
  readonly scratchData: readonly { readonly offsetBytes: number; readonly data: Uint8Array }[];
}

export type Program = WgslProgram | WasmProgram;
