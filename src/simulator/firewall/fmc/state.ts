/** What a simulated Firewall Management Center holds besides its devices: objects, tokens, deployments. */

import { createHash } from "node:crypto";
import type { JsonObject } from "../../../model/json.ts";

/** A token of a login, with its second one. */
interface FmcToken {
  readonly user: string;
  readonly refresh: string;
  /** So often it may still be refreshed. */
  readonly refreshesLeft: number;
  /** On the world's clock. */
  readonly endsAt: number;
}

/** A deployment that was begun. On the world's clock, it has ended at `endsAt`. */
interface FmcDeployment {
  readonly devices: readonly string[];
  readonly endsAt: number;
}

/** Never changed in place. */
export interface FmcState {
  /** By the path of their collection and their id, below the domain; in the order in which lists show them. */
  readonly objects: ReadonlyMap<string, JsonObject>;
  readonly tokens: ReadonlyMap<string, FmcToken>;
  /** The devices that have changes which are not deployed, and when the last one was made. */
  readonly pending: ReadonlyMap<string, number>;
  /** By the task's id. */
  readonly deployments: ReadonlyMap<string, FmcDeployment>;
  /** How many ids and tokens were given. */
  readonly counted: number;
}

/** What there is at the beginning: nothing. */
export const freshFmc: FmcState = {
  objects: new Map(),
  tokens: new Map(),
  pending: new Map(),
  deployments: new Map(),
  counted: 0,
};

/** The domain `Global`. */
export const globalDomain = "e276abec-e0f2-11e3-8169-6d9ed49b625f";

/** An id that follows from a text: the same in each run. */
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
