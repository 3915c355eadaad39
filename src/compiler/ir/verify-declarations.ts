/** Rules of `ir.ts` about what a module declares: memories, launch values, functions. */
import { type Local, type Memory, type Module, SCALAR_BITS } from "./ir.ts";

export function wrongDeclarations(module: Module): string[] {
  const findings: string[] = [];
  if (module.kernel.results.length > 0) findings.push("the kernel gives results");
  for (const memory of module.memories) {
    const wrong = wrongMemory(memory);
    if (wrong !== null) findings.push(`${memory.name}: ${wrong}`);
  }
  for (const [what, list] of [
    ["memory", module.memories],
    ["launch value", module.launchValues],
    ["function", module.functions],
  ] as const) {
    if (new Set<object>(list).size < list.length) findings.push(`a ${what} is declared twice`);
  }
  for (const func of [...module.functions, module.kernel]) {
    const locals = new Set<Local>([...func.params, ...func.locals]);
    if (locals.size < func.params.length + func.locals.length)
      findings.push(`${func.name}: a local is declared twice`);
  }
  return findings;
}

function wrongMemory({ space, element, length, argument, data, dynamic }: Memory): string | null {
  if ((argument !== null) !== (space === "global")) return `${space} memory with argument ${argument}`;
  if ((data !== null) !== (space === "constant"))
    return `${space} memory ${data ? "with" : "without"} contents`;
  if (dynamic && space !== "shared") return `dynamic ${space} memory`;
  const isSized = space !== "global" && !dynamic;
  if ((length !== null) !== isSized)
    return `${space} memory ${length === null ? "without" : "with"} a length`;
  if (data && data.length !== ((length ?? 0) * SCALAR_BITS[element]) / 8)
    return "contents of another length than the memory's";
  return null;
}
