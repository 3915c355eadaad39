/**
 * What is known at one point of a function: the value of each local, the ranges of the atoms in those values, and
 * linear facts about them. Atoms never change their value, so an assignment only binds the local to another
 * form, and what was known about the old value stays true. Facts come from conditions and hold on the way they guard.
 */
import { Numbering, PersistentMap } from "../collections/persistent-map.ts";
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
  /** What a state starts from: nothing is known of any local, nor more of any atom. */
  readonly noValues: PersistentMap<Local, Value> = PersistentMap.empty(new Numbering());
  readonly noRanges: PersistentMap<Atom, Range> = PersistentMap.empty(new Numbering());
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
  #values: PersistentMap<Local, Value>;
  /** Of the atoms whose range is tighter here than everywhere. */
  #ranges: PersistentMap<Atom, Range>;
  /** Each says that its form is at most 0. */
  #facts: Map<string, LinearForm> = new Map();
  /** The facts that each atom stands in; made when a proof asks, and again after something was learned. */
  #byAtom: Map<Atom, LinearForm[]> | null = null;
  /** A copy reads the facts of its original until one of them learns another: most copies never do. */
  #sharesFacts = false;
  /** No thread gets here: what was assumed contradicts itself. */
  dead = false;

  constructor(atoms: AtomTable, copied?: FlowState) {
    this.atoms = atoms;
    this.#values = atoms.noValues;
    this.#ranges = atoms.noRanges;
    if (copied) this.become(copied);
  }

  /** Takes over what another state knows. */
  become(other: FlowState): void {
    this.#values = other.#values;
    this.#ranges = other.#ranges;
    this.#facts = other.#facts;
    this.#byAtom = other.#byAtom;
    this.#sharesFacts = true;
    other.#sharesFacts = true;
    this.dead = other.dead;
  }

  copy(): FlowState {
    return new FlowState(this.atoms, this);
  }

  get values(): PersistentMap<Local, Value> {
    return this.#values;
  }

  /** The local has this value from here on. */
  bind(local: Local, value: Value): void {
    this.#values = this.#values.set(local, value);
  }

  /** Nothing is known of the local any more. */
  forget(local: Local): void {
    this.#values = this.#values.delete(local);
  }

  get facts(): ReadonlyMap<string, LinearForm> {
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
    if (!sameRange(before, after)) this.#ranges = this.#ranges.set(atom, after);
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
      this.#keep(key, form);
    }
    this.#propagate([form]);
  }

  #keep(key: string, form: LinearForm): void {
    if (this.#sharesFacts) this.#facts = new Map(this.#facts);
    this.#sharesFacts = false;
    this.#byAtom = null;
    this.#facts.set(key, form);
    if (this.#facts.size > MOST_FACTS) this.#facts.delete(this.#facts.keys().next().value ?? "");
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

  /**
   * Keeps of ranges and facts what holds in another state too. Facts have tightened the ranges of both before, so that
   * they say no more of the ranges of either.
   */
  meet(other: FlowState): void {
    const facts = this.#facts === other.#facts ? null : factsOfBoth(this, other);
    this.#ranges.forEachDifference(other.#ranges, (atom, mine, theirs) => {
      this.#ranges = mine && theirs ? this.#ranges.set(atom, union(mine, theirs)) : this.#ranges.delete(atom);
    });
    if (!facts) return;
    this.#facts = new Map();
    this.#sharesFacts = false;
    this.#byAtom = null;
    for (const [key, fact] of facts) if (this.range(fact).hi > 0n) this.#keep(key, fact);
  }
}

/** Facts that each of two states knows, or has proved by its ranges. */
function factsOfBoth(a: FlowState, b: FlowState): [string, LinearForm][] {
  const found: [string, LinearForm][] = [];
  for (const entry of a.facts) if (b.facts.has(entry[0]) || b.range(entry[1]).hi <= 0n) found.push(entry);
  for (const entry of b.facts) if (!a.facts.has(entry[0]) && a.range(entry[1]).hi <= 0n) found.push(entry);
  return found;
}

/** Bounds that a merged value is tried against, at most. */
const MOST_CANDIDATES = 10;

/** What is known where two ways meet. */
export function mergeStates(a: FlowState, b: FlowState): FlowState {
  if (a.dead) return b.copy();
  if (b.dead) return a.copy();
  const merged = a.copy();
  merged.meet(b);
  a.values.forEachDifference(b.values, (local, left, right) => {
    if (left && right) merged.bind(local, mergeValues(merged, local.type, a, left, b, right));
    else merged.forget(local);
  });
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
  for (const fact of state.facts.values()) {
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
