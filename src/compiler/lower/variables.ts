/**
 * Where the variables of a body live. All versions of a name that have one type share a local, since only one of
 * them is live at a time; a composite value that no join needs is no local at all, but a name for its parts.
 */
import type { Expr, Local } from "../ir/ir.ts";
import * as arrayMessages from "../types/array-diagnostics.ts";
import * as messages from "../types/diagnostics.ts";
import type { Span } from "../text/span.ts";
import type { ScalarType, Type } from "../types/type.ts";
import { unliteral } from "../types/unify.ts";
import type { Move, TypedBody, Version } from "../types/typed.ts";
import { convertValue, irType, isComplex, scalarValue } from "./convert.ts";
import type { Frame } from "./frame.ts";
import { Refusal } from "./refusal.ts";
import type { TupleValue, Value, ViewAxis, ViewValue } from "./value.ts";
import { foldFixedAxes } from "./view.ts";

export class Variables {
  readonly #frame: Frame;
  readonly #body: TypedBody;
  readonly #bound = new Map<Version, Value>();
  /** Used joins that a version flows into. */
  readonly #flows = new Map<Version, Version[]>();
  /** Versions that share a local, by name and type. */
  readonly #sharers = new Map<string, Set<Version>>();
  readonly #locals = new Map<string, Local>();
  readonly #own: ReadonlySet<Version>;

  /** `outer`: the bodies that this one is inlined in, whose variables it may read. */
  constructor(frame: Frame, body: TypedBody, outer: readonly Variables[] = []) {
    this.#frame = frame;
    this.#body = body;
    const versions = new Set<Version>([...body.versions.values(), ...body.params]);
    for (const edges of body.moves.values()) {
      for (const moves of edges.values()) {
        for (const { from, to } of moves) {
          versions.add(from);
          versions.add(to);
          if (!to.used) continue;
          const flows = this.#flows.get(from);
          if (!flows) this.#flows.set(from, [to]);
          else if (!flows.includes(to)) flows.push(to);
        }
      }
    }
    for (const variables of outer) for (const version of variables.#own) versions.delete(version);
    this.#own = versions;
    for (const version of versions) this.#share(version);
  }

  owns(version: Version): boolean {
    return this.#own.has(version);
  }

  get body(): TypedBody {
    return this.#body;
  }

  #share(version: Version): void {
    if (version.origin === "param" || (version.origin === "join" && !version.used)) return;
    const type = this.#storedType(version);
    if (type.kind !== "scalar" || isComplex(type)) return;
    const key = keyOf(version.name, type);
    const sharers = this.#sharers.get(key);
    if (sharers) sharers.add(version);
    else this.#sharers.set(key, new Set([version]));
  }

  /** A version that only joins of one type read is stored as that type at once: `s = 0` before a loop that adds floats. */
  #storedType(version: Version): Type {
    const own = unliteral(version.type);
    if (version.origin === "join" || version.reads > 0) return own;
    const types = (this.#flows.get(version) ?? []).map((join) => unliteral(join.type));
    const [first] = types;
    const agree =
      first?.kind === "scalar" && types.every((type) => type.kind === "scalar" && type.name === first.name);
    return agree && first && own.kind === "scalar" ? first : own;
  }

