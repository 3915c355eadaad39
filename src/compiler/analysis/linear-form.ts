/**
 * Linear forms: a constant plus integer multiples of atoms, in exact integers that never wrap. An atom is a number
 * that stands for one integer value which does not change: what a local held at some point, a launch value, a
 * position, or the result of an operation that is not linear. Two equal forms are equal values, so `k + tx < n`
 * says something about the index `tx + k`.
 */
import type { Range } from "./range.ts";

export type Atom = number;

export interface LinearForm {
  readonly constant: bigint;
  /** By atom, ascending; no coefficient is 0. */
  readonly terms: readonly Term[];
}
export interface Term {
  readonly atom: Atom;
  readonly by: bigint;
}

export const constantForm = (constant: bigint): LinearForm => ({ constant, terms: [] });
export const atomForm = (atom: Atom): LinearForm => ({ constant: 0n, terms: [{ atom, by: 1n }] });
export const isConstantForm = (form: LinearForm): boolean => form.terms.length === 0;

/** `a + factor * b` */
export function addForms(a: LinearForm, b: LinearForm, factor = 1n): LinearForm {
  const constant = a.constant + factor * b.constant;
  if (b.terms.length === 0 || factor === 0n) return { constant, terms: a.terms };
  const terms: Term[] = [];
  let i = 0;
  let j = 0;
  while (i < a.terms.length || j < b.terms.length) {
    const left = a.terms[i];
    const right = b.terms[j];
    if (left && (!right || left.atom < right.atom)) {
      terms.push(left);
      i++;
    } else if (right && (!left || right.atom < left.atom)) {
      terms.push({ atom: right.atom, by: factor * right.by });
      j++;
    } else if (left && right) {
      const by = left.by + factor * right.by;
      if (by !== 0n) terms.push({ atom: left.atom, by });
      i++;
      j++;
    }
  }
  return { constant, terms };
}

export const subtractForms = (a: LinearForm, b: LinearForm): LinearForm => addForms(a, b, -1n);
export const addConstant = (a: LinearForm, constant: bigint): LinearForm => ({
  constant: a.constant + constant,
  terms: a.terms,
});

export function scaleForm(a: LinearForm, factor: bigint): LinearForm {
  if (factor === 0n) return constantForm(0n);
  if (factor === 1n) return a;
  return { constant: a.constant * factor, terms: a.terms.map((t) => ({ atom: t.atom, by: t.by * factor })) };
}

export const negateForm = (a: LinearForm): LinearForm => scaleForm(a, -1n);

/** Equal for equal forms. */
export function formKey(form: LinearForm): string {
  let key = form.constant.toString();
  for (const term of form.terms) key += `,${term.atom}*${term.by}`;
  return key;
}

export function coefficientOf(form: LinearForm, atom: Atom): bigint {
  return form.terms.find((t) => t.atom === atom)?.by ?? 0n;
}

/** The range of a form, given those of its atoms. */
export function formRange(form: LinearForm, rangeOf: (atom: Atom) => Range): Range {
  let lo = form.constant;
  let hi = form.constant;
  for (const { atom, by } of form.terms) {
    const range = rangeOf(atom);
    lo += by * (by > 0n ? range.lo : range.hi);
    hi += by * (by > 0n ? range.hi : range.lo);
  }
  return { lo, hi };
}
