/**
 * What is known at one point of a function: the value of each local, the ranges of the atoms in those values, and
 * linear facts about them. Atoms never change their value, so an assignment only binds the local to another
 * form, and what was known about the old value stays true. Facts come from conditions and hold on the way they guard.
 */
import type { Local, Scalar } from "../ir/ir.ts";
import {
  addConstant,
  addForms,
  type Atom,
  atomForm,
  coefficientOf,
  formKey,
  formRange,
  isConstantForm,
  type LinearForm,
  negateForm,
  scaleForm,
  subtractForms,
} from "./linear-form.ts";
import { intersect, type Range, sameRange, typeRange, union } from "./range.ts";
import { OTHER_VALUE, UNKNOWN_CONDITION, type Value } from "./value.ts";

/** All atoms of one analysis, with what is true of each of them everywhere. */
export class AtomTable {
  /** Steps left for proofs while it is found out what holds in loops, and while findings count. Without any, only ranges tell. */
  readonly proofSteps = { searching: ALL_PROOF_STEPS, recording: ALL_PROOF_STEPS };
  phase: "searching" | "recording" = "recording";
  readonly #ranges: Range[] = [];
  readonly #byKey = new Map<string, Atom>();

  /** A value of which nothing is known but its range. */
  fresh(range: Range): Atom {
    this.#ranges.push(range);
    return this.#ranges.length - 1;
  }

  /** The atom of that key: the same value for the same key, such as an operation on the same operands. */
  shared(key: string, range: Range): Atom {
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const atom = this.fresh(range);
    this.#byKey.set(key, atom);
    return atom;
  }

  range(atom: Atom): Range {
    const range = this.#ranges[atom];
    if (!range) throw new Error(`no atom ${atom}`);
    return range;
  }
}

/** How many facts a proof may chain, and how many steps it may take: proofs that matter need two or three facts. */
const PROOF_DEPTH = 4;
const PROOF_STEPS = 400;
/** Steps for each of the many guesses at a place where two ways meet, most of which are wrong. */
const GUESS_STEPS = 40;
/** Steps of all proofs of one analysis, some tenths of a second: a kernel of a thousand lines must not take minutes. */
const ALL_PROOF_STEPS = 200_000;
/** Rounds of passing a tighter range on to other facts. */
const PROPAGATION_ROUNDS = 2;
/** Facts a state may hold: a long kernel must not make proofs slow. Losing a fact is always sound. */
const MOST_FACTS = 160;

export class FlowState {
  readonly atoms: AtomTable;
  #values: Map<Local, Value> = new Map();
  #ranges: Map<Atom, Range> = new Map();
  /** Each says that its form is at most 0. */
  #facts: Map<string, LinearForm> = new Map();
  /** The facts that each atom stands in; made when a proof asks, and again after something was learned. */
  #byAtom: Map<Atom, LinearForm[]> | null = null;
  /** A copy reads the maps of its original until one of them changes: most copies never do. */
  #sharesValues = false;
  #sharesRanges = false;
  #sharesFacts = false;
  /** No thread gets here: what was assumed contradicts itself. */
  dead = false;

  constructor(atoms: AtomTable, copied?: FlowState) {
    this.atoms = atoms;
    if (copied) this.#share(copied);
  }

