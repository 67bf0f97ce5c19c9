/**
 * Where things are as far as health is concerned: at the site that they name, or at the site of their target; and which
 * of them are unhealthy.
 */

import { type Draw, maybe, pick } from "../../draw.ts";
import { keyOn, type Thing, type Truth } from "../truth.ts";
import type { HealthDrawn } from "./health.ts";
import { chainOf, sectionOf } from "./rings.ts";

/** The sites of targets. */
export const sites = { cloud: "Munich", fabric: "Berlin", routers: "Oslo" } as const;
/** The targets whose things are at sites. */
export const targets = ["cloud", "fabric", "routers"] as const;

/** The name of a target whose things are at sites. */
export type TargetName = (typeof targets)[number];

/** The randomly drawn facts about places. */
export interface Places {
  /** The target whose site is unhealthy from the beginning, if any. */
  readonly ill?: TargetName;
  readonly health: HealthDrawn;
  /** True: the health of the target's site does not matter. */
  readonly isExempt: boolean;
  /** The site that a thing names itself, by the thing's number; undefined: it is at the site of its target. */
  readonly own: readonly (TargetName | undefined)[];
}

/** The sites that things name themselves: seven draws, which are used in turn by the numbers of things. */
export function ownSitesOf(draw: Draw, hasHealth: boolean): Places["own"] {
  if (!hasHealth || maybe(draw, 0.5)) return [];
  return Array.from({ length: 7 }, () => (maybe(draw, 0.4) ? pick(draw, targets) : undefined));
}

/** The target at whose site a thing is: the target that the thing or its topmost parent names, otherwise its own. */
function placeOf(thing: Thing, { own }: Pick<Places, "own">): string {
  const top = chainOf(thing).at(-1) ?? thing;
  const named = sectionOf(top) === undefined ? undefined : own[top.number % Math.max(own.length, 1)];
  return named ?? thing.species.target;
}

/** True if a thing is at the site of this target. */
export function standsAt(thing: Thing, place: string, rollout: Pick<Places, "own">): boolean {
  return placeOf(thing, rollout) === place;
}

/** The truth in which top-level things name their own sites. */
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

/** True if the health of a thing's target does not matter. */
export function isExemptOf({ species }: Thing, { isExempt, ill }: Places): boolean {
  return isExempt && species.target === ill;
}

/** True if a thing is unhealthy: a device on its own, or anything at an unhealthy site. */
export function isIll(thing: Thing, ill: TargetName, places: Places): boolean {
  if (isExemptOf(thing, places)) return false;
  const { illness } = places.health;
  const isOfDevices = illness === "noDevice" || illness === "unreachable";
  return isOfDevices ? thing.species.target === ill : standsAt(thing, ill, places);
}
