/**
 * What code may ask for while it runs: positions, launch values, addresses. The kernel holds them in locals of its
 * own; device functions, which have no access to those, read copies in globals that the kernel keeps up to date.
 */
import type { Code } from "./code.ts";
import type { ModuleWriter, ValueType } from "./module.ts";

export type Key =
  | `grid-${0 | 1 | 2}`
  | `block-${0 | 1 | 2}`
  | `thread-${0 | 1 | 2}`
  | "block-linear"
  | "thread-linear"
  | "scratch"
  | "notices"
  | "slots"
  | "budget"
  | "ended"
  | `launch:${number}`
  | `address:${number}`;

export interface Environment {
  get(code: Code, key: Key, type?: ValueType): void;
}

/** Globals by key, for device functions and for what both sides change. */
export class Globals implements Environment {
  readonly #module: ModuleWriter;
  readonly #globals = new Map<Key, number>();

  constructor(module: ModuleWriter) {
    this.#module = module;
  }

  get(code: Code, key: Key, type: ValueType = "i32"): void {
    code.getGlobal(this.#global(key, type));
  }

  set(code: Code, key: Key, type: ValueType = "i32"): void {
    code.setGlobal(this.#global(key, type));
  }

  has(key: Key): boolean {
    return this.#globals.has(key);
  }

  #global(key: Key, type: ValueType): number {
    let index = this.#globals.get(key);
    if (index === undefined) {
      index = this.#module.addGlobal(type);
      this.#globals.set(key, index);
    }
    return index;
  }
}

/** Locals of the kernel by key, copied to the globals that functions have asked for. */
export class KernelEnvironment implements Environment {
  readonly #globals: Globals;
  readonly #locals = new Map<Key, number>();

  constructor(globals: Globals) {
    this.#globals = globals;
  }

  get(code: Code, key: Key): void {
    const local = this.#locals.get(key);
    if (local === undefined) throw new Error(`the kernel has not set ${key}`);
    code.get(local);
  }

  /** Takes the value from the stack. */
  set(code: Code, key: Key, type: ValueType = "i32"): void {
    let local = this.#locals.get(key);
    if (local === undefined) {
      local = code.local(type);
      this.#locals.set(key, local);
    }
    if (!this.#globals.has(key)) return code.set(local);
    code.tee(local);
    this.#globals.set(code, key, type);
  }
}
