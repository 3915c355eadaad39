/** NumPy arrays that are globals or closure cells: constant memory. */
import { SCALAR_BITS } from "../ir/ir.ts";
import type { Constant } from "../names/constant.ts";
import { dtype } from "../tables/dtypes.ts";
import type { Span } from "../text/span.ts";
import { scalar } from "../types/type.ts";
import * as make from "./make.ts";
import type { ModuleBuilder } from "./module-builder.ts";
import { PackedStorage, type Storage } from "./storage.ts";
import type { ViewValue } from "./value.ts";
import { contiguousAxes } from "./view.ts";

interface Known {
  readonly array: ConstantArray;
  readonly storage: Storage;
}
type ConstantArray = Extract<Constant, { kind: "array" }>;

const known = new WeakMap<ModuleBuilder, Map<string, Known[]>>();

/** A view of the whole array. Reading one name twice gives views of one storage, though the host describes the array anew. */
export function constantArray(
  module: ModuleBuilder,
  name: string,
  array: ConstantArray,
  span: Span,
): ViewValue {
  const element = scalar(array.dtype);
  let byName = known.get(module);
  if (!byName) {
    byName = new Map();
    known.set(module, byName);
  }
  const entries = byName.get(name) ?? [];
  byName.set(name, entries);
  let storage = entries.find((entry) => sameArray(entry.array, array))?.storage;
  if (!storage) {
    const itemBytes = dtype(array.dtype).bits / 8;
    storage = new PackedStorage(name, "constant", itemBytes, (type) =>
      module.memory({
        name,
        space: "constant",
        element: type,
        length: array.bytes.length / (SCALAR_BITS[type] / 8),
        argument: null,
        data: array.bytes,
        dynamic: false,
        span,
      }),
    );
    entries.push({ array, storage });
  }
  const sizes = array.shape.map((size) => make.int64(size, span));
  return {
    kind: "view",
    storage,
    element,
    fieldBytes: 0,
    offset: make.int64(0, span),
    axes: contiguousAxes(sizes, span),
  };
}

function sameArray(a: ConstantArray, b: ConstantArray): boolean {
  if (a === b) return true;
  if (a.dtype !== b.dtype || a.shape.join() !== b.shape.join() || a.bytes.length !== b.bytes.length)
    return false;
  return a.bytes.every((byte, i) => byte === b.bytes[i]);
}
