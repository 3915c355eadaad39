/** The intrinsics of `numba.cuda` (numba_cuda/numba/cuda/cudadecl.py, intrinsics.py), atomics excepted. */
import { type Builtin, missing, plain, special } from "./builtin.ts";
import { forEachType, REAL, SIGNED, UNSIGNED } from "./signatures.ts";

const CUDA = "numba.cuda.";
const INTEGERS = [...SIGNED, ...UNSIGNED];
const SAME = forEachType(INTEGERS, "T -> T");
/** A statement gives nothing to return: the example returns something else first. */
const statement = (call: string): string => `0\n${call}`;

const barrier = (member: string, doc: string): Builtin =>
  special(CUDA + member, "synchronize", doc, statement(`cuda.${member}()`), "");
const counting = (member: string, doc: string): Builtin =>
  special(CUDA + member, "synchronize", doc, `cuda.${member}(a)`, "int32");
const shuffle = (member: string, doc: string): Builtin =>
  special(CUDA + member, "shuffle", doc, `cuda.${member}(0xffffffff, a, 1)`, "float32");
const vote = (member: string, doc: string): Builtin =>
  special(CUDA + member, "vote", doc, `cuda.${member}(0xffffffff, a)`, "int32");
const load = (member: string, where: string): Builtin =>
  special(CUDA + member, "cached-access", `reads an element, ${where}`, `cuda.${member}(a, 0)`, "float32[:]");
const store = (member: string, where: string): Builtin =>
  special(
    CUDA + member,
    "cached-access",
    `writes an element, ${where}`,
    statement(`cuda.${member}(a, 0, a[1])`),
    "float32[:]",
  );
const memory = (space: "shared" | "local", doc: string): Builtin =>
  special(`${CUDA}${space}.array`, "memory", doc, `cuda.${space}.array(32, float32)[0]`, "");

export const CUDA_INTRINSICS: readonly Builtin[] = [
  special(
    `${CUDA}grid`,
    "grid",
    "position of the thread in the whole grid: an int64, or a tuple for 2 or 3 axes",
    "cuda.grid(1)",
    "",
  ),
  special(
    `${CUDA}gridsize`,
    "grid",
    "threads in the whole grid: an int64, or a tuple for 2 or 3 axes",
    "cuda.gridsize(2)",
    "",
  ),
  memory("shared", "memory that the threads of a block share; a shape of 0 takes its size from the launch"),
  memory("local", "memory of one thread"),
  special(
    `${CUDA}const.array_like`,
    "const-array",
    "the array in constant memory",
    "cuda.const.array_like(a)[0]",
    "float32[:]",
  ),
  barrier("syncthreads", "waits until all threads of the block are here"),
  counting(
    "syncthreads_count",
    "as syncthreads; gives how many threads of the block have a predicate that is not 0",
  ),
  counting(
    "syncthreads_and",
    "as syncthreads; gives 1 where the predicate of every thread of the block is not 0",
  ),
  counting(
    "syncthreads_or",
    "as syncthreads; gives 1 where the predicate of some thread of the block is not 0",
  ),
  special(
    `${CUDA}syncwarp`,
    "synchronize",
    "waits until the lanes of the mask are here",
    statement("cuda.syncwarp(0xffffffff)"),
    "",
  ),
  barrier("threadfence", "writes before it are seen by all threads before writes after it"),
  barrier(
    "threadfence_block",
    "writes before it are seen by the threads of the block before writes after it",
  ),
  barrier("threadfence_system", "as threadfence, for the host too"),
  special(
    `${CUDA}cg.this_grid`,
    "grid-group",
    "the grid as a cooperative group, for sync()",
    statement("cuda.cg.this_grid()"),
    "",
  ),
  shuffle("shfl_sync", "the value of another lane"),
  shuffle("shfl_up_sync", "the value of the lane so many below"),
  shuffle("shfl_down_sync", "the value of the lane so many above"),
  shuffle("shfl_xor_sync", "the value of the lane whose number differs in these bits"),
  vote("all_sync", "true where the predicate holds in every lane of the mask"),
  vote("any_sync", "true where the predicate holds in some lane of the mask"),
  vote("eq_sync", "true where the predicate is the same in every lane of the mask"),
  vote("ballot_sync", "one bit a lane: those whose predicate holds"),
  vote("match_any_sync", "one bit a lane: those that have the same value"),
  vote("match_all_sync", "the mask and true where all its lanes have the same value, else 0 and false"),
  plain(`${CUDA}activemask`, "-> uint32", "one bit a lane: those that run here", "cuda.activemask()", ""),
  plain(`${CUDA}lanemask_lt`, "-> uint32", "one bit a lane: those below this one", "cuda.lanemask_lt()", ""),
  plain(`${CUDA}popc`, SAME, "how many bits are 1", "cuda.popc(a)", "uint32", {
    kind: "unary",
    op: "popcount",
  }),
  plain(`${CUDA}clz`, SAME, "how many bits are 0 before the highest 1", "cuda.clz(a)", "uint32", {
    kind: "unary",
    op: "clz",
  }),
  special(
    `${CUDA}ffs`,
    "bits",
    "position of the lowest 1, counted from 1; 0 where there is none",
    "cuda.ffs(a)",
    "uint32",
  ),
  plain(
    `${CUDA}brev`,
    forEachType(["uint32", "uint64"], "T -> T"),
    "the bits in the opposite order",
    "cuda.brev(a)",
    "uint32",
    { kind: "unary", op: "bit-reverse" },
  ),
  special(
    `${CUDA}selp`,
    "selp",
    "the second value where the bool holds, else the third",
    "cuda.selp(a > 0, a, a)",
    "int32",
  ),
  plain(
    `${CUDA}fma`,
    forEachType(REAL, "T T T -> T"),
    "x * y + z, rounded once",
    "cuda.fma(a, a, a)",
    "float32",
    { kind: "math", fn: "fma" },
  ),
  plain(`${CUDA}cbrt`, forEachType(REAL, "T -> T"), "cube root", "cuda.cbrt(a)", "float32", {
    kind: "math",
    fn: "cbrt",
  }),
  plain(
    `${CUDA}nanosleep`,
    "uint32 -> none",
    "waits; does nothing here",
    statement("cuda.nanosleep(100)"),
    "",
  ),
  load("ldca", "kept in all caches"),
  load("ldcg", "kept in the global cache"),
  load("ldcs", "read once"),
  load("ldlu", "for the last time"),
  load("ldcv", "past the caches"),
  store("stcg", "kept in the global cache"),
  store("stcs", "read once"),
  store("stwb", "kept in all caches"),
  store("stwt", "through to memory"),
  ...hostOnly("synchronize", "cuda.syncthreads() waits for the threads of a block"),
  ...hostOnly("to_device", "copy on the host, and pass the array to the kernel"),
  ...hostOnly(
    "device_array device_array_like",
    "make the array on the host and pass it, or use cuda.local.array",
  ),
];

function hostOnly(names: string, reason: string): readonly Builtin[] {
  return missing("refused", "numba.cuda", names, reason);
}