  #share(other: FlowState): void {
    this.#values = other.#values;
    this.#sharesValues = true;
    other.#sharesValues = true;
    this.#ranges = other.#ranges;
    this.#facts = other.#facts;
    this.#byAtom = other.#byAtom;
    this.#sharesRanges = true;
    this.#sharesFacts = true;
    other.#sharesRanges = true;
    other.#sharesFacts = true;
    this.dead = other.dead;
  }

  get values(): ReadonlyMap<Local, Value> {
    return this.#values;
  }

  /** The local has this value from here on. */
  bind(local: Local, value: Value): void {
    this.#ownValues().set(local, value);
  }

  /** Nothing is known of the local any more. */
  forget(local: Local): void {
    if (this.#values.has(local)) this.#ownValues().delete(local);
  }

  #ownValues(): Map<Local, Value> {
    if (this.#sharesValues) this.#values = new Map(this.#values);
    this.#sharesValues = false;
    return this.#values;
  }

  #ownRanges(): Map<Atom, Range> {
    if (this.#sharesRanges) this.#ranges = new Map(this.#ranges);
    this.#sharesRanges = false;
    return this.#ranges;
  }

  #ownFacts(): Map<string, LinearForm> {
    if (this.#sharesFacts) this.#facts = new Map(this.#facts);
    this.#sharesFacts = false;
    return this.#facts;
  }

  copy(): FlowState {
    return new FlowState(this.atoms, this);
  }

  ranges(): ReadonlyMap<Atom, Range> {
    return this.#ranges;
  }
  factEntries(): ReadonlyMap<string, LinearForm> {
    return this.#facts;
  }

  atomRange = (atom: Atom): Range => this.#ranges.get(atom) ?? this.atoms.range(atom);

  /** By the ranges of the atoms alone; `bounds` looks at the facts as well. */
  range(form: LinearForm): Range {
    return formRange(form, this.atomRange);
  }

  /** Restricts an atom; where nothing is left of its range, the state is dead. */
  restrict(atom: Atom, range: Range): void {
    const before = this.atomRange(atom);
    const after = intersect(before, range);
    if (!after) {
      this.dead = true;
      return;
    }
    if (!sameRange(before, after)) this.#ownRanges().set(atom, after);
  }

  /** Learns that `form` <= 0. */
  learn(form: LinearForm): void {
    if (this.dead) return;
    const range = this.range(form);
    if (range.hi <= 0n) return;
    if (range.lo > 0n) {
      this.dead = true;
      return;
    }
    const single = form.terms.length === 1;
    // A fact on one atom is its range, and a fact that is known need not be kept twice.
    if (!single) {
      const key = formKey(form);
      if (this.#facts.has(key)) return;
      const facts = this.#ownFacts();
      facts.set(key, form);
      this.#byAtom = null;
      if (facts.size > MOST_FACTS) facts.delete(facts.keys().next().value ?? "");
    }
    this.#propagate([form]);
  }

  #propagate(forms: readonly LinearForm[]): void {
    let pending = forms;
    for (let round = 0; round <= PROPAGATION_ROUNDS && pending.length > 0; round++) {
      const changed = new Set<Atom>();
      for (const form of pending) {
        const { lo } = this.range(form);
        for (const { atom, by } of form.terms) {
          const before = this.atomRange(atom);
          // by * atom <= -(the least that the rest can be)
          const rest = lo - by * (by > 0n ? before.lo : before.hi);
          if (by > 0n) this.restrict(atom, { lo: before.lo, hi: minimum(before.hi, floorBy(-rest, by)) });
          else this.restrict(atom, { lo: maximum(before.lo, -floorBy(-rest, -by)), hi: before.hi });
          if (this.dead) return;
          if (!sameRange(before, this.atomRange(atom))) changed.add(atom);
        }
      }
      if (changed.size === 0) return;
      pending = [...this.#facts.values()].filter((fact) => fact.terms.some((t) => changed.has(t.atom)));
    }
  }

  /** Whether `form` <= 0 for certain. */
  proves(form: LinearForm): boolean {
    return this.dead || this.upper(form, 0n) <= 0n;
  }

  /** The same, where it is only a guess that it might be. */
  provesQuickly(form: LinearForm): boolean {
    return this.dead || this.upper(form, 0n, GUESS_STEPS) <= 0n;
  }

  /** The bounds of a form, by ranges and facts. */
  bounds(form: LinearForm): Range {
    const range = this.range(form);
    if (form.terms.length < 2) return range;
    const hi = this.upper(form);
    const lo = -this.upper(negateForm(form));
    return lo <= hi ? { lo, hi } : range;
  }

  /** The bounds of a form that is a value of this integer type. */
  boundsIn(form: LinearForm, type: Scalar): Range {
    // What another way learned of an atom may be missing here, so that only the type bounds it.
    const limit = typeRange(type);
    return intersect(this.bounds(form), limit) ?? limit;
  }

  /** An upper bound of `form`; stops looking once it is at most `enough`. */
  upper(form: LinearForm, enough?: bigint, mostSteps: number = PROOF_STEPS): bigint {
    let best = this.range(form).hi;
    const done = (): boolean => enough !== undefined && best <= enough;
    if (isConstantForm(form) || done()) return best;
    const given = Math.min(mostSteps, this.atoms.proofSteps[this.atoms.phase]);
    let steps = given;
    // `scaled` is at least `scale` times the form: facts, which are at most 0, have been subtracted.
    const search = (scaled: LinearForm, scale: bigint, depth: number): void => {
      for (const { atom, by } of scaled.terms) {
        for (const fact of this.#factsOn(atom)) {
          if (steps <= 0 || done()) return;
          const other = coefficientOf(fact, atom);
          if (other > 0n !== by > 0n) continue;
          steps--;
          const common = gcd(absolute(by), absolute(other));
          const times = absolute(other) / common;
          const next = addForms(scaleForm(scaled, times), fact, -(absolute(by) / common));
          const bound = floorBy(this.range(next).hi, scale * times);
          if (bound < best) best = bound;
          if (depth > 1 && next.terms.length <= scaled.terms.length + 1)
            search(next, scale * times, depth - 1);
        }
      }
    };
    // Short chains first, so that the steps are not all spent down one branch.
    for (let depth = 1; depth <= PROOF_DEPTH && steps > 0 && !done(); depth++) search(form, 1n, depth);
    this.atoms.proofSteps[this.atoms.phase] -= given - steps;
    return best;
  }

  #factsOn(atom: Atom): readonly LinearForm[] {
    if (!this.#byAtom) {
      this.#byAtom = new Map();
      for (const fact of this.#facts.values()) {
        for (const term of fact.terms) {
          const others = this.#byAtom.get(term.atom);
          if (others) others.push(fact);
          else this.#byAtom.set(term.atom, [fact]);
        }
      }
    }
    return this.#byAtom.get(atom) ?? [];
  }

  /** Takes over what another state knows. */
  become(other: FlowState): void {
    this.#share(other);
  }
}

