/** Determines the shard of a request: one owner for each rate limit, which is the same for all projects. Pure. */

import type { Dialect } from "../drivers/contract/contract.ts";
import type { Scope } from "../model/desired.ts";
import type { Target } from "../model/project.ts";
import { originOf } from "../model/wire.ts";

/** The number of groups into which the devices of fleets are divided. */
const groups = 64;

/**
 * Returns the target's origin, with the organization if organizations have separate limits there. For a fleet, returns
 * the device's group. The project's URL is not part of it, so all projects that manage a device share one owner.
 */
export function shardOf(
  target: Pick<Target, "url">,
  { limits }: Pick<Dialect, "limits">,
  scope: Scope,
): string {
  const { host } = scope;
  if (target.url.includes("{")) return `devices ${host === undefined ? 0 : hashOf(host) % groups}`;
  const whole = URL.parse(target.url);
  const origin = whole ? originOf(whole) : target.url;
  const shared = limits.sharedBy === undefined ? undefined : scope[limits.sharedBy];
  return shared === undefined ? origin : `${origin} ${shared}`;
}

/** Returns a hash that is the same on every machine (FNV-1a). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}
