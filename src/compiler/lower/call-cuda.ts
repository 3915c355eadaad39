/** `numba.cuda`'s intrinsics. */
import { type Expr, type Local, type Memory, type Scalar, SCALAR_BITS, type WarpStmt } from "../ir/ir.ts";
import * as messages from "../types/diagnostics.ts";
import { elementBytes } from "../types/infer-attribute.ts";
import { scalar, type ScalarType, type Type } from "../types/type.ts";
import { unliteral } from "../types/unify.ts";
import { type BuiltinCall, operand, scalarOperand } from "./builtin-call.ts";
import { callAtomic } from "./call-atomic.ts";
import { irType, scalarValue } from "./convert.ts";
import { isCheap } from "./effects.ts";
import type { LowerContext } from "./lower-context.ts";
import * as make from "./make.ts";
import { gridValue } from "./positions.ts";
import { Refusal } from "./refusal.ts";
import { FieldStorage, PackedStorage, type Storage } from "./storage.ts";
import { storeInto } from "./store.ts";
import { placeOf } from "./subscript.ts";
import type { Value, ViewValue } from "./value.ts";
import { contiguousAxes, loadItem } from "./view.ts";

const CUDA = "numba.cuda.";
const INT32 = scalar("int32");
const NOTHING: Value = { kind: "none" };

/** Null for names that are not numba.cuda's. */
export function callCuda(context: LowerContext, request: BuiltinCall): Value | null {
  if (!request.name.startsWith(CUDA)) return null;
  const { frame } = context;
  const { span, args } = request;
  const member = request.name.slice(CUDA.length);
  if (member.startsWith("atomic.")) return callAtomic(context, request);
  switch (member) {
    case "grid":
    case "gridsize":
      return gridValue(member === "grid" ? "global" : "global-size", axesOf(request), span);
    case "shared.array":
    case "local.array":
      return memoryArray(context, request);
    case "const.array_like":
      return args[0] ?? null;
    case "cg.this_grid":
      return request.type.kind === "static" ? { kind: "static", value: request.type.value } : null;
    case "syncthreads":
      frame.emit({ kind: "barrier", scope: "block", combine: null, span });
      return NOTHING;
    case "syncwarp":
      frame.emit({ kind: "barrier", scope: "warp", combine: null, span });
      return NOTHING;
    // Memory accesses of a thread are seen in order at barriers and by atomics; there is no weaker fence to order.
    case "threadfence":
    case "threadfence_block":
    case "threadfence_system":
    case "nanosleep":
      return NOTHING;
    case "syncthreads_count":
    case "syncthreads_and":
    case "syncthreads_or":
      return countingBarrier(context, request, member);
    case "activemask":
      return warp(context, request, "active-mask", [], ["u32"]);
    case "lanemask_lt":
      return lanesBelow(request);
    case "shfl_sync":
      return shuffle(context, request, "shfl-idx");
    case "shfl_up_sync":
      return shuffle(context, request, "shfl-up");
    case "shfl_down_sync":
      return shuffle(context, request, "shfl-down");
    case "shfl_xor_sync":
      return shuffle(context, request, "shfl-xor");
    case "all_sync":
      return warp(context, request, "all", [truth(request, 1)], ["bool"]);
    case "any_sync":
      return warp(context, request, "any", [truth(request, 1)], ["bool"]);
    case "eq_sync":
      return warp(context, request, "eq", [truth(request, 1)], ["bool"]);
    case "ballot_sync":
      return warp(context, request, "ballot", [truth(request, 1)], ["i32"]);
    case "match_any_sync":
      return warp(context, request, "match-any", [scalarOperand(request, 1)], ["i32"]);
    case "match_all_sync":
      return warp(context, request, "match-all", [scalarOperand(request, 1)], ["i32", "bool"]);
    case "popc":
      return bits(request, (value) => make.unary("popcount", value, span));
    case "clz":
      return leadingZeros(request);
    case "brev":
      return bits(request, (value) => make.unary("bit-reverse", value, span));
    case "ffs":
      return firstSet(context, request);
    case "selp":
      return select(context, request);
    case "fma":
    case "cbrt": {
      const type = scalarOf(request.type);
      const values = args.map((_, i) => scalarOperand(request, i));
      return scalarValue(type, make.math(member, irType(type), values, span));
    }
    default:
      if (/^(ld|st)/.test(member)) return cached(context, request);
      return vector(request);
  }
}

