/** The versions of a body's variables: made once for each place, with types that settle over the rounds of inference. */
import { Numbering, PersistentMap } from "../collections/persistent-map.ts";
import type * as ast from "../syntax/ast.ts";
import type { Span } from "../text/span.ts";
import { type Edge, type Environment, liveEdges, meet, type Versions } from "./environment.ts";
import type { Type } from "./type.ts";
import { UNKNOWN } from "./type.ts";
import { sameType } from "./type-names.ts";
import type { EdgeName, Move, TypedBody, Version } from "./typed.ts";
import { unify } from "./unify.ts";

type Node = ast.Stmt | ast.Expr;

export class VersionTable {
  readonly #body: TypedBody;
  readonly #changed: () => void;
  /** By the node that makes them, and name. */
  readonly #versions = new Map<object, Map<string, Version>>();
  readonly #exits = new Map<ast.Stmt, object>();
  readonly #none: Versions = PersistentMap.empty(new Numbering());

  constructor(body: TypedBody, changed: () => void) {
    this.#body = body;
    this.#changed = changed;
  }

  *all(): Iterable<Version> {
    yield* this.#body.params;
    for (const byName of this.#versions.values()) yield* byName.values();
  }

  /** At the start of the body only its parameters have a version. */
  start(): Versions {
    return this.#body.params.reduce((versions, param) => versions.set(param.name, param), this.#none);
  }

  /** The version that a place makes. */
  version(node: object, name: string, origin: "assign" | "join", span: Span): Version {
    let byName = this.#versions.get(node);
    if (!byName) {
      byName = new Map();
      this.#versions.set(node, byName);
    }
    let version = byName.get(name);
    if (!version) {
      version = {
        name,
        origin,
        span,
        type: UNKNOWN,
        constant: null,
        incoming: [],
        conflict: null,
        used: false,
        reads: 0,
      };
      byName.set(name, version);
    }
    return version;
  }

  /** A version takes a type: that of the assignment, unified with what earlier rounds found. */
  settle(version: Version, type: Type): void {
    if (type.kind === "unknown") return;
    const settled = version.type.kind === "unknown" ? type : (unify(version.type, type) ?? type);
    if (sameType(settled, version.type)) return;
    version.type = settled;
    this.#changed();
  }

  /** The variables after control flow joins: where versions differ, a join version made for `key`. */
  join(span: Span, edges: readonly Edge<Node>[], key: object): Environment {
    const live = liveEdges(edges);
    const [only] = live;
    if (!only) return null;
    if (live.length === 1) return only.environment;
    let joined = only.environment;
    for (const meeting of meet(live)) {
      const version = this.version(key, meeting.name, "join", span);
      for (const { edge, version: from } of meeting.versions) {
        if (from) this.#move(edge, { from, to: version });
      }
      const incoming = meeting.versions.map((entry) => entry.version);
      this.#settleJoin(
        version,
        incoming.filter((entry) => entry !== undefined),
      );
      joined = joined.set(meeting.name, version);
    }
    return joined;
  }

  /** Versions at the exit of a loop are kept apart from those at its head, which have the statement as key. */
  exitOf(statement: ast.Stmt): object {
    let key = this.#exits.get(statement);
    if (!key) {
      key = {};
      this.#exits.set(statement, key);
    }
    return key;
  }

  /**
   * The variables at the head of a loop: those that it changes are joins of what comes in and what comes back, which is
   * known from the round before.
   */
  enterLoop(statement: ast.While | ast.For, entry: Environment, names: ReadonlySet<string>): Environment {
    let next = entry ?? this.#none;
    for (const name of names) {
      const head = this.version(statement, name, "join", statement.span);
      const from = entry?.get(name);
      if (from) this.#move({ node: statement, name: "entry", environment: entry }, { from, to: head });
      const back = head.incoming.filter((version) => version !== from);
      this.#settleJoin(head, from ? [from, ...back] : back);
      if (from || back.length > 0) next = next.set(name, head);
    }
    return next;
  }

  /** Joins what comes back to the head of the loop. */
  closeLoop(
    statement: ast.While | ast.For,
    entry: Environment,
    names: ReadonlySet<string>,
    edges: readonly Edge<Node>[],
  ): void {
    for (const name of names) {
      const head = this.version(statement, name, "join", statement.span);
      const incoming: Version[] = [];
      const from = entry?.get(name);
      if (from) incoming.push(from);
      for (const edge of liveEdges(edges)) {
        const version = edge.environment?.get(name);
        if (!version) continue;
        incoming.push(version);
        if (version !== head) this.#move(edge, { from: version, to: head });
      }
      const isNew = head.incoming.length === 0;
      this.#settleJoin(head, incoming);
      // A variable that the loop itself makes is there from the second round on.
      if (isNew && head.incoming.length > 0) this.#changed();
    }
  }

  #move(edge: Edge<Node>, move: Move): void {
    let byEdge = this.#body.moves.get(edge.node);
    if (!byEdge) {
      byEdge = new Map<EdgeName, Move[]>();
      this.#body.moves.set(edge.node, byEdge);
    }
    const moves = byEdge.get(edge.name);
    if (moves) moves.push(move);
    else byEdge.set(edge.name, [move]);
  }

  #settleJoin(version: Version, incoming: readonly Version[]): void {
    version.incoming = [...new Set(incoming)].filter((entry) => entry !== version);
    version.conflict = null;
    let type: Type = UNKNOWN;
    let typed: Version | null = null;
    for (const entry of version.incoming) {
      if (entry.type.kind === "unknown") continue;
      if (!typed) {
        type = entry.type;
        typed = entry;
        continue;
      }
      const unified = unify(type, entry.type);
      if (!unified) {
        version.conflict = [typed, entry];
        return;
      }
      type = unified;
    }
    this.settle(version, type);
  }
}
