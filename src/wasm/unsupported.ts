/** What the CPU device cannot do, with the place in the source. */
import { Unsupported } from "../compiler/diagnostics/unsupported.ts";
import type { Access, Memory } from "../compiler/ir/ir.ts";
import { SCALAR_BITS } from "../compiler/ir/ir.ts";
import type { Span } from "../compiler/text/span.ts";

/** What CUDA gives a block without being asked for more; a script that needs more would not run there either. */
export const MOST_SHARED_BYTES = 49_152;

function unsupported(code: string, message: string, span: Span, label: string, help: string): Unsupported {
  return new Unsupported({
    code,
    severity: "error",
    message,
    primary: { span, label },
    related: [],
    notes: [],
    help: { text: help },
  });
}

/** Blocks run one after another here, each to its end, so none can wait for another. */
export function noGridSync(span: Span): Unsupported {
  const help = "split the kernel in two launches: the second starts when the first is done";
  return unsupported(
    "grid-sync",
    "a sync of the whole grid is not available yet",
    span,
    "all blocks wait here",
    help,
  );
}

export function noFloat16(access: Access): Unsupported {
  const message = "float16 is not available on the CPU device yet";
  return unsupported(
    "cpu-float16",
    message,
    access.span,
    `${access.memory.name} holds float16`,
    "use float32",
  );
}

/** Throws where the shared arrays of a block are larger than CUDA's own limit. */
export function checkSharedMemory(memories: readonly Memory[], dynamicBytes: number): void {
  const shared = memories.filter((memory) => memory.space === "shared" && !memory.dynamic);
  const bytes = shared.reduce(
    (sum, memory) => sum + ((memory.length ?? 0) * SCALAR_BITS[memory.element]) / 8,
    dynamicBytes,
  );
  const last = shared.at(-1);
  if (bytes <= MOST_SHARED_BYTES || !last) return;
  const message = `the kernel needs ${bytes} bytes of shared memory for each block, and CUDA gives a block ${MOST_SHARED_BYTES}`;
  throw unsupported(
    "shared-memory",
    message,
    last.span,
    "shared memory declared here",
    "make the shared arrays smaller",
  );
}
