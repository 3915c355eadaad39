/**
 * Loops of the interval analysis. At the head of a loop each local that its body assigns holds a new atom, of which
 * a range and some bounds are assumed; they are weakened until one more round of the body keeps them all.
 */
import type { ForStmt, Local, LoopStmt, Stmt } from "../ir/ir.ts";
import { assignedLocals } from "../ir/walk.ts";
import { assuming } from "./condition.ts";
import type { Evaluator } from "./evaluate.ts";
import { FlowState, mergeStates } from "./flow-state.ts";
import {
  addConstant,
  addForms,
  type Atom,
  atomForm,
  isConstantForm,
  type LinearForm,
  negateForm,
  subtractForms,
} from "./linear-form.ts";
import { contains, exactly, fits, type Range, sameRange, typeRange, union, widen } from "./range.ts";
import type { StatementWalker } from "./statement-walker.ts";
import { type Condition, integerValue } from "./value.ts";

/** A local that changes from round to round. */
interface Carried {
  readonly local: Local;
  /** Its value before the loop. */
  readonly entry: LinearForm;
  readonly entryRange: Range;
  /** Assumed at the head. */
  range: Range;
  /** At the head it is assumed to be at most this much below, above what it was before the loop; null: no such bound. */
  below: bigint | null;
  above: bigint | null;
}

interface Round {
  readonly head: FlowState;
  readonly atoms: ReadonlyMap<Local, Atom>;
  /** At the end of the body, `continue` included: each way there, and all together. */
  readonly ways: readonly FlowState[];
  readonly back: FlowState;
  readonly breaks: readonly FlowState[];
  /** Where the condition does not hold at the head. */
  readonly after: FlowState | null;
}

/** After so many rounds a range that still grows becomes the whole type. */
const MOST_ROUNDS = 24;
/** A loop of more rounds than this is not said to end: nobody would wait for it. */
const LARGEST_ROUNDS = 2n ** 40n;

export class LoopAnalysis {
  /** Free loops that surely end. */
  readonly ending = new Map<LoopStmt, boolean>();
  readonly #evaluator: Evaluator;
  readonly #walker: StatementWalker;

  constructor(evaluator: Evaluator, walker: StatementWalker) {
    this.#evaluator = evaluator;
    this.#walker = walker;
  }

  /** `while`: the state after the loop. */
  free(statement: LoopStmt, before: FlowState): FlowState {
    const { condition } = statement;
    const runRound = (head: FlowState): Omit<Round, "head" | "atoms"> => {
      const known: Condition = condition
        ? this.#evaluator.condition(head, condition)
        : { kind: "constant", value: true };
      const { ways, breaks } = this.#walker.runBody(statement.body, assuming(head, known, true));
      const after = condition ? assuming(head, known, false) : null;
      return { ways, back: joinStates(ways, head), breaks, after };
    };
    const round = this.#settle(statement.body, before, null, runRound);
    if (this.#evaluator.recording) {
      const ends = surelyEnds(round);
      this.ending.set(statement, (this.ending.get(statement) ?? true) && ends);
    }
    // A budget may end the loop at its head although the condition holds.
    const exits = statement.budget === null ? [round.after, ...round.breaks] : [round.head, ...round.breaks];
    return joinStates(exits, before);
  }

