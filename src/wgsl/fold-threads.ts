/**
 * How the threads of a block spread over the invocations of a workgroup. A block that the adapter can take is one
 * invocation a thread; a larger one is folded: each invocation runs several threads, whose index in the block is
 * the invocation's plus a multiple of the workgroup's size. LOWERING.md, section 1.
 */
import type { PositionKind } from "../compiler/ir/ir.ts";
import type { DeviceLimits, LaunchFacts } from "../compiler/ir/launch-facts.ts";
import { call, type Code, infix, primary } from "./code.ts";
import { i32Code, u32Code } from "./types.ts";

type Triple = readonly [number, number, number];

export interface Fold {
  /** Threads an invocation runs; 1 where nothing is folded. */
  readonly count: number;
  readonly workgroupSize: Triple;
  readonly block: Triple;
  readonly threads: number;
  /** The last round has invocations without a thread. */
  readonly ragged: boolean;
}

/** How far from the smallest fold to look for one that divides the block. */
const MOST_UNEVEN = 2;

export function planFold(facts: LaunchFacts, limits: DeviceLimits): Fold {
  const { block } = facts;
  const threads = block[0] * block[1] * block[2];
  const most = limits.maxThreadsPerWorkgroup;
  if (threads <= most) return { count: 1, workgroupSize: block, block, threads, ragged: false };
  const least = Math.ceil(threads / most);
  let count = least;
  while (threads % count !== 0 && count < least * MOST_UNEVEN) count++;
  if (threads % count !== 0) count = least;
  const size = Math.ceil(threads / count);
  return { count, workgroupSize: [size, 1, 1], block, threads, ragged: size * count !== threads };
}

/** Position of a thread in its block from its linear index `t`, a u32. */
export function foldedThread(t: Code, axis: 0 | 1 | 2, block: Triple): Code {
  const [x, y, z] = block;
  const size = block[axis];
  if (size === 1) return i32Code(0);
  const below = axis === 0 ? 1 : axis === 1 ? x : x * y;
  const above = axis === 0 ? y * z : axis === 1 ? z : 1;
  const divided = below === 1 ? t : infix(t, "/", u32Code(below));
  return call("i32", above === 1 ? divided : infix(divided, "%", u32Code(size)));
}

export interface PositionSource {
  /** `vec3u` texts. */
  readonly thread: () => Code;
  readonly block: () => Code;
  readonly global: () => Code;
  readonly index: () => Code;
  readonly gridSize: (axis: 0 | 1 | 2) => Code;
}

const AXES = ["x", "y", "z"] as const;
const LANE_MASK = 31;

/** A position as i32, where an invocation is one thread. */
export function plainPosition(
  which: PositionKind,
  axis: 0 | 1 | 2,
  block: Triple,
  source: PositionSource,
): Code {
  const part = (code: Code): Code => call("i32", primary(`${code.text}.${AXES[axis]}`));
  switch (which) {
    case "thread":
      return part(source.thread());
    case "block":
      return part(source.block());
    case "block-size":
      return i32Code(block[axis]);
    case "grid-size":
      return call("i32", source.gridSize(axis));
    case "global":
      return part(source.global());
    case "global-size":
      return block[axis] === 1
        ? call("i32", source.gridSize(axis))
        : call("i32", infix(source.gridSize(axis), "*", u32Code(block[axis])));
    case "linear-thread":
      return call("i32", source.index());
    case "lane":
      return call("i32", infix(source.index(), "&", u32Code(LANE_MASK)));
  }
}

/** A position as i32, where `t` is the thread's linear index in the block. */
export function foldedPosition(
  which: PositionKind,
  axis: 0 | 1 | 2,
  fold: Fold,
  t: () => Code,
  source: PositionSource,
): Code {
  switch (which) {
    case "thread":
      return foldedThread(t(), axis, fold.block);
    case "global": {
      const first = call("i32", primary(`${source.block().text}.${AXES[axis]}`));
      const size = fold.block[axis];
      if (size === 1) return first;
      return infix(infix(first, "*", i32Code(size)), "+", foldedThread(t(), axis, fold.block));
    }
    case "linear-thread":
      return call("i32", t());
    case "lane":
      return call("i32", infix(t(), "&", u32Code(LANE_MASK)));
    default:
      return plainPosition(which, axis, fold.block, source);
  }
}
