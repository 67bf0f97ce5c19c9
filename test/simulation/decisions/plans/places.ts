/**
 * At which site each thing is, as far as health is concerned, and which things are unhealthy. A thing is at the site
 * that it names. If it names none, it is at the site of its target.
 */

import { type Draw, maybe, pick } from "../../draw.ts";
import { keyOn, type Thing, type Truth } from "../truth.ts";
import type { HealthDrawn } from "./health.ts";
import { chainOf, sectionOf } from "./rings.ts";

/** The site of each target. */
export const sites = { cloud: "Munich", fabric: "Berlin", routers: "Oslo" } as const;
/** The targets whose things are at sites. */
export const targets = ["cloud", "fabric", "routers"] as const;

/** The name of a target whose things are at sites. */
export type TargetName = (typeof targets)[number];

/** What was drawn about sites. */
export interface Places {
  /** The target whose site is unhealthy from the beginning, if any. */
  readonly ill?: TargetName;
  readonly health: HealthDrawn;
  /** True if the health of the unhealthy site does not matter for its own target. */
  readonly isExempt: boolean;
  /**
   * The sites that things name themselves, in turn by the number of the thing. An undefined element: the thing is at
   * the site of its own target.
   */
  readonly own: readonly (TargetName | undefined)[];
}

/** Draws the sites that things name themselves: seven, which are used in turn by the numbers of the things. */
export function ownSitesOf(draw: Draw, hasHealth: boolean): Places["own"] {
  if (!hasHealth || maybe(draw, 0.5)) return [];
  return Array.from({ length: 7 }, () => (maybe(draw, 0.4) ? pick(draw, targets) : undefined));
}

/**
 * Returns the target at whose site a thing is. This is the target that the thing or its topmost ancestor names. If
 * neither names one, it is the thing's own target.
 */
function placeOf(thing: Thing, { own }: Pick<Places, "own">): string {
  const top = chainOf(thing).at(-1) ?? thing;
  const named = sectionOf(top) === undefined ? undefined : own[top.number % Math.max(own.length, 1)];
  return named ?? thing.species.target;
}

/** True if a thing is at the site of this target. */
export function standsAt(thing: Thing, place: string, rollout: Pick<Places, "own">): boolean {
  return placeOf(thing, rollout) === place;
}

/** Returns the drawn things, in which things at the top name sites of their own. */
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

/** True if health does not matter for the thing's target. */
export function isExemptOf({ species }: Thing, { isExempt, ill }: Places): boolean {
  return isExempt && species.target === ill;
}

/**
 * True if the thing is held because of health: as a device if the devices are unhealthy, otherwise by the site where it
 * is.
 */
export function isIll(thing: Thing, ill: TargetName, places: Places): boolean {
  if (isExemptOf(thing, places)) return false;
  const { illness } = places.health;
  const isOfDevices = illness === "noDevice" || illness === "unreachable";
  return isOfDevices ? thing.species.target === ill : standsAt(thing, ill, places);
}
