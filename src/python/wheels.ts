/** Python packages that a script imports: loaded from the site's own folder, each checked against its hash in the lock file. */
import type { PyodideAPI } from "pyodide";

interface LockedPackage {
  readonly name: string;
  readonly imports?: readonly string[];
}

export class Wheels {
  readonly #python: PyodideAPI;
  readonly #packageOf = new Map<string, string>();
  readonly #loaded = new Set<string>();

  constructor(python: PyodideAPI) {
    this.#python = python;
    const packages = python.lockfile.packages as Readonly<Record<string, LockedPackage>>;
    for (const [name, entry] of Object.entries(packages)) {
      for (const module of entry.imports ?? [name]) this.#packageOf.set(module.split(".")[0] ?? module, name);
    }
  }

  /** Loads what the modules need and is not there yet. `say` is told what is loading. Throws with the package's name. */
  async load(modules: readonly string[], say: (text: string) => void): Promise<void> {
    const wanted = new Set<string>();
    for (const module of modules) {
      const name = this.#packageOf.get(module);
      if (name !== undefined && !this.#loaded.has(name)) wanted.add(name);
    }
    if (wanted.size === 0) return;
    say(`loading ${[...wanted].join(", ")}`);
    const failures: string[] = [];
    await this.#python.loadPackage([...wanted], {
      messageCallback: () => undefined,
      errorCallback: (message) => failures.push(message),
    });
    const missing = [...wanted].filter((name) => !(name in this.#python.loadedPackages));
    if (missing.length > 0)
      throw new Error(`${missing.join(", ")} could not be loaded: ${failures.join("; ")}`);
    for (const name of wanted) this.#loaded.add(name);
  }
}
