/**
 * Loads, stores and the place of an element: index arithmetic, wrapping of negative indices, checks, and the forms in
 * which memory holds elements (`binding-plan.ts`).
 */
import { type Access, type AccessAxis, type Scalar, SCALAR_BITS } from "../compiler/ir/ir.ts";
import { call, type Code, element, infix, isSimple, type Level, primary, sum } from "./code.ts";
import { constantValue } from "./constant-values.ts";
import { convertCode } from "./conversions.ts";
import { index32 } from "./index-expressions.ts";
import type { Storage } from "./binding-plan.ts";
import type { Scope } from "./scope.ts";
import { constantCode, i32Code, isPair, u32Code, wgslType, zero } from "./types.ts";

/** Where an element is, and what must hold for it to exist (null: it surely does). */
export interface Place {
  readonly at: Code;
  readonly condition: Code | null;
}

export function loadCode(access: Access, scope: Scope): Code {
  const place = placeOf(access, scope);
  const type = access.memory.element;
  const value = elementValue(access, place, scope);
  return place.condition ? call("select", zero(type), value, place.condition) : value;
}

/** Elements of one access: the value where it is, without the check. */
function elementValue(access: Access, place: Place, scope: Scope): Code {
  const storage = scope.storage(access.memory);
  const type = access.memory.element;
  if (storage.slot === "value") {
    const slot = slotValue(storage, place.at, scope);
    return storage.atomic && storage.type !== wgslType(type) ? call(wgslType(type), slot) : slot;
  }
  switch (SCALAR_BITS[type]) {
    case 64: {
      const at = once(infix(place.at, "*", i32Code(2)), access, scope);
      return call(
        "vec2u",
        slotValue(storage, at, scope),
        slotValue(storage, infix(at, "+", i32Code(1)), scope),
      );
    }
    case 32:
      return fromWord(slotValue(storage, place.at, scope), type);
    default: {
      const at = once(place.at, access, scope);
      const word = slotValue(storage, wordIndex(at, type), scope);
      return type === "bool"
        ? infix(call("byte_of", word, at), "!=", u32Code(0))
        : call(UNPACK[type] ?? "byte_of", word, at);
    }
  }
}

const UNPACK: Partial<Record<Scalar, string>> = {
  i8: "signed_byte_of",
  u8: "byte_of",
  i16: "signed_half_of",
  u16: "half_of",
  f16: "f16_of",
};

/** The word that holds a 1- or 2-byte element. */
function wordIndex(at: Code, type: Scalar): Code {
  const constant = /^\d+$/.test(at.text) ? Number(at.text) : null;
  const shift = SCALAR_BITS[type] === 8 ? 2 : 1;
  return constant === null ? infix(at, ">>", u32Code(shift)) : i32Code(constant >> shift);
}

function fromWord(word: Code, type: Scalar): Code {
  const target = wgslType(type);
  if (target === "u32") return word;
  return target === "f32" ? call("bitcast<f32>", word) : call(target, word);
}

function toWord(value: Code, type: Scalar): Code {
  const source = wgslType(type);
  if (source === "u32") return value;
  return source === "f32" ? call("bitcast<u32>", value) : call("u32", value);
}

/** An element of 1 or 2 bytes as a word whose other bits are zero. */
function smallWord(value: Code, type: Scalar): Code {
  const word = toWord(value, type);
  return type === "i8" || type === "i16" ? infix(word, "&", u32Code(2 ** SCALAR_BITS[type] - 1)) : word;
}

/** The text of a slot as WGSL names it. */
export function slotText(storage: Storage, at: Code, scope: Scope): string {
  // A builtin is unsigned already, and WGSL indexes by either.
  const unsigned = /^i32\((\w+\.[xyz]|thread_index)\)$/.exec(at.text)?.[1];
  return element(
    `${storage.name}${storage.perThread ? scope.threadSlot : ""}`,
    unsigned === undefined ? at : primary(unsigned),
  ).text;
}

