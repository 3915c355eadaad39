/** Tuples whose items are picked at run time: kept in memory while that is done. */
import { writeScalar } from "../analysis/arithmetic.ts";
import { type Expr, type Memory, SCALAR_BITS } from "../ir/ir.ts";
import type { Span } from "../text/span.ts";
import * as messages from "../types/diagnostics.ts";
import type { Frame } from "./frame.ts";
import * as make from "./make.ts";
import { Refusal } from "./refusal.ts";
import { expressionsOf, mapValue, type TupleValue, type Value } from "./value.ts";
import type { Index } from "./view.ts";

/** Item `index` of a tuple whose items have one type. */
export function pickItem(frame: Frame, tuple: TupleValue, index: Index, span: Span): Value {
  return picker(frame, tuple, span)(index);
}

/** Puts the items of a tuple into memory once; the answer picks one of them. */
export function picker(frame: Frame, tuple: TupleValue, span: Span): (index: Index) => Value {
  const [first] = tuple.items;
  if (!first) throw new Refusal(messages.notSupportedYet("an item of an empty tuple", span));
  const columns = tuple.items.map(expressionsOf);
  if (tuple.items.some((item) => !isPlain(item))) {
    throw new Refusal(messages.notSupportedYet("a run-time index into a tuple of arrays", span));
  }
  const memories = expressionsOf(first).map((_, part) => {
    const column = columns.map((parts) => parts[part]).filter((expr) => expr !== undefined);
    return column.every((expr) => expr.kind === "constant")
      ? constantColumn(frame, column, span)
      : localColumn(frame, column, span);
  });
  const size = make.int64(tuple.items.length, span);
  return (index) => {
    const at = memories.length > 1 ? frame.once("item", index.expr) : index.expr;
    let next = 0;
    return mapValue(first, (part) => {
      const memory = memories[next++];
      return memory ? load(frame, memory, { ...index, expr: at }, size, span) : part;
    });
  };
}

function isPlain(value: Value): boolean {
  if (value.kind === "tuple") return value.items.every(isPlain);
  return value.kind === "scalar" || value.kind === "complex";
}

function load(frame: Frame, memory: Memory, index: Index, size: Expr, span: Span): Expr {
  const isKnown = index.expr.kind === "constant" && Number(index.expr.value) >= 0;
  return {
    kind: "load",
    type: memory.element,
    access: {
      memory,
      offset: make.int64(0, span),
      axes: [
        {
          index: index.expr,
          size,
          stride: make.int64(1, span),
          wraps: index.wraps && !isKnown,
          checked: true,
        },
      ],
      site: frame.module.site("bounds", span, "a tuple"),
      span,
    },
    span,
  };
}

function constantColumn(frame: Frame, column: readonly Expr[], span: Span): Memory {
  const type = column[0]?.type ?? "i64";
  const bytes = SCALAR_BITS[type] / 8;
  const data = new Uint8Array(column.length * bytes);
  const view = new DataView(data.buffer);
  column.forEach((expr, i) => {
    if (expr.kind === "constant") writeScalar(view, i * bytes, type, expr.value);
  });
  return frame.module.constantMemory("items", type, data, column.length, span);
}

function localColumn(frame: Frame, column: readonly Expr[], span: Span): Memory {
  const element = column[0]?.type ?? "i64";
  const memory = frame.module.memory({
    name: "items",
    space: "local",
    element,
    length: column.length,
    argument: null,
    data: null,
    dynamic: false,
    span,
  });
  column.forEach((value, i) => {
    frame.emit({
      kind: "store",
      access: {
        memory,
        offset: make.int64(0, span),
        axes: [
          {
            index: make.int64(i, span),
            size: make.int64(column.length, span),
            stride: make.int64(1, span),
            wraps: false,
            checked: false,
          },
        ],
        site: frame.module.site("bounds", span, "a tuple"),
        span,
      },
      value,
      span,
    });
  });
  return memory;
}
