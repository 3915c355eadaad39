/** Where the items of an array are: the memories that hold their parts, and how an item's number becomes an address. */
import type { Memory, Scalar } from "../ir/ir.ts";
import { SCALAR_BITS } from "../ir/ir.ts";

/** A part of an item: `memory`, items times `units` plus `at`, counted in the memory's elements. */
export interface Leaf {
  readonly memory: Memory;
  readonly units: number;
  readonly at: number;
}

/** Compared by identity: two views are of the same memory if they have the same storage. */
export interface Storage {
  readonly name: string;
  readonly space: Memory["space"];
  /** Bytes of an item as the host sees it. */
  readonly itemBytes: number;
  /** The part of type `scalar` that starts `offsetBytes` into an item; null where it is not aligned, so no memory can hold it. */
  leaf(scalar: Scalar, offsetBytes: number): Leaf | null;
}

/** Items lie one after the other as on the host, each a whole: one memory for each scalar type in them. */
export class PackedStorage implements Storage {
  readonly name: string;
  readonly space: Memory["space"];
  readonly itemBytes: number;
  readonly #memories = new Map<Scalar, Memory>();
  readonly #make: (scalar: Scalar) => Memory;

  constructor(name: string, space: Memory["space"], itemBytes: number, make: (scalar: Scalar) => Memory) {
    this.name = name;
    this.space = space;
    this.itemBytes = itemBytes;
    this.#make = make;
  }

  leaf(scalar: Scalar, offsetBytes: number): Leaf | null {
    const bytes = SCALAR_BITS[scalar] / 8;
    if (this.itemBytes % bytes !== 0 || offsetBytes % bytes !== 0) return null;
    let memory = this.#memories.get(scalar);
    if (!memory) {
      memory = this.#make(scalar);
      this.#memories.set(scalar, memory);
    }
    return { memory, units: this.itemBytes / bytes, at: offsetBytes / bytes };
  }
}

/** Each field of a record is an array of its own: for memory that nothing outside the kernel sees. */
export class FieldStorage implements Storage {
  readonly name: string;
  readonly space: Memory["space"];
  readonly itemBytes: number;
  readonly #memories = new Map<number, Memory>();
  readonly #make: (scalar: Scalar, offsetBytes: number) => Memory;

  constructor(
    name: string,
    space: Memory["space"],
    itemBytes: number,
    make: (scalar: Scalar, offsetBytes: number) => Memory,
  ) {
    this.name = name;
    this.space = space;
    this.itemBytes = itemBytes;
    this.#make = make;
  }

  leaf(scalar: Scalar, offsetBytes: number): Leaf | null {
    let memory = this.#memories.get(offsetBytes);
    if (!memory) {
      memory = this.#make(scalar, offsetBytes);
      this.#memories.set(offsetBytes, memory);
    }
    return { memory, units: 1, at: 0 };
  }
}
