/** Symbolic evaluation of expressions in a state, and the record of what was found at each of them. */
import {
  type Access,
  type AccessAxis,
  type CompareExpr,
  type Expr,
  isInteger,
  type LaunchValue,
  type Local,
  type PositionExpr,
  type SelectExpr,
} from "../ir/ir.ts";
import type { LaunchFacts } from "../ir/launch-facts.ts";
import { typeBounds } from "./arithmetic.ts";
import { assuming, decide } from "./condition.ts";
import { binaryForm, convertForm, unaryForm } from "./evaluate-integers.ts";
import { AtomTable, type FlowState, mergeForms } from "./flow-state.ts";
import { blockSize, gridAxisOf, launchRange, MOST_THREADS } from "./limits.ts";
import {
  addConstant,
  addForms,
  atomForm,
  constantForm,
  isConstantForm,
  type LinearForm,
  negateForm,
  scaleForm,
  subtractForms,
} from "./linear-form.ts";
import { fits, type Range, typeRange, union } from "./range.ts";
import { type Condition, integerValue, OTHER_VALUE, UNKNOWN_CONDITION, type Value } from "./value.ts";

/** What is proved of one index, on every way to it. */
export interface AxisProof {
  /** 0 <= index */
  readonly notNegative: boolean;
  /** index < 0 */
  readonly negative: boolean;
  /** index < size */
  readonly belowSize: boolean;
  /** -size <= index */
  readonly aboveMinusSize: boolean;
}

/** What the analysis saw, over all visits to a place. A place without an entry is never reached. */
export interface Findings {
  readonly ranges: Map<Expr, Range>;
  readonly axes: Map<AccessAxis, AxisProof>;
  /** The outcome of a bool expression where it is always the same. */
  readonly outcomes: Map<Expr, boolean | null>;
}

const UNPROVED: AxisProof = { notNegative: false, negative: false, belowSize: false, aboveMinusSize: false };
/** Threads of a warp. */
const LANES = 32n;

export class Evaluator {
  readonly atoms = new AtomTable();
  readonly findings: Findings = { ranges: new Map(), axes: new Map(), outcomes: new Map() };
  readonly #facts: LaunchFacts;
  readonly #launch = new Map<LaunchValue, LinearForm>();
  /** Inside a select both sides may be computed, so its condition must not help to prove an access. */
  #speculative = 0;

  constructor(facts: LaunchFacts) {
    this.#facts = facts;
  }

  /** Whether this visit counts: rounds that only look for what holds in a loop do not. */
  get recording(): boolean {
    return this.atoms.phase === "recording";
  }
  set recording(counts: boolean) {
    this.atoms.phase = counts ? "recording" : "searching";
  }

  /** The form of an integer expression. */
  integer(state: FlowState, expr: Expr): LinearForm {
    const value = this.value(state, expr);
    return value.kind === "integer" ? value.form : atomForm(this.atoms.fresh(typeRange(expr.type)));
  }

  condition(state: FlowState, expr: Expr): Condition {
    const value = this.value(state, expr);
    return value.kind === "bool" ? value.condition : UNKNOWN_CONDITION;
  }

  value(state: FlowState, expr: Expr): Value {
    const value = this.#evaluate(state, expr);
    if (this.recording) this.#record(state, expr, value);
    return value;
  }

