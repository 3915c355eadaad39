/**
 * Atomic operations. WGSL has those of 32-bit integers; the rest become functions made for one memory, which try by
 * compare-and-swap until nobody came between.
 */
import { type AtomicOperation, type AtomicStmt, SCALAR_BITS, type Scalar } from "../compiler/ir/ir.ts";
import type { Storage } from "./binding-plan.ts";
import { call, type Code, primary } from "./code.ts";
import { slotText, type Place } from "./memory-access.ts";
import type { ModuleState } from "./module-state.ts";
import type { Scope } from "./scope.ts";
import { unsupportedAtomic } from "./unsupported.ts";
import { wgslType } from "./types.ts";

const NATIVE: Partial<Record<AtomicOperation, string>> = {
  add: "atomicAdd",
  sub: "atomicSub",
  min: "atomicMin",
  max: "atomicMax",
  nanmin: "atomicMin",
  nanmax: "atomicMax",
  and: "atomicAnd",
  or: "atomicOr",
  xor: "atomicXor",
  exchange: "atomicExchange",
};

/** The call that does the operation; its value is the old element. `operands` have the element's type. */
export function atomicCode(
  statement: AtomicStmt,
  place: Place,
  operands: readonly Code[],
  module: ModuleState,
  scope: Scope,
): Code {
  const { op, access } = statement;
  const element = access.memory.element;
  const storage = module.storage(access.memory);
  const [value] = operands;
  if (!value) throw unsupportedAtomic(op, element, statement.span);
  if (SCALAR_BITS[element] === 64) return call(wideFunction(op, storage, module), place.at, value);
  const type = wgslType(element);
  const slot = primary(`&${slotText(storage, place.at, scope)}`);
  const native = NATIVE[op];
  if (native !== undefined && type === storage.type) return call(native, slot, value);
  const sameBits = op === "exchange" || (type === "i32" && /^(add|sub|and|or|xor)$/.test(op));
  if (native !== undefined && sameBits) {
    const old = call(native, slot, toSlot(value, storage.type, type));
    return statement.result ? fromSlot(old, storage.type, type) : old;
  }
  if (op === "compare-exchange") {
    const next = operands[1];
    if (!next) throw unsupportedAtomic(op, element, statement.span);
    return call(compareFunction(storage, element, module), place.at, value, next);
  }
  return call(retryFunction(op, storage, element, module, statement), place.at, value);
}

const toSlot = (code: Code, slot: string, type: string): Code =>
  slot === type ? code : type === "f32" ? call(`bitcast<${slot}>`, code) : call(slot, code);
const fromSlot = (code: Code, slot: string, type: string): Code =>
  slot === type ? code : type === "f32" ? call("bitcast<f32>", code) : call(type, code);

/** The new value from `old` and `value`, in the element's type. */
const NEXT: Partial<Record<AtomicOperation, (type: string) => string>> = {
  add: () => "old + value",
  sub: () => "old - value",
  // numba_cuda/numba/cuda/nvvmutils.py, atomic minmax: NaN on either side leaves the cell; nanmin and nanmax skip NaN.
  min: (type) => (type === "f32" ? "select(old, value, value < old)" : "min(old, value)"),
  max: (type) => (type === "f32" ? "select(old, value, value > old)" : "max(old, value)"),
  nanmin: (type) => (type === "f32" ? "f32_min(old, value)" : "min(old, value)"),
  nanmax: (type) => (type === "f32" ? "f32_max(old, value)" : "max(old, value)"),
  inc: (type) => `select(old + ${one(type)}, ${nothing(type)}, old >= value)`,
  dec: (type) => `select(old - ${one(type)}, value, old == ${nothing(type)} || old > value)`,
};
const one = (type: string): string => (type === "u32" ? "1u" : "1");
const nothing = (type: string): string => (type === "u32" ? "0u" : "0");

function retryFunction(
  op: AtomicOperation,
  storage: Storage,
  element: Scalar,
  module: ModuleState,
  statement: AtomicStmt,
): string {
  const type = wgslType(element);
  const next = NEXT[op]?.(type);
  if (next === undefined) throw unsupportedAtomic(op, element, statement.span);
  const slot = storage.type;
  const old = fromSlot(primary("seen"), slot, type).text;
  return memoryFunction(module, storage, `atomic_${op}`, element, (name) =>
    [
      `fn ${name}(at: i32, value: ${type}) -> ${type} {`,
      `  var seen = atomicLoad(&${storage.name}[at]);`,
      "  loop {",
      `    let old = ${old};`,
      `    let tried = atomicCompareExchangeWeak(&${storage.name}[at], seen, ${toSlot(primary(next), slot, type).text});`,
      "    if (tried.exchanged) { return old; }",
      "    seen = tried.old_value;",
      "  }",
      "}",
    ].join("\n"),
  );
}

function compareFunction(storage: Storage, element: Scalar, module: ModuleState): string {
  const type = wgslType(element);
  const slot = storage.type;
  const expected = toSlot(primary("expected"), slot, type).text;
  return memoryFunction(module, storage, "compare_exchange", element, (name) =>
    [
      `fn ${name}(at: i32, expected: ${type}, value: ${type}) -> ${type} {`,
      "  loop {",
      `    let tried = atomicCompareExchangeWeak(&${storage.name}[at], ${expected}, ${toSlot(primary("value"), slot, type).text});`,
      "    // The weak form may fail for no reason.",
      `    if (tried.exchanged || tried.old_value != ${expected}) { return ${fromSlot(primary("tried.old_value"), slot, type).text}; }`,
      "  }",
      "}",
    ].join("\n"),
  );
}

/**
 * 64 bits on two words, where nobody asks for the old value: the carries of all additions come to the same sum in any
 * order, and bits do not touch one another.
 */
function wideFunction(op: AtomicOperation, storage: Storage, module: ModuleState): string {
  if (op === "add" || op === "sub") {
    const value = op === "sub" ? "i64_neg(value)" : "value";
    return memoryFunction(module, storage, `atomic_${op}`, "i64", (name) =>
      [
        `fn ${name}(at: i32, value: vec2u) {`,
        `  let part = ${value};`,
        `  let low = atomicAdd(&${storage.name}[2 * at], part.x);`,
        "  // The sum of all carries is right in any order, so the two words need no lock.",
        `  atomicAdd(&${storage.name}[2 * at + 1], part.y + u32(low + part.x < low));`,
        "}",
      ].join("\n"),
    );
  }
  const native = NATIVE[op] ?? "atomicOr";
  return memoryFunction(module, storage, `atomic_${op}`, "i64", (name) =>
    [
      `fn ${name}(at: i32, value: vec2u) {`,
      `  ${native}(&${storage.name}[2 * at], value.x);`,
      `  ${native}(&${storage.name}[2 * at + 1], value.y);`,
      "}",
    ].join("\n"),
  );
}

/** One function a memory, operation and element type: arrays that share a binding may differ in that. */
function memoryFunction(
  module: ModuleState,
  storage: Storage,
  operation: string,
  element: Scalar,
  text: (name: string) => string,
): string {
  const key = `${storage.name}.${operation}.${element}`;
  const known = module.memoryFunctions.get(key);
  if (known) return known.name;
  const name = module.names.take(`${storage.name}_${operation}`);
  module.memoryFunctions.set(key, { name, text: text(name) });
  return name;
}
