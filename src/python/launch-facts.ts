import type {
  ArgumentFacts,
  DeviceLimits,
  Float64Mode,
  IntegerClass,
  LaunchFacts,
} from "../compiler/ir/launch-facts.ts";
import type { LaunchSource } from "../compiler/ir/ir.ts";
import type { ArgumentValue, ArrayValue } from "../runtime/device.ts";
import type { LaunchHeader, ParameterShape } from "./launch-decoder.ts";

export interface FactSettings {
  readonly float64: Float64Mode;
  readonly loopBudget: number;
  /** Blocks that a launch may have along one axis before it is cut into windows; null: any number. */
  readonly mostBlocks: number | null;
}

/** Limits of the CPU device: what CUDA allows. */
export const CPU_LIMITS: DeviceLimits = {
  maxThreadsPerWorkgroup: 1024,
  maxWorkgroupBytes: 49_152,
  maxStorageBuffers: 1024,
  subgroups: false,
};

const INT32_MIN = -(2n ** 31n);
const INT32_MAX = 2n ** 31n - 1n;
const UINT32_MAX = 2n ** 32n - 1n;

/** What holds for this launch beyond the types of its arguments. */
export function launchFacts(
  header: LaunchHeader,
  parameters: readonly ParameterShape[],
  values: readonly ArgumentValue[],
  settings: FactSettings,
): LaunchFacts {
  return {
    block: header.block,
    arguments: values.map((value, i) => argumentFacts(value, parameters[i])),
    equal: equalSizes(parameters, values),
    gridSizes: gridSizes(header, values),
    overlaps: sharedBuffers(values),
    dynamicSharedBytes: header.dynamicSharedBytes,
    windowed: settings.mostBlocks !== null && header.grid.some((count) => count > (settings.mostBlocks ?? 0)),
    float64: settings.float64,
    loopBudget: settings.loopBudget,
  };
}

/**
 * The facts with nothing said of sizes and values, which fits every launch with these blocks, layouts and overlaps.
 * For kernels whose sizes keep changing class, so that they are not compiled again and again.
 */
export function withoutSizes(facts: LaunchFacts): LaunchFacts {
  return {
    ...facts,
    arguments: facts.arguments.map((fact) => (fact.kind === "scalar" ? { ...fact, integer: "any" } : fact)),
    equal: [],
    gridSizes: [],
  };
}

function argumentFacts(value: ArgumentValue, parameter: ParameterShape | undefined): ArgumentFacts {
  if (value.kind === "scalar") return { kind: "scalar", integer: integerClass(value.value) };
  const contiguous = parameter?.kind === "array" && (parameter.contiguous || isContiguous(value));
  return { kind: "array", offsetZero: value.offsetBytes === 0, contiguous };
}

function integerClass(value: bigint | number): IntegerClass {
  if (typeof value === "number") return "any";
  if (value >= 0n && value <= INT32_MAX) return "small";
  if (value >= INT32_MIN && value <= INT32_MAX) return "int32";
  return value >= 0n && value <= UINT32_MAX ? "uint32" : "any";
}

function isContiguous(array: ArrayValue): boolean {
  let expected = array.itemBytes;
  for (let axis = array.shape.length - 1; axis >= 0; axis--) {
    if (array.stridesBytes[axis] !== expected) return false;
    expected *= array.shape[axis] ?? 0;
  }
  return true;
}

/** Groups of equal array sizes, and the integer arguments that equal one of them. */
function equalSizes(
  parameters: readonly ParameterShape[],
  values: readonly ArgumentValue[],
): LaunchSource[][] {
  const groups = new Map<number, LaunchSource[]>();
  values.forEach((value, argument) => {
    if (value.kind !== "array") return;
    value.shape.forEach((size, axis) => {
      const group = groups.get(size);
      const source: LaunchSource = { what: "shape", argument, axis };
      if (group) group.push(source);
      else groups.set(size, [source]);
    });
  });
  values.forEach((value, argument) => {
    if (value.kind !== "scalar" || typeof value.value !== "bigint") return;
    const parameter = parameters[argument];
    if (parameter?.kind === "scalar" && parameter.name === "bool") return;
    groups.get(Number(value.value))?.push({ what: "scalar", argument, part: 0 });
  });
  return [...groups.values()].filter((group) => group.length > 1);
}

/** By axis, the array sizes that equal the number of blocks. One block says nothing: sizes of 1 are too common. */
function gridSizes(header: LaunchHeader, values: readonly ArgumentValue[]): LaunchSource[][] {
  const byAxis = header.grid.map((blocks) => {
    if (blocks === 1) return [];
    return values.flatMap((value, argument): LaunchSource[] => {
      if (value.kind !== "array") return [];
      return value.shape.flatMap((size, axis): LaunchSource[] =>
        size === blocks ? [{ what: "shape", argument, axis }] : [],
      );
    });
  });
  return byAxis.every((sources) => sources.length === 0) ? [] : byAxis;
}

/**
 * Arguments in one allocation. WebGPU binds whole allocations and refuses to bind one twice for writing, so views that
 * do not touch each other count as well.
 */
function sharedBuffers(values: readonly ArgumentValue[]): number[][] {
  const groups = new Map<number, number[]>();
  values.forEach((value, argument) => {
    if (value.kind !== "array") return;
    const group = groups.get(value.buffer);
    if (group) group.push(argument);
    else groups.set(value.buffer, [argument]);
  });
  return [...groups.values()].filter((group) => group.length > 1);
}