  /** `for`: the state after the loop, in which the counter has no value. */
  counted(statement: ForStmt, before: FlowState): FlowState {
    const start = this.#evaluator.integer(before, statement.start);
    const stop = this.#evaluator.integer(before, statement.stop);
    const step = this.#evaluator.integer(before, statement.step);
    const [startRange, stopRange, stepRange] = [
      before.bounds(start),
      before.bounds(stop),
      before.bounds(step),
    ];
    const up = statement.direction !== "down" && stepRange.lo >= 0n;
    const down = statement.direction !== "up" && stepRange.hi <= 0n;
    // A step against the direction never ends the loop, and may take the counter anywhere.
    const astray = statement.direction !== "either" && !up && !down;
    const range = astray ? typeRange(statement.counter.type) : counterRange(up, down, startRange, stopRange);
    const trips = mostTrips(up, down, startRange, stopRange, stepRange);
    const runRound = (head: FlowState): Omit<Round, "head" | "atoms"> => {
      const inside = head.copy();
      const counter = atomForm(this.#evaluator.atoms.fresh(range ?? exactly(0n)));
      if (!range) inside.dead = true;
      // The counter has not passed `start` the other way, and not reached `stop`.
      if (up) {
        inside.learn(subtractForms(start, counter));
        inside.learn(addConstant(subtractForms(counter, stop), 1n));
        inside.learn(addConstant(subtractForms(start, stop), 1n));
      } else if (down) {
        inside.learn(subtractForms(counter, start));
        inside.learn(addConstant(subtractForms(stop, counter), 1n));
        inside.learn(addConstant(subtractForms(stop, start), 1n));
      }
      this.#walker.give(inside, statement.counter, integerValue(counter));
      const { ways, breaks } = this.#walker.runBody(statement.body, inside);
      return { ways, back: joinStates(ways, head), breaks, after: head };
    };
    const round = this.#settle(statement.body, before, trips, runRound);
    const after = joinStates([round.after, ...round.breaks], before);
    after.forget(statement.counter);
    return after;
  }

  /** Finds what holds at the head of a loop in every round, then runs the round that counts. */
  #settle(
    body: readonly Stmt[],
    before: FlowState,
    trips: bigint | null,
    runRound: (head: FlowState) => Omit<Round, "head" | "atoms">,
  ): Round {
    const locals = [...assignedLocals(body)];
    const carried: Carried[] = [];
    for (const local of locals) {
      const value = before.values.get(local);
      if (value?.kind !== "integer") continue;
      const entryRange = before.boundsIn(value.form, local.type);
      carried.push({
        local,
        entry: value.form,
        entryRange,
        range: entryRange,
        // Bounds by a number are what the range says.
        below: isConstantForm(value.form) ? null : 0n,
        above: isConstantForm(value.form) ? null : 0n,
      });
    }
    const run = (): Round => {
      const head = before.copy();
      const atoms = new Map<Local, Atom>();
      for (const local of locals) head.forget(local);
      for (const one of carried) this.#assume(head, one, atoms);
      return { head, atoms, ...runRound(head.copy()) };
    };
    const recording = this.#evaluator.recording;
    this.#evaluator.recording = false;
    for (let count = 0; weaken(carried, run(), trips, count >= MOST_ROUNDS); count++) {
      // Until nothing has to be weakened.
    }
    this.#tighten(carried, trips, run);
    this.#evaluator.recording = recording;
    return run();
  }

  #assume(head: FlowState, one: Carried, atoms: Map<Local, Atom>): void {
    const atom = this.#evaluator.atoms.fresh(one.range);
    atoms.set(one.local, atom);
    const form = atomForm(atom);
    head.bind(one.local, integerValue(form));
    const change = subtractForms(form, one.entry);
    if (one.below !== null) head.learn(addConstant(negateForm(change), -one.below));
    if (one.above !== null) head.learn(addConstant(change, -one.above));
  }

  /** Widening overshoots: what one round gives from the widened ranges may hold as well, and is tried once. */
  #tighten(carried: readonly Carried[], trips: bigint | null, run: () => Round): void {
    const wide = carried.map((one) => one.range);
    const round = run();
    if (round.back.dead) return;
    let changed = false;
    for (const one of carried) {
      const range = union(one.entryRange, backRange(round, one));
      if (sameRange(range, one.range) || !contains(one.range, range)) continue;
      one.range = range;
      changed = true;
    }
    if (!changed) return;
    const again = run();
    if (
      again.back.dead ||
      carried.every(
        (one) =>
          rangeHolds(again, one, trips) && belowHolds(again, one, trips) && aboveHolds(again, one, trips),
      )
    )
      return;
    carried.forEach((one, position) => {
      one.range = wide[position] ?? typeRange(one.local.type);
    });
  }
}

/** The values of a counter inside the body, or null if the body never runs. */
function counterRange(up: boolean, down: boolean, start: Range, stop: Range): Range | null {
  let lo = start.lo;
  let hi = start.hi;
  if (up) hi = stop.hi - 1n;
  else if (down) lo = stop.lo + 1n;
  else {
    lo = start.lo < stop.lo + 1n ? start.lo : stop.lo + 1n;
    hi = start.hi > stop.hi - 1n ? start.hi : stop.hi - 1n;
  }
  return lo <= hi ? { lo, hi } : null;
}

/** How often the body runs at most; null if that cannot be told. */
function mostTrips(up: boolean, down: boolean, start: Range, stop: Range, step: Range): bigint | null {
  if (up && step.lo > 0n) {
    const distance = stop.hi - start.lo;
    return distance <= 0n ? 0n : (distance + step.lo - 1n) / step.lo;
  }
  if (down && step.hi < 0n) {
    const distance = start.hi - stop.lo;
    return distance <= 0n ? 0n : (distance - step.hi - 1n) / -step.hi;
  }
  return null;
}

/** What is known where all of these ways meet; dead if there is none. */
function joinStates(states: readonly (FlowState | null)[], like: FlowState): FlowState {
  let joined: FlowState | null = null;
  for (const state of states) {
    if (!state || state.dead) continue;
    joined = joined ? mergeStates(joined, state) : state.copy();
  }
  if (joined) return joined;
  const none = new FlowState(like.atoms);
  none.dead = true;
  return none;
}

/** The value of a carried local at the end of the body. */
function backForm(round: Round, one: Carried): LinearForm | null {
  const value = round.back.values.get(one.local);
  return value?.kind === "integer" ? value.form : null;
}

