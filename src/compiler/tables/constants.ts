/** Numbers that modules hold. In a kernel all of them are float64, as Python's floats are. */
export interface ModuleConstant {
  readonly name: string;
  readonly value: number;
  readonly doc: string;
}

const EULER_GAMMA = 0.5772156649015329;

function rows(module: string, names: readonly (readonly [string, number, string])[]): ModuleConstant[] {
  return names.map(([name, value, doc]) => ({ name: `${module}.${name}`, value, doc }));
}

const COMMON = [
  ["pi", Math.PI, "circumference of a circle by its diameter, as a float64"],
  ["e", Math.E, "base of the natural logarithm, as a float64"],
  ["inf", Number.POSITIVE_INFINITY, "positive infinity, as a float64"],
  ["nan", Number.NaN, "not a number, as a float64"],
] as const;
const TAU = ["tau", 2 * Math.PI, "2 pi, as a float64"] as const;

export const MODULE_CONSTANTS: readonly ModuleConstant[] = [
  ...rows("math", [...COMMON, TAU]),
  ...rows("cmath", [...COMMON, TAU]),
  ...rows("numpy", [...COMMON, ["euler_gamma", EULER_GAMMA, "the Euler-Mascheroni constant, as a float64"]]),
];

const byName = new Map(MODULE_CONSTANTS.map((row) => [row.name, row]));

/** `math.pi` and its kin by full name. */
export function constantByName(fullName: string): ModuleConstant | undefined {
  return byName.get(fullName);
}
