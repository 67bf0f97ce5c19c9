/** What the simulated routers hold: one tree of data each. */

import type { JsonObject } from "../../model/json.ts";

/** A module that a device gives out, and what it says of it. */
export interface RouterModule {
  readonly name: string;
  readonly revision: string;
  readonly text: string;
  readonly features?: readonly string[];
  /** Modules whose deviations of it hold. */
  readonly deviations?: readonly string[];
  /** True: it is there for its types only. */
  readonly importOnly?: boolean;
}

/** A router to begin with. */
export interface RouterSeed {
  /** Top-level containers by module and name: `Vendor-native:native`. */
  readonly data: JsonObject;
  /** The key leaves of lists by the list's name; lists that are not named have the key `name`. */
  readonly keys?: Readonly<Record<string, readonly string[]>>;
  /** A specimen of all that the device knows beyond its data: what NETCONF takes. Lists hold one element. */
  readonly model?: JsonObject;
  /**
   * Leafrefs: data paths without keys, `/a:b/list/leaf`, each with that of the leaf whose values it may have. An edit
   * after which one leads to nothing is refused.
   */
  readonly references?: Readonly<Record<string, string>>;
  /**
   * Choices, by the data path without keys of what they are in: cases, each by the names of its members. What a choice
   * in a case has is among these, and is listed by itself too. Of two cases one alone can be there.
   */
  readonly choices?: Readonly<Record<string, readonly (readonly (readonly string[])[])[]>>;
  /**
   * The names of leaves that are instance-identifiers, each with the names of the key leaves in them whose values are
   * identities: NETCONF shows and takes them in XML's form only.
   */
  readonly instanceIdentifiers?: Readonly<Record<string, readonly string[]>>;
  /** The YANG modules that the device gives out. */
  readonly modules?: readonly RouterModule[];
  /** Data that is state and no configuration: NETCONF's `<get>` shows it. */
  readonly state?: JsonObject;
}

/** A router. */
export interface Router extends RouterSeed {
  /** What it began with: it goes on to know these nodes when they are no longer set. */
  readonly first: JsonObject;
  /** The startup configuration: what it would have after a restart. Absent: never saved. */
  readonly startup?: JsonObject;
}

/** The state of all routers, by host. Never changed in place. */
export interface RestconfState {
  readonly routers: ReadonlyMap<string, Router>;
}

/** The state that routers begin with. */
export function restconfState(seeds: Readonly<Record<string, RouterSeed>>): RestconfState {
  const routers = Object.entries(seeds).map(([host, seed]) => [host, { ...seed, first: seed.data }] as const);
  return { routers: new Map(routers) };
}

/** The state with the data of one router replaced. */
export function withData(state: RestconfState, host: string, data: JsonObject): RestconfState {
  const router = state.routers.get(host);
  return { routers: new Map(state.routers).set(host, { first: data, ...router, data }) };
}

/** The state with one router's running configuration copied to its startup configuration. */
export function withSaved(state: RestconfState, host: string): RestconfState {
  const router = state.routers.get(host);
  if (router === undefined) return state;
  return { routers: new Map(state.routers).set(host, { ...router, startup: router.data }) };
}
