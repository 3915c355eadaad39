import type { Type } from "./type.ts";

/** Numba's own way of writing a type: `array(float32, 1d, C)`, `UniTuple(int64 x 2)`, `Literal[int](1)`. */
export function typeName(type: Type): string {
  switch (type.kind) {
    case "scalar":
      return type.name;
    case "literal":
      return typeof type.value === "bigint"
        ? `Literal[int](${type.value})`
        : `Literal[bool](${type.value ? "True" : "False"})`;
    case "string":
      return type.value === null ? "unicode_type" : `Literal[str](${type.value})`;
    case "none":
      return "none";
    case "array":
      return `${type.readonly ? "readonly " : ""}array(${typeName(type.element)}, ${type.ndim}d, ${type.layout})`;
    case "record":
      return `Record(${type.fields.map((f) => `${f.name}[type=${typeName(f.type)};offset=${f.offsetBytes}]`).join(",")};${type.sizeBytes};False)`;
    case "tuple":
      return tupleName(type.items);
    case "range":
      return `range_state_${type.element.name}`;
    case "slice":
      return type.hasStep ? "slice<a:b:c>" : "slice<a:b>";
    case "iterator":
      return `${type.form}(${type.items.map(typeName).join(", ")})`;
    case "dim3":
      return "Dim3";
    case "static":
      return staticName(type.value);
    case "closure":
      return "function";
    case "unknown":
      return "undefined";
  }
}

function tupleName(items: readonly Type[]): string {
  const [first] = items;
  if (!first) return "Tuple()";
  if (items.every((item) => sameType(item, first))) return `UniTuple(${typeName(first)} x ${items.length})`;
  return `Tuple(${items.map(typeName).join(", ")})`;
}

function staticName(value: Extract<Type, { kind: "static" }>["value"]): string {
  switch (value.kind) {
    case "module":
      return `Module(${value.name})`;
    case "builtin":
      return `Function(${value.name})`;
    case "function":
      return `type(${value.name})`;
    case "dtype":
      return `class(${typeName(value.type)})`;
    default:
      return value.kind;
  }
}

/** Whether two types are the same in every respect that typing looks at. */
export function sameType(a: Type, b: Type): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind) return false;
  switch (a.kind) {
    case "scalar":
      return b.kind === "scalar" && a.name === b.name;
    case "literal":
      return b.kind === "literal" && a.value === b.value;
    case "string":
      return b.kind === "string" && a.value === b.value;
    case "array":
      return (
        b.kind === "array" &&
        a.ndim === b.ndim &&
        a.layout === b.layout &&
        a.readonly === b.readonly &&
        a.space === b.space &&
        sameType(a.element, b.element)
      );
    case "record":
      return (
        b.kind === "record" &&
        a.sizeBytes === b.sizeBytes &&
        a.fields.length === b.fields.length &&
        a.fields.every((field, i) => {
          const other = b.fields[i];
          return (
            other !== undefined &&
            field.name === other.name &&
            field.offsetBytes === other.offsetBytes &&
            sameType(field.type, other.type)
          );
        })
      );
    case "tuple":
      return b.kind === "tuple" && sameTypes(a.items, b.items);
    case "range":
      return b.kind === "range" && a.element.name === b.element.name;
    case "slice":
      return b.kind === "slice" && a.hasStep === b.hasStep;
    case "iterator":
      return b.kind === "iterator" && a.form === b.form && sameTypes(a.items, b.items);
    case "static":
      return b.kind === "static" && sameStatic(a.value, b.value);
    case "closure":
      return b.kind === "closure" && a.func === b.func;
    default:
      return true;
  }
}

function sameTypes(a: readonly Type[], b: readonly Type[]): boolean {
  return a.length === b.length && a.every((item, i) => sameType(item, b[i] as Type));
}

type StaticValue = Extract<Type, { kind: "static" }>["value"];

function sameStatic(a: StaticValue, b: StaticValue): boolean {
  if (a === b) return true;
  if (a.kind === "module" && b.kind === "module") return a.name === b.name;
  if (a.kind === "builtin" && b.kind === "builtin") return a.name === b.name;
  if (a.kind === "function" && b.kind === "function") return a.id === b.id;
  if (a.kind === "object" && b.kind === "object") return a.handle === b.handle;
  return a.kind === "dtype" && b.kind === "dtype" && sameType(a.type, b.type);
}
