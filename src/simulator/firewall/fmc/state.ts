/** The state of a simulated Firewall Management Center besides its devices: objects, tokens, deployments. */

import { createHash } from "node:crypto";
import type { JsonObject } from "../../../model/json.ts";

/** A login's access token, with its refresh token. */
interface FmcToken {
  readonly user: string;
  readonly refresh: string;
  /** How often the token can still be refreshed. */
  readonly refreshesLeft: number;
  /** The end of the access token, by the world's clock. */
  readonly endsAt: number;
}

/** A deployment that was started. It ends at `endsAt`, by the world's clock. */
interface FmcDeployment {
  readonly devices: readonly string[];
  readonly endsAt: number;
}

/** The state of a simulated Firewall Management Center. Never changed in place. */
export interface FmcState {
  /** The objects by the path of their collection and id, below the domain; in list order. */
  readonly objects: ReadonlyMap<string, JsonObject>;
  readonly tokens: ReadonlyMap<string, FmcToken>;
  /** The devices with undeployed changes, and when the last one was made. */
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

/** An id derived from a text: the same in each run. */
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