function scalarOf(type: Type): ScalarType {
  const plain = unliteral(type);
  return plain.kind === "scalar" ? plain : scalar("int64");
}

function axesOf(request: BuiltinCall): number {
  const [type] = request.operands;
  return type?.kind === "literal" ? Number(type.value) : 1;
}

function truth(request: BuiltinCall, i: number): Expr {
  return scalarOperand(request, i, scalar("bool"));
}

/** `cuda.shared.array(shape, dtype)`: memory of its own at each call in the source. */
function memoryArray(context: LowerContext, request: BuiltinCall): ViewValue {
  const { span } = request;
  const [shape, type] = request.operands;
  if (type?.kind !== "array" || !shape) throw new Refusal(messages.notSupportedYet("this array", span));
  const items = shape.kind === "tuple" ? shape.items : [shape];
  const sizes = items.map((item) => (item.kind === "literal" ? BigInt(item.value) : 0n));
  const isDynamic = type.space === "shared" && sizes.length === 1 && sizes[0] === 0n;
  const count = Number(sizes.reduce((product, size) => product * size, 1n));
  const { element } = type;
  const itemBytes = elementBytes(element);
  if (isDynamic && element.kind === "record") {
    throw new Refusal(messages.notSupportedYet("dynamic shared memory of records", span));
  }
  const space = type.space === "shared" ? "shared" : "local";
  const make1 = (name: string, memoryType: Scalar, parts: number): Memory =>
    context.module.memory({
      name,
      space,
      element: memoryType,
      length: isDynamic ? null : count * parts,
      argument: null,
      data: null,
      dynamic: isDynamic,
      span,
    });
  const storage: Storage =
    element.kind === "record"
      ? new FieldStorage(request.local, space, itemBytes, (memoryType, offset) =>
          make1(`${request.local}_${fieldNameAt(element, offset)}`, memoryType, 1),
        )
      : new PackedStorage(request.local, space, itemBytes, (memoryType) =>
          make1(request.local, memoryType, (itemBytes * 8) / SCALAR_BITS[memoryType]),
        );
  const dynamicBytes = (): Expr =>
    context.module.launch("shared_bytes", "i64", { what: "dynamic-shared-bytes" }, span);
  const exprs = isDynamic
    ? [make.binary("floor-div", dynamicBytes(), make.int64(itemBytes, span), span)]
    : sizes.map((size) => make.int64(size, span));
  return {
    kind: "view",
    storage,
    element,
    fieldBytes: 0,
    offset: make.int64(0, span),
    axes: contiguousAxes(exprs, span),
  };
}

function fieldNameAt(record: Extract<Type, { kind: "record" }>, offset: number): string {
  for (const field of record.fields) {
    if (field.offsetBytes === offset) {
      return field.type.kind === "record" ? `${field.name}_${fieldNameAt(field.type, 0)}` : field.name;
    }
    if (
      field.type.kind === "record" &&
      offset > field.offsetBytes &&
      offset < field.offsetBytes + field.type.sizeBytes
    ) {
      return `${field.name}_${fieldNameAt(field.type, offset - field.offsetBytes)}`;
    }
  }
  return `at_${offset}`;
}

function countingBarrier(context: LowerContext, request: BuiltinCall, member: string): Value {
  const { frame } = context;
  const { span } = request;
  const value = scalarOperand(request, 0);
  const predicate = make.compare("ne", value, make.zero(value.type, span), span);
  const op = member === "syncthreads_count" ? "count" : member === "syncthreads_and" ? "and" : "or";
  const result = frame.local(request.local, "i32", true);
  frame.emit({ kind: "barrier", scope: "block", combine: { op, predicate, result }, span });
  return scalarValue(INT32, frame.read(result, span));
}

function warp(
  context: LowerContext,
  request: BuiltinCall,
  op: WarpStmt["op"],
  operands: readonly Expr[],
  types: readonly Scalar[],
): Value {
  const { frame } = context;
  const { span } = request;
  const mask = op === "active-mask" ? make.constant("i32", -1n, span) : scalarOperand(request, 0, INT32);
  const results = types.map((type, i) =>
    frame.local(types.length === 1 ? request.local : `${request.local}_${i}`, type, true),
  );
  frame.emit({ kind: "warp", op, mask, operands, results, span });
  const type = unliteral(request.type);
  const read = (local: Local, of: Type): Value => scalarValue(scalarOf(of), frame.read(local, span));
  if (type.kind === "tuple") {
    return { kind: "tuple", items: results.map((local, i) => read(local, type.items[i] ?? INT32)) };
  }
  const [only] = results;
  return only ? read(only, type) : NOTHING;
}