/** Bounds that a merged value is tried against, at most. */
const MOST_CANDIDATES = 10;

/** What is known where two ways meet. */
export function mergeStates(a: FlowState, b: FlowState): FlowState {
  if (a.dead) return b.copy();
  if (b.dead) return a.copy();
  const merged = new FlowState(a.atoms);
  for (const [atom, range] of a.ranges()) {
    const other = b.ranges().get(atom);
    if (other) merged.restrict(atom, union(range, other));
  }
  for (const [key, fact] of a.factEntries()) {
    if (b.factEntries().has(key) || b.range(fact).hi <= 0n) merged.learn(fact);
  }
  for (const [key, fact] of b.factEntries()) {
    if (!a.factEntries().has(key) && a.range(fact).hi <= 0n) merged.learn(fact);
  }
  for (const [local, left] of a.values) {
    const right = b.values.get(local);
    if (!right) continue;
    merged.bind(local, mergeValues(merged, local.type, a, left, b, right));
  }
  return merged;
}

function mergeValues(
  merged: FlowState,
  type: Scalar,
  a: FlowState,
  left: Value,
  b: FlowState,
  right: Value,
): Value {
  if (left === right) return left;
  if (left.kind === "integer" && right.kind === "integer") {
    if (formKey(left.form) === formKey(right.form)) return left;
    return { kind: "integer", form: mergeForms(type, merged, a, left.form, b, right.form) };
  }
  if (left.kind === "bool" && right.kind === "bool") return { kind: "bool", condition: UNKNOWN_CONDITION };
  return OTHER_VALUE;
}

/** A new atom for a value of `type` that is `left` after state `a` and `right` after `b`, with the bounds that both keep. */
export function mergeForms(
  type: Scalar,
  merged: FlowState,
  a: FlowState,
  left: LinearForm,
  b: FlowState,
  right: LinearForm,
): LinearForm {
  const form = atomForm(merged.atoms.fresh(union(a.boundsIn(left, type), b.boundsIn(right, type))));
  const candidates = new Map<string, LinearForm>();
  for (const candidate of [left, right, ...neighbours(a, left), ...neighbours(b, right)]) {
    if (candidates.size < MOST_CANDIDATES && !isConstantForm(candidate))
      candidates.set(formKey(candidate), candidate);
  }
  for (const candidate of candidates.values()) {
    if (a.provesQuickly(subtractForms(left, candidate)) && b.provesQuickly(subtractForms(right, candidate))) {
      merged.learn(subtractForms(form, candidate));
    }
    if (a.provesQuickly(subtractForms(candidate, left)) && b.provesQuickly(subtractForms(candidate, right))) {
      merged.learn(subtractForms(candidate, form));
    }
  }
  return form;
}

/** Forms that facts compare a single atom with: candidates for what its merged value is bounded by. */
function neighbours(state: FlowState, form: LinearForm): LinearForm[] {
  const [term] = form.terms;
  if (form.terms.length !== 1 || term?.by !== 1n) return [];
  const found: LinearForm[] = [];
  for (const fact of state.factEntries().values()) {
    const by = coefficientOf(fact, term.atom);
    if (by !== 1n && by !== -1n) continue;
    // fact = by * atom + rest, so the atom is compared with -by * rest.
    const rest = addForms(fact, atomForm(term.atom), -by);
    found.push(addConstant(scaleForm(rest, -by), form.constant));
  }
  return found;
}

const absolute = (x: bigint): bigint => (x < 0n ? -x : x);
const minimum = (x: bigint, y: bigint): bigint => (x < y ? x : y);
const maximum = (x: bigint, y: bigint): bigint => (x > y ? x : y);

/** x / y toward minus infinity, y > 0. */
function floorBy(x: bigint, y: bigint): bigint {
  const quotient = x / y;
  return x < 0n && x % y !== 0n ? quotient - 1n : quotient;
}

function gcd(x: bigint, y: bigint): bigint {
  let a = x;
  let b = y;
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}
