/** How conditions narrow what is known, and which of them are settled by it. */
import { type FlowState, mergeStates } from "./flow-state.ts";
import { addConstant, isConstantForm, type LinearForm, negateForm } from "./linear-form.ts";
import type { Condition } from "./value.ts";

/** The state on the way where `condition` is `truth`. */
export function assuming(state: FlowState, condition: Condition, truth: boolean): FlowState {
  const narrowed = state.copy();
  assume(narrowed, condition, truth);
  return narrowed;
}

/** Narrows a state to the threads for which `condition` is `truth`. */
export function assume(state: FlowState, condition: Condition, truth: boolean): void {
  if (state.dead) return;
  switch (condition.kind) {
    case "constant":
      if (condition.value !== truth) state.dead = true;
      return;
    case "at-most-zero":
      // not (f <= 0) is 1 - f <= 0
      state.learn(truth ? condition.form : addConstant(negateForm(condition.form), 1n));
      return;
    case "zero":
      if (truth) {
        state.learn(condition.form);
        state.learn(negateForm(condition.form));
      } else assumeNotZero(state, condition.form);
      return;
    case "not":
      assume(state, condition.value, !truth);
      return;
    case "and":
    case "or":
      // `a and b` being true, and `a or b` being false, settle both sides; the other ways leave a choice.
      if ((condition.kind === "and") === truth) {
        assume(state, condition.left, truth);
        assume(state, condition.right, truth);
      } else assumeEither(state, condition.left, condition.right, truth);
      return;
    case "unknown":
      return;
  }
}

/** An integer that is not 0 and not above 0 is at most -1: tells something only at the end of a range. */
function assumeNotZero(state: FlowState, form: LinearForm): void {
  if (isConstantForm(form)) {
    if (form.constant === 0n) state.dead = true;
    return;
  }
  if (state.proves(form)) state.learn(addConstant(form, 1n));
  else if (state.proves(negateForm(form))) state.learn(addConstant(negateForm(form), 1n));
}

function assumeEither(state: FlowState, left: Condition, right: Condition, truth: boolean): void {
  const first = assuming(state, left, truth);
  const second = assuming(state, left, !truth);
  assume(second, right, truth);
  state.become(mergeStates(first, second));
}

/** Whether the condition holds for certain, fails for certain, or neither (null). */
export function decide(state: FlowState, condition: Condition): boolean | null {
  switch (condition.kind) {
    case "constant":
      return condition.value;
    case "at-most-zero": {
      const range = state.range(condition.form);
      if (range.hi <= 0n) return true;
      return range.lo > 0n ? false : null;
    }
    case "zero": {
      const range = state.range(condition.form);
      if (range.lo === 0n && range.hi === 0n) return true;
      return range.lo > 0n || range.hi < 0n ? false : null;
    }
    case "not": {
      const value = decide(state, condition.value);
      return value === null ? null : !value;
    }
    case "and":
    case "or": {
      const left = decide(state, condition.left);
      const right = decide(state, condition.right);
      const settles = condition.kind === "or";
      if (left === settles || right === settles) return settles;
      return left === null || right === null ? null : !settles;
    }
    case "unknown":
      return null;
  }
}
