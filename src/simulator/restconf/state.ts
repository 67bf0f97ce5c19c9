/** What the simulated routers hold: one tree of data each. */

import type { JsonObject } from "../../model/json.ts";

/** A router to begin with. */
export interface RouterSeed {
  /** Top-level containers by module and name: `Vendor-native:native`. */
  readonly data: JsonObject;
  /** The key leaves of lists by the list's name; lists that are not named have the key `name`. */
  readonly keys?: Readonly<Record<string, readonly string[]>>;
}

/** The state of all routers, by host. Never changed in place. */
export interface RestconfState {
  readonly routers: ReadonlyMap<string, RouterSeed>;
}

/** The state that routers begin with. */
export function restconfState(routers: Readonly<Record<string, RouterSeed>>): RestconfState {
  return { routers: new Map(Object.entries(routers)) };
}

/** The state with the data of one router replaced. */
export function withData(state: RestconfState, host: string, data: JsonObject): RestconfState {
  const router = state.routers.get(host);
  return { routers: new Map(state.routers).set(host, { ...router, data }) };
}
