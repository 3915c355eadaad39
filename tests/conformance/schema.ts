/** Checks a value against the part of JSON Schema that the run report's schema uses. */
import schema from "../../src/session/run-report.schema.json" with { type: "json" };

interface Schema {
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly type?: string | readonly string[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** What is wrong with a run report, with the path of each fault; empty where nothing is. */
export function reportFaults(report: unknown): string[] {
  return faults(report, schema as Schema, "report");
}

function faults(value: unknown, rule: Schema, path: string): string[] {
  if (rule.$ref) return faults(value, definition(rule.$ref), path);
  if (rule.const !== undefined && value !== rule.const) return [`${path} is not ${String(rule.const)}`];
  if (rule.enum && !rule.enum.includes(value)) return [`${path} is ${JSON.stringify(value)}`];
  if (rule.type && ![rule.type].flat().some((type) => isOfType(value, type)))
    return [`${path} is no ${String(rule.type)}`];
  if (Array.isArray(value)) {
    const length = value.length;
    if (length < (rule.minItems ?? 0) || length > (rule.maxItems ?? length))
      return [`${path} has ${length} items`];
    return rule.items ? value.flatMap((item, i) => faults(item, rule.items as Schema, `${path}[${i}]`)) : [];
  }
  if (typeof value !== "object" || value === null) return [];
  const missing = (rule.required ?? [])
    .filter((name) => !(name in value))
    .map((name) => `${path}.${name} is missing`);
  const inner = Object.entries(value).flatMap(([name, part]) => {
    const known =
      rule.properties?.[name] ??
      (typeof rule.additionalProperties === "object" ? rule.additionalProperties : null);
    if (known) return faults(part, known, `${path}.${name}`);
    return rule.additionalProperties === false ? [`${path}.${name} is unknown`] : [];
  });
  return [...missing, ...inner];
}

function definition(ref: string): Schema {
  const name = ref.replace("#/$defs/", "");
  const found = (schema.$defs as unknown as Readonly<Record<string, Schema>>)[name];
  if (!found) throw new Error(`the schema has no ${ref}`);
  return found;
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}