function backRange(round: Round, one: Carried): Range {
  const form = backForm(round, one);
  return form ? round.back.boundsIn(form, one.local.type) : typeRange(one.local.type);
}

/** Whether the assumed range holds after the round, or has room for all rounds there are. */
function rangeHolds(round: Round, one: Carried, trips: bigint | null): boolean {
  if (contains(one.range, backRange(round, one))) return true;
  const steady = steadyRange(round, one, trips);
  return steady !== null && contains(one.range, steady);
}

/** Whether it is still no further below its value before the loop, or all rounds together do not take it further. */
function belowHolds(round: Round, one: Carried, trips: bigint | null): boolean {
  const { below } = one;
  if (below === null) return true;
  const form = backForm(round, one);
  if (form && round.back.proves(addConstant(subtractForms(one.entry, form), -below))) return true;
  const total = totalChange(round, one, trips);
  return total !== null && -total.lo <= below;
}

/** The same for above. */
function aboveHolds(round: Round, one: Carried, trips: bigint | null): boolean {
  const { above } = one;
  if (above === null) return true;
  const form = backForm(round, one);
  if (form && round.back.proves(addConstant(subtractForms(form, one.entry), -above))) return true;
  const total = totalChange(round, one, trips);
  return total !== null && total.hi <= above;
}

/** Gives up what does not hold after a round; whether there was such a thing. */
function weaken(carried: readonly Carried[], round: Round, trips: bigint | null, giveUp: boolean): boolean {
  if (round.back.dead) return false;
  let weakened = false;
  for (const one of carried) {
    const total = giveUp ? null : totalChange(round, one, trips);
    if (!belowHolds(round, one, trips)) {
      one.below = total && -total.lo;
      weakened = true;
    }
    if (!aboveHolds(round, one, trips)) {
      one.above = total?.hi ?? null;
      weakened = true;
    }
    if (rangeHolds(round, one, trips)) continue;
    const range = backRange(round, one);
    const steady = steadyRange(round, one, trips);
    const limit = typeRange(one.local.type);
    if (giveUp) one.range = limit;
    else
      one.range =
        steady && fits(steady, one.local.type)
          ? union(one.range, steady)
          : widen(one.range, union(one.range, range), limit);
    weakened = true;
  }
  return weakened;
}

/** The values that a local may reach which changes by a bounded amount in each round of a loop of so many trips. */
function steadyRange(round: Round, one: Carried, trips: bigint | null): Range | null {
  const total = totalChange(round, one, trips);
  return total && { lo: one.entryRange.lo + total.lo, hi: one.entryRange.hi + total.hi };
}

/**
 * How far all rounds together may take a local from its value before the loop: it holds although a further round
 * would go beyond it, for there is none.
 */
function totalChange(round: Round, one: Carried, trips: bigint | null): Range | null {
  const atom = round.atoms.get(one.local);
  const form = backForm(round, one);
  if (trips === null || !form || atom === undefined) return null;
  const change = round.back.bounds(subtractForms(form, atomForm(atom)));
  return { lo: change.lo < 0n ? trips * change.lo : 0n, hi: change.hi > 0n ? trips * change.hi : 0n };
}

/**
 * A loop ends if some form that is at most 0 whenever the body has been run grows by 1 or more each time. What is
 * tried: the facts known at the end of the body, and the ranges of the carried locals there.
 */
function surelyEnds(round: Round): boolean {
  const [first] = round.ways;
  if (!first) return true;
  const carried = new Set(round.atoms.values());
  const candidates: LinearForm[] = [];
  for (const fact of first.facts.values()) {
    if (fact.terms.some((term) => carried.has(term.atom))) candidates.push(fact);
  }
  for (const atom of carried) {
    const range = round.back.atomRange(atom);
    candidates.push(
      addConstant(atomForm(atom), -range.hi),
      addConstant(negateForm(atomForm(atom)), range.lo),
    );
  }
  return candidates.some((form) => {
    // Its other atoms must not change from round to round: those made before the head do not.
    const steady = form.terms.every((term) => carried.has(term.atom) || term.atom < Math.min(...carried));
    if (!steady || round.head.range(form).lo < -LARGEST_ROUNDS) return false;
    return round.ways.every((way) => {
      const grown = afterRound(round, way, form);
      return way.proves(form) && grown !== null && way.proves(addConstant(subtractForms(form, grown), 1n));
    });
  });
}

/** What the form is in the next round, if this one went that way. */
function afterRound(round: Round, way: FlowState, form: LinearForm): LinearForm | null {
  let after: LinearForm = { constant: form.constant, terms: [] };
  for (const term of form.terms) {
    const local = [...round.atoms].find(([, atom]) => atom === term.atom)?.[0];
    const value = local ? way.values.get(local) : integerValue(atomForm(term.atom));
    if (value?.kind !== "integer") return null;
    after = addForms(after, value.form, term.by);
  }
  return after;
}
