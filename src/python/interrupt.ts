/**
 * Stop: the page writes 2 (SIGINT) into a shared byte, Python looks at it between bytecodes and long launches between
 * slices. Without shared memory (no cross-origin isolation) only ending the worker stops a run; the page does that.
 */
import type { PyodideAPI } from "pyodide";

const SIGINT = 2;

export class Interrupt {
  readonly #flag: Uint8Array | null;

  constructor(shared: SharedArrayBuffer | null) {
    this.#flag = shared ? new Uint8Array(shared) : null;
  }

  get available(): boolean {
    return this.#flag !== null;
  }

  attach(python: PyodideAPI): void {
    if (this.#flag) python.setInterruptBuffer(this.#flag);
  }

  /** Asked by long work outside Python. */
  get requested(): boolean {
    return this.#flag !== null && Atomics.load(this.#flag, 0) === SIGINT;
  }

  /** The request has become an exception, or came too late for its run. */
  clear(): void {
    if (this.#flag) Atomics.store(this.#flag, 0, 0);
  }
}
