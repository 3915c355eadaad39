/** Runs one function of the WGSL library over many operands at once, as bits. */
import { type HelperName, helperText, neededHelpers } from "../../src/wgsl/helpers.ts";
import { runJob } from "./run-wgsl.ts";

export type WgslType = "i32" | "u32" | "f32" | "bool" | "vec2u";
/** 32 bits for all types but vec2u, which has 64. */
export type Bits = bigint;

const WORKGROUP = 64;
const wordsOf = (type: WgslType): number => (type === "vec2u" ? 2 : 1);

/**
 * Results of `name(operands...)`, in the order of `rows`. `call` replaces the plain call where a test needs more than
 * one function; its operands are `a`, `b`, `c`.
 */
export async function runHelper(
  name: HelperName,
  parameters: readonly WgslType[],
  result: WgslType,
  rows: readonly (readonly Bits[])[],
  call?: { readonly text: string; readonly needs: readonly HelperName[] },
): Promise<Bits[]> {
  const width = parameters.reduce((sum, type) => sum + wordsOf(type), 0);
  const input = new Uint32Array(rows.length * width);
  rows.forEach((row, i) => {
    let at = i * width;
    parameters.forEach((type, p) => {
      const bits = row[p] ?? 0n;
      input[at++] = Number(bits & 0xffffffffn);
      if (type === "vec2u") input[at++] = Number((bits >> 32n) & 0xffffffffn);
    });
  });
  let at = 0;
  const lets = parameters.map((type, p) => {
    const word = `input[base + ${at}u]`;
    const text = type === "vec2u" ? `vec2u(${word}, input[base + ${at + 1}u])` : fromWord(type, word);
    at += wordsOf(type);
    return `  let ${"abc"[p]} = ${text};`;
  });
  const names = parameters.map((_, p) => "abc"[p]).join(", ");
  const stores =
    result === "vec2u"
      ? ["  output[2u * i] = result.x;", "  output[2u * i + 1u] = result.y;"]
      : [`  output[i] = ${result === "f32" ? "bitcast<u32>(result)" : "u32(result)"};`];
  const code = [
    "@group(0) @binding(0) var<storage, read> input: array<u32>;",
    "@group(0) @binding(1) var<storage, read_write> output: array<u32>;",
    `@compute @workgroup_size(${WORKGROUP})`,
    "fn main(@builtin(global_invocation_id) grid: vec3u) {",
    "  let i = grid.x;",
    `  if (i >= ${rows.length}u) { return; }`,
    `  let base = i * ${width}u;`,
    ...lets,
    `  let result = ${call ? call.text : `${name}(${names})`};`,
    ...stores,
    "}",
    ...neededHelpers([name, ...(call?.needs ?? [])]).map(helperText),
  ].join("\n");
  const job = {
    code,
    entryPoint: "main",
    groups: [Math.ceil(rows.length / WORKGROUP), 1, 1] as const,
    buffers: [
      { binding: 0, kind: "read" as const, data: new Uint8Array(input.buffer) },
      { binding: 1, kind: "read_write" as const, data: new Uint8Array(rows.length * 4 * wordsOf(result)) },
    ],
  };
  const bytes = (await runJob(job)).outputs.get(1) ?? new Uint8Array();
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  return rows.map((_, i) =>
    result === "vec2u"
      ? (BigInt(words[2 * i + 1] ?? 0) << 32n) | BigInt(words[2 * i] ?? 0)
      : BigInt(words[i] ?? 0),
  );
}

function fromWord(type: WgslType, word: string): string {
  if (type === "u32") return word;
  if (type === "i32") return `i32(${word})`;
  if (type === "bool") return `${word} != 0u`;
  return `bitcast<f32>(${word})`;
}

const view = new DataView(new ArrayBuffer(8));
export function f64Bits(value: number): Bits {
  view.setFloat64(0, value);
  return view.getBigUint64(0);
}
export function f64Value(bits: Bits): number {
  view.setBigUint64(0, bits);
  return view.getFloat64(0);
}
export function f32Bits(value: number): Bits {
  view.setFloat32(0, value);
  return BigInt(view.getUint32(0));
}
export function f32Value(bits: Bits): number {
  view.setUint32(0, Number(bits));
  return view.getFloat32(0);
}

/** A small generator with a fixed seed, so that a failure comes again: xorshift64*. */
export function randomBits(seed: bigint): () => Bits {
  let state = seed;
  return () => {
    state ^= state >> 12n;
    state ^= BigInt.asUintN(64, state << 25n);
    state ^= state >> 27n;
    return BigInt.asUintN(64, state * 2685821657736338717n);
  };
}

/** All pairs of two lists. */
export function pairs(a: readonly Bits[], b: readonly Bits[]): Bits[][] {
  return a.flatMap((x) => b.map((y) => [x, y]));
}
