/**
 * Reads the launch records that `numba.cuda.dispatcher` packs: little-endian slots of 8 bytes. First the header
 * (specialisation, grid, block, bytes of dynamic shared memory), then the arguments, flattened over tuples.
 */
import { InternalError } from "../compiler/diagnostics/diagnostic.ts";
import type { ScalarName, Type } from "../compiler/types/type.ts";
import type { ArgumentValue } from "../runtime/device.ts";

const SLOT_BYTES = 8;
const HEADER_SLOTS = 8;
const TWO_TO_32 = 2 ** 32;

export interface LaunchHeader {
  readonly specialisation: number;
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  readonly dynamicSharedBytes: number;
}

/** One flattened parameter. */
export type ParameterShape =
  | { readonly kind: "scalar"; readonly name: ScalarName }
  | { readonly kind: "array"; readonly ndim: number; readonly contiguous: boolean };

/** Parameters in the order of their slots; tuples are taken apart, None takes no slot. */
export function flattenTypes(types: readonly Type[]): readonly ParameterShape[] {
  return types.flatMap((type): readonly ParameterShape[] => {
    switch (type.kind) {
      case "scalar":
        return [{ kind: "scalar", name: type.name }];
      case "array":
        return [{ kind: "array", ndim: type.ndim, contiguous: type.layout === "C" }];
      case "tuple":
        return flattenTypes(type.items);
      case "none":
        return [];
      default:
        throw new InternalError("python", `no kernel argument is of kind ${type.kind}`);
    }
  });
}

export function readHeader(view: DataView): LaunchHeader {
  return {
    specialisation: readNumber(view, 0),
    grid: [readNumber(view, 8), readNumber(view, 16), readNumber(view, 24)],
    block: [readNumber(view, 32), readNumber(view, 40), readNumber(view, 48)],
    dynamicSharedBytes: readNumber(view, 56),
  };
}

export function readArguments(view: DataView, parameters: readonly ParameterShape[]): ArgumentValue[] {
  let at = HEADER_SLOTS * SLOT_BYTES;
  const next = (): number => {
    const value = readNumber(view, at);
    at += SLOT_BYTES;
    return value;
  };
  return parameters.map((parameter): ArgumentValue => {
    if (parameter.kind === "array") {
      const buffer = next();
      const offsetBytes = next();
      const shape = Array.from({ length: parameter.ndim }, next);
      const stridesBytes = Array.from({ length: parameter.ndim }, next);
      return { kind: "array", buffer, offsetBytes, shape, stridesBytes, itemBytes: next() };
    }
    const slot = at;
    at += SLOT_BYTES;
    switch (parameter.name) {
      case "float16":
      case "float32":
      case "float64":
        return { kind: "scalar", value: view.getFloat64(slot, true) };
      case "complex64":
      case "complex128":
        at += SLOT_BYTES;
        return {
          kind: "scalar",
          value: view.getFloat64(slot, true),
          imaginary: view.getFloat64(slot + SLOT_BYTES, true),
        };
      case "uint64":
        return { kind: "scalar", value: view.getBigUint64(slot, true) };
      default:
        return { kind: "scalar", value: view.getBigInt64(slot, true) };
    }
  });
}

/** A slot that holds a whole number below 2**53. */
function readNumber(view: DataView, at: number): number {
  return view.getInt32(at + 4, true) * TWO_TO_32 + view.getUint32(at, true);
}
