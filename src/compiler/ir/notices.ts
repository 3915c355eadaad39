/**
 * The notice buffer: how a running kernel tells the host what went wrong, and what it prints. One layout, in
 * 32-bit words, for WGSL and WebAssembly. A kernel without checked accesses, prints, budgets or exceptions has none.
 *
 *   word 0            print cursor: words of the print area handed out so far (may exceed the capacity)
 *   word 1            1 once any site failed
 *   words 2, 3        zero
 *   site s            SITE_WORDS words from sitesAt + s * SITE_WORDS, written by the first thread that fails there:
 *                     0 state (0 free, 1 taken), 1 index (i32), 2 size along the axis (i32), 3 axis,
 *                     4 block (linear, x fastest), 5 thread in block (linear, x fastest), 6 and 7 zero
 *   print records     from printsAt: statement number, words of this record, block, thread, then the operands in order:
 *                     bool, 8 to 32 bits and f32 one word; 64 bits two words, low first
 */
export const HEADER_WORDS = 4;
export const SITE_WORDS = 8;
export const PRINT_HEADER_WORDS = 4;
/** Words of the print area: 1 MiB holds some 50,000 short lines; what does not fit is counted and said. */
export const PRINT_AREA_WORDS = 262_144;

export interface NoticeLayout {
  readonly sites: number;
  readonly sitesAt: number;
  readonly printsAt: number;
  /** 0 where the kernel does not print. */
  readonly printWords: number;
  readonly totalWords: number;
}

export function noticeLayout(sites: number, prints: boolean): NoticeLayout {
  const printsAt = HEADER_WORDS + sites * SITE_WORDS;
  const printWords = prints ? PRINT_AREA_WORDS : 0;
  return { sites, sitesAt: HEADER_WORDS, printsAt, printWords, totalWords: printsAt + printWords };
}
