/** What this back end cannot say in WGSL: thrown with a diagnostic that points at the source, and caught by the compiler's entry. */
import { Unsupported } from "../compiler/diagnostics/unsupported.ts";
import type { Span } from "../compiler/text/span.ts";

function unsupported(
  code: string,
  span: Span,
  message: string,
  label: string,
  notes: readonly string[],
  help?: string,
): Unsupported {
  return new Unsupported({
    code,
    severity: "error",
    message,
    primary: { span, label },
    related: [],
    notes,
    ...(help === undefined ? {} : { help: { text: help } }),
  });
}

export const unsupportedFloat64Function = (name: string, span: Span): Unsupported =>
  unsupported(
    "gpu-float64-function",
    span,
    `math.${name} on float64 is not available on the GPU yet`,
    "float64 here",
    ["WebGPU has no float64, and Kernelpad has no exact version of this function in WGSL"],
    "use float64=fast or the CPU device",
  );

export const unsupportedAtomic = (operation: string, type: string, span: Span): Unsupported =>
  unsupported(
    "gpu-atomic",
    span,
    `atomic ${operation} on ${type} is not available on the GPU`,
    `${type} here`,
    [
      "WebGPU's atomics are 32 bits wide; add and sub on 64-bit integers work where the old value is not used, and, or and xor where the kernel makes no other access to the array",
    ],
    "use a 32-bit type or the CPU device",
  );

export const unsupportedGridSync = (span: Span): Unsupported =>
  unsupported(
    "gpu-grid-sync",
    span,
    "a sync of the whole grid is not available on the GPU yet",
    "all blocks wait here",
    [],
    "split the kernel in two launches: the second starts when the first is done",
  );

export const unsupportedRecursion = (name: string, span: Span): Unsupported =>
  unsupported(
    "gpu-recursion",
    span,
    `\`${name}\` calls itself, which WebGPU does not allow`,
    "recursive call",
    [],
    "use a loop, or the CPU device",
  );

export const tooMuchSharedMemory = (bytes: number, limit: number, span: Span): Unsupported =>
  unsupported(
    "gpu-shared-memory",
    span,
    `the kernel needs ${bytes} bytes of shared memory for each block, and this GPU gives a workgroup ${limit}`,
    "shared memory declared here",
    [`limit of this adapter: ${limit} bytes; CUDA's usual limit: 49152 bytes`],
    "make the shared arrays smaller, or use the CPU device",
  );

export const tooManyArrays = (count: number, limit: number, span: Span): Unsupported =>
  unsupported(
    "gpu-bindings",
    span,
    `the kernel uses ${count} arrays, and this GPU binds at most ${limit} at a time`,
    "array argument",
    ["arrays of constants and the notice buffer count too"],
    "pass fewer arrays, or use the CPU device",
  );

export const unsupportedFeature = (what: string, span: Span): Unsupported =>
  unsupported(
    "gpu-unsupported",
    span,
    `${what} is not available on the GPU yet`,
    "here",
    [],
    "use the CPU device",
  );
