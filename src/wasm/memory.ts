/** Where everything lies that a block needs beside the arguments: the scratch area, by offset; and the launch record. */
import type { BlockProgram } from "../compiler/ir/block.ts";
import { type LaunchValue, type Local, type Memory, SCALAR_BITS } from "../compiler/ir/ir.ts";
import type { LaunchFacts } from "../compiler/ir/launch-facts.ts";
import type { RecordField, RuntimeSource } from "../compiler/ir/program.ts";

const ALIGNMENT = 16;
/** Every thread's slot of a crossing local, so that one address serves all of them. */
export const SLOT_BYTES = 8;

export interface ScratchLayout {
  /** Byte offset of shared, constant and local memories; a local one has a copy a thread where regions share it. */
  readonly memories: ReadonlyMap<Memory, number>;
  /** Bytes from one thread's copy of a local memory to the next; 0 where all use one. */
  readonly localStride: ReadonlyMap<Memory, number>;
  /** Byte offset of the first thread's slot. */
  readonly slots: ReadonlyMap<Local, number>;
  /** For warp operations: values, lanes and activity of all threads. */
  readonly warpAt: number;
  /** A slot a thread: not zero once it has ended. */
  readonly endedAt: number;
  /** A slot a thread: what is left of its loop budget. */
  readonly budgetAt: number;
  readonly totalBytes: number;
  readonly data: readonly { readonly offsetBytes: number; readonly data: Uint8Array }[];
}

/** Areas that not every program needs. */
export interface ScratchNeeds {
  readonly warps: boolean;
  readonly ends: boolean;
  readonly spends: boolean;
}

export function layOutScratch(program: BlockProgram, facts: LaunchFacts, needs: ScratchNeeds): ScratchLayout {
  const threads = facts.block[0] * facts.block[1] * facts.block[2];
  const memories = new Map<Memory, number>();
  const localStride = new Map<Memory, number>();
  const data: { offsetBytes: number; data: Uint8Array }[] = [];
  let at = 0;
  const take = (bytes: number): number => {
    const offset = at;
    at = Math.ceil((at + bytes) / ALIGNMENT) * ALIGNMENT;
    return offset;
  };
  const dynamicAt = take(facts.dynamicSharedBytes);
  for (const memory of program.module.memories) {
    const bytes = ((memory.length ?? 0) * SCALAR_BITS[memory.element]) / 8;
    switch (memory.space) {
      case "global":
        break;
      case "shared":
        memories.set(memory, memory.dynamic ? dynamicAt : take(bytes));
        break;
      case "constant": {
        const offsetBytes = take(bytes);
        memories.set(memory, offsetBytes);
        if (memory.data) data.push({ offsetBytes, data: memory.data });
        break;
      }
      case "local": {
        const stride = program.collective ? Math.ceil(bytes / ALIGNMENT) * ALIGNMENT : 0;
        memories.set(memory, take(program.collective ? stride * threads : bytes));
        localStride.set(memory, stride);
        break;
      }
    }
  }
  const slots = new Map<Local, number>();
  for (const local of program.crossing) slots.set(local, take(threads * SLOT_BYTES));
  const warpAt = take(needs.warps ? threads * SLOT_BYTES * 3 : 0);
  const endedAt = take(needs.ends ? threads * SLOT_BYTES : 0);
  const budgetAt = take(needs.spends ? threads * SLOT_BYTES : 0);
  return { memories, localStride, slots, warpAt, endedAt, budgetAt, totalBytes: at, data };
}

export interface RecordLayout {
  readonly fields: readonly RecordField[];
  /** The field of each launch value; names need not be unique. */
  readonly values: readonly { readonly value: LaunchValue; readonly offsetBytes: number }[];
  readonly addresses: readonly { readonly memory: Memory; readonly offsetBytes: number }[];
  readonly scratchAt: number;
  readonly noticesAt: number;
  readonly totalBytes: number;
}

export const GRID_FIELDS = ["grid_x", "grid_y", "grid_z"] as const;

/** Grid size first, then what the host supplies, then addresses; every field on a multiple of 8. */
export function layOutRecord(program: BlockProgram): RecordLayout {
  let at = 0;
  const next = (): number => {
    const offset = at;
    at += 8;
    return offset;
  };
  const grid = GRID_FIELDS.map((name, axis): RecordField => {
    const source: RuntimeSource = { what: "grid-size", axis: axis as 0 | 1 | 2 };
    return { name, offsetBytes: next(), type: "i32", source };
  });
  const values = program.module.launchValues.map((value) => ({ value, offsetBytes: next() }));
  const supplied = values.map(
    ({ value: { name, type, source }, offsetBytes }): RecordField => ({ name, offsetBytes, type, source }),
  );
  const addresses = program.module.memories
    .filter((memory) => memory.space === "global")
    .map((memory) => ({ memory, offsetBytes: next() }));
  return {
    fields: [...grid, ...supplied],
    values,
    addresses,
    scratchAt: next(),
    noticesAt: next(),
    totalBytes: at,
  };
}
