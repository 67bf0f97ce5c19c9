/** The state of the simulated routers: one tree of data each. */

import type { JsonObject } from "../../model/json.ts";

/** A module that a device offers, and its library entry. */
export interface RouterModule {
  readonly name: string;
  readonly revision: string;
  readonly text: string;
  readonly features?: readonly string[];
  /** Modules with deviations for this module. */
  readonly deviations?: readonly string[];
  /** True: the module is only imported for its types. */
  readonly importOnly?: boolean;
}

/** An initial router. */
export interface RouterSeed {
  /** Top-level containers by module and name: `Vendor-native:native`. */
  readonly data: JsonObject;
  /** The key leaves of lists by list name; by default `name`. */
  readonly keys?: Readonly<Record<string, readonly string[]>>;
  /**
   * A sample of everything that NETCONF accepts beyond the device's data. Lists hold one element. Absent: nothing more
   * is accepted.
   */
  readonly model?: JsonObject;
  /**
   * Leafrefs by data path without keys, `/a:b/list/leaf`, with the path of the leaf to which they refer. An edit that
   * leaves a dangling leafref is refused.
   */
  readonly references?: Readonly<Record<string, string>>;
  /**
   * Nodes that the device does not remove, by data path without keys. `always`: never. `withinEntry`: only together
   * with their list entry. `withParent`: only together with their parent. `lastOfParent`: not if their parent would
   * stay without contents, because that has a meaning of its own.
   */
  readonly permanent?: Readonly<Record<string, "always" | "withinEntry" | "withParent" | "lastOfParent">>;
  /**
   * Choices, by the path of the node that contains them, without keys. Each choice is a list of cases, and each case a
   * list of member names; only one case can exist. Members of nested choices are included, and these choices are also
   * listed separately.
   */
  readonly choices?: Readonly<Record<string, readonly (readonly (readonly string[])[])[]>>;
  /**
   * Instance-identifier leaves by name, each with the keys in its path whose values are identities. NETCONF shows and
   * accepts such paths only in the XML form.
   */
  readonly instanceIdentifiers?: Readonly<Record<string, readonly string[]>>;
  /** The YANG modules that the device offers. */
  readonly modules?: readonly RouterModule[];
  /** State data: NETCONF's `<get>` shows it. */
  readonly state?: JsonObject;
}

/** A router. */
export interface Router extends RouterSeed {
  /** The initial data: the router's schema keeps these nodes even if they are no longer set. */
  readonly first: JsonObject;
  /** The startup configuration, which the next restart uses. Absent: it was never saved. */
  readonly startup?: JsonObject;
}

/** The state of all routers, by host. Never changed in place. */
export interface RestconfState {
  readonly routers: ReadonlyMap<string, Router>;
}

/** The initial state of routers. */
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
