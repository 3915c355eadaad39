/** Types of calls to `numba.cuda`'s intrinsics. What real Numba accepts was asked of it, call by call. */
import type * as ast from "../syntax/ast.ts";
import { dtypeByName } from "../tables/dtypes.ts";
import {
  type Answer,
  answer,
  FAILED,
  hasCount,
  isInteger,
  isNumber,
  isReal,
  named,
  refuse,
  shortName,
  typeOfArgument,
} from "./arguments.ts";
import * as arrayMessages from "./array-diagnostics.ts";
import { inferAtomic } from "./infer-atomic.ts";
import type { InferContext } from "./infer-context.ts";
import { GRID_GROUP } from "./positions.ts";
import { type ArrayType, NONE, scalar, type ScalarName, type Type } from "./type.ts";
import type { BoundArgument } from "./typed.ts";
import { unliteral } from "./unify.ts";

const CUDA = "numba.cuda.";
const INT32 = scalar("int32");
const INT64 = scalar("int64");
const UINT32 = scalar("uint32");
const BOOL = scalar("bool");

export function inferCuda(
  context: InferContext,
  call: ast.Call,
  name: string,
  args: readonly BoundArgument[],
  types: readonly Type[],
): Answer | null {
  if (!name.startsWith(CUDA)) return null;
  const member = name.slice(CUDA.length);
  if (member.startsWith("atomic.")) return inferAtomic(context, call, name, args, types);
  switch (member) {
    case "grid":
    case "gridsize":
      return grid(context, call, name, args, types);
    case "shared.array":
    case "local.array":
      return memory(context, call, name, args);
    case "const.array_like": {
      const [like] = types;
      if (!hasCount(context, call, name, args, 1, 1) || !like) return FAILED;
      return like.kind === "array" ? answer(like, name, args, types) : refuse(context, call, name, types);
    }
    case "cg.this_grid":
      if (!hasCount(context, call, name, args, 0, 0)) return FAILED;
      return answer({ kind: "static", value: { kind: "builtin", name: GRID_GROUP } }, name, args, []);
    case "syncthreads":
    case "threadfence":
    case "threadfence_block":
    case "threadfence_system":
      return hasCount(context, call, name, args, 0, 0) ? answer(NONE, name, args, []) : FAILED;
    case "syncwarp":
      if (!hasCount(context, call, name, args, 0, 1)) return FAILED;
      return types.every(isInteger)
        ? answer(
            NONE,
            name,
            args,
            types.map(() => INT32),
          )
        : refuse(context, call, name, types);
    case "nanosleep":
      if (!hasCount(context, call, name, args, 1, 1)) return FAILED;
      return types.every(isInteger) ? answer(NONE, name, args, [UINT32]) : refuse(context, call, name, types);
    case "syncthreads_count":
    case "syncthreads_and":
    case "syncthreads_or": {
      if (!hasCount(context, call, name, args, 1, 1)) return FAILED;
      if (types.every(isInteger)) return answer(INT32, name, args, [INT32]);
      return refuse(
        context,
        call,
        name,
        types,
        "the predicate must be an integer; int32(a > b) makes one of a comparison",
      );
    }
    case "activemask":
    case "lanemask_lt":
      return hasCount(context, call, name, args, 0, 0) ? answer(UINT32, name, args, []) : FAILED;
    case "shfl_sync":
    case "shfl_up_sync":
    case "shfl_down_sync":
    case "shfl_xor_sync":
      return shuffle(context, call, name, args, types);
    case "all_sync":
    case "any_sync":
    case "eq_sync":
    case "ballot_sync":
    case "match_any_sync":
    case "match_all_sync":
      return vote(context, call, name, args, types);
    case "popc":
    case "clz":
    case "ffs":
    case "brev":
      return bits(context, call, name, args, types);
    case "selp":
      return select(context, call, name, args, types);
    case "fma":
    case "cbrt":
      return float(context, call, name, args, types);
    default:
      if (/^(ld|st)(ca|cg|cs|lu|cv|wb|wt)$/.test(member)) return cached(context, call, name, args, types);
      return vector(context, call, name, args, types);
  }
}

function grid(
  context: InferContext,
  call: ast.Call,
  name: string,
  args: readonly BoundArgument[],
  types: readonly Type[],
): Answer {
  const bound = named(context, call, name, args, ["ndim"], 0);
  const [first] = bound ?? [];
  if (!first) return FAILED;
  const type = types[0] ?? typeOfArgument(context, first);
  if (type.kind === "unknown") return FAILED;
  if (type.kind !== "literal" || typeof type.value !== "bigint") {
    context.report(arrayMessages.gridAxes(shortName(name), call.span, false));
    return FAILED;
  }
  const axes = Number(type.value);
  if (axes < 1 || axes > 3) {
    context.report(arrayMessages.gridAxes(shortName(name), call.span, true));
    return FAILED;
  }
  const result: Type =
    axes === 1 ? INT64 : { kind: "tuple", items: Array.from({ length: axes }, () => INT64) };
  return answer(result, name, [first], [type]);
}