  /** True where the version meets others in a join that is used, so that its value must have a place of its own. */
  joins(version: Version): boolean {
    return (version.origin === "join" && version.used) || (this.#flows.get(version)?.length ?? 0) > 0;
  }

  /** Gives a version a value without storing it: parameters and loop counters. */
  bind(version: Version, value: Value): void {
    this.#bound.set(version, value);
  }

  has(version: Version): boolean {
    return this.#bound.has(version);
  }

  /** The value of a version. */
  read(version: Version, span: Span): Value {
    const bound = this.#bound.get(version);
    if (bound) return bound;
    const type = this.#storedType(version);
    if (type.kind === "scalar" && !isComplex(type)) {
      return scalarValue(type, this.#frame.read(this.#local(version.name, type), span));
    }
    throw new Refusal(messages.usedBeforeAssignment(version.name, span));
  }

  /** The local that the version's value is assigned to, for code that assigns it itself; null for composite values. */
  destination(version: Version): { readonly local: Local; readonly type: ScalarType } | null {
    if (this.#bound.has(version) && version.origin === "param") return null;
    const type = this.#storedType(version);
    return type.kind === "scalar" && !isComplex(type)
      ? { local: this.#local(version.name, type), type }
      : null;
  }

  /** `name = value`. */
  assign(version: Version, value: Value, span: Span): void {
    const type = this.#storedType(version);
    const converted = convertValue(value, type, span);
    if (!converted) throw new Refusal(messages.notSupportedYet("this assignment", span));
    if (converted.kind === "scalar") {
      const local = this.#local(version.name, converted.type);
      this.#frame.assignTogether([{ local, value: converted.expr }], span);
      return;
    }
    if (this.joins(version)) this.#store(version, type, converted, span);
    else this.#bound.set(version, this.#frame.settle(version.name, converted));
  }

  /** What joins on an edge take over. */
  move(moves: readonly Move[], span: Span): void {
    for (const { from, to } of moves) {
      if (!to.used) continue;
      const type = this.#storedType(to);
      if (type.kind === "scalar" && !isComplex(type)) {
        this.#moveScalar(from, to, type, span);
        continue;
      }
      const converted = convertValue(this.read(from, span), type, span);
      if (!converted)
        throw new Refusal(
          messages.notSupportedYet(`a variable such as \`${to.name}\` of several types`, span),
        );
      this.#store(to, type, converted, span);
    }
  }

  /** True where `move` would emit something. */
  needsMove(moves: readonly Move[]): boolean {
    return moves.some(({ from, to }) => {
      if (!to.used) return false;
      const type = this.#storedType(to);
      if (type.kind !== "scalar" || isComplex(type)) return true;
      const source = this.destination(from);
      return this.#bound.has(from) || !source || source.local !== this.#local(to.name, type);
    });
  }

  #moveScalar(from: Version, to: Version, type: ScalarType, span: Span): void {
    const value = convertValue(this.read(from, span), type, span);
    if (value?.kind !== "scalar")
      throw new Refusal(messages.notSupportedYet(`this use of \`${to.name}\``, span));
    this.#frame.assignTogether([{ local: this.#local(to.name, type), value: value.expr }], span);
  }

  #local(name: string, type: ScalarType): Local {
    const key = keyOf(name, type);
    let local = this.#locals.get(key);
    if (!local) {
      local = this.#frame.local(name, irType(type), (this.#sharers.get(key)?.size ?? 0) <= 1);
      this.#locals.set(key, local);
    }
    return local;
  }

  /** Stores a composite value in locals of the version's name, as every version in the join does. */
  #store(version: Version, type: Type, value: Value, span: Span): void {
    const pairs: { readonly local: Local; readonly value: Expr }[] = [];
    const place = (name: string, expr: Expr): Expr => {
      const key = `${name}|${expr.type}|part`;
      let local = this.#locals.get(key);
      if (!local) {
        local = this.#frame.local(name, expr.type, false);
        this.#locals.set(key, local);
      }
      pairs.push({ local, value: expr });
      return this.#frame.read(local, span);
    };
    const stored = this.#placeParts(version, version.name, type, value, place, span);
    this.#frame.assignTogether(pairs, span);
    this.#checkSame(version, stored, span);
    this.#bound.set(version, stored);
  }

  #placeParts(
    version: Version,
    name: string,
    type: Type,
    value: Value,
    place: (name: string, expr: Expr) => Expr,
    span: Span,
  ): Value {
    switch (value.kind) {
      case "scalar":
        return { ...value, expr: place(name, value.expr) };
      case "complex":
        return { ...value, re: place(`${name}_re`, value.re), im: place(`${name}_im`, value.im) };
      case "tuple": {
        const types = type.kind === "tuple" ? type.items : [];
        const items = value.items.map((item, i) =>
          this.#placeParts(version, `${name}_${i}`, types[i] ?? type, item, place, span),
        );
        return { kind: "tuple", items } satisfies TupleValue;
      }
      case "view":
        return placeView(name, foldFixedAxes(value, span), place);
      case "none":
      case "string":
      case "static":
      case "closure":
      case "dim3":
        return value;
      default:
        throw new Refusal(
          messages.notSupportedYet(
            `a ${value.kind} in the variable \`${version.name}\` that a branch or loop changes`,
            span,
          ),
        );
    }
  }

  /** Views that meet must be of one memory, and what exists at compile time only must be the same. */
  #checkSame(version: Version, stored: Value, span: Span): void {
    const before = this.#bound.get(version);
    if (before && !sameStatics(before, stored))
      throw new Refusal(arrayMessages.arrayChangesMemory(version.name, span));
  }
}

function placeView(name: string, view: ViewValue, place: (name: string, expr: Expr) => Expr): ViewValue {
  const offset = place(`${name}_offset`, view.offset);
  const axes = view.axes.map(
    (axis, i): ViewAxis => ({
      ...axis,
      size: place(`${name}_size_${i}`, axis.size),
      stride: place(`${name}_stride_${i}`, axis.stride),
    }),
  );
  return { ...view, offset, axes };
}

function sameStatics(a: Value, b: Value): boolean {
  if (a.kind !== b.kind) return false;
  if (a.kind === "view" && b.kind === "view") {
    return a.storage === b.storage && a.fieldBytes === b.fieldBytes && a.axes.length === b.axes.length;
  }
  if (a.kind === "tuple" && b.kind === "tuple") {
    return (
      a.items.length === b.items.length && a.items.every((item, i) => sameStatics(item, b.items[i] ?? item))
    );
  }
  if (a.kind === "string" && b.kind === "string") return a.value === b.value;
  if (a.kind === "dim3" && b.kind === "dim3") return a.which === b.which;
  return true;
}

function keyOf(name: string, type: ScalarType): string {
  return `${name}|${irType(type)}`;
}
