/** The state of a simulated Firewall Management Center in addition to its devices: objects, tokens, and deployments. */

import { createHash } from "node:crypto";
import type { JsonObject } from "../../../model/json.ts";

/** The access token of a login, and its refresh token. */
interface FmcToken {
  readonly user: string;
  readonly refresh: string;
  /** How often the token can still be refreshed. */
  readonly refreshesLeft: number;
  /** The end of the access token, on the simulator's clock. */
  readonly endsAt: number;
}

/** A deployment that was started. It ends at `endsAt`, on the simulator's clock. */
interface FmcDeployment {
  readonly devices: readonly string[];
  readonly endsAt: number;
}

/** The state of a simulated Firewall Management Center. The object is never modified. */
export interface FmcState {
  /** The objects in list order. Each key is the path of the collection below the domain, and the id. */
  readonly objects: ReadonlyMap<string, JsonObject>;
  readonly tokens: ReadonlyMap<string, FmcToken>;
  /** The devices with undeployed changes, each with the time of its last change. */
  readonly pending: ReadonlyMap<string, number>;
  /** The deployments by the ids of their tasks. */
  readonly deployments: ReadonlyMap<string, FmcDeployment>;
  /** The number of ids and tokens that were issued. */
  readonly counted: number;
}

/** The initial, empty state. */
export const freshFmc: FmcState = {
  objects: new Map(),
  tokens: new Map(),
  pending: new Map(),
  deployments: new Map(),
  counted: 0,
};

/** The domain `Global`. */
export const globalDomain = "e276abec-e0f2-11e3-8169-6d9ed49b625f";

/** Returns an id that is derived from a text, so that it is the same in each run. */
export function idOf(text: string): string {
  const hash = createHash("sha256").update(text).digest("hex");
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    hash.slice(12, 16),
    hash.slice(16, 20),
    hash.slice(20, 32),
  ].join("-");
}
