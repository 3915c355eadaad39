/** Symbolic integer operations: the linear form of a result, and what is learned about it on the way. */
import { type BinaryOperation, SCALAR_BITS, type Scalar, type UnaryOperation } from "../ir/ir.ts";
import { floorDivide } from "./arithmetic.ts";
import type { FlowState } from "./flow-state.ts";
import {
  addConstant,
  addForms,
  atomForm,
  constantForm,
  formKey,
  isConstantForm,
  type LinearForm,
  negateForm,
  scaleForm,
  subtractForms,
} from "./linear-form.ts";
import { binaryRange, fits, type Range, typeRange, union } from "./range.ts";

/** All values that a 64-bit integer of either sign may have. */
const ANY_INTEGER: Range = union(typeRange("i64"), typeRange("u64"));

/** `left op right` in integers of type `type`. */
export function binaryForm(
  state: FlowState,
  op: BinaryOperation,
  type: Scalar,
  left: LinearForm,
  right: LinearForm,
): LinearForm {
  switch (op) {
    case "add":
      return wrapped(state, op, type, left, right, addForms(left, right));
    case "sub":
      return wrapped(state, op, type, left, right, subtractForms(left, right));
    case "mul":
      if (isConstantForm(left)) return wrapped(state, op, type, left, right, scaleForm(right, left.constant));
      if (isConstantForm(right))
        return wrapped(state, op, type, left, right, scaleForm(left, right.constant));
      return operation(state, op, type, left, right);
    case "shl": {
      const count = shiftCount(type, right);
      if (count === null) return operation(state, op, type, left, right);
      return wrapped(state, op, type, left, right, scaleForm(left, 1n << count));
    }
    case "shr": {
      const count = shiftCount(type, right);
      if (count === null) return operation(state, op, type, left, right);
      return dividedForm(state, type, left, constantForm(1n << count));
    }
    case "floor-div":
      return dividedForm(state, type, left, right);
    case "floor-mod":
      return remainderForm(state, type, left, right);
    case "trunc-div":
    case "trunc-mod":
      // The same as floor division where nothing is negative.
      if (state.range(left).lo >= 0n && state.range(right).lo >= 0n) {
        return binaryForm(state, op === "trunc-div" ? "floor-div" : "floor-mod", type, left, right);
      }
      return operation(state, op, type, left, right);
    case "and": {
      const mask = isConstantForm(right) ? right : left;
      const other = mask === right ? left : right;
      // A mask of low bits is a remainder by a power of two, for negative values too.
      const size = mask.constant + 1n;
      if (isConstantForm(mask) && mask.constant > 0n && (size & mask.constant) === 0n) {
        return remainderForm(state, type, other, constantForm(size));
      }
      return operation(state, op, type, left, right);
    }
    case "min":
      return smallerForm(state, type, op, left, right);
    case "max":
      return smallerForm(state, type, op, left, right);
    default:
      return operation(state, op, type, left, right);
  }
}

/** `op value`, for the operations that are not `not`. */
export function unaryForm(state: FlowState, op: UnaryOperation, type: Scalar, value: LinearForm): LinearForm {
  const none = constantForm(0n);
  switch (op) {
    case "neg":
      return wrapped(state, "sub", type, none, value, negateForm(value));
    case "invert": {
      const { lo, hi } = typeRange(type);
      // ~x is -1 - x; unsigned, it counts down from the largest value.
      return addConstant(negateForm(value), lo + hi);
    }
    case "abs": {
      const range = state.bounds(value);
      if (range.lo >= 0n) return value;
      if (range.hi <= 0n) return wrapped(state, "sub", type, none, value, negateForm(value));
      const highest = -range.lo > range.hi ? -range.lo : range.hi;
      if (!fits({ lo: 0n, hi: highest }, type))
        return opaque(state, `abs ${type} ${formKey(value)}`, typeRange(type));
      const atom = opaque(state, `abs ${formKey(value)}`, { lo: 0n, hi: highest });
      state.learn(subtractForms(value, atom));
      state.learn(subtractForms(negateForm(value), atom));
      return atom;
    }
    case "popcount":
    case "clz":
    case "ctz":
      return opaque(state, `${op} ${type} ${formKey(value)}`, { lo: 0n, hi: BigInt(SCALAR_BITS[type]) });
    default:
      return opaque(state, `${op} ${type} ${formKey(value)}`, typeRange(type));
  }
}

/** The value of `form` in another integer type. */
export function convertForm(state: FlowState, type: Scalar, form: LinearForm): LinearForm {
  if (fits(state.range(form), type) || fits(state.bounds(form), type)) return form;
  return opaque(state, `to ${type} ${formKey(form)}`, typeRange(type));
}

