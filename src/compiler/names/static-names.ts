/** `Names` made from the text alone, for the language worker, where nothing is live. */
import type { Binding, FunctionDef, ParsedFile } from "../syntax/ast.ts";
import type { Source } from "../text/source.ts";
import type { Constant, FunctionOptions, FunctionSource, Names } from "./constant.ts";
import { type ConstantNames, foldConstant } from "./fold-constants.ts";
import { type JitUse, jitUse } from "./kernels.ts";
import { BUILTIN_EXCEPTIONS, BUILTIN_FUNCTIONS, MODULE_GLOBALS } from "./module-members.ts";
import { builtinNamed, memberOf, membersOf } from "./modules.ts";

const UNKNOWN: Constant = { kind: "unknown" };
/** Modules whose members a star import brings in one by one; any other may bring in anything. */
const KNOWN_STARS = new Set(["math", "cmath", "operator", "numba.cuda", "numba"]);

/** Names that one scope binds, with what they stand for. */
class Scope implements ConstantNames {
  readonly #outer: ConstantNames | null;
  readonly #bindings = new Map<string, Binding[]>();
  readonly #known = new Map<string, Constant>();
  readonly #file: StaticFile;
  /** True where the text does not say all names: `from somewhere import *`. */
  readonly isOpen: boolean;

  constructor(
    file: StaticFile,
    bindings: readonly Binding[],
    params: readonly string[],
    outer: ConstantNames | null,
  ) {
    this.#file = file;
    this.#outer = outer;
    let isOpen = false;
    for (const name of params) this.#bindings.set(name, [{ kind: "assign", name, value: null }]);
    for (const binding of bindings) {
      if (binding.kind !== "import-all") this.#add(binding.name, binding);
      else if (KNOWN_STARS.has(binding.module)) {
        const { module } = binding;
        for (const member of membersOf({ kind: "module", name: module }))
          this.#add(member, { kind: "import-member", name: member, module, member });
      } else isOpen = true;
    }
    this.isOpen = isOpen;
  }

  names(): Iterable<string> {
    return this.#bindings.keys();
  }

  lookup(name: string): Constant | undefined {
    const known = this.#known.get(name);
    if (known) return known;
    const bindings = this.#bindings.get(name);
    if (!bindings) return this.#outer?.lookup(name) ?? (this.isOpen ? UNKNOWN : undefined);
    // What refers to itself is not known.
    this.#known.set(name, UNKNOWN);
    const [only] = bindings;
    const value = only && bindings.length === 1 ? this.#constant(only) : UNKNOWN;
    this.#known.set(name, value);
    return value;
  }

  attribute(value: Constant, attr: string): Constant | undefined {
    return memberOf(value, attr);
  }

  #add(name: string, binding: Binding): void {
    const before = this.#bindings.get(name);
    // The same import twice is still the same import.
    if (
      before?.some(
        (other) => JSON.stringify(importOf(other)) === JSON.stringify(importOf(binding)) && importOf(other),
      )
    )
      return;
    if (before) before.push(binding);
    else this.#bindings.set(name, [binding]);
  }

  #constant(binding: Binding): Constant {
    switch (binding.kind) {
      case "import":
        return { kind: "module", name: moduleName(binding.module) };
      case "import-member": {
        const from: Constant = { kind: "module", name: moduleName(binding.module) };
        const member = memberOf(from, binding.member) ?? UNKNOWN;
        const isModule =
          member.kind === "unknown" && binding.module === "numpy" && binding.member === "random";
        return isModule ? { kind: "module", name: "numpy.random" } : member;
      }
      case "assign":
        return binding.value ? foldConstant(binding.value, this) : UNKNOWN;
      case "function":
        return this.#file.functionConstant(binding.func);
      default:
        return UNKNOWN;
    }
  }
}

/** What an import brings in, as a comparable value; null for other bindings. */
function importOf(binding: Binding): readonly string[] | null {
  if (binding.kind === "import") return [binding.module];
  return binding.kind === "import-member" ? [binding.module, binding.member] : null;
}

function moduleName(name: string): string {
  return name === "numba.core.types" ? "numba.types" : name;
}

/** A file's functions and names, each looked up once. */
export class StaticFile {
  readonly source: Source;
  readonly #file: ParsedFile;
  readonly #module: Scope;
  readonly #inside = new Map<FunctionDef, Scope>();
  readonly #uses = new Map<FunctionDef, JitUse | null>();
  readonly #ids = new Map<FunctionDef, number>();

  constructor(source: Source, file: ParsedFile) {
    this.source = source;
    this.#file = file;
    file.functions.forEach((func, id) => {
      this.#ids.set(func, id);
    });
    this.#module = new Scope(this, file.bindings, MODULE_GLOBALS, {
      lookup: builtinNamed,
      attribute: memberOf,
    });
  }

  /** The names that a function sees around itself. */
  namesOf(func: FunctionDef): Names {
    const around = this.#scopeAround(func);
    return {
      lookup: (name) => around.lookup(name),
      attribute: memberOf,
      candidates: () => [
        ...new Set([...this.#visibleNames(func), ...BUILTIN_FUNCTIONS, ...BUILTIN_EXCEPTIONS]),
      ],
      attributes: membersOf,
      functionSource: (id) => this.#functionSource(id),
    };
  }

  /** How a function is compiled, by its decorators; null where it is plain Python. */
  use(func: FunctionDef): JitUse | null {
    const known = this.#uses.get(func);
    if (known !== undefined) return known;
    this.#uses.set(func, null);
    const use = jitUse(func, this.#scopeAround(func));
    this.#uses.set(func, use);
    return use;
  }

  functionConstant(func: FunctionDef): Constant {
    const id = this.#ids.get(func);
    if (id === undefined) return UNKNOWN;
    const use = this.use(func);
    // A decorator, or a call that the function is handed to, may make anything of it.
    if (!use && (func.decorators.length > 0 || this.#file.passedNames.has(func.name))) return UNKNOWN;
    return { kind: "function", id, name: func.name, jitted: use !== null };
  }

  #scopeAround(func: FunctionDef): Scope {
    const outer = this.#file.enclosing.get(func);
    if (!outer) return this.#module;
    let scope = this.#inside.get(outer.func);
    if (!scope) {
      const params = outer.func.params.map((param) => param.name);
      scope = new Scope(this, outer.bindings, params, this.#scopeAround(outer.func));
      this.#inside.set(outer.func, scope);
    }
    return scope;
  }

  #visibleNames(func: FunctionDef): string[] {
    const names: string[] = [];
    for (let at = this.#file.enclosing.get(func); at; at = this.#file.enclosing.get(at.func))
      names.push(...at.func.params.map((param) => param.name), ...at.bindings.flatMap(nameOf));
    return [...names, ...this.#module.names()].filter((name) => !name.startsWith("__"));
  }

  #functionSource(id: number): FunctionSource | undefined {
    const ast = this.#file.functions[id];
    if (!ast) return undefined;
    const options: FunctionOptions = this.use(ast)?.options ?? {
      device: true,
      debug: false,
      fastmath: false,
      inline: false,
    };
    return { source: this.source, ast, names: this.namesOf(ast), options };
  }
}

function nameOf(binding: Binding): string[] {
  return "name" in binding ? [binding.name] : [];
}

/** The names that a function sees, from the text of its file alone. */
export function staticNames(source: Source, file: ParsedFile, func: FunctionDef): Names {
  return new StaticFile(source, file).namesOf(func);
}
