/** Random choices that fast-check can repeat and shrink. */
import type { GeneratorValue } from "fast-check";
import * as fc from "fast-check";
import { typeBounds } from "../analysis/arithmetic.ts";
import type { Scalar } from "../ir/ir.ts";

/** Values near which integer code goes wrong. */
const INTERESTING: readonly bigint[] = [
  0n,
  1n,
  2n,
  3n,
  5n,
  7n,
  8n,
  16n,
  31n,
  32n,
  63n,
  64n,
  255n,
  256n,
  65535n,
  -1n,
  -2n,
  -3n,
  -8n,
  2n ** 31n - 1n,
  2n ** 31n,
  2n ** 32n - 1n,
  2n ** 32n,
  2n ** 63n - 1n,
  -(2n ** 31n),
  -(2n ** 31n) - 1n,
  -(2n ** 63n),
];

export class Choice {
  readonly #gen: GeneratorValue;

  constructor(gen: GeneratorValue) {
    this.#gen = gen;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] ?? (items[0] as T);
  }

  /** From 0 to `count` - 1. */
  below(count: number): number {
    return this.#gen(fc.nat, { max: Math.max(0, count - 1) });
  }

  chance(percent: number): boolean {
    return this.below(100) >= 100 - percent;
  }

  number(type: Scalar): bigint {
    const { lo, hi } = typeBounds(type);
    const value = this.chance(70) ? this.pick(INTERESTING) : BigInt(this.below(20)) - 5n;
    return value < lo || value > hi ? BigInt(this.below(5)) : value;
  }
}
