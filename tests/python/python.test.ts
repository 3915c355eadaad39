/** The unit tests of the Python packages, on the Python that they are for. `python3 -m unittest` runs them as well. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadPyodide, type PyodideAPI } from "pyodide";
import { beforeAll, expect, test } from "vitest";
import { EngineBridge } from "../../src/python/bridge.ts";
import { bringPyodide } from "../../tools/pyodide-folder.ts";
import { packPackages } from "../../tools/vite-python-packages.ts";

const BOOT_MS = 120_000;
const FOLDER = "/project/tests/python";
let python: PyodideAPI;

beforeAll(async () => {
  const folder = await bringPyodide((text) => process.stderr.write(`${text}\n`));
  python = await loadPyodide({ indexURL: `${folder}/` });
  await python.loadPackage("numpy", { messageCallback: () => undefined });
  python.unpackArchive(packPackages(), "zip", { extractDir: "/project/src/python/packages" });
  python.FS.mkdirTree(FOLDER);
  for (const name of readdirSync(import.meta.dirname).filter((file) => file.endsWith(".py"))) {
    python.FS.writeFile(join(FOLDER, name), readFileSync(join(import.meta.dirname, name), "utf8"));
  }
  python.runPython(`import sys; sys.path.insert(0, "${FOLDER}")`);
}, BOOT_MS);

test("unit tests of the Python packages", () => {
  const failures = python.runPython(`
import io, unittest
out = io.StringIO()
suite = unittest.defaultTestLoader.discover("${FOLDER}")
result = unittest.TextTestRunner(out, verbosity=0).run(suite)
"" if result.wasSuccessful() and result.testsRun > 0 else out.getvalue()
`) as string;
  expect(failures).toBe("");
});

test("the engine has the methods of the protocol, and no others", () => {
  const names = python.runPython(`
import json
from kernelpad._engine import Engine
json.dumps(sorted(name for name in vars(Engine) if not name.startswith("_")))
`) as string;
  const bridge = new EngineBridge({
    memory: new WebAssembly.Memory({ initial: 1 }),
    now: () => 0,
    flushOutput: () => undefined,
    onDisplay: () => undefined,
    interruptSeen: () => undefined,
  });
  expect(Object.keys(bridge.asModule()).sort()).toEqual(JSON.parse(names));
});
