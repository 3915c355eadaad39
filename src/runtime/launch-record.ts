import type { LaunchSource } from "../compiler/ir/ir.ts";
import type { RecordField } from "../compiler/ir/program.ts";
import type { ArgumentValue, ArrayValue, Launch } from "./device.ts";

type Triple = readonly [number, number, number];

/**
 * Writes the scalars of one launch (sizes, strides, scalar arguments, grid size, window) where the program expects
 * them, into the uniform block of WGSL or the launch record of WebAssembly: the two share one layout of fields.
 * `view` starts at the record; little-endian.
 */
export function writeLaunchRecord(
  view: DataView,
  fields: readonly RecordField[],
  launch: Launch,
  window: Triple,
): void {
  for (const field of fields) writeField(view, field, launch, window);
}

function writeField(view: DataView, field: RecordField, launch: Launch, window: Triple): void {
  const value = fieldValue(field.source, launch, window);
  const at = field.offsetBytes;
  switch (field.type) {
    case "i64":
    case "u64":
      view.setBigUint64(at, BigInt.asUintN(64, BigInt(value)), true);
      break;
    case "f64":
      view.setFloat64(at, Number(value), true);
      break;
    case "f32":
    case "f16":
      view.setFloat32(at, Number(value), true);
      break;
    case "bool":
      view.setUint32(at, Number(value) === 0 ? 0 : 1, true);
      break;
    default:
      view.setInt32(at, typeof value === "bigint" ? Number(BigInt.asIntN(32, value)) : value | 0, true);
  }
}

function fieldValue(source: RecordField["source"], launch: Launch, window: Triple): bigint | number {
  switch (source.what) {
    case "grid-size":
      return launch.grid[source.axis];
    case "window":
      return window[source.axis];
    case "dynamic-shared-bytes":
      return launch.dynamicSharedBytes;
    default:
      return argumentValue(source, launch.arguments);
  }
}

/** The value that `source` names in the arguments of a launch: sizes in elements, strides and offsets in elements too. */
export function argumentValue(
  source: Exclude<LaunchSource, { what: "dynamic-shared-bytes" }>,
  values: readonly ArgumentValue[],
): bigint | number {
  const value = values[source.argument];
  if (!value) throw new Error(`launch has no argument ${source.argument}`);
  if (source.what === "scalar") {
    if (value.kind !== "scalar") throw new Error(`argument ${source.argument} is no scalar`);
    return source.part === 0 ? value.value : (value.imaginary ?? 0);
  }
  if (value.kind !== "array") throw new Error(`argument ${source.argument} is no array`);
  switch (source.what) {
    case "shape":
      return value.shape[source.axis] ?? 0;
    case "stride":
      return inElements(value.stridesBytes[source.axis] ?? 0, value);
    case "offset":
      return inElements(value.offsetBytes, value);
  }
}

/** Arrays whose items do not stand on multiples of their size are refused before the launch, so this divides evenly. */
function inElements(bytes: number, array: ArrayValue): number {
  return bytes / array.itemBytes;
}