function shuffle(context: LowerContext, request: BuiltinCall, op: WarpStmt["op"]): Value {
  const value = scalarOperand(request, 1);
  return warp(context, request, op, [value, scalarOperand(request, 2, INT32)], [value.type]);
}

/** The lanes with a lower number than this one, as bits. */
function lanesBelow(request: BuiltinCall): Value {
  const { span } = request;
  const lane: Expr = { kind: "position", which: "lane", axis: 0, type: "i32", span };
  const one = make.constant("u32", 1n, span);
  const bit = make.binary("shl", one, make.convert("u32", lane, span), span);
  return scalarValue(scalar("uint32"), make.binary("sub", bit, one, span));
}

/** Bit operations are done in 32 or 64 bits, on what Numba extends the value to. */
function bits(request: BuiltinCall, operation: (value: Expr) => Expr): Value {
  const { span } = request;
  const type = scalarOf(request.type);
  const value = scalarOperand(request, 0);
  const wide = SCALAR_BITS[value.type] === 64 ? "u64" : "u32";
  // A narrow value keeps its own bits only.
  const unsigned = narrowUnsigned(value.type);
  const extended = make.convert(wide, make.convert(unsigned, value, span), span);
  return scalarValue(type, make.convert(irType(type), operation(extended), span));
}

function narrowUnsigned(type: Scalar): Scalar {
  if (SCALAR_BITS[type] === 64) return "u64";
  return SCALAR_BITS[type] === 32 ? "u32" : SCALAR_BITS[type] === 16 ? "u16" : "u8";
}

/** Zeros above the highest one, counted in the width of the type itself. */
function leadingZeros(request: BuiltinCall): Value {
  const { span } = request;
  const [type] = request.operands;
  const width = type?.kind === "scalar" ? SCALAR_BITS[irType(type)] : 32;
  const wide = width === 64 ? 64 : 32;
  return bits(request, (value) => {
    const zeros = make.unary("clz", value, span);
    if (width === wide) return zeros;
    return make.binary("sub", zeros, make.constant(zeros.type, BigInt(wide - width), span), span);
  });
}

/** The position of the lowest one from 1; 0 for zero. */
function firstSet(context: LowerContext, request: BuiltinCall): Value {
  const { span } = request;
  const value = context.frame.once("bits", scalarOperand(request, 0));
  const one = make.constant(value.type, 1n, span);
  const position = make.binary("add", make.unary("ctz", value, span), one, span);
  const isZero = make.compare("eq", value, make.zero(value.type, span), span);
  const result = make.select(isZero, make.zero(value.type, span), position, span);
  return scalarValue(scalar("uint32"), make.convert("u32", result, span));
}

/** `selp` evaluates both sides, as any call does. */
function select(context: LowerContext, request: BuiltinCall): Value {
  const { frame } = context;
  const { span } = request;
  const type = scalarOf(request.type);
  const [test, a, b] = [truth(request, 0), scalarOperand(request, 1), scalarOperand(request, 2)];
  const [then, otherwise] = [a, b].map((side) => (isCheap(side) ? side : frame.hold("side", side)));
  if (!then || !otherwise) return NOTHING;
  return scalarValue(type, make.select(test, then, otherwise, span));
}

function cached(context: LowerContext, request: BuiltinCall): Value {
  const { span } = request;
  const [array, index, value] = request.args;
  const place = placeOf(context, array ?? NOTHING, index ? [index] : [], span);
  if (!value) return loadItem(context.module, place, span);
  storeInto(context, place, value, span);
  return NOTHING;
}

function vector(request: BuiltinCall): Value | null {
  const { type } = request;
  if (type.kind !== "tuple") return null;
  const [element] = type.items;
  const parts = request.args.flatMap((arg) => (arg.kind === "tuple" ? arg.items : [arg]));
  const flat = { ...request, args: parts };
  const converted = parts.map((_, i) => operand(flat, i, element));
  const [only] = converted;
  if (converted.length === 1 && only) return { kind: "tuple", items: type.items.map(() => only) };
  return { kind: "tuple", items: converted };
}
