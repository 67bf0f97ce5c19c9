/** The state of the simulated fabric controller: managed objects by their path below `uni`. */

import type { JsonObject } from "../../model/json.ts";

/** A managed object, which has a class and attributes. All values of attributes are texts. */
export interface ManagedObjectSeed {
  readonly class: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/**
 * The state of the fabric controller. It has objects by path, for example `uni/tn-Production`, and is never modified.
 */
export interface FabricState {
  readonly objects: ReadonlyMap<string, ManagedObjectSeed>;
  /** The sessions of mode `apic`, by token. If absent, nobody has logged in yet. */
  readonly sessions?: ReadonlyMap<string, ApicSession>;
  /** The number of tokens that were issued in mode `apic`. If absent, nobody has logged in yet. */
  readonly logins?: number;
}

/** A session of mode `apic`. */
export interface ApicSession {
  readonly user: string;
  /** When the token expires, on the simulator's clock. */
  readonly endsAt: number;
  /** Until when the token can be refreshed, on the simulator's clock. */
  readonly until: number;
}

/** The path of the root, which always exists. */
export const root = "uni";

/** Returns the initial state of a fabric controller. */
export function fabricState(objects: Readonly<Record<string, ManagedObjectSeed>>): FabricState {
  const uni: ManagedObjectSeed = { class: "polUni", attributes: {} };
  return { objects: new Map([[root, uni], ...Object.entries(objects)]) };
}

/** Returns an object in its wire form. */
export function objectBody(object: ManagedObjectSeed): JsonObject {
  return { [object.class]: { attributes: object.attributes } };
}

/** Returns the parent path. Returns undefined if the path is the root. A slash in brackets is not a separator. */
export function parentOf(path: string): string | undefined {
  let depth = 0;
  for (let at = path.length - 1; at >= 0; at -= 1) {
    if (path[at] === "]") depth += 1;
    else if (path[at] === "[") depth -= 1;
    else if (path[at] === "/" && depth === 0) return path.slice(0, at);
  }
  return undefined;
}

/** Returns the state without an object and without everything below it. */
export function withoutObject(state: FabricState, path: string): FabricState {
  const kept = [...state.objects].filter(([each]) => each !== path && !each.startsWith(`${path}/`));
  return { ...state, objects: new Map(kept) };
}
