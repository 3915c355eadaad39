import { PRINT_HEADER_WORDS, SITE_WORDS } from "../compiler/ir/notices.ts";
import type { PrintFormat, Program } from "../compiler/ir/program.ts";
import { SCALAR_BITS, type Scalar } from "../compiler/ir/ir.ts";
import type { SiteFailure } from "./device.ts";

type Triple = readonly [number, number, number];

export interface DecodedNotices {
  readonly printed: readonly string[];
  readonly failures: readonly SiteFailure[];
}

/** What running kernels left in a notice buffer; the layout is `compiler/ir/notices.ts`. Lines come in thread order. */
export function decodeNotices(
  words: Uint32Array,
  program: Program,
  kernel: number,
  grid: Triple,
  block: Triple,
): DecodedNotices {
  const layout = program.notices;
  if (!layout) return { printed: [], failures: [] };
  const failures: SiteFailure[] = [];
  for (let site = 0; words[1] !== 0 && site < layout.sites; site++) {
    const at = layout.sitesAt + site * SITE_WORDS;
    if (words[at] === 0) continue;
    failures.push({
      program,
      kernel,
      site,
      index: (words[at + 1] ?? 0) | 0,
      size: (words[at + 2] ?? 0) | 0,
      axis: words[at + 3] ?? 0,
      block: unravel(words[at + 4] ?? 0, grid),
      thread: unravel(words[at + 5] ?? 0, block),
    });
  }
  return { printed: decodePrints(words, program), failures };
}

/** True where the buffer holds anything worth decoding. */
export function hasNotices(words: Uint32Array): boolean {
  return words[0] !== 0 || words[1] !== 0;
}

function unravel(linear: number, size: Triple): Triple {
  const [x, y] = size;
  return [linear % x, Math.floor(linear / x) % y, Math.floor(linear / (x * y))];
}

interface PrintRecord {
  readonly block: number;
  readonly thread: number;
  readonly order: number;
  readonly text: string;
}

function decodePrints(words: Uint32Array, program: Program): string[] {
  const layout = program.notices;
  if (!layout || layout.printWords === 0) return [];
  const wanted = words[0] ?? 0;
  const end = layout.printsAt + Math.min(wanted, layout.printWords);
  const view = new DataView(words.buffer, words.byteOffset, words.byteLength);
  const records: PrintRecord[] = [];
  for (let at = layout.printsAt; at + PRINT_HEADER_WORDS <= end; ) {
    const size = words[at + 1] ?? 0;
    const format = program.prints[words[at] ?? 0];
    // A record that did not fit was not written: its words are zero.
    if (size < PRINT_HEADER_WORDS || !format) break;
    const text = formatRecord(view, (at + PRINT_HEADER_WORDS) * 4, format);
    records.push({ block: words[at + 2] ?? 0, thread: words[at + 3] ?? 0, order: at, text });
    at += size;
  }
  records.sort((a, b) => a.block - b.block || a.thread - b.thread || a.order - b.order);
  const lines = records.map((record) => `${record.text}\n`);
  if (wanted > layout.printWords) {
    lines.push(
      `[kernelpad: the kernel printed more than fits in its buffer; ${records.length} lines are shown]\n`,
    );
  }
  return lines;
}

function formatRecord(view: DataView, atBytes: number, format: PrintFormat): string {
  let at = atBytes;
  const parts = format.parts.map((part) => {
    if (part.kind === "text") return part.text;
    const text = formatOperand(view, at, part.type);
    at += SCALAR_BITS[part.type] === 64 ? 8 : 4;
    return text;
  });
  return parts.join(" ");
}

function formatOperand(view: DataView, at: number, type: Scalar): string {
  switch (type) {
    case "bool":
      return view.getUint32(at, true) === 0 ? "False" : "True";
    case "i64":
      return view.getBigInt64(at, true).toString();
    case "u64":
      return view.getBigUint64(at, true).toString();
    case "f64":
      return formatFloat(view.getFloat64(at, true));
    case "f32":
    case "f16":
      return formatFloat(view.getFloat32(at, true));
    case "u8":
    case "u16":
    case "u32":
      return view.getUint32(at, true).toString();
    default:
      return view.getInt32(at, true).toString();
  }
}

/** CUDA prints floats with printf's %f: six digits after the point. */
function formatFloat(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  if (Object.is(value, -0)) return "-0.000000";
  return Math.abs(value) < 1e21 ? value.toFixed(6) : `${BigInt(value)}.000000`;
}
