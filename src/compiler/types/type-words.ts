/** Types in words, for messages: "a float32", "a 2-d array of int32". */
import type { Type } from "./type.ts";

export function inWords(type: Type): string {
  switch (type.kind) {
    case "scalar":
      return type.name === "bool" ? "a bool" : `${article(type.name)} ${type.name}`;
    case "literal":
      return typeof type.value === "boolean" ? "a bool" : "an int";
    case "string":
      return "a string";
    case "none":
      return "None";
    case "array":
      return `a ${type.ndim}-d array of ${type.element.kind === "record" ? "records" : type.element.name}`;
    case "record":
      return "a record";
    case "tuple":
      return type.items.length === 0 ? "an empty tuple" : `a tuple of ${type.items.length}`;
    case "range":
      return "a range";
    case "slice":
      return "a slice";
    case "iterator":
      return type.form === "enumerate" || type.form === "zip"
        ? `${article(type.form)} ${type.form}`
        : "an iterator";
    case "dim3":
      return "a thread position (with .x, .y, .z)";
    case "static":
      return staticInWords(type.value);
    case "closure":
      return "a function";
    case "unknown":
      return "something unknown";
  }
}

function staticInWords(value: Extract<Type, { kind: "static" }>["value"]): string {
  switch (value.kind) {
    case "module":
      return `the module ${value.name}`;
    case "builtin":
    case "function":
      return `the function ${value.name}`;
    case "dtype":
      return value.type.kind === "scalar" ? `the type ${value.type.name}` : "a type";
    case "object":
      return value.describe;
    default:
      return `a ${value.kind}`;
  }
}

function article(word: string): string {
  return /^[aeio]/.test(word) ? "an" : "a";
}

/** "one index", "two indices", "11 indices". */
export function counted(count: number, one: string, many: string): string {
  const words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
  return `${words[count] ?? count} ${count === 1 ? one : many}`;
}
