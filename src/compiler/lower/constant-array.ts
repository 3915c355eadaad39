/** NumPy arrays that are globals or closure cells: constant memory. */
import { SCALAR_BITS } from "../ir/ir.ts";
import type { Constant } from "../names/constant.ts";
import { dtype } from "../tables/dtypes.ts";
import type { Span } from "../text/span.ts";
import { scalar } from "../types/type.ts";
import { irType } from "./convert.ts";
import * as make from "./make.ts";
import type { ModuleBuilder } from "./module-builder.ts";
import { PackedStorage, type Storage } from "./storage.ts";
import type { ViewValue } from "./value.ts";
import { contiguousAxes } from "./view.ts";

const storages = new WeakMap<ModuleBuilder, Map<string, Storage>>();

/** A view of the whole array. Reading one name twice gives views of one storage. */
export function constantArray(
  module: ModuleBuilder,
  name: string,
  array: Extract<Constant, { kind: "array" }>,
  span: Span,
): ViewValue {
  const element = scalar(array.dtype);
  let known = storages.get(module);
  if (!known) {
    known = new Map();
    storages.set(module, known);
  }
  const key = `${name} ${array.dtype} ${array.shape.join("x")} ${array.bytes.join(",")}`;
  let storage = known.get(key);
  if (!storage) {
    const memoryType = irType(element);
    const length = array.bytes.length / (SCALAR_BITS[memoryType] / 8);
    const itemBytes = dtype(array.dtype).bits / 8;
    storage = new PackedStorage(name, "constant", itemBytes, (type) =>
      module.constantMemory(name, type, array.bytes, length, span),
    );
    known.set(key, storage);
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
