/** Whether inference met something of which nothing is known, without a mistake in the program: names of host code that never ran. */
import type { TypedBody } from "./typed.ts";

/** True where the body, or one that it calls, has a part of unknown type. */
export function hasUnknowns(body: TypedBody, seen: Set<TypedBody> = new Set()): boolean {
  if (seen.has(body)) return false;
  seen.add(body);
  for (const type of body.types.values()) if (type.kind === "unknown") return true;
  for (const param of body.params) if (param.type.kind === "unknown") return true;
  for (const target of body.calls.values()) {
    if (target.kind === "function" && hasUnknowns(target.callee.body, seen)) return true;
    if (target.kind === "closure" && hasUnknowns(target.body, seen)) return true;
  }
  return false;
}