/** A form that stands for what `key` names; `range` holds in this state. */
function opaque(state: FlowState, key: string, range: Range): LinearForm {
  const atom = state.atoms.shared(key, ANY_INTEGER);
  state.restrict(atom, range);
  return atomForm(atom);
}

/** `exact` where it surely fits the type, else something that is only known by its operands. */
function wrapped(
  state: FlowState,
  op: BinaryOperation,
  type: Scalar,
  left: LinearForm,
  right: LinearForm,
  exact: LinearForm,
): LinearForm {
  if (fits(state.range(exact), type) || fits(state.bounds(exact), type)) return exact;
  return opaque(state, `wrapped ${op} ${type} ${formKey(left)} ${formKey(right)}`, typeRange(type));
}

function operation(
  state: FlowState,
  op: BinaryOperation,
  type: Scalar,
  left: LinearForm,
  right: LinearForm,
): LinearForm {
  const [first, second] = commutes(op) && formKey(left) > formKey(right) ? [right, left] : [left, right];
  const range = binaryRange(op, SCALAR_BITS[type], state.bounds(left), state.bounds(right));
  const keys = `${formKey(first)} ${formKey(second)}`;
  if (!range || !fits(range, type)) return opaque(state, `wrapped ${op} ${type} ${keys}`, typeRange(type));
  // Shifts and powers depend on the width; the others give the same in every type that holds the result.
  const form = opaque(
    state,
    op === "shr" || op === "shl" || op === "pow" ? `${op} ${type} ${keys}` : `${op} ${keys}`,
    range,
  );
  if (op === "and") {
    if (state.range(left).lo >= 0n) state.learn(subtractForms(form, left));
    if (state.range(right).lo >= 0n) state.learn(subtractForms(form, right));
  }
  return form;
}

const commutes = (op: BinaryOperation): boolean =>
  op === "add" || op === "mul" || op === "and" || op === "or" || op === "xor" || op === "min" || op === "max";

/** The count of a shift, where it is known and shifts something in. */
function shiftCount(type: Scalar, right: LinearForm): bigint | null {
  const count = right.constant;
  return isConstantForm(right) && count >= 0n && count < BigInt(SCALAR_BITS[type]) ? count : null;
}

/** Toward minus infinity. */
function dividedForm(state: FlowState, type: Scalar, left: LinearForm, right: LinearForm): LinearForm {
  const by = isConstantForm(right) ? right.constant : 0n;
  if (by === 1n) return left;
  if (by <= 0n) {
    const form = operation(state, "floor-div", type, left, right);
    if (state.range(right).lo >= 1n && state.range(left).lo >= 0n) state.learn(subtractForms(form, left));
    return form;
  }
  if (left.constant % by === 0n && left.terms.every((term) => term.by % by === 0n)) {
    return { constant: left.constant / by, terms: left.terms.map((t) => ({ atom: t.atom, by: t.by / by })) };
  }
  const range = state.bounds(left);
  const quotient = opaque(state, `floor-div ${formKey(left)} ${formKey(right)}`, {
    lo: floorDivide(range.lo, by),
    hi: floorDivide(range.hi, by),
  });
  // by * quotient <= left <= by * quotient + by - 1
  const product = scaleForm(quotient, by);
  state.learn(subtractForms(product, left));
  state.learn(addConstant(subtractForms(left, product), 1n - by));
  return quotient;
}

/** With the sign of the divisor; a zero divisor gives 0. */
function remainderForm(state: FlowState, type: Scalar, left: LinearForm, right: LinearForm): LinearForm {
  const positive = state.bounds(right).lo >= 1n;
  const notNegative = state.range(left).lo >= 0n || state.bounds(left).lo >= 0n;
  const excess = addConstant(subtractForms(left, right), 1n);
  if (positive && notNegative && state.proves(excess)) return left;
  const form = operation(state, "floor-mod", type, left, right);
  if (positive) state.learn(addConstant(subtractForms(form, right), 1n));
  if (notNegative && state.range(right).lo >= 0n) state.learn(subtractForms(form, left));
  return form;
}

function smallerForm(
  state: FlowState,
  type: Scalar,
  op: "min" | "max",
  left: LinearForm,
  right: LinearForm,
): LinearForm {
  if (state.proves(subtractForms(left, right))) return op === "min" ? left : right;
  if (state.proves(subtractForms(right, left))) return op === "min" ? right : left;
  const form = operation(state, op, type, left, right);
  for (const side of [left, right]) {
    state.learn(op === "min" ? subtractForms(form, side) : subtractForms(side, form));
  }
  return form;
}