/** `cuda.shared.array(shape, dtype, alignment)`: `operands` are the shape's type and the array's. */
function memory(context: InferContext, call: ast.Call, name: string, args: readonly BoundArgument[]): Answer {
  const bound = named(context, call, name, args, ["shape", "dtype", "alignment"], 1);
  const [shape, dtype, alignment] = bound ?? [];
  if (!shape || !dtype) return FAILED;
  const space = name.includes(".shared.") ? "shared" : "local";
  const sizes = constantShape(context, space, typeOfArgument(context, shape), shape, call);
  const element = elementType(context, dtype, call);
  if (!sizes || !element) return FAILED;
  const align = alignment ? typeOfArgument(context, alignment) : NONE;
  if (align.kind !== "none" && align.kind !== "literal") {
    context.report(arrayMessages.shapeNotConstant(space, align, call.span, false));
    return FAILED;
  }
  const type: ArrayType = { kind: "array", element, ndim: sizes.length, layout: "C", readonly: false, space };
  return answer(type, name, [shape, dtype], [typeOfArgument(context, shape), type]);
}

/** The sizes of a shape; reports what is no constant. */
function constantShape(
  context: InferContext,
  space: "shared" | "local",
  shape: Type,
  arg: BoundArgument,
  call: ast.Call,
): readonly bigint[] | null {
  if (shape.kind === "unknown") return null;
  const items = shape.kind === "tuple" ? shape.items : [shape];
  const sizes: bigint[] = [];
  items.forEach((item, i) => {
    if (item.kind === "literal" && typeof item.value === "bigint") {
      sizes.push(item.value);
      return;
    }
    const whole = arg.kind === "default" ? null : arg.expr;
    const part = whole?.kind === "tuple" ? whole.items[i] : whole;
    if (item.kind !== "unknown") {
      const isSum = part !== undefined && part !== null && (part.kind === "binary" || part.kind === "unary");
      context.report(arrayMessages.shapeNotConstant(space, item, part?.span ?? call.span, isSum));
    }
  });
  if (sizes.length !== items.length || sizes.length === 0) return null;
  const dynamic = space === "shared" && sizes.length === 1 && sizes[0] === 0n;
  if (!dynamic && sizes.some((size) => size <= 0n)) {
    context.report(arrayMessages.emptyMemory(space, call.span));
    return null;
  }
  return sizes;
}

/** The element type that a dtype argument names; reports what is none. */
export function elementType(
  context: InferContext,
  arg: BoundArgument,
  call: ast.Call,
): ArrayType["element"] | null {
  const type = typeOfArgument(context, arg);
  const span = arg.kind === "default" ? call.span : arg.expr.span;
  if (type.kind === "unknown") return null;
  if (type.kind === "static" && type.value.kind === "unknown") return null;
  if (type.kind === "static" && type.value.kind === "dtype") {
    const named = type.value.type;
    if (named.kind === "scalar" || named.kind === "record") return named;
  }
  if (type.kind === "static" && type.value.kind === "builtin") {
    const python = PYTHON_DTYPES[type.value.name];
    if (python) return scalar(python);
  }
  if (type.kind === "string" && type.value !== null) {
    const row = dtypeByName(type.value);
    if (row) return scalar(row.name);
  }
  context.report(arrayMessages.notADtype(span, type));
  return null;
}

/** Of Python's own types Numba takes only `bool` as an element type. */
const PYTHON_DTYPES: Readonly<Record<string, ScalarName>> = { "builtins.bool": "bool" };

function shuffle(
  context: InferContext,
  call: ast.Call,
  name: string,
  args: readonly BoundArgument[],
  types: readonly Type[],
): Answer {
  if (!hasCount(context, call, name, args, 3, 3)) return FAILED;
  const [mask, value, lane] = types.map(unliteral);
  const allowed = value?.kind === "scalar" && ["int32", "int64", "float32", "float64"].includes(value.name);
  if (!value || !mask || !lane || !allowed || !isInteger(mask) || !isInteger(lane)) {
    return refuse(context, call, name, types, "the value must be an int32, int64, float32 or float64");
  }
  return answer(value, name, args, [INT32, value, INT32]);
}