function slotValue(storage: Storage, at: Code, scope: Scope): Code {
  const slot = slotText(storage, at, scope);
  return primary(storage.atomic ? `atomicLoad(&${slot})` : slot);
}

/** Statements that store a value that already has the element's type. */
export function storeLines(access: Access, place: Place, value: Code, scope: Scope): string[] {
  const storage = scope.storage(access.memory);
  const type = access.memory.element;
  const put = (at: Code, word: Code): string => {
    const slot = slotText(storage, at, scope);
    return storage.atomic ? `atomicStore(&${slot}, ${word.text});` : `${slot} = ${word.text};`;
  };
  if (storage.slot === "value") {
    const converted = storage.atomic && storage.type !== wgslType(type) ? call(storage.type, value) : value;
    return [
      storage.atomic ? put(place.at, converted) : assignment(slotText(storage, place.at, scope), converted),
    ];
  }
  switch (SCALAR_BITS[type]) {
    case 64: {
      const at = once(infix(place.at, "*", i32Code(2)), access, scope);
      const pair = isSimple(value) ? value : (scope.hoist(value, `${access.memory.name}_value`) ?? value);
      return [put(at, primary(`${pair.text}.x`)), put(infix(at, "+", i32Code(1)), primary(`${pair.text}.y`))];
    }
    case 32:
      return [put(place.at, toWord(value, type))];
    default: {
      // The word may hold other threads' elements: clear this one, then set it, each in one atomic step.
      const at = once(place.at, access, scope);
      const slot = slotText(storage, wordIndex(at, type), scope);
      const size = SCALAR_BITS[type] === 8 ? "byte" : "half";
      const bits = type === "f16" ? call("f16_bits", value) : smallWord(value, type);
      // A value that reads this array must be known before its element is cleared.
      const word = scope.mayRead(bits, storage)
        ? (scope.hoist(bits, `${access.memory.name}_value`) ?? bits)
        : bits;
      return [
        `atomicAnd(&${slot}, ~${call(`${size}_mask`, at).text});`,
        `atomicOr(&${slot}, ${call(`place_${size}`, word, at).text});`,
      ];
    }
  }
}

const COMPOUND: Partial<Record<Level, readonly string[]>> = {
  add: ["+", "-"],
  multiply: ["*", "/", "%"],
  shift: ["<<", ">>"],
  "bit-and": ["&"],
  "bit-or": ["|"],
  "bit-xor": ["^"],
};

/** `x = x + e` as `x += e`. */
export function assignment(target: string, value: Code): string {
  for (const operator of COMPOUND[value.level] ?? []) {
    const start = `${target} ${operator} `;
    if (!value.text.startsWith(start)) continue;
    const rest = value.text.slice(start.length);
    // Only where nothing further follows at the same level: x = x + a - b is not x += a - b.
    if (!hasOperatorOutside(rest, COMPOUND[value.level] ?? [])) return `${target} ${operator}= ${rest};`;
  }
  return `${target} = ${value.text};`;
}

function hasOperatorOutside(text: string, operators: readonly string[]): boolean {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === "(" || c === "[") depth++;
    else if (c === ")" || c === "]") depth--;
    else if (depth === 0 && operators.some((operator) => text.startsWith(` ${operator} `, i))) return true;
  }
  return false;
}

/** The code as something that may be written twice. */
function once(code: Code, access: Access, scope: Scope): Code {
  return isSimple(code) ? code : (scope.hoist(code, `${access.memory.name}_at`) ?? code);
}

