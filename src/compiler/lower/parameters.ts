/** Arguments of a kernel: scalars and sizes of arrays as launch values, arrays as global memory. */
import type { Expr, Memory, Scalar } from "../ir/ir.ts";
import type { Span } from "../text/span.ts";
import * as messages from "../types/diagnostics.ts";
import { elementBytes } from "../types/infer-attribute.ts";
import type { ArrayType, Type } from "../types/type.ts";
import { irType, isComplex, scalarValue } from "./convert.ts";
import * as make from "./make.ts";
import type { ModuleBuilder } from "./module-builder.ts";
import { Refusal } from "./refusal.ts";
import { PackedStorage } from "./storage.ts";
import type { Value, ViewAxis } from "./value.ts";

/** What one flattened argument is: a parameter, or an item of a tuple. None and literals take no place. */
export interface FlatArgument {
  /** `t` or `t_0`. */
  readonly name: string;
  readonly parameter: number;
  readonly type: Type;
}

/** The flattened arguments of parameters with these types, in order: `LaunchSource.argument` counts them. */
export function flattenArguments(names: readonly string[], types: readonly Type[]): readonly FlatArgument[] {
  return types.flatMap((type, parameter) =>
    flattenOne(names[parameter] ?? `arg${parameter}`, parameter, type),
  );
}

function flattenOne(name: string, parameter: number, type: Type): readonly FlatArgument[] {
  switch (type.kind) {
    case "tuple":
      return type.items.flatMap((item, i) => flattenOne(`${name}_${type.names?.[i] ?? i}`, parameter, item));
    case "scalar":
    case "array":
      return [{ name, parameter, type }];
    default:
      return [];
  }
}

/** Makes the values of a kernel's parameters, in order. */
export class ParameterReader {
  readonly #module: ModuleBuilder;
  #next = 0;

  constructor(module: ModuleBuilder) {
    this.#module = module;
  }

  /** The value of the next parameter. */
  read(name: string, type: Type, span: Span): Value {
    switch (type.kind) {
      case "scalar": {
        const argument = this.#next++;
        const ir = irType(type);
        const part = (number: 0 | 1, partName: string): Expr =>
          this.#module.launch(partName, ir, { what: "scalar", argument, part: number }, span);
        if (!isComplex(type)) return scalarValue(type, part(0, name));
        return { kind: "complex", type, re: part(0, `${name}_re`), im: part(1, `${name}_im`) };
      }
      case "tuple":
        return {
          kind: "tuple",
          items: type.items.map((item, i) => this.read(`${name}_${type.names?.[i] ?? i}`, item, span)),
        };
      case "array":
        return this.#array(name, type, this.#next++, span);
      case "none":
        return { kind: "none" };
      default:
        throw new Refusal(messages.notSupportedYet("a kernel argument of this type", span));
    }
  }

  #array(name: string, type: ArrayType, argument: number, span: Span): Value {
    const module = this.#module;
    const itemBytes = elementBytes(type.element);
    const memories: Memory[] = [];
    const storage = new PackedStorage(name, "global", itemBytes, (element: Scalar) => {
      const memoryName = memories.length === 0 ? name : `${name}_${element}`;
      const memory = module.memory({
        name: memoryName,
        space: "global",
        element,
        length: null,
        argument,
        data: null,
        dynamic: false,
        span,
      });
      memories.push(memory);
      return memory;
    });
    // Arguments that are never touched still have a memory, so that the host knows of them.
    if (type.element.kind === "scalar") storage.leaf(irType(type.element), 0);
    const sizes = Array.from({ length: type.ndim }, (_, axis) =>
      module.launch(
        type.ndim === 1 ? `${name}_size` : `${name}_shape_${axis}`,
        "i64",
        { what: "shape", argument, axis },
        span,
      ),
    );
    const axes = sizes.map(
      (size, axis): ViewAxis => ({
        index: null,
        wraps: true,
        size,
        stride: strideOf(type, sizes, axis, () =>
          module.launch(`${name}_stride_${axis}`, "i64", { what: "stride", argument, axis }, span),
        ),
      }),
    );
    const offset = module.launch(`${name}_offset`, "i64", { what: "offset", argument }, span);
    return { kind: "view", storage, element: type.element, fieldBytes: 0, offset, axes };

    function strideOf(array: ArrayType, all: readonly Expr[], axis: number, given: () => Expr): Expr {
      if (array.layout === "A") return given();
      const inner = array.layout === "C" ? all.slice(axis + 1) : all.slice(0, axis);
      return inner.reduce<Expr>((product, size) => make.multiply(product, size, span), make.int64(1, span));
    }
  }
}
