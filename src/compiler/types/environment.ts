/** Variables and their current versions, and what happens to them where control flow joins. */
import type { Version } from "./typed.ts";

/** The version that each variable has at one point; null where control flow does not come. */
export type Environment = ReadonlyMap<string, Version> | null;

/** A way into a join, by the name of its edge and the node that it leaves. */
export interface Edge<Node> {
  readonly node: Node;
  readonly name: string;
  readonly environment: Environment;
}

/** A variable that has different versions on different ways into a join. */
export interface Meeting<Node> {
  readonly name: string;
  readonly versions: readonly { readonly edge: Edge<Node>; readonly version: Version | undefined }[];
}

/** The edges that control flow takes at all. */
export function liveEdges<Node>(edges: readonly Edge<Node>[]): readonly Edge<Node>[] {
  return edges.filter((edge) => edge.environment !== null);
}

/** Variables that need a join version, and the others with the version that all edges agree on. */
export function meet<Node>(edges: readonly Edge<Node>[]): {
  readonly same: Map<string, Version>;
  readonly meetings: readonly Meeting<Node>[];
} {
  const same = new Map<string, Version>();
  const meetings: Meeting<Node>[] = [];
  const names = new Set<string>();
  for (const edge of edges) for (const name of edge.environment?.keys() ?? []) names.add(name);
  for (const name of names) {
    const versions = edges.map((edge) => ({ edge, version: edge.environment?.get(name) }));
    const first = versions[0]?.version;
    if (first && versions.every(({ version }) => version === first)) same.set(name, first);
    else meetings.push({ name, versions });
  }
  return { same, meetings };
}

export function withVersion(environment: Environment, name: string, version: Version): Environment {
  return environment && new Map(environment).set(name, version);
}