  #record(state: FlowState, expr: Expr, value: Value): void {
    if (state.dead) return;
    const { ranges, outcomes } = this.findings;
    if (value.kind === "integer") {
      const plain = state.range(value.form);
      // Proofs take time, and only matter where the plain range does not make the value narrow.
      const range = fits(plain, "i32") ? plain : state.boundsIn(value.form, expr.type);
      const before = ranges.get(expr);
      ranges.set(expr, before ? union(before, range) : range);
    } else if (value.kind === "bool") {
      const outcome = decide(state, value.condition);
      outcomes.set(expr, outcomes.has(expr) && outcomes.get(expr) !== outcome ? null : outcome);
    }
  }

  #evaluate(state: FlowState, expr: Expr): Value {
    switch (expr.kind) {
      case "constant":
        if (typeof expr.value === "bigint") return integerValue(constantForm(expr.value));
        if (typeof expr.value === "boolean") return bool({ kind: "constant", value: expr.value });
        return OTHER_VALUE;
      case "local":
        return this.#local(state, expr.local);
      case "launch":
        return isInteger(expr.type) ? integerValue(this.#launchForm(expr.value)) : unknownOf(expr);
      case "position":
        return integerValue(this.#position(state, expr));
      case "unary": {
        const value = this.value(state, expr.value);
        if (value.kind === "bool") return bool({ kind: "not", value: value.condition });
        return value.kind === "integer"
          ? integerValue(unaryForm(state, expr.op, expr.type, value.form))
          : OTHER_VALUE;
      }
      case "binary": {
        const left = this.value(state, expr.left);
        const right = this.value(state, expr.right);
        if (left.kind === "integer" && right.kind === "integer") {
          return integerValue(binaryForm(state, expr.op, expr.type, left.form, right.form));
        }
        if (left.kind === "bool" && right.kind === "bool" && (expr.op === "and" || expr.op === "or")) {
          return bool({ kind: expr.op, left: left.condition, right: right.condition });
        }
        return unknownOf(expr);
      }
      case "compare":
        return bool(this.#compare(state, expr));
      case "logical": {
        const left = this.condition(state, expr.left);
        const right = this.condition(assuming(state, left, expr.op === "and"), expr.right);
        return bool({ kind: expr.op, left, right });
      }
      case "select":
        return this.#select(state, expr);
      case "convert":
        return this.#convert(state, expr);
      case "load":
        this.access(state, expr.access);
        return this.unknown(expr);
      case "math":
        for (const arg of expr.args) this.value(state, arg);
        return this.unknown(expr);
    }
  }

  /** A value of which only the type is known. */
  unknown(expr: { readonly type: Expr["type"] }): Value {
    return isInteger(expr.type)
      ? integerValue(atomForm(this.atoms.fresh(typeRange(expr.type))))
      : unknownOf(expr);
  }

  #local(state: FlowState, local: Local): Value {
    let value = state.values.get(local);
    if (!value) {
      // Read before anything was assigned on this way: any value, but the same one until it is assigned.
      value = this.unknown(local);
      state.bind(local, value);
    }
    return value;
  }

  #launchForm(value: LaunchValue): LinearForm {
    let form = this.#launch.get(value);
    if (!form) {
      const axis = gridAxisOf(value, this.#facts);
      form =
        axis === undefined
          ? atomForm(this.atoms.fresh(launchRange(value, this.#facts)))
          : this.#gridSize(axis as 0 | 1 | 2);
      this.#launch.set(value, form);
    }
    return form;
  }

  #sharedForm(key: string, lo: bigint, hi: bigint): LinearForm {
    return atomForm(this.atoms.shared(key, { lo, hi: hi < lo ? lo : hi }));
  }

  /** Blocks of the grid along an axis. */
  #gridSize(axis: 0 | 1 | 2): LinearForm {
    return this.#sharedForm(`grid-size ${axis}`, 1n, MOST_THREADS / blockSize(this.#facts, axis));
  }

  #position(state: FlowState, expr: PositionExpr): LinearForm {
    const { axis } = expr;
    const size = blockSize(this.#facts, axis);
    const most = MOST_THREADS / size;
    const shared = (which: string, lo: bigint, hi: bigint): LinearForm =>
      this.#sharedForm(`${which} ${axis}`, lo, hi);
    const thread = (): LinearForm => (size === 1n ? constantForm(0n) : shared("thread", 0n, size - 1n));
    const gridSize = (): LinearForm => this.#gridSize(axis);
    const block = (): LinearForm => {
      const form = shared("block", 0n, most - 1n);
      state.learn(addConstant(subtractForms(form, gridSize()), 1n));
      return form;
    };
    switch (expr.which) {
      case "thread":
        return thread();
      case "block":
        return block();
      case "block-size":
        return constantForm(size);
      case "grid-size":
        return gridSize();
      case "global":
        return addForms(thread(), block(), size);
      case "global-size":
        return scaleForm(gridSize(), size);
      case "linear-thread":
        return this.#linearThread();
      case "lane": {
        const linear = this.#linearThread();
        return binaryForm(state, "floor-mod", "i32", linear, constantForm(LANES));
      }
    }
  }

  #linearThread(): LinearForm {
    let form = constantForm(0n);
    let stride = 1n;
    for (const axis of [0, 1, 2] as const) {
      const size = blockSize(this.#facts, axis);
      if (size > 1n)
        form = addForms(
          form,
          atomForm(this.atoms.shared(`thread ${axis}`, { lo: 0n, hi: size - 1n })),
          stride,
        );
      stride *= size;
    }
    return form;
  }

  #compare(state: FlowState, expr: CompareExpr): Condition {
    const left = this.value(state, expr.left);
    const right = this.value(state, expr.right);
    if (left.kind !== "integer" || right.kind !== "integer") return UNKNOWN_CONDITION;
    const difference = subtractForms(left.form, right.form);
    const atMost = (form: LinearForm): Condition => ({ kind: "at-most-zero", form });
    switch (expr.op) {
      case "lt":
        return atMost(addConstant(difference, 1n));
      case "le":
        return atMost(difference);
      case "gt":
        return atMost(addConstant(negateForm(difference), 1n));
      case "ge":
        return atMost(negateForm(difference));
      case "eq":
        return { kind: "zero", form: difference };
      case "ne":
        return { kind: "not", value: { kind: "zero", form: difference } };
    }
  }

  #select(state: FlowState, expr: SelectExpr): Value {
    const condition = this.condition(state, expr.condition);
    this.#speculative++;
    const yes = assuming(state, condition, true);
    const no = assuming(state, condition, false);
    const then = this.value(yes, expr.then);
    const otherwise = this.value(no, expr.otherwise);
    this.#speculative--;
    if (then.kind === "integer" && otherwise.kind === "integer") {
      if (yes.dead) return otherwise;
      if (no.dead) return then;
      return integerValue(mergeForms(expr.type, state, yes, then.form, no, otherwise.form));
    }
    return unknownOf(expr);
  }

  #convert(state: FlowState, expr: Expr & { readonly kind: "convert" }): Value {
    const value = this.value(state, expr.value);
    if (value.kind === "integer") {
      if (isInteger(expr.type)) return integerValue(convertForm(state, expr.type, value.form));
      if (expr.type === "bool") return bool({ kind: "not", value: { kind: "zero", form: value.form } });
      return OTHER_VALUE;
    }
    if (value.kind === "bool") {
      if (expr.type === "bool") return value;
      if (!isInteger(expr.type)) return OTHER_VALUE;
      const outcome = decide(state, value.condition);
      if (outcome !== null) return integerValue(constantForm(outcome ? 1n : 0n));
      return integerValue(atomForm(this.atoms.fresh({ lo: 0n, hi: 1n })));
    }
    return this.unknown(expr);
  }

  /** Evaluates the indices of an access and proves what can be proved of them. */
  access(state: FlowState, access: Access): void {
    this.value(state, access.offset);
    for (const axis of access.axes) {
      const index = this.integer(state, axis.index);
      const size = this.integer(state, axis.size);
      this.integer(state, axis.stride);
      if (!this.recording || state.dead) continue;
      const proof = this.#speculative > 0 ? UNPROVED : proveAxis(state, index, size);
      const before = this.findings.axes.get(axis);
      this.findings.axes.set(axis, before ? bothProofs(before, proof) : proof);
    }
  }
}

function proveAxis(state: FlowState, index: LinearForm, size: LinearForm): AxisProof {
  return {
    notNegative: state.proves(negateForm(index)),
    negative: state.proves(addConstant(index, 1n)),
    belowSize: state.proves(addConstant(subtractForms(index, size), 1n)),
    aboveMinusSize: state.proves(negateForm(addForms(index, size))),
  };
}

const bothProofs = (a: AxisProof, b: AxisProof): AxisProof => ({
  notNegative: a.notNegative && b.notNegative,
  negative: a.negative && b.negative,
  belowSize: a.belowSize && b.belowSize,
  aboveMinusSize: a.aboveMinusSize && b.aboveMinusSize,
});

const bool = (condition: Condition): Value => ({ kind: "bool", condition });
const unknownOf = (expr: { readonly type: Expr["type"] }): Value =>
  expr.type === "bool" ? bool(UNKNOWN_CONDITION) : OTHER_VALUE;

/** Whether a form is one number. */
export const constantOf = (form: LinearForm): bigint | null => (isConstantForm(form) ? form.constant : null);
/** The full range of an integer type, for what was never reached. */
export const fullRange = (type: Expr["type"]): Range => typeBounds(type);
