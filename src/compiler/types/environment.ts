/** Variables and their current versions, and what happens to them where control flow joins. */
import type { PersistentMap } from "../collections/persistent-map.ts";
import type { Version } from "./typed.ts";

export type Versions = PersistentMap<string, Version>;

/** The version that each variable has at one point; null where control flow does not come. */
export type Environment = Versions | null;

/** A way into a join, by the name of its edge and the node that it leaves. */
export interface Edge<Node> {
  readonly node: Node;
  readonly name: string;
  readonly environment: Environment;
}

export interface LiveEdge<Node> extends Edge<Node> {
  readonly environment: Versions;
}

/** A variable that has different versions on different ways into a join. */
export interface Meeting<Node> {
  readonly name: string;
  readonly versions: readonly { readonly edge: Edge<Node>; readonly version: Version | undefined }[];
}

/** The edges that control flow takes at all, with the versions that they bring. */
export function liveEdges<Node>(edges: readonly Edge<Node>[]): readonly LiveEdge<Node>[] {
  return edges.filter((edge): edge is LiveEdge<Node> => edge.environment !== null);
}

/** Variables that need a join version: all edges agree on the others. */
export function meet<Node>(edges: readonly LiveEdge<Node>[]): readonly Meeting<Node>[] {
  const [first, ...others] = edges;
  if (!first) return [];
  const names = new Set<string>();
  for (const other of others) {
    first.environment.forEachDifference(other.environment, (name) => names.add(name));
  }
  return Array.from(names, (name) => ({
    name,
    versions: edges.map((edge) => ({ edge, version: edge.environment.get(name) })),
  }));
}

export function withVersion(environment: Environment, name: string, version: Version): Environment {
  return environment === null ? null : environment.set(name, version);
}
