/**
 * What the threads of a block find out together. All must call these in uniform control flow. The module declares the
 * workgroup variables `vote_count`, `vote_total`, `warp_words`, `warp_words_high` and `warp_flags` where a helper names them.
 */
export const COLLECTIVES = {
  block_total: `
// The sum over the block, the same for all its threads. What leaves a workgroupUniformLoad is uniform, and it has
// a barrier on both sides, so that the next call may reset the counter.
fn block_total(part: u32, thread: u32) -> u32 {
  if (thread == 0u) { atomicStore(&vote_count, 0u); }
  workgroupBarrier();
  if (part != 0u) { atomicAdd(&vote_count, part); }
  workgroupBarrier();
  if (thread == 0u) { vote_total = atomicLoad(&vote_count); }
  return workgroupUniformLoad(&vote_total);
}`,
  lanes_with: `
// Bit i is set where the word of lane i has all bits of flags.
fn lanes_with(thread: u32, flags: u32) -> u32 {
  let first = thread & ~31u;
  var found = 0u;
  for (var lane = 0u; lane < 32u; lane++) {
    found |= u32((warp_flags[first + lane] & flags) == flags) << lane;
  }
  return found;
}`,
  lanes_equal: `
// Bit i is set where lane i is live and holds the same value as this thread.
fn lanes_equal(thread: u32) -> u32 {
  let first = thread & ~31u;
  var found = 0u;
  for (var lane = 0u; lane < 32u; lane++) {
    let at = first + lane;
    found |= u32((warp_flags[at] & 1u) != 0u && warp_words[at] == warp_words[thread]) << lane;
  }
  return found;
}`,
  lanes_equal_wide: `
fn lanes_equal_wide(thread: u32) -> u32 {
  let first = thread & ~31u;
  var found = lanes_equal(thread);
  for (var lane = 0u; lane < 32u; lane++) {
    if (warp_words_high[first + lane] != warp_words_high[thread]) { found &= ~(1u << lane); }
  }
  return found;
}`,
  lane_up: `
fn lane_up(thread: u32, distance: i32) -> u32 {
  return select(thread, thread - u32(distance), u32(distance) <= (thread & 31u));
}`,
  lane_down: `
fn lane_down(thread: u32, distance: i32) -> u32 {
  return select(thread, thread + u32(distance), u32(distance) <= 31u - (thread & 31u));
}`,
  lane_xor: `
fn lane_xor(thread: u32, mask: i32) -> u32 {
  return select(thread, thread ^ u32(mask), u32(mask) < 32u);
}`,
  lane_of: `
fn lane_of(thread: u32, lane: i32) -> u32 {
  return (thread & ~31u) | (u32(lane) & 31u);
}`,
} as const satisfies Record<string, string>;
