/**
 * Code that writes the notice buffer (compiler/ir/notices.ts has its layout). The module declares `notices`,
 * `notice_block`, `notice_thread` and `loop_budget` where a helper names them.
 */
import { HEADER_WORDS, SITE_WORDS } from "../../compiler/ir/notices.ts";

export const NOTICE_HELPERS = {
  record_failure: `
// Only the first thread that fails at a site is kept.
fn record_failure(site: u32, index: i32, size: i32, axis: u32) {
  let at = ${HEADER_WORDS}u + site * ${SITE_WORDS}u;
  if (atomicExchange(&notices[at], 1u) != 0u) { return; }
  atomicStore(&notices[at + 1u], u32(index));
  atomicStore(&notices[at + 2u], u32(size));
  atomicStore(&notices[at + 3u], axis);
  atomicStore(&notices[at + 4u], notice_block);
  atomicStore(&notices[at + 5u], notice_thread);
  atomicStore(&notices[1], 1u);
}`,
  in_bounds: `
fn in_bounds(index: i32, size: i32, site: u32, axis: u32) -> bool {
  if (index >= 0 && index < size) { return true; }
  record_failure(site, index, size, axis);
  return false;
}`,
  in_wrapped_bounds: `
fn in_wrapped_bounds(index: i32, size: i32, site: u32, axis: u32) -> bool {
  if (index >= -size && index < size) { return true; }
  record_failure(site, index, size, axis);
  return false;
}`,
  out_of_budget: `
fn out_of_budget(site: u32) -> bool {
  loop_budget -= 1;
  if (loop_budget >= 0) { return false; }
  record_failure(site, 0, 0, 0u);
  return true;
}`,
} as const satisfies Record<string, string>;
