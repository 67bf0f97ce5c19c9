/** The state of the simulated fabric controller: managed objects by their path below `uni`. */

import type { JsonObject } from "../../model/json.ts";

/** A managed object: a class, and attributes that are all strings. */
export interface ManagedObjectSeed {
  readonly class: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** The state of the fabric controller: objects by path, `uni/tn-Production`. Never changed in place. */
export interface FabricState {
  readonly objects: ReadonlyMap<string, ManagedObjectSeed>;
  /** Mode `apic`: sessions by token, and how many tokens were issued. Absent: nobody has logged in yet. */
  readonly sessions?: ReadonlyMap<string, ApicSession>;
  readonly logins?: number;
}

/** A session: when its token ends, and how long it can be refreshed, on the world's clock. */
export interface ApicSession {
  readonly user: string;
  readonly endsAt: number;
  readonly until: number;
}

/** The path of the root, which always exists. */
export const root = "uni";

/** The initial state of a fabric controller. */
export function fabricState(objects: Readonly<Record<string, ManagedObjectSeed>>): FabricState {
  const uni: ManagedObjectSeed = { class: "polUni", attributes: {} };
  return { objects: new Map([[root, uni], ...Object.entries(objects)]) };
}

/** An object in its wire form. */
export function objectBody(object: ManagedObjectSeed): JsonObject {
  return { [object.class]: { attributes: object.attributes } };
}

/** The parent path; undefined at the root. A slash in brackets is not a separator. */
export function parentOf(path: string): string | undefined {
  let depth = 0;
  for (let at = path.length - 1; at >= 0; at -= 1) {
    if (path[at] === "]") depth += 1;
    else if (path[at] === "[") depth -= 1;
    else if (path[at] === "/" && depth === 0) return path.slice(0, at);
  }
  return undefined;
}

/** The state without an object and everything below it. */
export function withoutObject(state: FabricState, path: string): FabricState {
  const kept = [...state.objects].filter(([each]) => each !== path && !each.startsWith(`${path}/`));
  return { ...state, objects: new Map(kept) };
}
