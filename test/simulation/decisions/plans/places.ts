/**
 * Which site each resource is at, as far as health is concerned, and which resources are unhealthy. A resource that
 * names no site is at the site of its target.
 */

import { type Draw, maybe, pick } from "../../draw.ts";
import { keyOn, type Thing, type Truth } from "../truth.ts";
import type { HealthDrawn } from "./health.ts";
import { chainOf, sectionOf } from "./rings.ts";

/** The name of each target's site. */
export const sites = { cloud: "Munich", fabric: "Berlin", routers: "Oslo" } as const;
/** The targets whose resources are at sites. */
export const targets = ["cloud", "fabric", "routers"] as const;

/** The name of a target whose resources are at sites. */
export type TargetName = (typeof targets)[number];

/** What was drawn about sites. */
export interface Places {
  /** The target whose site is unhealthy from the beginning, if any. */
  readonly ill?: TargetName;
  readonly health: HealthDrawn;
  /** True if the unhealthy site does not affect its own target. */
  readonly isExempt: boolean;
  /**
   * The sites that resources name, used in turn by the number of the resource. An undefined element means that the
   * resource names none.
   */
  readonly own: readonly (TargetName | undefined)[];
}

/** Draws the sites that resources name, used in turn by the numbers of the resources. Returns seven sites, or none. */
export function ownSitesOf(draw: Draw, hasHealth: boolean): Places["own"] {
  if (!hasHealth || maybe(draw, 0.5)) return [];
  return Array.from({ length: 7 }, () => (maybe(draw, 0.4) ? pick(draw, targets) : undefined));
}

/**
 * Returns the target at whose site a resource is: the one that the resource or its topmost ancestor names, and
 * otherwise its own target.
 */
function placeOf(thing: Thing, { own }: Pick<Places, "own">): string {
  const top = chainOf(thing).at(-1) ?? thing;
  const named = sectionOf(top) === undefined ? undefined : own[top.number % Math.max(own.length, 1)];
  return named ?? thing.species.target;
}

/** True if a resource is at the site of this target. */
export function standsAt(thing: Thing, place: string, rollout: Pick<Places, "own">): boolean {
  return placeOf(thing, rollout) === place;
}

/** Returns the drawn resources. Those without a parent name sites of their own. */
export function withOwnSites(truth: Truth, { own }: Pick<Places, "own">): Truth {
  const tops = truth.things.filter((thing) => chainOf(thing).length === 1);
  const named = tops.flatMap((thing): (readonly [string, string])[] => {
    const section = sectionOf(thing);
    const at = section === undefined ? undefined : own[thing.number % Math.max(own.length, 1)];
    if (at === undefined) return [];
    const keys = [keyOn(thing, "desired"), keyOn(thing, "base")];
    return keys.map((key) => [`${section} ${key}`, sites[at]] as const);
  });
  if (named.length === 0) return truth;
  return { ...truth, rings: { waves: [], targetSites: {}, ownSites: new Map(), sitesOf: new Map(named) } };
}

/** True if health does not matter for the resource's target. */
export function isExemptOf({ species }: Thing, { isExempt, ill }: Places): boolean {
  return isExempt && species.target === ill;
}

/** True if unhealthy devices hold the resource as a device, or an unhealthy site holds it by its place. */
export function isIll(thing: Thing, ill: TargetName, places: Places): boolean {
  if (isExemptOf(thing, places)) return false;
  const { illness } = places.health;
  const isOfDevices = illness === "noDevice" || illness === "unreachable";
  return isOfDevices ? thing.species.target === ill : standsAt(thing, ill, places);
}
