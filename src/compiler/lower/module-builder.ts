/** What the functions of a module share while it is built: memories, launch values, sites, specialised functions. */
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Expr, Func, LaunchSource, LaunchValue, Memory, Scalar, Site } from "../ir/ir.ts";
import { sourceKey } from "../ir/launch-facts.ts";
import type { Span } from "../text/span.ts";
import type { Value } from "./value.ts";

/** A device function for argument types and for the memories that its arrays are in. */
export interface Specialised {
  readonly func: Func;
  /** Puts the values that a call returns together from the call's results. */
  readonly result: (results: readonly Expr[]) => Value;
}

export class ModuleBuilder {
  readonly diagnostics: Diagnostic[] = [];
  readonly functions: Func[] = [];
  readonly specialised = new Map<string, Specialised>();
  readonly debug: boolean;
  readonly #memories: Memory[] = [];
  readonly #launchValues = new Map<string, LaunchValue>();
  readonly #sites: Site[] = [];
  readonly #constants = new Map<string, Memory>();
  readonly #identities = new Map<object, number>();

  constructor(debug: boolean) {
    this.debug = debug;
  }

  get memories(): readonly Memory[] {
    return this.#memories;
  }

  get launchValues(): readonly LaunchValue[] {
    return [...this.#launchValues.values()];
  }

  get sites(): readonly Site[] {
    return this.#sites;
  }

  memory(parts: Omit<Memory, "kind">): Memory {
    const memory: Memory = { kind: "memory", ...parts };
    this.#memories.push(memory);
    return memory;
  }

  /** Constant memory; equal contents under one name are kept once. */
  constantMemory(name: string, element: Scalar, data: Uint8Array, length: number, span: Span): Memory {
    const key = `${name} ${element} ${data.join(",")}`;
    const known = this.#constants.get(key);
    if (known) return known;
    const memory = this.memory({
      name,
      space: "constant",
      element,
      length,
      argument: null,
      data,
      dynamic: false,
      span,
    });
    this.#constants.set(key, memory);
    return memory;
  }

  launch(name: string, type: Scalar, source: LaunchSource, span: Span): Expr {
    const key = sourceKey(source);
    let value = this.#launchValues.get(key);
    if (!value) {
      value = { kind: "launch-value", name, type, source };
      this.#launchValues.set(key, value);
    }
    return { kind: "launch", value, type: value.type, span };
  }

  site(kind: Site["kind"], span: Span, name: string, message = ""): number {
    return this.#sites.push({ kind, span, name, message }) - 1;
  }

  /** A number for an object, for keys of specialisations. */
  identity(object: object): number {
    let number = this.#identities.get(object);
    if (number === undefined) {
      number = this.#identities.size;
      this.#identities.set(object, number);
    }
    return number;
  }
}
