/** The state of the simulated routers. Each router has one tree of data. */

import type { JsonObject } from "../../model/json.ts";

/** A module that a device offers, and its library entry. */
export interface RouterModule {
  readonly name: string;
  readonly revision: string;
  readonly text: string;
  readonly features?: readonly string[];
  /** The modules that contain deviations for this module. */
  readonly deviations?: readonly string[];
  /** If true, the module is only imported for its types. */
  readonly importOnly?: boolean;
}

/** An initial router. */
export interface RouterSeed {
  /** The top-level containers by module and name, for example `Vendor-native:native`. */
  readonly data: JsonObject;
  /** The key leaves of lists, by list name. Default: the key leaf is `name`. */
  readonly keys?: Readonly<Record<string, readonly string[]>>;
  /**
   * A sample of all data that NETCONF accepts in addition to the device's data. Each list contains one element. If
   * absent, no other data is accepted.
   */
  readonly model?: JsonObject;
  /**
   * Leafrefs by data path without keys, for example `/a:b/list/leaf`. For each, the path of the leaf to which it
   * refers. An edit that leaves a dangling leafref is refused.
   */
  readonly references?: Readonly<Record<string, string>>;
  /**
   * Nodes that the device does not remove on their own, by data path without keys. `always`: the node is never removed.
   * `withinEntry`: the node is removed only with its list entry. `withParent`: the node is removed only with its
   * parent. `lastOfParent`: the node is not removed if its parent would then have no contents, because an empty parent
   * has a meaning of its own.
   */
  readonly permanent?: Readonly<Record<string, "always" | "withinEntry" | "withParent" | "lastOfParent">>;
  /**
   * Choices, by the path, without keys, of the node that contains them. Each choice is a list of cases, and each case
   * is a list of member names. At most one case can exist. Members of nested choices are included, and nested choices
   * are also listed separately.
   */
  readonly choices?: Readonly<Record<string, readonly (readonly (readonly string[])[])[]>>;
  /**
   * Instance-identifier leaves by name. For each, those keys in its path that are identities. NETCONF shows and accepts
   * such paths only in the XML form.
   */
  readonly instanceIdentifiers?: Readonly<Record<string, readonly string[]>>;
  /** The YANG modules that the device offers. */
  readonly modules?: readonly RouterModule[];
  /** State data, which NETCONF's `<get>` shows. */
  readonly state?: JsonObject;
}

/** A router. */
export interface Router extends RouterSeed {
  /** The initial data. Its nodes stay in the router's schema even if they are removed. */
  readonly first: JsonObject;
  /** The startup configuration, from which the next restart begins. If absent, no configuration was saved. */
  readonly startup?: JsonObject;
}

/** The state of all routers, by host. The object is never modified. */
export interface RestconfState {
  readonly routers: ReadonlyMap<string, Router>;
}

/** Returns the initial state of routers. */
export function restconfState(seeds: Readonly<Record<string, RouterSeed>>): RestconfState {
  const routers = Object.entries(seeds).map(([host, seed]) => [host, { ...seed, first: seed.data }] as const);
  return { routers: new Map(routers) };
}

/** Returns the state with the data of one router replaced. */
export function withData(state: RestconfState, host: string, data: JsonObject): RestconfState {
  const router = state.routers.get(host);
  return { routers: new Map(state.routers).set(host, { first: data, ...router, data }) };
}

/** Returns the state with one router's running configuration copied to its startup configuration. */
export function withSaved(state: RestconfState, host: string): RestconfState {
  const router = state.routers.get(host);
  if (router === undefined) return state;
  return { routers: new Map(state.routers).set(host, { ...router, startup: router.data }) };
}