/** The index of an element in its memory, in slots of its own size, and the checks that it needs. */
export function placeOf(access: Access, scope: Scope): Place {
  const conditions: Code[] = [];
  const terms = access.axes.map((axis, position): Code | null => {
    const index = axisIndex(axis, position, access, scope, conditions);
    return product(index, axis.stride, scope);
  });
  const offset = index32(access.offset, scope);
  const parts = [offset, ...terms.flatMap((term) => term ?? [])];
  // Numbers add up here, and wrap: WGSL refuses a sum of constants that overflows.
  const fixed = parts.reduce((total, part) => total + (literal(part) ?? 0n), 0n);
  const moving = parts.filter((part) => literal(part) === null);
  const constant = i32Code(BigInt.asIntN(32, fixed));
  const at =
    moving.length === 0 ? constant : [...moving, ...(constant.text === "0" ? [] : [constant])].reduce(sum);
  const condition = conditions.length === 0 ? null : conditions.reduce((all, one) => infix(all, "&&", one));
  return { at: hideConstant(at, access), condition };
}

/** Constant indices up to this stay plain numbers: twice as much is an i32 too. */
const MOST_PLAIN_INDEX = 2 ** 30;

/** WGSL refuses a constant index that it can see to be out of range, checked or not. */
function hideConstant(at: Code, access: Access): Code {
  if (literal(at) === null) return at;
  const length = access.memory.length;
  const index = Number(at.text);
  const inside = index >= 0 && index < (length ?? MOST_PLAIN_INDEX);
  return inside ? at : call("i32_hidden", at);
}

function literal(code: Code): bigint | null {
  return /^-?\d+$/.test(code.text) ? BigInt(code.text) : null;
}

function product(index: Code, stride: AccessAxis["stride"], scope: Scope): Code | null {
  if (stride.kind === "constant") {
    if (stride.value === 1n) return index;
    if (stride.value === 0n) return null;
  }
  const factor = index32(stride, scope);
  const [a, b] = [literal(index), literal(factor)];
  if (a === 0n) return null;
  return a !== null && b !== null ? i32Code(BigInt.asIntN(32, a * b)) : infix(index, "*", factor);
}

function axisIndex(
  axis: AccessAxis,
  position: number,
  access: Access,
  scope: Scope,
  conditions: Code[],
): Code {
  if (!axis.checked && !axis.wraps) return index32(axis.index, scope);
  const raw = axis.checked ? clampedIndex(axis, scope) : index32(axis.index, scope);
  const index = isSimple(raw) ? raw : (scope.hoist(raw, `${access.memory.name}_index`) ?? raw);
  const size = index32(axis.size, scope);
  if (axis.checked) {
    const check = axis.wraps ? "in_wrapped_bounds" : "in_bounds";
    conditions.push(call(check, index, size, u32Code(access.site), u32Code(position)));
  }
  if (!axis.wraps) return index;
  const constant = /^-?\d+$/.test(index.text) ? Number(index.text) : null;
  // 2 ** 31 itself is no i32.
  if (constant !== null && constant < 0 && /^\d+$/.test(size.text))
    return i32Code(Number(size.text) + constant);
  if (constant !== null && constant > -(2 ** 31))
    return constant < 0 ? infix(size, "-", i32Code(-constant)) : index;
  return call("wrap_index", index, size);
}

/** An index that may be anything, as an i32 that is out of range where the index is. */
function clampedIndex(axis: AccessAxis, scope: Scope): Code {
  const { index } = axis;
  const constant = constantValue(index, scope.block);
  if (constant !== null) return constantCode("i32", clampToI32(BigInt(constant)));
  if (isPair(index.type)) {
    if (index.kind === "convert" && !index.bits && wgslType(index.value.type) === "i32")
      return scope.expr(index.value);
    const wide = scope.expr(index);
    return index.type === "u64" ? call("u64_index", wide) : call("i64_index", wide);
  }
  const code = scope.expr(index);
  if (wgslType(index.type) === "u32" && SCALAR_BITS[index.type] === 32)
    return call("i32", call("min", code, u32Code(0x7fffffff)));
  return convertCode(code, index.type, "i32");
}

function clampToI32(value: bigint): bigint {
  const most = 2n ** 31n - 1n;
  return value > most ? most : value < -most - 1n ? -most - 1n : value;
}