function vote(
  context: InferContext,
  call: ast.Call,
  name: string,
  args: readonly BoundArgument[],
  types: readonly Type[],
): Answer {
  if (!hasCount(context, call, name, args, 2, 2)) return FAILED;
  const [mask, value] = types.map(unliteral);
  if (!mask || !value || !isInteger(mask)) return refuse(context, call, name, types);
  const member = shortName(name);
  if (member.startsWith("match")) {
    const wide = value.kind === "scalar" && /^(u?int|float)(32|64)$/.test(value.name);
    if (!wide) return refuse(context, call, name, types);
    const result: Type = member === "match_any_sync" ? INT32 : { kind: "tuple", items: [INT32, BOOL] };
    return answer(result, name, args, [INT32, value]);
  }
  if (!isInteger(value) && !(value.kind === "scalar" && value.name === "bool")) {
    return refuse(context, call, name, types, "the predicate must be a bool or an integer");
  }
  return answer(member === "ballot_sync" ? INT32 : BOOL, name, args, [INT32, BOOL]);
}

function bits(
  context: InferContext,
  call: ast.Call,
  name: string,
  args: readonly BoundArgument[],
  types: readonly Type[],
): Answer {
  if (!hasCount(context, call, name, args, 1, 1)) return FAILED;
  const [type] = types.map(unliteral);
  if (type?.kind !== "scalar" || !isInteger(type)) return refuse(context, call, name, types);
  const wide = type.name === "int64" || type.name === "uint64";
  switch (shortName(name)) {
    case "ffs":
      return answer(UINT32, name, args, [wide ? scalar("uint64") : UINT32]);
    case "brev": {
      const result = type.name === "uint64" ? type : UINT32;
      return answer(result, name, args, [result]);
    }
    default:
      return answer(type, name, args, [type]);
  }
}

const SELECTABLE = ["int16", "uint16", "int32", "uint32", "int64", "uint64", "float32", "float64"];

function select(
  context: InferContext,
  call: ast.Call,
  name: string,
  args: readonly BoundArgument[],
  types: readonly Type[],
): Answer {
  if (!hasCount(context, call, name, args, 3, 3)) return FAILED;
  const [test, a, b] = types.map(unliteral);
  const common = a?.kind === "scalar" && b?.kind === "scalar" && a.name === b.name ? a : null;
  const isTest = test?.kind === "scalar" && test.name === "bool";
  if (!common || !isTest || !SELECTABLE.includes(common.name)) {
    return refuse(context, call, name, types, "it takes a bool and two values of one type");
  }
  return answer(common, name, args, [BOOL, common, common]);
}

function float(
  context: InferContext,
  call: ast.Call,
  name: string,
  args: readonly BoundArgument[],
  types: readonly Type[],
): Answer {
  const count = shortName(name) === "fma" ? 3 : 1;
  if (!hasCount(context, call, name, args, count, count)) return FAILED;
  if (!types.every(isReal)) return refuse(context, call, name, types);
  const narrow = types.every((type) => type.kind === "scalar" && type.name === "float32");
  const type = scalar(narrow ? "float32" : "float64");
  return answer(
    type,
    name,
    args,
    types.map(() => type),
  );
}

/** `cuda.ldca(array, index)` and `cuda.stcg(array, index, value)`: plain accesses here. */
function cached(
  context: InferContext,
  call: ast.Call,
  name: string,
  args: readonly BoundArgument[],
  types: readonly Type[],
): Answer {
  const isLoad = shortName(name).startsWith("ld");
  const count = isLoad ? 2 : 3;
  if (!hasCount(context, call, name, args, count, count)) return FAILED;
  const [array, index, value] = types;
  const indices = index?.kind === "tuple" ? index.items.length : 1;
  if (array?.kind !== "array" || array.element.kind !== "scalar" || indices !== array.ndim) {
    return refuse(context, call, name, types);
  }
  if (!isLoad && (!value || !isNumber(value))) return refuse(context, call, name, types);
  return answer(isLoad ? array.element : NONE, name, args, types);
}

const VECTOR = /^(u?int(?:8|16|32|64)|float(?:32|64))x([1-4])$/;

/** `float32x4(x, y, z, w)`: a tuple with names; also from one number, and from shorter vectors. */
function vector(
  context: InferContext,
  call: ast.Call,
  name: string,
  args: readonly BoundArgument[],
  types: readonly Type[],
): Answer | null {
  const match = VECTOR.exec(shortName(name));
  if (!match?.[1] || !match[2]) return null;
  const element = scalar(match[1] as ScalarName);
  const count = Number(match[2]);
  const given = types.flatMap((type) => (type.kind === "tuple" ? type.items : [type]));
  if ((given.length !== count && !(given.length === 1 && types.length === 1)) || !given.every(isReal)) {
    return refuse(context, call, name, types, `it takes ${count} numbers`);
  }
  const names = ["x", "y", "z", "w"].slice(0, count);
  return answer({ kind: "tuple", items: names.map(() => element), names }, name, args, [element]);
}
